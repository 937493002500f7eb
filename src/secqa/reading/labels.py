"""A printed row label in, comparable words out, and how well they fit a metric's names.

The same line is printed "Net (loss) earnings attributable to shareowners (Note 5)" and "Net
income". Folding away what never tells lines apart (notes, brackets, plurals, articles, the
words for owners and for earnings) makes most labels equal; what is left over is weighed, since
"Impairment of goodwill" holds "goodwill" and is something else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.metrics.catalogue import Metric

_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
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
    r"(?<=\w)[,;:–—-]?\s*(?:net of|less):? (?:an? |the |related )?"
    r"(?:accumulated|allowances?|reserves?|provisions?|unamortized|valuation)\b.*$"
)
# What follows these tells how a line is measured, not what it is.
_SHORTER = (
    (_WHEN, ""),
    (re.compile(r"(?<=\w)[,;:–—-]?\s*(?:\$\s?[\d.]+|no|without)?\s*par value.*$"), ""),
    (_ALLOWANCE, " net"),
    (
        re.compile(
            r"\bper (?:(?:common|ordinary) )*(?:shares?|stock|unit)\b"
            r"(?: of (?:class [a-c] )?(?:common|capital) stock)?"
        ),
        "per share",
    ),
    (_PURPOSE, " "),
    (re.compile(r"\bcommon stock (?=outstanding\b)"), "common shares "),
)
_ATTRIBUTABLE = re.compile(
    r"\b(?:attributable|applicable|available) (?:to|for)\b ?"
    r"((?:(?!\s[-–—]|\sper\s|[,;:–—](?!\s?inc\b)).)*)"
)
_MINORITY = re.compile(r"non-?controlling|minorit|redeemable")
# Other words for the same.
_FOLDED = (
    (re.compile(r"non-"), "non"),
    (re.compile(r"[-–—]"), " "),
    (
        re.compile(
            r"\b(?:see )?(?:accompanying )?notes? (?:\d+|[a-z]\b)(?:(?:,| and| &) (?:\d+|[a-z]\b))*"
            r"|[*†‡§#]+|\.{2,}|…"
        ),
        " ",
    ),
    (re.compile(r"\bconsolidated\b|\bas reported\b|\bgaap\b"), " "),
    (re.compile(r"\b(?:stock|share)(?:holder|owner)s?'?s?'?|\bshare owners?'?"), "shareholder"),
    (re.compile(r"\s+"), " "),
    (
        re.compile(
            r"\bcash (?:flows? )?(?:(?:/ ?)?(?:provided|used|generated|required|from)"
            r"(?: by| in| for| from)?[ /-]*(?:and |or )?)+"
        ),
        "cash from ",
    ),
    (re.compile(r"\bearnings\b|(?<!gross )\bprofit\b"), "income"),
    (re.compile(r"\bincome/loss\b"), "income"),
)
_LOSS = re.compile(
    r"\b(?:net|operating) loss(?:es)?\b|^loss(?:es)? (?:from|before|per)\b|\bloss per\b"
)
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|%")
_DROPPED = frozenset({
    "the", "of", "for", "in", "on", "to", "and", "a", "an", "our", "its", "s", "by", "company",
    "corporation", "inc",
})  # fmt: skip


@lru_cache(maxsize=65536)
def normal(label: str) -> tuple[str, ...]:
    """The words that tell this label from others, in order."""
    text = label.lower().replace("’", "'").replace("‘", "'").replace("&", " and ")
    if _BRACKETS.search(text):
        without = _BRACKETS.sub(" ", text)
        text = without if _WORD.search(without) else text
    text = _GLUED_NOTE.sub("", text.strip())
    for pattern, short in _SHORTER:
        text = pattern.sub(short, text)
    text = _attributed(text)
    for pattern, short in _FOLDED:
        text = pattern.sub(short, text)
    text = _LOSS.sub(_as_income, text.strip())
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
    word = word.removesuffix("'s")
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


@dataclass(frozen=True, slots=True)
class Name:
    """One way in which a metric is printed."""

    words: tuple[str, ...]
    rank: float
    """1 for the most exact, falling."""


@dataclass(frozen=True, slots=True)
class Names:
    """All that tells which labels are a metric's."""

    names: tuple[Name, ...]
    exact: dict[tuple[str, ...], float]
    """Words -> rank."""
    refused: re.Pattern[str] | None
    """When a printed label holds this, the row is something else."""
    vocabulary: frozenset[str]
    """All words of the name."""
    halves: frozenset[tuple[str, ...]]
    """Parts of a sum, such as depreciation of depreciation and amortization."""
    homes: tuple[frozenset[str], ...]
    """Words of the headings that the metric stands under, for labels that say too little."""


_metric_names: dict[str, tuple[Metric, Names]] = {}


def names_of(metric: Metric) -> Names:
    """The metric's printed labels first, then its name and synonyms."""
    known = _metric_names.get(metric.id)
    if known is None or known[0] is not metric:
        labels = (*metric.printed, metric.name, *metric.synonyms)
        homes = tuple(frozenset(normal(section)) for section in metric.sections)
        known = (
            metric,
            Names(
                *_ranked(labels, len(metric.printed)),
                refused=_any_of(metric.not_printed),
                homes=homes,
                vocabulary=frozenset(normal(metric.name)),
                halves=_halves(metric),
            ),
        )
        _metric_names[metric.id] = known
    return known[1]


