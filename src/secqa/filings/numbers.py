"""Printed figures to numbers: the text of one cell or phrase in, a `PrintedNumber` out.

Filings print one figure in many ways: `$ (1,234)`, `(12.5)%`, `—`, `1,234 (a)`, with a closing
parenthesis that stands in another cell or nowhere. What is no single figure ("1 to 5 years",
"N/A", a date) must stay no figure.
"""

import re
from functools import lru_cache

from secqa.record import record


@record
class PrintedNumber:
    """A figure as printed, before any scale."""

    value: float
    """Negative for a minus sign or parentheses; percentages are not divided by 100."""
    percent: bool
    dash: bool
    """True where a dash is printed for nothing; `value` is then 0."""


_CURRENCY = r"(?:[A-Z]{0,3}[$€£¥₹]|(?:USD|EUR|GBP|CAD|AUD|JPY|CHF|RMB|CNY)\b)"
_DASH = re.compile(rf"{_CURRENCY}?\s*\(?\s*[-—–‒−]{{1,3}}\s*\)?\s*(%)?\s*(?:\([a-z0-9]{{1,2}}\))?")
_NUMBER = re.compile(
    rf"""
    (?P<sign>[-+−–—]?)\s*
    (?P<open>\(?)\s*
    {_CURRENCY}?\s*
    (?P<inner>[-−–(]?)\s*
    (?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)\s*
    (?P<percent>%?)\s*\)?\s*(?P<outside>%?)
    (?:\s*(?:\((?:[a-z]{{1,2}}|\d{{1,2}})\)|\[[a-z0-9]{{1,2}}\]|[*†‡§^#]+|(?<=\s)[a-wyz]))*
    """,
    re.VERBOSE,
)
_SPACES = str.maketrans({"\xa0": " ", "\u2009": " ", "\u202f": " ", "\u200b": ""})


def parse_number(text: str) -> PrintedNumber | None:
    """The figure that `text` is, or None where it is anything else than one figure.

    "(1,234)" is -1234; "12.5%" has value 12.5 and `percent`; "—" has value 0 and `dash`;
    currency signs before and footnote marks after the figure are passed over.
    """
    if len(text) > 60 or text[:4].isalpha():
        # Half of all cells are labels, and no currency has a name as long.
        return None
    return _parsed(text)


@lru_cache(maxsize=8192)
def _parsed(text: str) -> PrintedNumber | None:
    text = text.strip() if text.isascii() else text.translate(_SPACES).strip()
    if not text or (text[0].islower() and text[0].isascii()):
        return None
    match = _NUMBER.fullmatch(text)
    if match is None:
        dash = _DASH.fullmatch(text)
        return PrintedNumber(0.0, dash.group(1) is not None, True) if dash else None
    value = float(match["digits"].replace(",", ""))
    negative = match["sign"] in ("-", "−", "–", "—") or bool(match["open"] or match["inner"])
    return PrintedNumber(
        -value if negative else value, bool(match["percent"] or match["outside"]), False
    )
