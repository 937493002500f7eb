"""How answers are shown: one table and one picture, a sentence by rule, one card a page."""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient
from tests.support.browser_addresses import REVENUE

from secqa.app.ask.answer_evidence import AnswerEvidence, evidence_pages, marks_of
from secqa.app.ask.answer_exports import answer_markdown
from secqa.app.ask.answer_sentence import answer_sentence
from secqa.app.ask.answer_wording import compared_texts, unreported_note
from secqa.app.ask.answers import AskRequest, QuestionAnswer
from secqa.app.ask.name_choices import NameChoices
from secqa.app.ask.series_view import series_groups
from secqa.app.ask.worked_out import worked_out
from secqa.app.workplace import Current
from secqa.filings.rendering.marks import PageMark
from secqa.metrics.catalogue import load_catalogue
from secqa.query.decisive_figures import DecisiveFigure
from secqa.query.leaves import AnswerForm, Companies, Narrative, Years
from secqa.query.period import Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Count,
    Growth,
    Lookup,
    Number,
    Output,
    Query,
    Series,
)
from secqa.reading.reading import Passage, Reading
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn, SeriesTable


def cell(period: str, value: float | None, percent: float | None = None) -> SeriesCell:
    reading = Reading("x", value, "USD", 0.9, "DOC", 7, 1, 2, 3)
    change = None if percent is None else 1.0
    readings = (reading,) if value is not None else ()
    return SeriesCell(period, None, value, change, percent, readings, "no report", 0.9)


def series(*companies: str, unit: str = "USD", form: AnswerForm | None = None) -> Answer:
    columns = tuple(SeriesColumn(one, "revenue", unit) for one in companies)
    times = 1e9 if unit == "USD" else 1.0
    rows = (
        tuple(cell("FY2023", (at + 1) * times) for at, _ in enumerate(companies)),
        tuple(cell("FY2024", (at + 2) * times, 0.5) for at, _ in enumerate(companies)),
    )
    table = SeriesTable(columns, rows)
    return Answer("?", (1.0,), table=table, form=form or AnswerForm())


def test_companies_share_one_table_one_picture_and_one_scale() -> None:
    (group,) = series_groups(series("Acme", "Bolt", "Cog", "Dyn"))
    assert group["title"] == "revenue"
    assert group["unit"] == "$ millions"
    assert group["periods"] == ("FY2023", "FY2024")
    assert [name for name, _ in group["lines"]] == ["Acme", "Bolt", "Cog", "Dyn"]
    assert [one["text"] for one in group["lines"][0][1]] == ["1,000", "2,000"]
    assert group["lines"][0][1][1]["change"] == "+50.0%"
    assert group["lines"][0][1][0]["address"].startswith("/filings/DOC?page=7")
    assert group["picture"] is not None
    assert len(group["picture"]["chart"].series) == 4
    assert group["picture"]["chart"].y_ticks[-1].text == "5,000"


def test_years_are_those_that_each_company_counts() -> None:
    table = series("Acme", "Bolt").table
    assert table is not None
    rows = (
        (cell("FY2024", 1e9), None),
        (None, cell("FY2023", 2e9)),
        (None, cell("FY2024", None)),
    )
    (group,) = series_groups(Answer("?", 1.0, table=replace(table, rows=rows)))
    assert group["periods"] == ("FY2023", "FY2024")
    assert [[one["text"] for one in cells] for _, cells in group["lines"]] == [
        ["–", "1,000"],
        ["2,000", "–"],
    ]
    assert group["lines"][1][1][1]["title"] == "not found: no report"


def test_ratios_are_told_in_times() -> None:
    (group,) = series_groups(series("Acme", unit="pure", form=AnswerForm("times")))
    assert [one["text"] for one in group["lines"][0][1]] == ["1.00", "2.00"]
    assert group["unit"] == "times"


def lookup(year: int, company: str = "Acme", metric: str = "net_income") -> Lookup:
    return Lookup(metric, company, Period(year))


