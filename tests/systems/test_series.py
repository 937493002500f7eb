"""Tables of series: values, changes and pages by period, side by side by the day they end."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.known_companies import COMPANIES

from secqa.corpus.corpus_store import Corpus
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.ground import ground
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, Series
from secqa.systems.make import make_system
from secqa.systems.period_table import (
    PeriodValue,
    SeriesCell,
    SeriesTable,
    end_of,
    table_of,
    table_sure,
)
from secqa.systems.planning.compile import compile_query
from secqa.systems.value_words import period_of

CATALOGUE = load_catalogue()
EACH_YEAR = Period(each=True)


def column(company: str, *years: int, metric: str = "revenue") -> Series:
    return Series(Lookup(metric, company, EACH_YEAR), Years(tuple(map(Period, years))))


def table(*values: float, of: tuple[Series, ...]) -> SeriesTable:
    query = ground(Query(of), COMPANIES)
    series = [output for output in query.outputs if isinstance(output, Series)]
    periods = [period for one in series for period in one.over.periods]
    worked_out = [PeriodValue(*pair) for pair in zip(periods, values, strict=True)]
    return table_of(query, worked_out, COMPANIES, CATALOGUE)


def cells(found: SeriesTable, place: int = 0) -> list[SeriesCell]:
    return [cell for row in found.rows if (cell := row[place]) is not None]


def test_a_series_is_answered_with_a_table(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("Acme's net income year by year, 2023-2024")
    assert answer.value == (602e6, 680e6)
    assert answer.table is not None
    first, second = cells(answer.table)
    assert (first.period, first.change, second.change) == ("FY2023", None, 78e6)
    assert second.percent == pytest.approx(78 / 602)
    assert [(one.document_id, one.page) for one in second.readings] == [("ACME-10-K-2024", 5)]


def test_the_table_tells_what_a_worked_out_value_was_read_from(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("Acme's free cash flow, 2023-2024, by year")
    assert answer.table is not None
    assert [cell.value for cell in cells(answer.table)] == [610e6, 670e6]
    assert [len(cell.readings) for cell in cells(answer.table)] == [2, 2]


def test_what_no_report_tells_has_a_reason_and_no_value(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("Bolt Works' net income by year, 2022-2024")
    assert answer.value == ("none", 602e6, 680e6)
    assert answer.table is not None
    missing, after, _ = cells(answer.table)
    assert (missing.value, after.change) == (None, None)
    assert "2022" in missing.why


def test_a_series_without_any_value_is_refused(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("trend in Acme's advertising expense")
    assert (answer.value, answer.table) == (None, None)
    assert answer.error


def test_a_loss_before_has_no_percent_change() -> None:
    found = table(-5.0, 10.0, 0.0, 1.0, of=(column("Boeing", 2021, 2022, 2023, 2024),))
    assert [cell.change for cell in cells(found)] == [None, 15.0, -10.0, 1.0]
    assert [cell.percent for cell in cells(found)] == [None, None, -1.0, None]


def test_rows_hold_what_ends_nearest() -> None:
    # Target's fiscal 2024 ends in February 2025, Walmart's in January 2024.
    found = table(
        1.0, 2.0, 3.0, 4.0, of=(column("Target", 2023, 2024), column("Walmart", 2023, 2024))
    )
    told = [[cell and (cell.period, cell.value) for cell in row] for row in found.rows]
    assert told == [
        [None, ("FY2023", 3.0)],
        [("FY2023", 1.0), ("FY2024", 4.0)],
        [("FY2024", 2.0), None],
    ]
    ends = cells(found)[-1].ends
    assert ends == date(2025, 2, 1)


def test_calendars_that_differ_are_told() -> None:
    found = table(1.0, 2.0, of=(column("Boeing", 2024), column("Procter & Gamble", 2024)))
    assert "Boeing on December 31" in found.note
    assert "Procter & Gamble on June 30" in found.note
    same = table(1.0, 2.0, of=(column("Boeing", 2024), column("Intel", 2024)))
    assert (same.note, len(same.rows)) == ("", 1)


def test_a_quarter_without_its_report_is_not_looked_for() -> None:
    over = Years(first=Period(2024, "quarter", 2), final=Period(2024, "quarter", 4))
    query = ground(Query((Series(Lookup("revenue", "Boeing", EACH_YEAR), over),)), COMPANIES)
    program = compile_query(query, "?", COMPANIES, CATALOGUE).text
    assert '"none: the corpus has no 10-Q of Boeing for quarter 2 of fiscal year 2024"' in program
    assert 'value("total revenues", "Boeing", 2024, "own Q3")' in program
    assert 'value("total revenues", "Boeing", 2024, "Q4")' in program


def test_what_cannot_be_taken_from_each_other_is_said_in_its_place() -> None:
    over = Years((Period(2024, "quarter", 3), Period(2024, "quarter", 4)))
    query = ground(Query((Series(Lookup("eps_diluted", "Boeing", EACH_YEAR), over),)), COMPANIES)
    program = compile_query(query, "?", COMPANIES, CATALOGUE)
    assert '"none: no report prints this period; only dollar amounts can be derived' in program.text
    assert len(program.labels) == 2


def test_a_table_is_as_sure_as_all_of_its_cells() -> None:
    cells = (SeriesCell("FY2023", None, 1.0, confidence=0.9), SeriesCell("FY2024", None, None))
    rows = ((cells[0],), (cells[1],), (None,), (replace(cells[0], confidence=0.5),))
    assert table_sure(SeriesTable((), rows)) == pytest.approx(0.45)


def test_a_quarter_is_named_with_the_day_on_which_its_report_ends() -> None:
    company = replace(COMPANIES[0], period_ends=((2023, 3, date(2023, 7, 1)),))
    assert end_of(company, Period(2023, "quarter", 3)) == date(2023, 7, 1)
    cell = SeriesCell("2023Q3", date(2023, 7, 1), 5.0)
    assert period_of((cell,)) == "2023Q3 (Jul 1, 2023)"
    assert period_of((replace(cell, period="FY2023"),)) == "FY2023"
