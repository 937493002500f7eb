"""Series: which questions ask for them, and what a query for one stands for."""

from dataclasses import replace

import pytest
from tests.support.cases import cases
from tests.support.known_companies import COMPANIES, DOCUMENTS

from secqa.errors import CannotAnswer, SecqaError
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import companies_of
from secqa.parsing.ground import ground
from secqa.parsing.understand import understand
from secqa.query.evaluate import evaluate
from secqa.query.form.schema import from_json, to_json
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Growth, Lookup, Query, Series
from secqa.query.saying.say import say

CATALOGUE = load_catalogue()
EACH_YEAR = Period(each=True)
QUARTER = Period(span="quarter")


def series(over: Years, company: str = "Boeing", metric: str = "revenue") -> Query:
    return Query((Series(Lookup(metric, company, EACH_YEAR), over),))


@pytest.mark.parametrize("line", cases("parsing/series.txt"), ids=lambda line: line[0])
def test_questions_for_series(line: tuple[str, ...]) -> None:
    question, over, metric = line
    (output,) = understand(question, COMPANIES, CATALOGUE).query.outputs
    assert isinstance(output, Series)
    assert str(output.over) == over
    assert str(output.of).startswith(f"{metric} of ")


@pytest.mark.parametrize("line", cases("parsing/series.txt", 1), ids=lambda line: line[0])
def test_one_figure_or_yes_or_no_of_several_periods_is_no_series(line: tuple[str, ...]) -> None:
    query = understand(line[0], COMPANIES, CATALOGUE).query
    assert not any(isinstance(output, Series) for output in query.outputs)


def test_the_collection_says_what_over_time_means() -> None:
    covers = [(2021, "Q3"), (2024, "Q1"), (2024, "Q2"), (2024, "Q3")]
    documents = [
        replace(DOCUMENTS[0], form="10-Q", fiscal_year=year, fiscal_period=quarter, period_end=None)
        for year, quarter in covers
    ]
    known = companies_of(documents)
    (output,) = ground(series(Years(), known[0].short_name), known).outputs
    assert isinstance(output, Series)
    # The last of a run of quarters that no report is on, or shows beside its own, stands for all.
    assert list(map(str, output.over.periods)) == [
        "2021Q3", "2022Q4", "2023Q1", "2023Q2", "2023Q3", "2023Q4", "2024Q1", "2024Q2", "2024Q3",
    ]  # fmt: skip


def test_companies_and_metrics_are_columns() -> None:
    question = "Compare revenue and net income of Intel and Tesla over the past three years"
    query = understand(question, COMPANIES, CATALOGUE).query
    assert [str(one.of) for one in query.outputs if isinstance(one, Series)] == [
        "revenue of Intel in each",
        "net income of Intel in each",
        "revenue of Tesla in each",
        "net income of Tesla in each",
    ]


def test_a_part_may_stand_beside_its_whole() -> None:
    query = understand("Boeing: capex and free cash flow by year", COMPANIES, CATALOGUE).query
    assert [one.of.metric for one in query.outputs if isinstance(one, Series)] == [  # type: ignore[union-attr]
        "capital_expenditure",
        "free_cash_flow",
    ]


def test_metrics_that_share_their_last_words_are_columns_each() -> None:
    for question, metrics in (
        (
            "Basic and diluted earnings per share of Intel by year",
            ["eps_basic", "eps_diluted"],
        ),
        (
            "Gross, operating and net margins of Tesla by year",
            ["gross_margin", "operating_margin", "net_margin"],
        ),
    ):
        outputs = understand(question, COMPANIES, CATALOGUE).query.outputs
        assert [one.of.metric for one in outputs if isinstance(one, Series)] == metrics  # type: ignore[union-attr]


def test_metrics_without_words_of_a_ratio_are_columns_each() -> None:
    question = "Plot Intel's SG&A against its revenue over the last three years"
    assert len(understand(question, COMPANIES, CATALOGUE).query.outputs) == 2


def test_growth_by_year_is_a_column_of_growth() -> None:
    question = "Intel's revenue growth rate, each year from 2021 to 2023"
    (output,) = understand(question, COMPANIES, CATALOGUE).query.outputs
    assert isinstance(output, Series)
    assert isinstance(output.of, Growth)


def test_marks_of_masks_in_a_question_are_blank() -> None:
    query = understand("trend § in ¤ Boeing's net income", COMPANIES, CATALOGUE).query
    assert isinstance(query.outputs[0], Series)