def read(of: Lookup, value: float, page: int = 3, quote: str = "") -> AnswerEvidence:
    metric = of.metric.replace("_", " ")
    name = str(of).replace(metric, load_catalogue()[of.metric].name)
    return AnswerEvidence(
        document_id="ACME-10-K-2024", page=page, mark=PageMark(1, of.period.year or 0, 1),  # type: ignore[union-attr]
        about=str(of), name=name, text="", label="", quote=quote, why="", confidence=1.0,
        reading=Reading(str(of), value, "USD", row=2), lookup=of,
    )  # fmt: skip


def figure(name: str, value: float) -> DecisiveFigure:
    return DecisiveFigure(name, value, "USD")


WHY = Answer("?", "words", passages=(Passage("ACME-10-K-2024", 4, "II/7", "", "It sold more."),))
EACH_YEAR = replace(lookup(2024), period=Period(each=True))
YEARS = Years((Period(2024), Period(2023)))
LARGE = Compare(lookup(2024, "each"), ">", Number(2.5e9))
SENTENCES: list[tuple[Output | tuple[Output, ...], Answer, str]] = [
    (
        (Series(lookup(2024), YEARS), Narrative("why", "Acme")),
        WHY,
        "The net income of Acme rose 100% from $1 billion in fiscal 2023 to $2 billion in fiscal "
        "2024.",
    ),
    (
        lookup(2024),
        Answer("?", 2e9, "USD"),
        "The net income of Acme in fiscal 2024 was $2 billion.",
    ),
    (
        Growth(lookup(2024), lookup(2023)),
        Answer("?", 1.0, "pure"),
        "The net income of Acme rose 100% from $1 billion in fiscal 2023 to $2 billion in fiscal "
        "2024.",
    ),
    (
        Arithmetic("-", lookup(2024), lookup(2023)),
        Answer("?", 1e9, "USD"),
        "The net income of Acme rose $1 billion from $1 billion in fiscal 2023 to $2 billion in "
        "fiscal 2024.",
    ),
    (
        Choose(Companies(("Acme", "Bolt")), lookup(2024, "each")),
        Answer("?", "Bolt", compared=(figure("Bolt", 3e9), figure("Acme", 2e9))),
        "Bolt had the higher net income in fiscal 2024: $3 billion; Acme $2 billion.",
    ),
    (
        Compare(lookup(2024), ">", lookup(2024, "Bolt")),
        Answer("?", "No", compared=(figure("A", 2e9), figure("B", 3e9))),
        "No: A was $2 billion; B was $3 billion.",
    ),
    (
        Arithmetic("/", lookup(2024), lookup(2024, metric="revenue")),
        Answer("?", 0.25, "pure"),
        "The ratio of the net income to the total revenues was 25% for Acme in fiscal 2024.",
    ),
    (
        Aggregate("average", EACH_YEAR, YEARS),
        Answer("?", 1.5e9, "USD"),
        "The average of the net income of Acme over fiscal 2024 and fiscal 2023 was $1.5 billion.",
    ),
    (
        Count(Companies(("Acme", "Bolt"), every=True), LARGE),
        Answer("?", 1.0, "count", compared=(figure("Bolt", 3e9), figure("Acme", 2e9))),
        "For 1 of 2 companies, the net income in fiscal 2024 was above $2.5 billion: Bolt.",
    ),
    (
        Count(Companies(("Acme",)), LARGE),
        Answer("?", 0.0, "count", compared=(figure("Acme", 2e9),)),
        "For none of 1 companies, the net income in fiscal 2024 was above $2.5 billion.",
    ),
    (
        Count(Companies(("Acme", "Bolt")), replace(LARGE, sign="=", right=Number(2e9))),
        Answer("?", 1.0, "count", compared=(figure("Bolt", 3e9), figure("Acme", 2e9))),
        "The number of companies among Acme and Bolt for which the net income in fiscal 2024 was "
        "equal to $2 billion was 1.",
    ),
    (
        Growth(lookup(2024), lookup(2022)),
        Answer("?", 1.0, "pure"),
        "The percentage change in the net income of Acme from fiscal 2022 to fiscal 2024 was 100%.",
    ),
    (lookup(2024), Answer("?", None), ""),
]


