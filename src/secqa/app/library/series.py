"""Rows of T or facts in, the same figure over years or companies out, each with its page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.app.printed.marks import Mark
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.fiscal import fiscal_period_of
from secqa.filings.document import Metadata
from secqa.metrics.number_text import short

_SAME_LENGTH = 10
"""Days by which years and quarters of weeks differ in length."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One figure of a plot."""

    name: str
    """Its year or company."""
    value: float
    said: str
    document_id: str
    address: str
    """Of its page, with the cell marked; "" where no page shows it."""
    here: bool = False
    """Whether it is the one that was selected."""
    before: str = ""
    """What another filing says of the same, where that is another value."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Figures as bars, whose places are percentages of the width."""

    rows: tuple[tuple[Shown, float, float], ...]
    """Each with where its bar begins and how long it is."""
    zero: float


def plot_of(shown: Sequence[Shown]) -> Plot:
    """Bars from zero, to the left where a value is below it."""
    low = min([0.0, *(one.value for one in shown)])
    high = max([0.0, *(one.value for one in shown)])
    width = (high - low) or 1.0
    zero = -low / width * 100
    rows = tuple(
        (one, zero + min(one.value, 0.0) / width * 100, abs(one.value) / width * 100)
        for one in shown
    )
    return Plot(rows, zero)


def address_of_row(row: MetricFact) -> str:
    """The best place of a value; "" where no page shows it."""
    for place in row.evidence:
        mark = Mark(place.element, place.row, place.column, place.quote)
        return filing_address(place.document_id, place.page, mark)
    return ""


def own_rows(
    rows: Iterable[MetricFact], documents: Mapping[str, Metadata]
) -> dict[int, list[MetricFact]]:
    """Rows of one metric and kind of period by year, first the one that the year's own report says.

    Later reports restate; where the year's own is not there, the next one's comes first.
    """
    by_year: defaultdict[int, list[MetricFact]] = defaultdict(list)
    for row in rows:
        by_year[row.fiscal_year].append(row)
    for year, found in by_year.items():
        found.sort(key=lambda row: abs((documents[row.document_id].fiscal_year or 0) - year))
    return dict(sorted(by_year.items()))


def over_years(
    rows: Iterable[MetricFact], documents: Mapping[str, Metadata], here: MetricFact
) -> tuple[Shown, ...]:
    """The values of one metric of one company for the same kind of period as `here`."""
    same = [
        row
        for row in rows
        if (row.metric, row.fiscal_period, row.member)
        == (here.metric, here.fiscal_period, here.member)
    ]
    return tuple(
        _of_rows(str(year), found, is_here=year == here.fiscal_year)
        for year, found in own_rows(same, documents).items()
    )


def over_companies(
    rows: Iterable[MetricFact], documents: Mapping[str, Metadata], here: MetricFact
) -> tuple[Shown, ...]:
    """The values of all companies for the period of `here`, the largest first."""
    by_company: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in rows:
        if (row.fiscal_year, row.fiscal_period) == (here.fiscal_year, here.fiscal_period):
            by_company[row.cik or row.company].append(row)
    shown = [
        _of_rows(
            found[0].ticker or found[0].company,
            own_rows(found, documents)[here.fiscal_year],
            is_here=whose == (here.cik or here.company),
        )
        for whose, found in by_company.items()
    ]
    return tuple(sorted(shown, key=lambda one: -one.value))


def _of_rows(name: str, rows: Sequence[MetricFact], is_here: bool) -> Shown:
    first = rows[0]
    unit = 10.0 ** -min(row.decimals if row.decimals is not None else 6 for row in rows)
    others = [row for row in rows[1:] if abs(row.value - first.value) > unit]
    return Shown(
        name=name,
        value=first.value,
        said=short(first.value, first.unit),
        document_id=first.document_id,
        address=address_of_row(first),
        here=is_here,
        before="; ".join(
            f"{short(row.value, row.unit)} in {row.document_id}" for row in others[:1]
        ),
    )


def facts_over_years(
    facts: Mapping[str, Iterable[Fact]], documents: Mapping[str, Metadata], here: Fact
) -> tuple[Shown, ...]:
    """The same for a tagged figure: facts of some documents of one company by document id."""
    by_name: dict[tuple[int, str], tuple[int, Shown]] = {}
    for document_id, some in facts.items():
        about = documents[document_id]
        for fact in some:
            if not _is_same_figure(fact, here):
                continue
            called = fiscal_period_of(fact.start, fact.end, about)
            if called is None or fact.value is None or fact.place is None:
                continue
            off = abs((about.fiscal_year or 0) - called.year)
            name = str(called.year) if called.period == "FY" else f"{called.period} {called.year}"
            place = fact.place
            mark = Mark(place.element, place.row, place.column, fact.printed)
            shown = Shown(
                name=name,
                value=fact.value,
                said=short(fact.value, fact.unit),
                document_id=document_id,
                address=filing_address(document_id, place.page, mark),
                here=(fact.start, fact.end) == (here.start, here.end),
            )
            key = (called.year, called.period)
            if key not in by_name or off < by_name[key][0]:
                by_name[key] = off, shown
    return tuple(shown for _, (_, shown) in sorted(by_name.items()))


def _is_same_figure(fact: Fact, here: Fact) -> bool:
    return (
        (fact.concept, fact.dimensions, fact.unit) == (here.concept, here.dimensions, here.unit)
        and (fact.start is None) == (here.start is None)
        and abs(fact.days - here.days) <= _SAME_LENGTH
    )
