"""Words that turn an answer round and that no operation has read: a skeleton in, the words out.

"Not above $9 billion", "in every year", "more than half": whoever passes over such a word
answers another question, or the opposite, and looks sure of it. What operations read is known
from what they want; the rest is named here, so that the question is refused.
"""

import re

from secqa.understanding.choices import DENIED
from secqa.understanding.comparing import HIGH, LOW
from secqa.understanding.limits import AMOUNT
from secqa.understanding.links import plain_words
from secqa.understanding.quantifiers import WORDS
from secqa.understanding.skeleton import Skeleton, combine_metrics
from secqa.understanding.wanted import Kind, Over, Quantifier, Wanted

_NOT = re.compile(
    r"(?:(?<!\bor )(?<!\bif )\bnot|(?<!\bi do)n['’]t|\bcannot|\bfail(?:s|ed)? to"
    r"|(?<!\bor )\bfalse(?! or\b)|\bwithout|\b(?:had|has|have|show\w*|report\w*|record\w*) no)\b"
)
_PARTS = re.compile(
    r"\b(?:segments?|regions?|divisions?|(?:product )?categor(?:y|ies)|geograph(?:y|ies)"
    r"|countr(?:y|ies)|product lines?|business units?|subsidiar(?:y|ies)|brands?)\b"
)
"""Parts of a company that are to be looked through, which takes a list of them."""
_BOTH_WAYS = re.compile(
    r"\b(?:dollars?|absolute\w*|usd)\b[^.?]{0,15}\band\b[^.?]{0,15}\b(?:percent\w*|relative)\b"
    r"|\bpercent\w*\b[^.?]{0,15}\band\b[^.?]{0,15}\b(?:dollars?|absolute)\b"
)
"""Two measures of one change."""
_THAN_IT = re.compile(r"\bthan (?:it|they)\b")
"""What comes behind is no earlier year."""
_LOST = re.compile(r"^(?!.*negative µ).*\b(?:it|they|¤) (?:lose|lost)\b")
"""What was lost is no amount of what is named, but of its income."""
_EACH = re.compile(
    r"\b(?:each|every|all|both)(?: single)?(?: of)?(?: the| these| those)?(?: \w+){0,2}"
    r" (?:years?|quarters?)\b|\b(?:year after year|throughout)\b",
    re.IGNORECASE,
)
_FOLD = re.compile(
    r"\b(?:(?:dou|tre)ble[ds]?|(?:tri|quadru|quintu)ple[ds]?|twice|(?:two|three|four|five|ten)fold"
    r"|hal(?:f|ve[ds]?)|record (?:year|high|low|quarter|level)s?|all[- ]time)\b"
)
# Of these each year is looked at, or the way from the first to the last is what is meant.
_EACH_READ = {Kind.VALUE, Kind.SUM, Kind.AVERAGE, Kind.CAGR, Kind.BEST, Kind.RANK}


def unread(skeleton: Skeleton, wanted: Wanted, question: str) -> str:
    """The first word that changes what is asked for, but not what is `wanted`; "" for none.

    The `question` still has its years, of which the skeleton has none left.
    """
    text = combine_metrics(skeleton)[0].text
    for quantifier in (Quantifier.ALL, Quantifier.NONE):
        said = WORDS[quantifier].search(text)
        if said and wanted.quantifier is not quantifier:
            return said.group()
        text = WORDS[quantifier].sub("", text)
    text = re.sub(DENIED, "", text) if wanted.denied else text
    found = (
        _NOT.search(text) or _BOTH_WAYS.search(text) or _PARTS.search(text) or _LOST.search(text)
    )
    if not found and wanted.kind is Kind.BEST and wanted.place == 1:
        both = re.search(rf"\b{HIGH}\b", text) and re.search(rf"\b{LOW}\b", text)
        found = re.search(rf"\b{LOW}\b", text) if both else None
    if not found and wanted.kind is Kind.CHECK and not wanted.change:
        word = _unchecked(text, skeleton, wanted)
        if word:
            return word
    one_by_one = wanted.quantifier or wanted.kind in _EACH_READ or _counts_years(wanted)
    if not found and not one_by_one:
        found = _EACH.search(question)
    if not found and not (wanted.change is Kind.GROWTH and wanted.limit):
        found = _FOLD.search(text)
    return found.group() if found else _unread_amount(text, wanted)


def _unchecked(text: str, skeleton: Skeleton, wanted: Wanted) -> str:
    """What makes a question for Yes or No another one than whether there is such a value."""
    time = skeleton.periods
    several = len(time.years) > 1 or time.last > 1
    if wanted.over is Over.YEARS and _THAN_IT.search(text) and not (several or time.year_over_year):
        return "than it"
    if several and not wanted.quantifier and wanted.over is not Over.YEARS:
        return "several years"
    bare = wanted.limit == 0 and not wanted.sides
    return next(plain_words(text), "") if bare else ""


def _counts_years(wanted: Wanted) -> bool:
    return wanted.kind in {Kind.COUNT, Kind.FILTER} and wanted.over is Over.YEARS


def _unread_amount(text: str, wanted: Wanted) -> str:
    """An amount that is no limit."""
    amounts = [found for found in AMOUNT.finditer(text) if _is_amount(found)]
    read = (wanted.limit is not None and wanted.limit != 0) + (wanted.up_to is not None)
    spare = amounts[read:]
    return spare[0].group().strip() if spare else ""


def _is_amount(found: re.Match[str]) -> bool:
    """Whether a number counts money or a share; "10K" is a form, "$1 of revenue" means each."""
    long = len(found.group(2) or "") > 1 or found.group(2) == "%"
    named = long or found.group()[0] in "$€£"
    return bool(named) and found.group(1).replace(",", "") not in {"0", "1"}
