"""Words that turn an answer round and that no operation has read: a skeleton in, the words out.

"Not above $9 billion", "in every year", "more than half": whoever passes over such a word
answers another question, or the opposite, and looks sure of it. What operations read is known
from what they want; the rest is named here, so that the question is refused.
"""

import re

from secqa.understanding.comparing import AMOUNT
from secqa.understanding.skeleton import Skeleton, combine_metrics
from secqa.understanding.wanted import Kind, Over, Wanted

_NOT = re.compile(
    r"(?:(?<!\bor )(?<!\bif )\bnot|(?<!\bi do)n['’]t|\bcannot|\bnever|\balways|\bneither"
    r"|\bfail(?:s|ed)? to"
    r"|(?<!\bor )\bfalse(?! or\b)|\bwithout|\b(?:had|has|have|show\w*|report\w*|record\w*) no"
    r"|\bconsistent(?:ly)?|\bsteadily|\bcontinuously|\buninterrupted(?:ly)?)\b"
)
_EACH = re.compile(
    r"\b(?:each|every|all|both)(?: single)?(?: of)?(?: the| these| those)?(?: \w+){0,2}"
    r" (?:years?|quarters?)\b|\b(?:year after year|throughout)\b",
    re.IGNORECASE,
)
_FOLD = re.compile(
    r"\b(?:(?:dou|tre)ble[ds]?|(?:tri|quadru|quintu)ple[ds]?|twice|(?:two|three|four|five|ten)fold"
    r"|hal(?:f|ve[ds]?))\b"
)
_BETWEEN = re.compile(r"\bbetween [$€£]? ?\d|\bfrom [$€£] ?\d")
# Of these each year is looked at, or the way from the first to the last is what is meant.
_EACH_READ = {Kind.VALUE, Kind.SUM, Kind.AVERAGE, Kind.CAGR, Kind.BEST, Kind.RANK}


def unread(skeleton: Skeleton, wanted: Wanted, question: str) -> str:
    """The first word that changes what is asked for, but not what is `wanted`; "" for none.

    The `question` still has its years, of which the skeleton has none left.
    """
    text = combine_metrics(skeleton)[0].text
    found = _NOT.search(text)
    if not found and wanted.kind not in _EACH_READ and not _counts_years(wanted):
        found = _EACH.search(question)
    if not found and not (wanted.change is Kind.GROWTH and wanted.limit):
        found = _FOLD.search(text)
    return found.group() if found else _unread_amount(text, wanted)


def _counts_years(wanted: Wanted) -> bool:
    return wanted.kind in {Kind.COUNT, Kind.FILTER} and wanted.over is Over.YEARS


def _unread_amount(text: str, wanted: Wanted) -> str:
    """An amount that is no limit, or one of two."""
    amounts = [found for found in AMOUNT.finditer(text) if _is_amount(found)]
    both = _BETWEEN.search(text)
    if both:
        return both.group()
    spare = amounts[1:] if wanted.limit else amounts
    return spare[0].group().strip() if spare else ""


def _is_amount(found: re.Match[str]) -> bool:
    """Whether a number counts money or a share; "10K" is a form, "$1 of revenue" means each."""
    long = len(found.group(2) or "") > 1 or found.group(2) == "%"
    named = long or found.group()[0] in "$€£"
    return bool(named) and found.group(1).replace(",", "") not in {"0", "1"}
