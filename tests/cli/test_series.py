"""Series as a user meets them: a table with bars, JSON, and a page that opens from disk."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.support.ask_search_cases import Shell, folder, shell

from secqa.evaluation.report.series_page import render
from secqa.query.leaves import AS_IT_IS, AnswerForm
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn, SeriesTable
from secqa.systems.value_words import change_text, percent_text, series_value_text

__all__ = ["folder", "shell"]
QUESTION = "Acme's net income year by year from 2023 to 2024"
DOLLARS = SeriesColumn("Acme", "net income", "USD")


def test_a_series_is_printed_with_changes_and_pages(shell: Shell) -> None:
    code, out, err = shell("ask", QUESTION)
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines() if "FY202" in line]
    assert rows[0][:5] == ["FY2023", "$602", "million", "–", "–"]
    assert rows[1][:6] == ["FY2024", "$680", "million", "+$78", "million", "+13.0%"]
    assert "█" in out
    assert "ACME-10-K-2024 page 5" in out


def test_series_side_by_side_are_printed_once_with_their_pages(shell: Shell) -> None:
    _, out, _ = shell("ask", "Acme's net income and revenue year by year from 2023 to 2024")
    assert out.count("Acme Tools: net income") == out.count("$680 million") == 1
    assert "FY2024: ACME-10-K-2024 page 5" in out


def test_missing_periods_are_printed_with_the_reason(shell: Shell) -> None:
    code, out, _ = shell("ask", "Acme's net income year by year from 2020 to 2024")
    assert code == 0
    (line,) = (line for line in out.splitlines() if "FY2020" in line)
    assert "not found: " in line
    assert "█" not in line


def test_json_has_the_table(shell: Shell) -> None:
    _, out, _ = shell("ask", QUESTION, "--json")
    table = json.loads(out)["table"]
    assert table["columns"] == [{"company": "Acme Tools", "figure": "net income", "unit": "USD"}]
    ((first,), (second,)) = table["rows"]
    assert (first["period"], second["value"], second["change"]) == ("FY2023", 680e6, 78e6)
    assert second["readings"][0]["page"] == 5


def test_a_page_is_written(shell: Shell, tmp_path: Path) -> None:
    code, _, _ = shell("ask", QUESTION, "--html", str(tmp_path / "page.html"))
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert code == 0
    assert "FY2024: $680 million" in text
    assert "<script" not in text


def test_only_series_are_drawn(shell: Shell, tmp_path: Path) -> None:
    code, _, err = shell(
        "ask", "What was Acme's net income in 2024?", "--html", str(tmp_path / "x")
    )
    assert (code, err.count("\n")) == (2, 1)
    assert "values by period" in err


class Tags(HTMLParser):
    """The tags of a page, and the texts of titles and descriptions."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def test_all_texts_are_escaped_and_the_picture_is_told_in_words() -> None:
    evil = "<script>alert(1)</script>"
    cells = (SeriesCell("FY2023", None, -2e9), SeriesCell("FY2024", None, None, why=evil))
    column = replace(DOLLARS, company=evil)
    table = SeriesTable((column, column), tuple((cell, cell) for cell in cells), evil)
    text = render(Answer(evil, (1.0,), table=table))
    found = Tags(text)
    assert "script" not in found.tags
    assert found.tags.count("svg") == found.tags.count("desc") == 2
    assert "FY2023: -$2 billion; FY2024: –" in text


@pytest.mark.parametrize(
    ("unit", "cell", "form", "said"),
    [
        ("USD", SeriesCell("", None, 5e9, 1.5e9, 0.4286), AS_IT_IS,
         ("$5 billion", "+$1.5 billion", "+42.9%")),
        ("USD", SeriesCell("", None, 5e9, -1e9), AnswerForm(scale="millions"),
         ("$5,000 million", "-$1,000 million", "–")),
        ("pure", SeriesCell("", None, 0.25, 0.015, 0.06), AS_IT_IS, ("25%", "+1.50 points", "–")),
        ("USD", SeriesCell("", None, None), AS_IT_IS, ("–", "–", "–")),
    ],
)  # fmt: skip
def test_cells_in_words(
    unit: str, cell: SeriesCell, form: AnswerForm, said: tuple[str, str, str]
) -> None:
    column = replace(DOLLARS, unit=unit)
    told = (
        series_value_text(cell, column, form),
        change_text(cell, column, form),
        percent_text(cell, column),
    )
    assert told == said
