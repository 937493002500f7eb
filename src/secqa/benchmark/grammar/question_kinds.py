"""All kinds of questions by name, with the titles of `kinds.toml`: suites choose from them."""

from collections.abc import Callable
from dataclasses import dataclass

from secqa.benchmark.draft import Draft
from secqa.benchmark.grammar import company_kinds, comparison_kinds, draft_kinds, passage_kinds
from secqa.benchmark.grammar.draw import Draw, EmptyDraw
from secqa.files import bundled_toml
from secqa.metrics.metric import Metric
from secqa.query.query import Output, Query

DESIGNED = "designed"
"""The kind of all questions of `secqa design`; suites cannot ask for it."""

Make = Callable[[Draw, Metric], Output | tuple[Output, ...] | Draft]
"""A question about a metric: the outputs of a query whose gold comes from the fact table, or a
whole draft. Raises EmptyDraw if this draw gives none."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question."""

    id: str
    title: str
    make: Make
    operation: str = ""
    """The operation on its metric; "" if every metric allows it."""

    def compose(self, draw: Draw, metric: Metric) -> Query | Draft | None:
        """A question about a metric; None if this draw gives none."""
        try:
            question = self.make(draw, metric)
        except EmptyDraw:
            return None
        if isinstance(question, Draft):
            return question
        return Query(question if isinstance(question, tuple) else (question,))


UNANSWERABLE = {
    "company_not_there": draft_kinds.unknown_company,
    "year_not_there": draft_kinds.uncovered_year,
    "metric_not_there": draft_kinds.absent_metric,
    "part_not_there": draft_kinds.foreign_part,
    "false_premise": draft_kinds.false_premise,
}
"""Kinds whose questions have no answer."""


def _kinds() -> dict[str, Kind]:
    table = bundled_toml("secqa.benchmark.grammar", "kinds.toml")
    makers = vars(company_kinds) | vars(comparison_kinds) | vars(draft_kinds)
    makers |= vars(passage_kinds) | UNANSWERABLE
    operations = table["operations"]
    return {
        name: Kind(name, title, makers[name], operations.get(name, ""))
        for name, title in table["titles"].items()
    }


KINDS = _kinds()


def title_of(kind: str) -> str:
    """The title of a kind; kinds of other versions keep their id."""
    if kind == DESIGNED:
        return "Designed"
    return KINDS[kind].title if kind in KINDS else kind
