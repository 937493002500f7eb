"""Read printed figures, and the scale (thousands, millions) that a table prints them in.

Filings print figures in many ways: `$ (1,234)`, `(12.5)%`, `—`, `1,234 (a)`, with the closing
parenthesis in another cell or missing. A text that is not a single figure ("1 to 5 years", "N/A",
a date) must not be read as one. The scale is printed in the corner of the header ("(In millions,
except per share data)"), above the table, in one column's header, in a row's label ("Revenue (in
billions)"), or only in an earlier statement. Money and shares often have different scales, and an
amount in a caption ("a $5 million charge") is not a scale.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from secqa.filings.document import Table
from secqa.record import record
from secqa.word_lists import any_of


@record
class PrintedNumber:
    """A figure as printed, before any scale."""

    value: float
    """Negative for a minus sign or parentheses; percentages are not divided by 100."""
    percent: bool
    dash: bool
    """True if a dash is printed, which means zero; `value` is then 0."""


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
    (?:\s*(?:\((?:[a-z]{{1,2}}|\d{{1,2}})\)|\[[a-z0-9]{{1,2}}\]|[*†‡§^\#]|(?<=\s)[a-wyz]))*
    """,
    re.VERBOSE,
)
PLAIN_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
"""Digits with commas and decimals, in any context."""
_SPACES = str.maketrans({"\xa0": " ", "\u2009": " ", "\u202f": " ", "\u200b": ""})


def parse_number(text: str) -> PrintedNumber | None:
    """Parse a printed figure; None if `text` is not exactly one figure.

    "(1,234)" is -1234; "12.5%" has value 12.5 and `percent`; "—" has value 0 and `dash`.
    Currency signs before and footnote marks after the figure are ignored.
    """
    if len(text) > 60 or text[:4].isalpha():
        # Half of all cells are labels; currency codes are shorter than four letters.
        return None
    return _parsed(text)


@lru_cache(maxsize=8192)
def _parsed(text: str) -> PrintedNumber | None:
    # Single spaces only: the pattern takes much longer to divide several among its parts.
    text = " ".join((text if text.isascii() else text.translate(_SPACES)).split())
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


@dataclass(frozen=True, slots=True)
class Scale:
    """The factors for a table's printed numbers; None if the table does not state them."""

    money: float | None = None
    shares: float | None = None
    """For rows that count shares. Per-share rows are never scaled."""
    percent: bool = False
    """True if the whole table is in percent ("(in percentages)")."""


_FACTORS = {"thousand": 1e3, "000": 1e3, "million": 1e6, "mm": 1e6, "m": 1e6, "billion": 1e9}
_WORD = re.compile(
    r"(?<![\w.,])(?:(thousand|million|billion)s?|(?:\$|us\$)\s?(m|mm|000)(?:'?s)?|(000)'?s(?!\w))\b"
)
_HINT = re.compile(r"thousand|million|billion|\$\s?m|000|percent", re.IGNORECASE)
_AMOUNT_BEFORE = re.compile(r"(?:\d|hundreds of|tens of|one|several)\s*$")
_PER_SHARE = re.compile(
    r"(?:amounts?|data|items?)?\s*(?:stated on a )?per[- ](?:common |diluted |basic |ordinary )*"
    r"(?:share|unit|ads)s?(?:[- ](?:amounts?|data|information|figures|price))?"
)
_SHARES = any_of("share(s)")
_MONEY = re.compile(r"\$|\bdollars?\b|\busd\b|\bcurrency\b")
_APART = any_of("except, excluding, other than, unless")
_PERCENT = re.compile(r"\(?\s*(?:all )?(?:in|as) (?:a )?percent(?:age|ages|s)?\b(?! of)")


@lru_cache(maxsize=8192)
def text_scale(text: str) -> Scale:
    """Parse the scale in a note such as "(in millions, except share data)"; empty without one."""
    if not _HINT.search(text):
        return Scale()
    folded = _PER_SHARE.sub(" ", text.lower().replace("’", "'").replace("\n", " ; "))
    money: float | None = None
    shares: float | None = None
    both_follow = False
    start = 0
    for word in _WORD.finditer(folded):
        before = folded[start : word.start()]
        if _AMOUNT_BEFORE.search(before):
            continue
        factor = _FACTORS[next(group for group in word.groups() if group)]
        start = word.end()
        # The last clause says whether money or shares are counted: "..., shares in thousands".
        clause = before.replace("(", ";").rpartition(";")[2] or before
        names_shares = _SHARES.search(clause) is not None
        if names_shares and shares is None:
            shares = factor
        if (not names_shares or (_MONEY.search(clause) and money is None)) and money is None:
            money = factor
            both_follow = not names_shares and not _MONEY.search(clause + word[0])
    if money is not None and shares is None:
        exception = _APART.search(folded)
        if exception and _SHARES.search(folded, exception.end()):
            shares = 1.0
        elif both_follow:
            shares = money
    percent = money is None and _PERCENT.search(folded) is not None
    return Scale(money, shares, percent)


def table_scale(table: Table, context: str = "") -> Scale:
    """The scale of the whole table, from header corner, first rows, caption and header.

    `context` is more text to search last, such as the title above the table.
    """
    money: float | None = None
    shares: float | None = None
    percent = False
    for text in (*_scale_texts(table), context):
        scale = text_scale(text)
        money = scale.money if money is None else money
        shares = scale.shares if shares is None else shares
        percent = percent or scale.percent
        if money is not None and shares is not None:
            break
    return Scale(money, shares, percent and money is None)


def _scale_texts(table: Table) -> list[str]:
    """The texts that may state the scale, in order of precedence."""
    head = table.cells[: table.header_rows]
    corner = [" ".join(row[0] for row in head if row)]
    lonely = [
        row[0]
        for row in table.cells[table.header_rows : table.header_rows + 3]
        if row and not any(row[1:])
    ]
    # A scale above a later column is that column's own: "Variance (in billions)".
    first = next((name for name in table.columns[1:] if name), "")
    return [*corner, *lonely, table.caption, first]
