"""Figures for papers and tables in Markdown, from runs that we made."""

import csv
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from tests.support.html_report_cases import EVIL, evil_run
from tests.support.runs_cases import finished

from secqa.charts.axis_charts import (
    Chart,
    ChartLine,
    ChartPoint,
    amounts_axis,
    shares_axis,
    values_axis,
)
from secqa.evaluation.analysis.run_comparison import spreads
from secqa.evaluation.report.html_report import (
    Report,
    figure_svg,
    report_markdown,
    report_of,
    write_figures,
    write_markdown,
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Two runs, at two numbers of pages and at one."""
    folder = tmp_path_factory.mktemp("runs")
    return report_of([finished(folder / "a"), finished(folder / "b", pages=(16,))])


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_figure_is_a_drawing_and_its_numbers(report: Report, tmp_path: Path) -> None:
    names = write_figures(report, tmp_path / "figures")
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        f"{name}.{kind}" for name in names for kind in ("svg", "csv")
    }
    assert {"accuracy-over-pages", "accuracy-over-retrieval", "accuracy-over-calls"} <= set(names)
    assert "accuracy-over-cost" not in names  # nothing has a price
    found = rows(tmp_path / "figures" / "accuracy-over-pages.csv")
    right = [one.accuracy.value for one in report.settings]
    assert [float(row["Accuracy"]) for row in found] == pytest.approx(right, abs=1e-4)
    assert all(float(row["low"]) < float(row["Accuracy"]) < float(row["high"]) for row in found)
    drawing = fromstring((tmp_path / "figures" / "accuracy-over-pages.svg").read_bytes())
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert {"4", "8", "16", "100%"} <= set(texts)


def test_hostile_names_stay_texts_in_figures_and_markdown(tmp_path: Path) -> None:
    run = evil_run(tmp_path / "run")
    twice = (*run.predictions, replace(run.predictions[0], pages=16))
    evil = report_of([replace(run, predictions=twice)])
    names = write_figures(evil, tmp_path / "figures")
    assert names
    for name in names:
        drawing = fromstring((tmp_path / "figures" / f"{name}.svg").read_bytes())
        assert not list(drawing.iter("{http://www.w3.org/2000/svg}script"))
        texts = [one.text or "" for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
        assert any(EVIL[:30] in text for text in texts)
    assert "<img" not in report_markdown(evil)
    assert "<script" not in report_markdown(evil)


def test_a_single_point_is_no_figure(tmp_path: Path) -> None:
    alone = report_of([finished(tmp_path / "run", pages=(8,))])
    assert write_figures(alone, tmp_path / "figures") == ()


def test_markdown_has_the_tables_of_evaluate_and_what_differs(
    report: Report, tmp_path: Path
) -> None:
    write_markdown(report, tmp_path / "scores.md")
    text = (tmp_path / "scores.md").read_text(encoding="utf-8")
    for title in ("Scores", "Retrieval", "By type: made", "Ranking of pages", "Differences"):
        assert f"## {title}\n" in text
    assert "| made | 8 | 14/24 | 58.3% |" in text
    tables = [part for part in text.split("\n\n") if part.startswith("|")]
    for table in tables:
        assert len({line.count(" | ") for line in table.splitlines()}) == 1
    assert report.figures["comparisons"][0]["sentence"] in text


def test_versions_of_a_benchmark_are_a_line_over_years(report: Report, tmp_path: Path) -> None:
    one = report.settings[0]
    versions = [replace(one, run=f"a/{year}", version=year) for year in (2023, 2024)]
    assert len(spreads(versions)) == 1
    yearly = replace(report, settings=tuple(versions))
    assert "accuracy-over-versions" in write_figures(yearly, tmp_path)
    found = rows(tmp_path / "accuracy-over-versions.csv")
    assert [row["fiscal year as of which is asked"] for row in found] == ["2023", "2024"]


def test_points_stand_where_their_values_say() -> None:
    line = ChartLine(
        "a", 0, (ChartPoint(4, 0.0, "low"), ChartPoint(8, 0.5, "half"), ChartPoint(16, 1.0, "all"))
    )
    chart = Chart(
        "c", "C", "", values_axis("k", (4, 8, 16), doubling=True), shares_axis("share"), (line,)
    )
    places = [(chart.at(line, point.x), chart.up(point.y)) for point in line.points]
    assert places[1][0] - places[0][0] == pytest.approx(places[2][0] - places[1][0])
    assert places[0][1] - places[1][1] == pytest.approx(places[1][1] - places[2][1])
    assert [tick.place for tick in chart.x_ticks] == [x for x, _ in places]
    assert "<polyline" in figure_svg(chart)


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ((0.9, 4.2), ("0", "1", "2", "3", "4", "5")),
        ((12_000.0,), ("0", "5,000", "10,000", "15,000")),
        ((), ("0", "1")),
        ((0.3,), ("0", "0.1", "0.2", "0.3")),
    ],
)
def test_amounts_begin_at_zero_and_end_at_a_round_number(
    values: tuple[float, ...], labels: tuple[str, ...]
) -> None:
    assert amounts_axis("calls", values).labels == labels
