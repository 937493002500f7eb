"""All kinds of questions by name: what suites choose from."""

from collections.abc import Callable
from dataclasses import dataclass

from secqa.benchmark.draft import Draft
from secqa.benchmark.kinds import (
    companies,
    hops,
    over_time,
    paper,
    passages,
    single,
    structure,
    unanswerable,
)
from secqa.benchmark.kinds.draw import Draw
from secqa.metrics.catalogue import Metric
from secqa.query.query import Query

DESIGNED = "designed"
"""The kind of what `secqa design` makes, which suites cannot ask for."""

Compose = Callable[[Draw, Metric], Query | Draft | None]
"""A question about a metric: a query, whose gold T gives, or a whole draft; None where this draw
gives none."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question."""

    id: str
    title: str
    compose: Compose


def _kinds(*kinds: tuple[Compose, str]) -> dict[str, Kind]:
    made = (Kind(compose.__name__, title, compose) for compose, title in kinds)
    return {kind.id: kind for kind in made}


KINDS = _kinds(
    (single.value_latest, "Single value, latest"),
    (single.value_in_period, "Single value in a year"),
    (single.value_in_quarter, "Single value in a quarter"),
    (single.value_to_date, "Year to date"),
    (single.value_of_part, "Segment, region or product"),
    (single.share_of_part, "Share of a segment, region or product"),
    (single.share_of_whole, "Share of revenue or assets"),
    (single.values, "Several figures of one company"),
    (over_time.each_year, "Each of several years"),
    (over_time.total, "Sum over years"),
    (over_time.average, "Average over years"),
    (over_time.extreme, "Highest or lowest of several years"),
    (over_time.last_quarters, "Sum over quarters"),
    (over_time.growth, "Growth"),
    (over_time.change, "Change"),
    (over_time.cagr, "Compound annual growth"),
    (over_time.which_year, "Year with the highest or lowest"),
    (over_time.grew_every_year, "Whether it grew every year"),
    (over_time.was_higher, "Whether it was higher than in another year"),
    (companies.percentage_above, "Percentage difference of two companies"),
    (companies.gap, "Difference of two companies"),
    (companies.exceeded, "Whether one company exceeds another"),
    (companies.each_company, "Each of several companies"),
    (companies.together, "Sum or average of companies"),
    (companies.which_company, "Company with the highest or lowest"),
    (companies.ranking, "Companies in order"),
    (companies.how_many, "How many companies pass a limit"),
    (companies.which_pass, "Which companies pass a limit"),
    (hops.company_then, "Figure of the company with the highest"),
    (hops.year_then, "Figure of the year with the highest"),
    (hops.company_year_then, "Company, then year, then figure"),
    (hops.year_company_then, "Year, then company, then figure"),
    (structure.in_statement, "Line of a named statement"),
    (structure.latest_quarter, "Latest quarterly report"),
    (structure.last_quarterly_reports, "Last quarterly reports"),
    (unanswerable.company_not_there, "Unanswerable: no such company"),
    (unanswerable.year_not_there, "Unanswerable: no report of that year"),
    (unanswerable.metric_not_there, "Unanswerable: not told in that industry"),
    (unanswerable.part_not_there, "Unanswerable: another company's part"),
    (unanswerable.false_premise, "Unanswerable: a premise that is false"),
    (passages.about, "What a report says of something"),
    (paper.dividends_over_years, "Dividends over n years"),
    (paper.difference_between_companies, "Difference between two companies"),
    (paper.growth_over_years, "Growth over n years"),
    (paper.metric_of_highest, "Metric of the company with the highest"),
)


def title_of(kind: str) -> str:
    """What a kind is called; what this version does not know keeps its id."""
    if kind == DESIGNED:
        return "Designed"
    return KINDS[kind].title if kind in KINDS else kind
