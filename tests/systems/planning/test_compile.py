"""Compiled programs are run with functions that know the figures, and compared with `evaluate`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from tests.support.query_cases import KNOWN, queries

from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.metrics.formula import Gap, parse, parts
from secqa.metrics.formula import evaluate as formula_value
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import CompanyIndex as Known
from secqa.parsing.entities.company_index import companies_of
from secqa.parsing.figure_question import parse_sentence
from secqa.parsing.ground import ground
from secqa.query.answer_rules import AnswerValue
from secqa.query.evaluate import evaluate
from secqa.query.leaves import Companies, Scope, Years
from secqa.query.period import EACH, Period, reported
from secqa.query.query import (
    Aggregate,
    Choose,
    Compare,
    Count,
    Filter,
    Growth,
    Lookup,
    Number,
    Query,
)
from secqa.systems.planning.compile import compile_query
from secqa.systems.sandbox.run import ProgramOutcome, run_program

CATALOGUE = load_catalogue()
Figure = Callable[[str, str, Period], float | None]
"""A metric or line, a company and a period that reports tell of -> what they print."""


def run(
    query: Query, figure: Figure, known: Known = KNOWN, catalogue: Catalogue = CATALOGUE
) -> ProgramOutcome:
    """What comes of the program for a query."""

    def select_documents(
        stock_symbols: list[str],
        form_types: list[str],
        fiscal_years: list[int],
        fiscal_periods: list[str] | None = None,
    ) -> list[str]:
        return [f"{stock_symbols}-{form_types}-{fiscal_years}"]

    def extract_value(question: str, pages: Sequence[str]) -> float | None:
        atomic = parse_sentence(question, known, catalogue)
        assert atomic, question
        lookup = atomic.lookup
        assert isinstance(lookup.company, str)
        assert isinstance(lookup.period, Period)
        return figure(lookup.metric or lookup.line, lookup.company, lookup.period)

    return run_program(
        compile_query(query, "What is asked?", known, catalogue).text,
        {
            "select_documents": select_documents,
            "retrieve_relevant_pages": lambda question, documents: documents,
            "extract_value": extract_value,
        },
    )


def made_up(what: str, company: str, period: Period) -> float | None:
    """Figures that have nothing to do with each other; compound metrics are not printed."""
    if what in CATALOGUE.metrics and CATALOGUE[what].formula:
        return None
    return float(crc32(f"{what} {company} {period}".encode()) % 1999 - 600) or None


def source(lookup: Lookup) -> float | None:
    """What `evaluate` asks for of the same figures."""
    metric = CATALOGUE[lookup.metric] if lookup.metric else None
    assert isinstance(lookup.period, Period)
    if lookup.line or lookup.part or metric is None or not metric.formula:
        return printed(lookup, metric)
    formula, year = parse(metric.formula), lookup.period.year or 0
    values: dict[tuple[str, int], float | Gap] = {}
    for part in parts(formula):
        before = replace(lookup.period, year=year - part.back)
        found = source(replace(lookup, metric=part.metric, period=before))
        values[part.metric, part.back] = Gap.NOT_APPLICABLE if found is None else found
    worked_out = formula_value(formula, values)
    return None if isinstance(worked_out, Gap) else worked_out


def printed(lookup: Lookup, metric: Metric | None) -> float | None:
    assert isinstance(lookup.company, str)
    assert isinstance(lookup.period, Period)
    what = lookup.line or lookup.metric
    if lookup.part and metric:
        name = "profit" if metric.id == "net_income" else metric.name.removeprefix("total ")
        what = f"{lookup.part} {name}"
    balance = metric is not None and metric.period == "instant"
    total = 0.0
    for sign, period in reported(lookup.period, balance):
        value = made_up(what, lookup.company, period)
        if value is None:
            return None
        total += sign * value
    return total


@settings(max_examples=75, suppress_health_check=list(HealthCheck))
@given(queries())
def test_programs_write_what_their_queries_mean(query: Query) -> None:
    try:
        names = {metric.id: metric.name for metric in CATALOGUE.metrics.values()}
        expected = evaluate(query, source, names)
    except CannotAnswer:
        return
    try:
        outcome = run(query, made_up)
    except CannotAnswer as reason:
        # `evaluate` looks up only what it needs, a program is written for all.
        if "only dollar amounts" not in str(reason):
            raise
        return
    assert not outcome.error
    written = (outcome.answer_text or "").split("\n")
    assert len(written) == len(expected)
    assert all(same(*pair) for pair in zip(written, expected, strict=True))


def same(written: str, expected: AnswerValue) -> bool:
    if isinstance(expected, str):
        return written == expected
    return float(written) == pytest.approx(expected, rel=1e-6, abs=1e-6)


SYMBOLS = {
    "Honeywell": "HON", "Caterpillar": "CAT", "Pfizer": "PFE", "PepsiCo": "PEP", "Boeing": "BA",
    "Coca-Cola": "KO", "Abbott": "ABT", "Netflix": "NFLX",
}  # fmt: skip
FIGURES = {
    "Honeywell long_term_debt 2023": 19.0, "Caterpillar long_term_debt 2023": 26.0,
    "Pfizer long_term_debt 2023": 64.0, "PepsiCo long_term_debt 2023": 39.0,
    "Boeing long_term_debt 2023": 47.0, "Boeing short_term_debt 2023": 5.0,
    "Honeywell revenue 2023": 36.7, "Pfizer revenue 2023": 58.5,
    "Coca-Cola dividends_paid 2017": 6.3,
    "Abbott revenue 2021": 40.0, "Abbott revenue 2022": 43.7, "Abbott revenue 2023": 50.0,
    "Netflix share_repurchases 2021": 0.6, "Netflix share_repurchases 2023": 6.0,
    "Netflix dividends_paid 2022": 0.5,
}  # fmt: skip


def known_by(years: Mapping[str, Sequence[int]]) -> Known:
    """Companies with annual reports of these years."""
    return companies_of(
        Metadata(
            document_id=f"{name}-{year}",
            company=f"{name} Inc.",
            ticker=SYMBOLS[name],
            cik=SYMBOLS[name],
            form="10-K",
            fiscal_year=year,
            fiscal_period="FY",
            period_end=date(year, 12, 31),
        )
        for name, own in years.items()
        for year in own
    )


Y2023 = Period(2023)
PAPERS = known_by(dict.fromkeys(SYMBOLS, (2017, 2021, 2022, 2023)))


def answer(query: Query) -> tuple[str, ProgramOutcome]:
    grounded = ground(query, PAPERS)
    outcome = run(
        grounded,
        lambda what, company, period: FIGURES.get(f"{company} {what} {period.year}"),
        PAPERS,
    )
    assert not outcome.error
    return outcome.answer_text or "", outcome


def test_figure_6_of_the_paper() -> None:
    """Among Honeywell, Caterpillar, Pfizer, PepsiCo, and Boeing, what is the Total Revenues of the
    company that has the lowest Total Debt?"""
    debts = Lookup("total_debt", EACH, Period(2023))
    lowest = Choose(Companies(("HON", "CAT", "PFE", "PEP", "BA")), debts, highest=False)
    text, outcome = answer(Query((Lookup("revenue", lowest, Period(2023)),)))
    assert text == "36.7"
    asked = [call.arguments["question"] for call in outcome.calls if "pages" in call.arguments]
    assert (
        asked[-1]
        == "What is the total revenues of Honeywell (HON) in fiscal year 2023 in US dollars?"
    )
    selected = [call.arguments for call in outcome.calls if call.function == "select_documents"]
    assert selected[-1] == {
        "stock_symbols": ["HON"], "form_types": ["10-K"], "fiscal_years": [2023],
    }  # fmt: skip
    assert {one["stock_symbols"][0] for one in selected} == {"HON", "CAT", "PFE", "PEP", "BA"}


FIGURE_8: dict[str, tuple[Query, str]] = {
    "Did Coca-Cola pay dividends in 2017?": (
        Query((Compare(Lookup("dividends_paid", "KO", Period(2017)), ">", Number(0)),)),
        "Yes",
    ),
    "What is the overall revenue growth of Abbott over the last 2-year period?": (
        Query((Growth(Lookup("revenue", "ABT"), Lookup("revenue", "ABT", Period(back=2))),)),
        "0.25",
    ),
    "How much did NFLX return to the investors in the last 3 years?": (
        Query(
            (
                Aggregate(
                    "sum", Lookup("shareholder_return", "NFLX", Period(each=True)), Years(last=3)
                ),
            )
        ),
        "7.1",
    ),
}


@pytest.mark.parametrize("question", FIGURE_8)
def test_figure_8_of_the_paper(question: str) -> None:
    query, expected = FIGURE_8[question]
    assert answer(query)[0] == expected


def test_a_payment_that_no_report_shows_was_not_made() -> None:
    paid = Compare(Lookup("dividends_paid", "PFE", Period(2017)), ">", Number(0))
    assert answer(Query((paid,)))[0] == "No"


def test_all_companies_are_those_whose_reports_have_the_figure() -> None:
    everyone, debt = Companies(tuple(SYMBOLS), every=True), Lookup("long_term_debt", EACH, Y2023)
    above = Compare(debt, ">", Number(30))
    outputs = (Choose(everyone, debt, top=0), Filter(everyone, above), Count(everyone, above))
    ranking = ["Pfizer", "Boeing", "PepsiCo", "Caterpillar", "Honeywell"]
    over = ["Pfizer", "PepsiCo", "Boeing"]
    assert answer(Query(outputs))[0].split("\n") == [*ranking, *over, "3"]
    highest = Choose(everyone, debt)
    assert answer(Query((Lookup("revenue", highest, Y2023),)))[0] == "58.5"
    assert answer(Query((Aggregate("sum", debt, everyone),)))[0] == "195.0"


def test_a_comparison_of_all_companies_needs_two() -> None:
    paid = Lookup("dividends_paid", EACH, Period(2022))
    query = Query((Choose(Companies(tuple(SYMBOLS), every=True), paid),))
    outcome = run(
        query, lambda what, company, period: FIGURES.get(f"{company} {what} {period.year}"), PAPERS
    )
    assert outcome.error == "ValueError: found no dividends paid of Honeywell in fiscal year 2022"


def selected_years(query: Query) -> list[list[int]]:
    outcome = run(query, lambda *_: 5.0)
    assert not outcome.error
    return [
        call.arguments["fiscal_years"]
        for call in outcome.calls
        if call.function == "select_documents"
    ]


def test_what_is_compared_with_the_year_before_comes_from_one_report() -> None:
    company = KNOWN[0].short_name
    query = Query((Lookup("return_on_assets", company, Period(2023)),))
    assert set(map(tuple, selected_years(query))) == {(2023,)}


def test_two_years_come_from_the_report_of_each() -> None:
    company = KNOWN[0].short_name
    now, before = (Lookup("revenue", company, Period(year)) for year in (2023, 2022))
    assert selected_years(Query((Growth(now, before),))) == [[2023], [2022]]


@pytest.mark.parametrize(
    ("lookup", "message"),
    [
        (Lookup("eps_diluted", "AW", Period(2023, "quarter", 4)), "only dollar amounts"),
        (Lookup("gross_margin", "AW", Period(2023), place=Scope("income")), "in no one place"),
        (Lookup("revenue", "AW", Period(2018, "quarter", 2)), "10-Q of AW for quarter 2"),
        (Lookup("total_assets", "AW", Period(2019, "quarter", 2)), "10-Q of AW"),
    ],
)
def test_what_no_report_tells_is_refused(lookup: Lookup, message: str) -> None:
    with pytest.raises(CannotAnswer, match=message):
        run(Query((lookup,)), made_up)


def test_a_place_is_said_in_the_question() -> None:
    place = Scope(statement="balance_sheet", form="10-K")
    outcome = run(Query((Lookup("cash", "AW", Period(2023), place=place),)), lambda *_: 5.0)
    questions: list[Any] = [call.arguments.get("question") for call in outcome.calls]
    assert questions[-1].endswith("according to the balance sheet of Form 10-K?")


def test_metrics_named_as_what_programs_use_are_worked_out_all_the_same() -> None:
    own = Metric("value", "own value", "USD", "duration", formula="revenue + revenue")
    catalogue = Catalogue({"revenue": CATALOGUE["revenue"], "value": own})
    query = Query((Lookup("value", "AW", Period(2023)),))
    assert run(query, lambda *_: 5.0, KNOWN, catalogue).answer_text == "10.0"
