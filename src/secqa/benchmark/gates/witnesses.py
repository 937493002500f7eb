"""Check every gold value in ways that do not use its tag.

A tag may name the wrong period, or a figure the wrong line. Evidence besides the tag is a witness:
the printed cell, in a column of the same period; another table or sentence that prints the figure;
a sum of statement lines that includes it; another report of the company that states it. A cell in
the column of another period speaks against the value.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from itertools import pairwise

from secqa.benchmark.corpus_facts import CorpusFacts, numbers_in, printed_forms
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.gates.identities import check_identities
from secqa.facts.table.rows import Key, cell_at, grouped, key_of, slack, split_between
from secqa.filings.document import Metadata, Statement, Table
from secqa.filings.numbers import parse_number
from secqa.filings.tables.column_periods import ColumnPeriod, cell_period, column_periods
from secqa.metrics.catalogue import Catalogue

CELL, ELSEWHERE, TOTAL, REPORT = "printed cell", "another place", "sum", "another report"

_SAME = 1e-3
"""Values closer than this share of each other are one."""
_SAME_DAY = 20
"""Days by which the last day of a 52-week year wanders."""
_SCALES = (1.0, 1e3, 1e6, 1e9, 1e-2)
"""Units of printed figures; percentages are a hundredth."""
_Stated = tuple[str, str, str, int, str]
"""Company, metric, part, fiscal year and period."""


class Witnesses:
    """The witnesses of the values of a corpus."""

    def __init__(self, source: CorpusFacts, catalogue: Catalogue) -> None:
        self._source, self._catalogue = source, catalogue
        self._metadata = {document.document_id: document for document in source.documents}
        self._added_up = check_identities(source.rows).confirmed | _whole_parts(source, catalogue)
        self._stated: defaultdict[_Stated, list[MetricFact]] = defaultdict(list)
        self._places: defaultdict[str, list[Evidence]] = defaultdict(list)
        for row in (*source.rows, *source.parts):
            self._stated[_stated(row)].append(row)
            self._places[row.document_id] += row.evidence
        # A large corpus does not keep its documents at hand: each is read once.
        self._cells = cache(self._cells_of)
        self.of = cache(self._of)
        self.is_of_other_period = cache(self._is_of_other_period)

    def fewest(self, facts: Iterable[MetricFact]) -> int:
        """The number of witnesses of the least supported value; 0 without values."""
        return min((len(self.of(fact)) for fact in facts), default=0)

    def statement_of(self, place: Evidence) -> str:
        """The statement that contains a place; "" if none does."""
        statement, _ = self._cells(place.document_id).get(_cell(place), (None, None))
        return statement.value if statement else ""

    def are_across_split(self, facts: Iterable[MetricFact]) -> bool:
        """Whether values mix share counts from before and after a stock split."""
        years: defaultdict[str, set[int]] = defaultdict(set)
        for fact in facts:
            if "shares" in fact.unit:
                years[fact.cik].add(self._metadata[fact.document_id].fiscal_year or 0)
        return any(
            min(of_company) <= before and max(of_company) >= after
            for cik, of_company in years.items()
            for before, after in self._splits[cik]
        )

    @cached_property
    def _splits(self) -> Mapping[str, set[tuple[int, int]]]:
        """Map CIKs to pairs of report years that state one period in old and in new shares."""
        splits: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
        for rows in self._stated.values():
            by_year = {self._metadata[row.document_id].fiscal_year or 0: row for row in rows}
            for (before, earlier), (after, later) in pairwise(sorted(by_year.items())):
                if split_between(earlier, later):
                    splits[earlier.cik].add((before, after))
        return splits

    def _of(self, fact: MetricFact) -> frozenset[str]:
        """Find the kinds of witnesses that support a value."""
        found = {
            CELL: any(self._shows(place, fact) for place in fact.evidence) or self._adds_up(fact),
            ELSEWHERE: len({(place.page, place.element) for place in fact.evidence}) > 1,
            TOTAL: key_of(fact) in self._added_up,
            REPORT: any(
                other.document_id != fact.document_id and _is_same(other.value, fact.value)
                for other in self._stated[_stated(fact)]
            ),
        }
        return frozenset(kind for kind, is_there in found.items() if is_there)

    def _is_of_other_period(self, fact: MetricFact) -> bool:
        """Whether every cell with a known period belongs to another period."""
        agreeing = [self._agrees(place, fact) for place in fact.evidence]
        return False in agreeing and True not in agreeing

    def _shows(self, place: Evidence, fact: MetricFact) -> bool:
        """Whether a cell of the same period prints the value, or a sentence that names its year."""
        number = parse_number(cell_at(place)) if place.row >= 0 else None
        if number is None:
            # A sentence, or a label that counts shares.
            numbers = numbers_in(place.quote)
            forms = printed_forms(fact.value, fact.unit)
            return not forms.isdisjoint(numbers) and str(fact.period_end.year) in numbers
        return (
            any(_is_same(abs(number.value) * one, abs(fact.value)) for one in _SCALES)
            and self._agrees(place, fact) is True
        )

    def _adds_up(self, fact: MetricFact) -> bool:
        """Whether the cells of a value made of several concepts add up to it."""
        cells = [parse_number(cell_at(place)) for place in fact.evidence]
        printed = [abs(number.value) for number in cells if number is not None]
        return (
            "+" in fact.concept
            and all(self._agrees(place, fact) for place in fact.evidence)
            and any(_is_same(sum(printed) * one, abs(fact.value)) for one in _SCALES)
        )

    def _agrees(self, place: Evidence, fact: MetricFact) -> bool | None:
        """Whether a cell's column covers the value's period; None if unknown."""
        statement, period = self._cells(place.document_id).get(_cell(place), (None, None))
        if period is None or (period.end is None and period.year is None):
            return None
        if period.end is not None:
            is_same = abs((period.end - fact.period_end).days) <= _SAME_DAY
        else:
            is_same = period.year == fact.fiscal_year and period.quarter in ("", "Q4")
        # But for balance sheets, a balance may open the period of its column.
        is_flow = self._catalogue[fact.metric].period == "duration"
        is_year = period.months in (12, None) and period.quarter in ("", "Q4")
        is_clear = statement is Statement.BALANCE_SHEET or (is_flow and is_year)
        return True if is_same else False if is_clear else None

    def _cells_of(
        self, document_id: str
    ) -> Mapping[tuple[int, int, int], tuple[Statement | None, ColumnPeriod | None]]:
        """The statement and the period of each cell of a report that prints a value."""
        elements = self._source.document(document_id).by_index
        metadata = self._metadata[document_id]
        return {
            _cell(place): (table.statement, _period_of(table, place, metadata))
            for place in self._places[document_id]
            if place.row >= 0
            and (element := elements.get(place.element)) is not None
            and (table := element.table) is not None
        }


def _cell(place: Evidence) -> tuple[int, int, int]:
    return place.element, place.row, place.column


def _period_of(table: Table, place: Evidence, metadata: Metadata) -> ColumnPeriod | None:
    periods = column_periods(table, metadata)
    column = periods[place.column] if 0 <= place.column < len(periods) else None
    return cell_period(column, table, place.row, place.column, metadata)


def _whole_parts(source: CorpusFacts, catalogue: Catalogue) -> set[Key]:
    """Keys of parts that add up to the figure of the whole company."""
    wholes = {key_of(row): row for row in source.rows}
    keys = set()
    for key, parts in grouped(source.parts, key_of).items():
        whole = wholes.get((key[0], catalogue[key[1]].of, *key[2:]))
        if whole is not None:
            apart = abs(sum(part.value for part in parts) - whole.value)
            if apart <= slack((*parts, whole)):
                keys.add(key)
    return keys


def _stated(row: MetricFact) -> _Stated:
    return row.cik, row.metric, row.member, row.fiscal_year, row.fiscal_period


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(abs(one), abs(other))
