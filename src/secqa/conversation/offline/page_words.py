"""A question in the words of its page: "sales" becomes "revenues" where only those are printed.

People ask for what they know by another name, or for a ratio that no page prints ("the operating
margin"). What the page does print of the metric, or of the two metrics that the ratio divides,
takes the place of a name that is not on the page; all else of the question stays as it is.
"""

import re
from collections.abc import Mapping
from functools import cache

from secqa.conversation.offline.asked import Asked, content, read_question
from secqa.conversation.offline.page import AskedPage
from secqa.metrics.catalogue import Metric, load_catalogue
from secqa.metrics.formula import MetricPart, Operation, parse

_WORD = re.compile(r"[a-z&-]+")
_NOTES = re.compile(r"\([^)]*\)|\[[^\]]*\]|[^a-z&, -]")
_OVER = " divided by "
_LONGEST = 5
"""Words of a metric's name."""


def asked_of(page: AskedPage, question: str, earlier_years: tuple[int, ...] = ()) -> Asked:
    """A question about a page, read; `earlier_years` are those the conversation was about."""
    return read_question(in_page_words(page, question), earlier_years)


def in_page_words(page: AskedPage, question: str) -> str:
    """The question, lower case, with names that the page does not print said as it does."""
    text = question.lower()
    if all(stem in page.rarity for stem in content(text)):
        return text
    words = list(_WORD.finditer(text))
    rows = {_plain(number.label) for number in page.numbers if number.label}
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for first, last in zip(words, words[size - 1 :], strict=False):
            name = text[first.start() : last.end()]
            metrics = _called().get(name, ())
            if metrics and all(stem in page.rarity for stem in content(name)):
                continue
            for metric in metrics:
                if printed := _printed(metric, rows):
                    return text[: first.start()] + printed + text[last.end() :]
    return text


def _plain(label: str) -> str:
    return " ".join(_NOTES.sub(" ", label.lower()).split())


@cache
def _called() -> Mapping[str, tuple[Metric, ...]]:
    """Every name of a metric -> the metrics that it may mean."""
    found: dict[str, list[Metric]] = {}
    for metric in load_catalogue().metrics.values():
        for name in dict.fromkeys((metric.name, *metric.synonyms)):
            found.setdefault(name, []).append(metric)
    return {name: tuple(metrics) for name, metrics in found.items()}


def _printed(metric: Metric, rows: set[str]) -> str:
    """A metric as a row prints it, a ratio as one row divided by another; "" if none does."""
    if not metric.formula:
        return next((name for name in (*metric.printed, metric.name) if name in rows), "")
    formula = parse(metric.formula)
    if not isinstance(formula, Operation) or formula.sign != "/":
        return ""
    sides = (formula.left, formula.right)
    known = load_catalogue().metrics
    names = [
        _printed(known[side.metric], rows) if isinstance(side, MetricPart) and not side.back else ""
        for side in sides
    ]
    return _OVER.join(names) if all(names) else ""
