"""Classify the answer that a question wants: figures or text, a reason, and the form.

"What was gross margin in 2024" and "what drove gross margin in 2024" have the same mentions and
differ only in other words. So a fitted classifier decides (`benchmarks/fit_wanted.py`).

Question words limit the form: "how much" is not answered by "yes", "did it" not by an amount. Other
words allow all forms.

Filings print a loss as a negative income, so the largest loss is the lowest net income. Words that
narrow a name are part of it: "daily active people" are no employees, "tech companies" not all.
"""

import io
import math
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import numpy as np

from secqa.learning.linear import Head
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.metrics.senses import name_sense, names_income
from secqa.parsing.grammar.metric_links import MetricMention, name_words, names_of
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import load_patterns, stems_of, tokens
from secqa.query.leaves import AnswerForm, Companies, Parts, Years
from secqa.query.query import (
    Choose,
    Compare,
    Count,
    Filter,
    Holds,
    Logic,
    Options,
    Series,
)

FILE = "wanted.npz"
FIGURES, WHAT, WHY = "figures", "what", "why"


def narrative_odds(features: Iterable[str]) -> tuple[float, float]:
    """The probability of a question for text, and, given that, for a reason."""
    logs = load_answer_kinds().scores(features)
    what, why = (math.exp(logs[label]) for label in (WHAT, WHY))
    return what + why, why / (what + why)