@pytest.mark.parametrize(
    ("over", "periods"),
    [
        (Years(last=3), "FY2022 FY2023 FY2024"),
        (Years(), "FY2020 FY2021 FY2022 FY2023 FY2024"),
        (Years(first=Period(2023)), "FY2023 FY2024"),
        (Years((Period(2024), Period(2022))), "FY2022 FY2024"),
        (Years(last=2, final=QUARTER), "2024Q2 2024Q3"),
        (Years(final=QUARTER), "2024Q3"),
        (Years(first=Period(2023, "quarter", 3), final=Period(2024, "quarter", 2)),
         "2023Q3 2023Q4 2024Q1 2024Q2"),
    ],
)  # fmt: skip
def test_periods_come_from_the_earliest_on(over: Years, periods: str) -> None:
    (output,) = ground(series(over), COMPANIES).outputs
    assert isinstance(output, Series)
    assert " ".join(map(str, output.over.periods)) == periods


def test_of_quarterly_reports_alone_the_latest_is_the_latest_quarter() -> None:
    known = companies_of(one for one in DOCUMENTS if one.form == "10-Q")
    latest = Lookup("revenue", "Boeing"), Lookup("revenue", "Boeing", Period(back=1))
    assert (
        str(ground(Query(latest), known))
        == "revenue of Boeing in 2024Q3; revenue of Boeing in 2023Q3"
    )
    reports = series(Years(last=1, final=Period(span="report")))
    assert str(ground(reports, known)) == "series over years 2024Q3 of [revenue of Boeing in each]"
    with pytest.raises(CannotAnswer, match="no annual report of Boeing; ask for quarters"):
        ground(series(Years(last=3)), known)


def test_quarters_that_go_back_are_no_span() -> None:
    back = Years(first=Period(2024, "quarter", 3), final=Period(2024, "quarter", 1))
    with pytest.raises(CannotAnswer, match="no span of quarters"):
        ground(series(back), COMPANIES)


def test_each_company_has_its_own_latest_year() -> None:
    both = (*series(Years(last=1)).outputs, *series(Years(last=1), "Target").outputs)
    assert [str(one) for one in ground(Query(both), COMPANIES).outputs] == [
        "series over years FY2024 of [revenue of Boeing in each]",
        "series over years FY2024 of [revenue of Target in each]",
    ]


FIGURES = {2022: 100.0, 2024: 121.0}


def source(lookup: Lookup) -> float | None:
    assert isinstance(lookup.period, Period)
    return FIGURES.get(lookup.period.year or 0) if lookup.metric == "revenue" else None


def test_what_is_not_there_is_none_and_the_rest_stays() -> None:
    query = ground(series(Years(last=3)), COMPANIES)
    assert evaluate(query, source) == (100.0, "none", 121.0)


def test_a_series_without_any_value_has_no_answer() -> None:
    with pytest.raises(CannotAnswer, match="any of the periods"):
        evaluate(ground(series(Years(last=3), metric="cash"), COMPANIES), source)


@pytest.mark.parametrize(
    "over", [Years(), Years(last=3), Years(final=QUARTER), Years(first=Period(2022))]
)
def test_json_gives_the_same_series(over: Years) -> None:
    growth = Growth(
        Lookup("revenue", "KO", EACH_YEAR), Lookup("revenue", "KO", Period(back=1, each=True))
    )
    query = Query((*series(over).outputs, Series(growth, over)))
    assert from_json(to_json(query)) == query


def test_a_series_goes_through_years_and_stands_alone() -> None:
    data = to_json(series(Years(last=3)))
    data["outputs"][0]["of"]["period"] = "FY2024"
    data["outputs"][0]["over"] = {"companies": ["KO"]}
    with pytest.raises(SecqaError, match=r"outputs\[0\]\.over: must be years"):
        from_json(data)
    inner = to_json(series(Years(last=3)))["outputs"][0]
    with pytest.raises(SecqaError, match="must be a value"):
        from_json({"outputs": [{"op": "absolute", "of": inner}]})


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (Years(last=3), "How did the total revenues of KO develop in the last three fiscal years, "
         "year by year?"),
        (Years(final=QUARTER), "How did the total revenues of KO develop in all reported quarters, "
         "quarter by quarter?"),
        (Years(first=Period(2024, "quarter", 1), final=Period(2024, "quarter", 3)),
         "How did the total revenues of KO develop in the quarters from the first quarter of "
         "fiscal 2024 to the third quarter of fiscal 2024, quarter by quarter?"),
    ],
)  # fmt: skip
def test_series_in_words(over: Years, said: str) -> None:
    assert say(series(over, "KO"), CATALOGUE) == said
