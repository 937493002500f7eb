"""Words of a question that say how or where rather than what.

In: a question, its companies and periods taken out. Out: the same without what tells how to
answer ("in millions, rounded to two decimals") or where it stands ("the balance sheet", "10-K"),
the statements and forms so named, and whether it asks for people or reasons rather than figures.
"""

import re

from secqa.filings.document import Statement
from secqa.retrieval.words import stems

DOCUMENT_WORDS = frozenset(
    stems(
        "company corporation fiscal financial fy year quarter ended ending annual quarterly report"
        " filing form recent latest last current dollar usd value amount figure compared versus"
        " vs calculate compute information detail data item line question follow primarily mainly"
        " clearly utilize following"
    )
)
"""They tell which document, or stand on every page of it."""
_INSTRUCTIONS = re.compile(
    r"\b(?:assume|imagine|suppose|pretend|as if|as though) (?:that )?you (?:are|were) "
    r"[^.?!;,]*[.,;]?"
    r"|\bif [^.?!]*\b(?:not|cannot|n't|no)\b[^.?!]*"
    r"\b(?:state|say|note|mention|explain|answer|respond)\b[^.?!]*[.?!]?"
    r"|\b(?:please )?(?:answer|respond|reply|express|state|give|provide|report|address)\b "
    r"(?:me |us )?(?:the |your |an? )?(?:following )?"
    r"(?:answer|response|result|value|figure|number|question|it|this)?\b(?: to the question)?"
    r"|\bround(?:ed|ing)?\b[^.?!;,]*\b(?:decimals?|places?|digits?|millions?|billions?"
    r"|whole numbers?)\b"
    r"|\bin (?:(?:us|u\.s\.) )?(?:dollars?|usd|cents)\b|\bin units? of (?:percents?|\w+)\b"
    r"|\b(?:in )?(?:(?:us\$|usd|\$) ?)?(?:thousands|millions|billions)\b(?: of (?:us )?dollars)?"
    r"|\b(?:according|in (?:agreement|accordance|line)) (?:to|with)\b"
    r"|\bbased (?:only |solely )?(?:on|upon)\b"
    r"|\bby (?:\w+ly )?(?:looking at|relying on|using|referring to|drawing \w+ from)\b"
    r"|\b(?:shown|stated|outlined|provided|contained|given|presented|found|available)"
    r" (?:\w+ly |only )?(?:in|on|within)\b",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    r"\bwhy\b|\bexplain|\bdescribe|\breasons?\b|\bdriv(?:en|ers?|ing)\b|\bdrove\b"
    r"|\bwhat (?:caused|led)\b|\bbecause of what\b|\bnature\b|\bpurpose\b"
    r"|^\W*(?:who|which)\b(?! (?:compan|firm|year|quarter))|\b(?:what|which) (?:type|kind)s?\b"
    r"|\bwhat (?:are|were) (?:(?:the|its|some|any) )?(?:\w+ )?(?:main|major|key|primary|biggest)\b",
    re.IGNORECASE,
)
_OF_PEOPLE = re.compile(
    r"\W*who(?:'s| is| was| are| were| has been| serve[sd]?| r[ua]ns?| leads?| led| heads?"
    r"| audit\w*| manage[sd]?| oversee?s?| oversaw)\b",
    re.IGNORECASE,
)
_BY_QUARTER = re.compile(r"\b(?:which|each|every|by) quarter\b", re.IGNORECASE)
_FORM = re.compile(r"\b(?:(10)[- ]?([kq])|(8)[- ]?(k))\b", re.IGNORECASE)
_NAMED: dict[Statement, re.Pattern[str]] = {
    Statement.INCOME: re.compile(
        r"\bincome statements?\b|\bp\s?&\s?l\b|\bprofit (?:and|&) loss\b"
        r"|\bstatements? of (?:consolidated )?(?:net )?(?:income|operations|earnings)\b",
        re.IGNORECASE,
    ),
    Statement.BALANCE_SHEET: re.compile(
        r"\bbalance sheets?\b"
        r"|\bstatements? of (?:consolidated )?financial (?:position|condition)\b",
        re.IGNORECASE,
    ),
    Statement.CASH_FLOW: re.compile(
        r"\bstatements? of (?:consolidated )?cash flows?\b|\bcash flows? statements?\b",
        re.IGNORECASE,
    ),
}


def without_instructions(text: str) -> str:
    """The text without what tells how to answer, blanks folded."""
    return " ".join(_INSTRUCTIONS.sub(" ", text).split())


def without_places(text: str) -> str:
    """The text without names of statements and forms."""
    for name in _NAMED.values():
        text = name.sub(" ", text)
    return _FORM.sub(" ", text)


def named_statements(text: str) -> tuple[Statement, ...]:
    """The statements that a text names, in no order of its own."""
    return tuple(kind for kind, name in _NAMED.items() if name.search(text))


def named_forms(text: str) -> list[str]:
    """The forms that a text names, as EDGAR writes them: `10-K`."""
    return ["-".join(filter(None, form)).upper() for form in _FORM.findall(text)]


def by_quarter(text: str) -> list[str]:
    """What asks for quarters one by one."""
    return _BY_QUARTER.findall(text)


def asks_for_people(text: str) -> bool:
    """Whether it asks who somebody is: then "CFO" is a person."""
    return _OF_PEOPLE.match(text) is not None


def asks_for_words(text: str) -> bool:
    """Whether it asks for reasons or kinds, not for the figure: hardly a statement tells."""
    return _IN_WORDS.search(text) is not None