@lru_cache(maxsize=1)
def load_answer_kinds() -> Head:
    """The classifier of this version."""
    data = files("secqa.parsing").joinpath("data", FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return Head(
            tuple(map(str, arrays["labels"])),
            arrays["codes"],
            arrays["weights"].astype(np.float32),
            arrays["bias"],
        )


_MONEY = r"(?:(?:us ?)?\$ ?|(?:us )?dollars,? |usd )?"
_SCALE = re.compile(
    rf"\bin {_MONEY}(thousand|million|billion|bn|mn|mm)s?\b(?! (?:or|and|to|people))"
    r"|\b(?:how many|answer in|many) (thousand|million|billion)s\b",
    re.IGNORECASE,
)
_SCALES = {"thousand": "thousands", "billion": "billions", "bn": "billions"}
_NUMBERS = {"no": 0, "zero": 0, "one": 1, "a": 1, "two": 2, "three": 3, "four": 4}
_DECIMALS = re.compile(
    r"\b(no|zero|one|a|two|three|four|[0-6])(?: digits? (?:after|behind) the)?[ -]"
    r"(?:decimal|dp\b|digits? after the point)",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\b(?:in|as|into) (?:a )?(?:percent(?:age)?|per cent|pct)\b(?! of|[ -]points?)"
)


def answer_form_of(question: str) -> AnswerForm:
    """The form that a question requests; fields are empty without a request."""
    fields: dict[str, Any] = {}
    if found := _SCALE.search(question):
        fields["scale"] = _SCALES.get((found[1] or found[2]).lower(), "millions")
    if found := _DECIMALS.search(question):
        digits = found[1].lower()
        fields["decimals"] = int(digits) if digits.isdigit() else _NUMBERS[digits]
    if _PERCENT.search(question.lower()):
        fields["unit"] = "percent"
    return AnswerForm(**fields)


_NAMES = frozenset({"company", "part", "option", "list"})
_FORMS = {
    "several": frozenset({"several"}),
    "truth": frozenset({"truth"}),
    "figure": frozenset({"figure", "count"}),
    "count": frozenset({"count", "figure"}),
    "company": _NAMES,
    "part": frozenset({"part", "list"}),
    "year": frozenset({"year", "list"}),
}


def form_of(output: object) -> str:
    """`truth`, `figure`, `count`, `company`, `part`, `year`, `option`, `list` or `series`."""
    match output:
        case Compare() | Logic() | Holds():
            return "truth"
        case Count():
            return "count"
        case Series():
            return "series"
        case Filter():
            return "list"
        case Choose(top=top) if top != 1:
            return "list"
        case Choose(over=over):
            kinds = {Companies: "company", Years: "year", Parts: "part", Options: "option"}
            return kinds[type(over)]
    return "figure"


def demanded_forms(mentions: Mentions) -> frozenset[str]:
    """The forms that the words allow; empty for all."""
    text = mentions.question.lower().replace("’", "'").strip()
    for name, forms in _FORMS.items():
        if _pattern(name).search(text) and not _pattern(f"not_{name}").search(text):
            return forms
    return frozenset()


def chooses_company(mentions: Mentions) -> bool:
    """Whether a question asks which company has the most or least of something."""
    is_ranked = any({"high", "low"}.intersection(names) for names in mentions.classes)
    among = len(mentions.distinct_companies)
    return is_ranked and among != 1 and demanded_forms(mentions) == _NAMES


def demands_number(question: str) -> bool:
    """Whether a question asks for a count, which no amount of money answers."""
    return _pattern("number").search(question.lower().strip()) is not None


def counts_what_is_unknown(mentions: Mentions, catalogue: Catalogue) -> bool:
    """Whether a question counts things other than metrics, companies, times and units: stores,
    daily active people. With several companies, it may count the companies."""
    asks = _pattern("counted_thing").search(mentions.question.lower())
    if (
        len(mentions.distinct_companies) > 1
        or asks is None
        or _pattern("countable").search(asks[1])
    ):
        return False
    at = next(place for place, word in enumerate(mentions.tokens) if word.end > asks.start(1))
    if mentions.classes[at] or mentions.time_tokens[at]:
        return False
    stem = mentions.tokens[at].stem
    spans = [
        (link.first, link.last)
        for link in mentions.links
        if link.line or _may_count(catalogue[link.metrics[0]], stem)
    ]
    spans += [(amount.first, amount.last) for amount in mentions.amounts]
    spans += [(first, last) for _, first, last in mentions.companies]
    return not any(first <= at < last for first, last in spans)


def _may_count(metric: Metric, stem: str) -> bool:
    """Whether a metric is a number of what a stem names; amounts of money count nothing."""
    return "USD" not in metric.unit and stem in words_of(metric)


@lru_cache(maxsize=1024)
def words_of(metric: Metric) -> frozenset[str]:
    """The stems of all names of a metric."""
    names = (metric.name, *metric.synonyms, *metric.printed)
    return frozenset(word.stem for name in names for word in tokens(name))


def modifying_metrics(mentions: Mentions, catalogue: Catalogue) -> frozenset[str]:
    """Metrics that the question names only before the name of another: "advertising revenue" is
    no advertising expense."""
    names = names_of(catalogue)

    def metric_at(first: int, last: int) -> str:
        text = " ".join(token.text for token in mentions.tokens[first:last])
        return names.ids.get(name_words(text), "")

    return frozenset(
        link.metrics[0]
        for link in mentions.links
        if not link.line
        and not metric_at(link.first, link.last)
        and metric_at(link.first, link.first + 1) == link.metrics[0]
        and any(
            metric_at(first, last) not in ("", link.metrics[0])
            for first, last in combinations(range(link.first + 1, link.last + 1), 2)
            if not any(mentions.classes[link.first : first])
            and not any(word.mark for word in mentions.tokens[link.first + 1 : first + 1])
        )
    )


def names_group(mentions: Mentions) -> bool:
    """Whether a question asks about some of all companies: "the big five tech companies"."""
    return _pattern("group").search(mentions.question.lower()) is not None


@lru_cache(maxsize=16)
def _pattern(name: str) -> re.Pattern[str]:
    return load_patterns("answer_forms")[name]


_LOSS = "negative"
"""The class of words such as "loss" and "lost"."""
_JUDGEMENTS = stems_of("judgement")


def losses_of(mentions: Mentions, catalogue: Catalogue) -> frozenset[str]:
    """The ids of incomes that the question only calls losses."""
    named = {link.metrics[0] for link in mentions.links if not link.line}
    gains = {link.metrics[0] for link in mentions.links if not _is_loss(link, mentions)}
    return frozenset(name for name in named - gains if name_sense(catalogue[name].name) > 0)


def size_of_losses(mentions: Mentions) -> int:
    """1 if the question asks for large losses, -1 for small ones, else 0."""
    classes = {
        name
        for token, own in zip(mentions.tokens, mentions.classes, strict=True)
        if token.stem not in _JUDGEMENTS
        for name in own
    }
    return bool(classes & {"high", "more"}) - bool(classes & {"low", "less"})


def _is_loss(link: MetricMention, mentions: Mentions) -> bool:
    """Whether words name a loss; "net income (loss)" names both."""
    own = range(link.first, link.last)
    words = " ".join(mentions.tokens[at].text for at in own)
    return any(_LOSS in mentions.classes[at] for at in own) and not names_income(words)
