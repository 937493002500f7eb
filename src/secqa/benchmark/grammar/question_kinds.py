"""All kinds of questions by name: suites choose from them."""

from collections.abc import Callable
from dataclasses import dataclass

from secqa.benchmark.draft import Draft
from secqa.benchmark.grammar import company_kinds, comparison_kinds, draft_kinds
from secqa.benchmark.grammar.draw import Draw, EmptyDraw
from secqa.metrics.catalogue import Metric
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

    def compose(self, draw: Draw, metric: Metric) -> Query | Draft | None:
        """A question about a metric; None if this draw gives none."""
        return composed(self.make, draw, metric)


def composed(make: Make, draw: Draw, metric: Metric) -> Query | Draft | None:
    """A question made from a draw; None if the draw gives none."""
    try:
        question = make(draw, metric)
    except EmptyDraw:
        return None
    if isinstance(question, Draft):
        return question
    return Query(question if isinstance(question, tuple) else (question,))


def _kinds(*rows: tuple[Make, str] | tuple[Make, str, str]) -> dict[str, Kind]:
    """Kinds by id: that of the row, else the name of the function."""
    kinds = (Kind(name[0] if name else make.__name__, title, make) for make, title, *name in rows)
    return {kind.id: kind for kind in kinds}


KINDS = _kinds(
    (company_kinds.value_latest, "Single value, latest"),
    (company_kinds.value_in_period, "Single value in a year"),
    (company_kinds.value_in_quarter, "Single value in a quarter"),
    (company_kinds.value_to_date, "Year to date"),
    (company_kinds.value_of_part, "Segment, region or product"),
    (company_kinds.share_of_part, "Share of a segment, region or product"),
    (company_kinds.share_of_whole, "Share of revenue or assets"),
    (company_kinds.values, "Several figures of one company"),
    (company_kinds.each_year, "Each of several years"),
    (company_kinds.total, "Sum over years"),
    (company_kinds.average, "Average over years"),
    (company_kinds.extreme, "Highest or lowest of several years"),
    (company_kinds.last_quarters, "Sum over quarters"),
    (company_kinds.growth, "Growth"),
    (company_kinds.change, "Change"),
    (company_kinds.cagr, "Compound annual growth"),
    (company_kinds.which_year, "Year with the highest or lowest"),
    (company_kinds.grew_every_year, "Whether it grew every year"),
    (company_kinds.was_higher, "Whether it was higher than in another year"),
    (comparison_kinds.percentage_above, "Percentage difference of two companies"),
    (comparison_kinds.gap, "Difference of two companies"),
    (comparison_kinds.exceeded, "Whether one company exceeds another"),
    (comparison_kinds.each_company, "Each of several companies"),
    (comparison_kinds.together, "Sum or average of companies"),
    (comparison_kinds.which_company, "Company with the highest or lowest"),
    (comparison_kinds.ranking, "Companies in order"),
    (comparison_kinds.how_many, "How many companies pass a limit"),
    (comparison_kinds.which_pass, "Which companies pass a limit"),
    (comparison_kinds.company_then, "Figure of the company with the highest"),
    (comparison_kinds.year_then, "Figure of the year with the highest"),
    (comparison_kinds.company_year_then, "Company, then year, then figure"),
    (comparison_kinds.year_company_then, "Year, then company, then figure"),
    (company_kinds.in_statement, "Line of a named statement"),
    (company_kinds.latest_quarter, "Latest quarterly report"),
    (company_kinds.last_quarterly_reports, "Last quarterly reports"),
    (draft_kinds.unknown_company, "Unanswerable: no such company", "company_not_there"),
    (draft_kinds.uncovered_year, "Unanswerable: no report of that year", "year_not_there"),
    (draft_kinds.absent_metric, "Unanswerable: not told in that industry", "metric_not_there"),
    (draft_kinds.foreign_part, "Unanswerable: another company's part", "part_not_there"),
    (draft_kinds.false_premise, "Unanswerable: a premise that is false"),
    (draft_kinds.about, "What a report says of something"),
    (comparison_kinds.dividends_over_years, "Dividends over n years"),
    (comparison_kinds.difference_between_companies, "Difference between two companies"),
    (comparison_kinds.growth_over_years, "Growth over n years"),
    (comparison_kinds.metric_of_highest, "Metric of the company with the highest"),
)


def title_of(kind: str) -> str:
    """The title of a kind; kinds of other versions keep their id."""
    if kind == DESIGNED:
        return "Designed"
    return KINDS[kind].title if kind in KINDS else kind
