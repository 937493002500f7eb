"""Ground a query: replace names and times by the companies and fiscal periods of a corpus.

Only the corpus determines "the last 3 years", "latest" or "the quarter that ended on June 30" for
each company. If several companies are compared, the latest year is the latest that all have
reported. For all companies of the corpus it is the latest of most, and companies without that
report are omitted. Companies and periods that the corpus lacks are refused here, before anything is
read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median_low
from typing import Any

from secqa.errors import CannotAnswer
from secqa.parsing.entities.company_index import Company
from secqa.parsing.entities.company_index import CompanyIndex as Known
from secqa.parsing.periods.period_grounding import (
    last_year,
    period_of,
    periods_of,
    series_periods_of,
)
from secqa.query.answer_rules import FEWEST
from secqa.query.leaves import Companies, Narrative, Parts, Years
from secqa.query.period import EACH, LATEST, Period
from secqa.query.query import (
    Aggregate,
    Choose,
    Count,
    Filter,
    Holds,
    Lookup,
    Options,
    Query,
    Series,
    lookups,
)
from secqa.query.tree import map_children, nodes

_MOST_TOLD = 8
"""Maximum periods of a narrative."""
MOST_COMPANIES = 300
"""Maximum companies of a question."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """The companies of `each`."""

    known: Known
    companies: tuple[Company, ...] = ()
    """The companies of the enclosing `over`."""
    compared: tuple[Company, ...] = ()
    """All companies of the output, which share the latest year."""


def ground(query: Query, known: Known) -> Query:
    """Replace companies by their short names, and periods by concrete fiscal periods.

    Raises CannotAnswer for a company or period that the corpus lacks.
    """
    scopes = [_Scope(known, compared=_compared(one, known)) for one in query.outputs]
    grounded = [_ground(one, scope) for one, scope in zip(query.outputs, scopes, strict=True)]
    return replace(query, outputs=tuple(_narratives_of_each(grounded, known)))


def _narratives_of_each(outputs: Sequence[Any], known: Known) -> Iterator[Any]:
    """Expand narratives of each period to the latest periods with reports.

    The periods are those of a series, else all quarters, else all years.
    """
    for output in outputs:
        if not (isinstance(output, Narrative) and output.period.each):
            yield output
            continue
        company = find_company(output.company, known)
        quarters = [Period(year, "quarter", quarter) for year, quarter in company.quarters]
        years = [*map(Period, company.fiscal_years)]
        over = (one.over.periods for one in outputs if isinstance(one, Series))
        periods = [one for one in next(over, quarters or years) if one in {*quarters, *years}]
        yield from (replace(output, period=one) for one in periods[-_MOST_TOLD:])


def _compared(output: object, known: Known) -> tuple[Company, ...]:
    found: list[Company] = []
    for node in nodes(output):
        if isinstance(node, Companies):
            companies = _companies(node, known)
            found += _up_to_date(companies) if _is_every(node) else companies
        elif isinstance(node, Lookup) and isinstance(node.company, str) and node.company != EACH:
            found.append(find_company(node.company, known))
    return tuple(dict.fromkeys(found))


def _up_to_date(companies: tuple[Company, ...]) -> tuple[Company, ...]:
    """The companies whose latest reports are not before the median, more than half of them."""
    if years := [one.fiscal_years[-1] for one in companies if one.fiscal_years]:
        companies = tuple(c for c in companies if c.fiscal_years[-1:] >= (median_low(years),))
    if quarters := [one.quarters[-1] for one in companies if one.quarters]:
        companies = tuple(c for c in companies if c.quarters[-1:] >= (median_low(quarters),))
    return companies


def find_company(name: str, known: Known) -> Company:
    """Find a company by symbol or name; raises CannotAnswer if the corpus lacks it."""
    if (company := known.by_spelling.get(name.strip())) is not None:
        return company
    symbol = known.tickers.get(name.strip().upper())
    if symbol is not None:
        return symbol[1]
    if name in known.linked_names:
        return known.linked_names[name]
    from secqa.parsing.entities.company_mentions import link_companies

    found = {mention.company for mention in link_companies(name, known)}
    if len(found) == 1:
        known.linked_names[name] = found.pop()
        return known.linked_names[name]
    if not name:
        raise CannotAnswer("no company of the corpus is named in the question")
    raise CannotAnswer(f"{name} is not a company of the corpus")


def _ground(node: Any, scope: _Scope) -> Any:
    match node:
        case Lookup():
            return _lookup(node, scope)
        case Narrative():
            return _narrative(node, scope)
        case Series():
            owners = _owners_of_tree(node.of, scope)
            over = Years(series_periods_of(node.over, owners, scope.compared))
            return replace(node, over=over, of=_ground(node.of, scope))
        case (
            Aggregate(of=below)
            | Choose(by=below)
            | Filter(where=below)
            | Count(where=below)
            | Holds(where=below)
        ):
            inner = scope
            if isinstance(node.over, Companies):
                inner = replace(scope, companies=_iterated(node.over, below, scope))
            over = _over(node.over, inner, below)
            return map_children(
                node, lambda child: over if child is node.over else _ground(child, inner)
            )
    return map_children(node, lambda child: _ground(child, scope))


def _iterated(over: Companies, below: object, scope: _Scope) -> tuple[Company, ...]:
    """The companies of an `over`; for all companies, those with the needed reports.

    Returns all if these are too few, so that the query is refused like for named companies.
    """
    companies = _companies(over, scope.known)
    if not _is_every(over):
        return companies
    able = tuple(
        one for one in companies if _is_groundable(below, replace(scope, companies=(one,)))
    )
    return able if len(able) >= FEWEST else companies


def _is_groundable(tree: object, scope: _Scope) -> bool:
    try:
        _ground(tree, scope)
    except CannotAnswer:
        return False
    return True


def _is_every(over: Companies) -> bool:
    """Whether all companies are meant, even if they are listed."""
    return over.every or not over.names


def _companies(over: Companies, known: Known) -> tuple[Company, ...]:
    if over.names:
        return tuple(dict.fromkeys(find_company(name, known) for name in over.names))
    every = tuple(company for company in known if company.fiscal_years)
    if len(every) > MOST_COMPANIES:
        raise CannotAnswer(f"that would take reports of {len(every)} companies; name some of them")
    return every


def _over(over: object, scope: _Scope, below: object) -> Any:
    match over:
        case Companies():
            companies = _companies(over, scope.known)
            names = tuple(scope.known.display_name(company) for company in companies)
            return Companies(names, _is_every(over))
        case Years():
            return Years(periods_of(over, _owners_of_tree(below, scope), scope.compared))
        case Options():
            return Options(tuple(_ground(one, scope) for one in over.values))
        case Parts() if not over.names:
            raise CannotAnswer(f"which {over.kind}s are meant has to be said")
        case _:
            return over


def _owners_of_tree(tree: object, scope: _Scope) -> tuple[Company, ...]:
    """The companies whose figures a tree needs."""
    found: list[Company] = []
    for lookup in lookups(tree):
        found += _owners(lookup, scope)
    return tuple(dict.fromkeys(found))


def _owners(node: Lookup, scope: _Scope) -> tuple[Company, ...]:
    slot = node.company
    if isinstance(slot, Choose):
        if isinstance(slot.over, Companies):
            return _iterated(slot.over, (slot.by, replace(node, company=EACH)), scope)
        return ()
    return scope.companies if slot == EACH else (find_company(slot, scope.known),)


def _lookup(node: Lookup, scope: _Scope) -> Lookup:
    owners = _owners(node, scope)
    company = node.company
    if isinstance(company, Choose):
        company = _ground(company, scope)
    elif company != EACH:
        company = scope.known.display_name(owners[0])
    period = node.period
    if isinstance(period, Choose):
        period = _ground(period, scope)
    elif not period.each:
        period = period_of(period, owners, scope.compared)
    part = node.part if isinstance(node.part, str) else _ground(node.part, scope)
    return replace(node, company=company, period=period, part=part)


def _narrative(node: Narrative, scope: _Scope) -> Narrative:
    """Ground a narrative.

    No year and the year after the latest report become `LATEST`, as earlier reports may answer,
    too. Days, news and counted reports stay unchanged: current reports have no fiscal period.
    """
    if not node.company:
        return node
    owners = (find_company(node.company, scope.known),)
    requested, last = node.period, last_year(owners[0])
    ahead = requested.year is not None and requested.year - requested.back == last + 1
    if requested.each:
        return replace(node, company=scope.known.display_name(owners[0]))
    of_day = requested.end is not None and requested.span == "year"
    if of_day or requested.span == "report" or not node.topic:
        period = requested
    else:
        period = LATEST if ahead or requested == LATEST else period_of(requested, owners)
    return replace(node, company=scope.known.display_name(owners[0]), period=period)


def years_needed(query: Query) -> tuple[int, ...]:
    """Fiscal years of all look-ups of a grounded query."""
    found: set[int | None] = set()
    for node in nodes(query):
        if isinstance(node, Lookup) and isinstance(node.period, Period):
            found.add(node.period.year)
        elif isinstance(node, Years):
            found.update(period.year for period in node.periods)
    return tuple(sorted(year for year in found if year))