@pytest.mark.parametrize(("output", "answer", "text"), SENTENCES)
def test_a_sentence_is_made_of_what_was_read(
    output: Output | tuple[Output, ...], answer: Answer, text: str
) -> None:
    evidence = [read(lookup(2024), 2e9)]
    evidence[:0] = [] if isinstance(output, Lookup) else [read(lookup(2023), 1e9)]
    outputs = output if isinstance(output, tuple) else (output,)
    pieces = answer_sentence(answer, Query(outputs), evidence, load_catalogue())
    assert "".join(piece.name for piece in pieces) == text
    linked = [piece for piece in pieces if piece.name == "$2 billion"]
    assert all(piece.address.startswith("/filings/ACME-10-K-2024?page=3") for piece in linked)


@pytest.mark.parametrize(
    ("metric", "quote", "line"),
    [
        ("net_income", "Net income (loss) attributable to Bolt plc | 2024 | $ 2,000", True),
        ("net_income", "Net Income (Including Noncontrolling Interests) | 2024 | 2,000", True),
        ("net_income", "Net income – Acme plc | 2024 | $ 2,000", True),
        ("net_income", "Net income (loss) | 2024 | $ 2,000", False),
        ("net_income", "Net earnings | 2024 | $ 2,000", False),
        ("pretax_income", "Income before income taxes | 2024 | $ 2,000", False),
    ],
)
def test_the_printed_line_is_named_where_it_says_more(metric: str, quote: str, line: bool) -> None:
    of = lookup(2024, metric=metric)
    pieces = answer_sentence(
        Answer("?", 2e9, "USD"), Query((of,)), [read(of, 2e9, quote=quote)], load_catalogue()
    )
    printed = quote.partition(" | ")[0]
    assert "".join(one.name for one in pieces).endswith(f" (printed as “{printed}”).") == line


def steps_of(output: Output, answer: Answer, *evidence: AnswerEvidence) -> list[str]:
    reply = QuestionAnswer(AskRequest("?"), answer, grounded=Query((output,)))
    return [text for _, text, _ in worked_out(reply, evidence, load_catalogue())]


def test_what_was_worked_out_is_told_as_arithmetic() -> None:
    debt = lookup(2024, metric="total_debt")
    parts = [
        read(lookup(2024, metric="debt_current"), 4e6),
        read(lookup(2024, metric="long_term_debt"), 11e9),
        read(lookup(2024, metric="operating_lease_liability"), 6e8),
    ]
    text = "current debt $4 million + long-term debt $11 billion"
    text += " + operating lease liabilities $600 million = $11.604 billion"
    reply = QuestionAnswer(AskRequest("?"), Answer("?", 11.604e9, "USD"), grounded=Query((debt,)))
    ((_, own, meaning),) = worked_out(reply, parts, load_catalogue())
    assert own == text
    assert meaning.startswith("Total debt here means short-term borrowings plus")
    assert steps_of(debt, Answer("?", 12e9, "USD"), *parts) == []  # what does not come to it


def test_years_are_named_where_arithmetic_has_several() -> None:
    rose = Growth(lookup(2024), lookup(2023))
    (text,) = steps_of(
        rose, Answer("?", 1.0, "pure"), read(lookup(2024), 2e9), read(lookup(2023), 1e9)
    )
    assert text.startswith("(net income in FY2024 $2 billion − net income in FY2023 $1 billion) ÷")
    assert text.endswith("= 100%")