def names_of_label(label: str) -> Names:
    """A free label that a question uses, not in the catalogue."""
    words = frozenset(normal(label))
    return Names(
        *_ranked((label,), 1), refused=None, homes=(), vocabulary=words, halves=frozenset()
    )


def _ranked(
    labels: Sequence[str], printed: int
) -> tuple[tuple[Name, ...], dict[tuple[str, ...], float]]:
    exact: dict[tuple[str, ...], float] = {}
    for place, label in enumerate(labels):
        words = normal(label)
        rank = max(0.8, 1.0 - 0.008 * place) if place < printed else 0.85
        if "interest" in words and "net" in words and "net" not in normal(labels[0]):
            # Net of interest income, which is not what was asked for.
            rank *= 0.82
        if words:
            exact.setdefault(words, rank)
    return tuple(Name(words, rank) for words, rank in exact.items()), exact


def _halves(metric: Metric) -> frozenset[tuple[str, ...]]:
    if "+" not in metric.fallback:
        return frozenset()
    return frozenset(map(normal, metric.name.split(" and ")))


def _any_of(phrases: Sequence[str]) -> re.Pattern[str] | None:
    if not phrases:
        return None
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, phrases))})")


# Words that may stand beside a name without making it another line.
_HARMLESS = frozenset({
    "net", "total", "current", "and", "related", "continuing", "operation", "as",
    "adjusted", "attributable", "owners", "common", "trade",
})  # fmt: skip
_PLAIN = frozenset({"net", "total"})
# Words that narrow it, so that a line without them is better.
_NARROWING = frozenset({"excluding", "exclude", "exclusive", "less"})
# Words that make it another line.
_TURNING = frozenset({
    "change", "increase", "decrease", "deferred", "unrealized",
    "impairment", "proceed", "percent", "%", "growth", "discontinued", "noncontrolling",
    "minority", "before", "pro", "forma", "adjusted", "acquired", "accumulated", "average",
    "segment", "reconciling", "eliminations", "noncurrent", "long",
})  # fmt: skip


# Labels made of these alone say nothing without their section.
_EMPTY = frozenset({
    "total", "basic", "diluted", "outstanding", "net", "other", "end", "period", "year",
    "assuming", "dilution", "interest", "amount", "balance",
})  # fmt: skip


def fit(label: str, words: tuple[str, ...], around: frozenset[str], names: Names) -> float:
    """How well a row's label fits, 0 to 1: equal words give the rank of the name.

    `around` are the words of the row's section and the table's headings; they only speak for
    labels that say nothing alone, such as "Basic".
    """
    rank = names.exact.get(words)
    if rank is None:
        rank = max(_loose(words, names), _narrowed(words, names))
    elif says_little(words):
        rank *= 1.0 if any(home <= around for home in names.homes) else 0.5
    elif words in names.halves:
        rank *= 0.5
    elif "net" in names.vocabulary and "net" not in words:
        # "Fixed assets" may be gross where "Fixed assets, net" is printed too.
        rank *= 0.92
    elif len(words) == 1 and len(names.vocabulary) > 1:
        # "Investments" may be any; "Short-term investments" is not.
        rank *= 0.94
    if rank and refuses(label, names):
        return 0.0
    return rank


@lru_cache(maxsize=65536)
def _told(label: str) -> str:
    """The label without what is in brackets, computed for or taken off, which refuse nothing."""
    lower = label.lower().strip()
    without = _BRACKETS.sub(" ", lower)
    bare = without if _WORD.search(without) else lower
    return _ALLOWANCE.sub(" net", _WHEN.sub("", _PURPOSE.sub(" ", bare.strip())))


def says_little(words: tuple[str, ...]) -> bool:
    """The label means nothing without its section: "Basic", "Total"."""
    return _EMPTY.issuperset(words)


def refuses(label: str, names: Names) -> bool:
    """The label holds a word that tells it is something else."""
    if names.refused is None:
        return False
    return names.refused.search(_told(label)) is not None


def _narrowed(words: tuple[str, ...], names: Names) -> float:
    """The fit of "Capital expenditures, excluding leases" without what follows "excluding"."""
    for place, word in enumerate(words):
        if place and word in _NARROWING:
            head = words[:place]
            return 0.85 * (names.exact.get(head) or _loose(head, names))
    return 0.0


def _loose(words: tuple[str, ...], names: Names) -> float:
    best = 0.0
    have = frozenset(words)
    for name in names.names:
        if len(name.words) > len(words) or not have.issuperset(name.words):
            continue
        extra = have.difference(name.words)
        if extra & _TURNING:
            continue
        if not extra and (words[0] == "other") == (name.words[0] == "other"):
            best = max(best, 0.97 * name.rank)
            continue
        strange = len(extra - _HARMLESS)
        in_order = _holds(words, name.words)
        order = 0.75 if not in_order else 0.9 if extra - _PLAIN else 0.98
        size = len(name.words)
        score = name.rank * order * size / (size + 0.35 * strange + 0.08 * len(extra))
        if in_order and words[:size] != name.words:
            score *= 0.95
        if words[0] == "other" and "other" in extra:
            score *= 0.75
        best = max(best, score)
    return best


def _holds(words: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """`part` stands in `words` without gaps."""
    first, length = part[0], len(part)
    return any(
        word == first and words[place : place + length] == part for place, word in enumerate(words)
    )
