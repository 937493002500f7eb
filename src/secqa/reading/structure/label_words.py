"""A printed row label in, comparable words out.

The same line is printed "Net (loss) earnings attributable to shareowners (Note 5)" and "Net
income". Folding away what never tells lines apart (notes, brackets, plurals, articles, the
words for owners and for earnings) makes most labels equal.
"""

import re
from functools import lru_cache

from secqa.filings.days import MONTHS

# "(current)" tells lines apart; other words in brackets tell how a line is measured.
_BRACKETS = re.compile(r"\((?!(?:non-?)?current\)|(?:long|short)-term\))[^()]*\)|\[[^\[\]]*\]")
_GLUED_NOTE = re.compile(r"(?<=[a-z]{3})(?:\d{1,2}\b|\s\d{1,2}$)")
_WHEN = re.compile(
    r"[,;:–—-]?\s*(?:at |as of )?(?:the )?(?:beginning|end|start)(?:ing)? (?:of|balance)(?: the)?"
    r"(?: (?:fiscal )?(?:year|period|quarter)s?)?(?:, | )?$"
)
_PURPOSE = re.compile(
    r"\b(?:used (?:in|for|to) )?(?:the )?(?:comput|calculat|determin)\w+(?: of)?\b.*?"
    r"\bper (?:common |ordinary )?share\b(?: of [a-z ]*stock\b)?"
)
_ALLOWANCE = re.compile(
    r"(?<=\w)[,;:–—-]?\s*(?:net of|less):? (?:(?:an? |the |related )?"
    r"(?:accumulated|allowances?|reserves?|provisions?|unamortized|valuation)\b|\$\s?\d).*$"
)
_BY_YEAR = r"[^:]*: ?(?:19|20)\d\d\b.*$"
_NET_BY_YEAR = re.compile(rf"(?<=\w)[,;–—-]?\s*(?:net of|less)\b{_BY_YEAR}")
_INCLUDED_BY_YEAR = re.compile(rf"(?<=\w)[,;–—-]?\s*includ(?:es|ing)\b{_BY_YEAR}")
_DAY = re.compile(rf"(?<=\w)[,;:–—-]?\s*(?:at|as of|on) (?:{MONTHS}) \d{{1,2}}(?:, ?\d{{4}})?$")
# What follows these tells how a line is measured, not what it is: a word that must be there for
# the pattern to be worth trying, the pattern, what stands for it.
_SHORTER = (
    (" of", _WHEN, ""),
    (" ", _DAY, ""),
    ("balance", re.compile(r"(?<=\w), ?(?:beginning|ending|opening|closing) balances?$"), ""),
    (
        "shares",
        re.compile(r"(?<=\w)[,;:–—-]?\s*\d[\d,.]*(?: and \d[\d,.]*)? (?:[a-z]+ )?shares\b.*$"),
        "",
    ),
    (
        "par value",
        re.compile(r"(?<=\w)[,;:–—-]?\s*(?:\$\s?[\d.]+|no|without)?\s*par value.*$"),
        "",
    ),
    (":", _NET_BY_YEAR, " net"),
    (":", _INCLUDED_BY_YEAR, ""),
    ("", _ALLOWANCE, " net"),
    (
        "per ",
        re.compile(
            r"\bper (?:(?:common|ordinary) )*(?:shares?|stock|unit)\b"
            r"(?: of (?:class [a-c] )?(?:common|capital) stock)?"
        ),
        "per share",
    ),
    ("per share", _PURPOSE, " "),
    ("common stock", re.compile(r"\bcommon stock (?=outstanding\b)"), "common shares "),
)
_ATTRIBUTABLE = re.compile(
    r"\b(?:attributable|applicable|available) (?:to|for)\b ?"
    r"((?:(?!\s[-–—]|\sper\s|[,;:–—](?!\s?inc\b)).)*)"
)
_MINORITY = re.compile(r"non-?controlling|minorit|redeemable")
# Other words for the same.
_FOLDED = (
    ("u.s.", re.compile(r"\bu\.s\.(?:a\.)?"), "united states"),
    ("non-", re.compile(r"non-"), "non"),
    ("pp and e", re.compile(r"\bpp and e\b"), "property, plant and equipment"),
    ("", re.compile(r"[-–—]"), " "),
    (
        "note",
        re.compile(
            r"\b(?:see )?(?:accompanying )?notes? (?:\d+|[a-z]\b)(?:(?:,| and| &) (?:\d+|[a-z]\b))*"
        ),
        " ",
    ),
    ("", re.compile(r"[*†‡§#]+|\.{2,}|…"), " "),
    ("", re.compile(r"^consolidated$"), "total"),
    ("", re.compile(r"\bconsolidated\b|\bas reported\b|\bgaap\b"), " "),
    (
        "one year",
        re.compile(r"\b(?:due|payable|maturing|maturities) (?:with)?in (?:the next )?one year\b"),
        "current",
    ),
    ("after one year", re.compile(r"\b(?:due|payable|maturing) after one year\b"), "noncurrent"),
    ("current", re.compile(r"\bcurrently due\b|\bdue currently\b"), "current"),
    (
        "current",
        re.compile(r"(?<!of )(?<!less )\bcurrent (?:maturities|installments|portion)(?: of)?\b"),
        "current",
    ),
    ("", re.compile(r"\b(?:stock|share)(?:holder|owner)s?'?s?'?|\bshare owners?'?"), "shareholder"),
    ("", re.compile(r"\s+"), " "),
    (
        "cash",
        re.compile(
            r"\bcash (?:flows? )?(?:(?:/ ?)?(?:provided|used|generated|required|from)"
            r"(?: by| in| for| from)?[ /-]*(?:and |or )?)+"
        ),
        "cash from ",
    ),
    ("earnings", re.compile(r"\bearnings\b"), "income"),
    ("profit", re.compile(r"(?<!gross )\bprofit\b"), "income"),
    ("income/loss", re.compile(r"\bincome/loss\b"), "income"),
)
_LONGEST = 400
"""Characters of a label that are looked at."""
_LOSS = re.compile(
    r"\b(?:net|operating) loss(?:es)?\b|^loss(?:es)? (?:from|before|per)\b|\bloss per\b"
)
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|%")
_DROPPED = frozenset({
    "the", "of", "for", "in", "on", "to", "and", "a", "an", "our", "its", "s", "by", "company",
    "corporation", "inc",
})  # fmt: skip