def test_an_average_is_worked_out_of_its_items() -> None:
    mean = Aggregate("average", EACH_YEAR, YEARS)
    (text,) = steps_of(
        mean, Answer("?", 1.5e9, "USD"), read(lookup(2024), 2e9), read(lookup(2023), 1e9)
    )
    assert (
        text == "(net income in FY2024 $2 billion + net income in FY2023 $1 billion) ÷ 2 = "
        "$1.5 billion"
    )


def test_a_ranking_explains_the_winner_first() -> None:
    margin = lookup(2024, "each", "net_margin")
    compared = tuple(DecisiveFigure(one, 0.5, "pure") for one in ("Bolt", "Acme"))
    evidence = [
        read(lookup(2024, one, metric), value)
        for one in ("Acme", "Bolt")
        for metric, value in (("net_income", 1e9), ("revenue", 2e9))
    ]
    reply = Answer("?", "Bolt", compared=compared)
    texts = steps_of(Choose(Companies(("Acme", "Bolt")), margin), reply, *evidence)
    assert texts == ["net income $1 billion ÷ total revenues $2 billion = 50%"] * 2


def test_shares_that_stand_together_are_all_in_percent() -> None:
    compared = tuple(DecisiveFigure("A", value, "pure") for value in (3.85, 0.5))
    texts = [text for _, text in compared_texts(Answer("?", "A", compared=compared))]
    assert texts == ["385.00%", "50.00%"]


def test_one_confidence_is_on_a_page(client: TestClient) -> None:
    html = client.get("/ask", params={"q": REVENUE}).text
    assert len(set(re.findall(r"\b(\d{1,2})%(?!\w)", html.partition("<main")[2]))) == 1


def test_a_page_is_one_card() -> None:
    evidence = [read(lookup(2024), 2e9), read(lookup(2023), 1e9), read(lookup(2022), 1e9, page=4)]
    first, second = evidence_pages(evidence)
    assert [mark.number for mark in marks_of(first)] == [1, 2]
    assert [mark.number for mark in marks_of(second)] == [0]


def test_a_card_is_loaded_by_the_address_of_its_answer(client: TestClient) -> None:
    growth = "By how much did the revenue of Acme grow from 2023 to 2024?"
    html = client.get("/ask", params={"q": growth}).text
    assert html.count('class="piece"') == 1
    part = client.get(f"/ask/page?{urlencode({'q': growth, 'piece': 1})}").text
    assert 'data-number="1"' in part
    assert 'data-number="2"' in part
    assert client.get(f"/ask/page?{urlencode({'q': growth, 'piece': 9})}").status_code == 404


def test_periods_on_offer_are_the_companys_own(current: Current) -> None:
    choices = NameChoices(current().corpus)
    assert choices.periods_of(["Acme Tools"]) == ("FY2024", "FY2023", "FY2022", "latest")


def test_companies_without_a_report_of_that_time_are_named(current: Current) -> None:
    of_all = Query((Count(Companies(("Acme Tools",), every=True), LARGE),))
    (note,) = unreported_note(of_all, current().corpus)
    assert note.startswith("Of the 2 companies here 1 has no report of that time: Evil")
    assert (
        unreported_note(Query((Count(Companies(("Acme Tools",)), LARGE),)), current().corpus) == ()
    )


def test_a_long_question_does_not_fill_the_screen(client: TestClient) -> None:
    html = client.get("/ask", params={"q": f"{REVENUE} " * 40}).text
    assert '<h1 id="answer" class="long" tabindex="0">' in html


def test_markdown_says_which_part_of_a_question_passages_answer() -> None:
    said = (("sales", "Sales rose."), ("sales", "Steel sold well."), ("costs", "Costs fell."))
    told = tuple(Passage("DOC", 1, "", "", text, about=part) for part, text in said)
    answer = Answer("How did Acme do?", "told", passages=told)
    text = answer_markdown(QuestionAnswer(AskRequest(answer.question), answer), ())
    assert "**sales**\n\n> Sales rose.\n\n> Steel sold well.\n\n**costs**" in text