@lru_cache(maxsize=65536)
def label_words(label: str) -> tuple[str, ...]:
    """The words that tell this label from others, in order."""
    text = label[:_LONGEST].lower().replace("’", "'").replace("‘", "'").replace("&", " and ")
    if _BRACKETS.search(text):
        without = _BRACKETS.sub(" ", text)
        text = without if _WORD.search(without) else text
    text = _GLUED_NOTE.sub("", text.strip())
    for word, pattern, short in _SHORTER:
        if word in text:
            # "End of period" is all that some labels say.
            text = pattern.sub(short, text).strip() or text
    text = _attributed(text)
    for word, pattern, short in _FOLDED:
        if word in text:
            text = pattern.sub(short, text)
    text = text.strip()
    if "loss" in text:
        text = _LOSS.sub(_as_income, text)
    return tuple([_stem(word) for word in _WORD.findall(text) if word not in _DROPPED])


def _as_income(found: re.Match[str]) -> str:
    return found[0].replace("losses", "income").replace("loss", "income")


def _attributed(text: str) -> str:
    """Whose income: the owners' of the company under any name, or the minority's."""
    found = _ATTRIBUTABLE.search(text)
    if not found:
        return text
    whose = "owners"
    if _MINORITY.search(found[1]):
        whose = "minority"
    elif "common" in found[1]:
        whose = "common"
    return f"{text[: found.start()]}attributable {whose} {text[found.end() :]}"


def _stem(word: str) -> str:
    """The word without its plural: a full stemmer, to which "operating" and "operations" are the
    same, reads 10 of 900 tagged figures less."""
    word = word.removesuffix("'s")
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def bare_label(label: str) -> str:
    """The label in lower case without what is in brackets, computed for or taken off."""
    lower = label[:_LONGEST].lower().strip()
    without = _BRACKETS.sub(" ", lower)
    bare = without if _WORD.search(without) else lower
    return _ALLOWANCE.sub(" net", _WHEN.sub("", _PURPOSE.sub(" ", bare.strip())))
