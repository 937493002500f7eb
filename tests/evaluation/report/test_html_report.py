import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.support.corpus_builders import made_document
from tests.support.html_report_cases import EVIL, evil_run, reported
from tests.support.run_builders import MadeSystem, made_benchmark, unpacked
from tests.support.runs_cases import SETTINGS, finished

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.evaluation.report.html_report import report_of, write_report
from secqa.evaluation.report.rendering import format_value
from secqa.evaluation.runs import Prediction, Run, open_run, read_run


class Outline(HTMLParser):
    """Elements with their attributes, and the text of script elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data


def made_corpus(folder: Path, revenue: str) -> Corpus:
    """One document; on its second page a table with `revenue` in row 1, column 1."""
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(made_document(revenue=revenue)))
    return open_corpus(folder)


def test_untrusted_texts_stay_texts(tmp_path: Path) -> None:
    html = reported([evil_run(tmp_path / "run")], tmp_path)
    assert "<img" not in html
    assert html.count("<script") == html.count("</script") == 4
    outline = Outline(html)
    assert [attributes.get("type") for tag, attributes in outline.tags if tag == "script"] == [
        "application/json",
        "application/octet-stream",
        "application/octet-stream",
        None,
    ]
    data = unpacked(html, "details")
    assert data["questions"][0]["text"] == EVIL
    assert EVIL not in data["questions"][0]["body"]
    assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)


def in_browser(page: Path, profile: Path, fragment: str = "") -> str:
    """The document as a real browser has it once its script has run."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium to open the report with")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    flags.append("--virtual-time-budget=5000")  # until everything is unpacked
    shown = subprocess.run(
        [browser, *flags, f"--user-data-dir={profile}", "--dump-dom", f"{page.as_uri()}{fragment}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return shown.stdout


def test_untrusted_texts_stay_texts_in_a_browser(tmp_path: Path) -> None:
    corpus = made_corpus(tmp_path / "corpus", EVIL)
    run = evil_run(tmp_path / "run", corpus)
    reported([run], tmp_path, corpus)
    fragment = f"#{run.benchmark.questions[0].question_id}"
    dom = in_browser(tmp_path / "report.html", tmp_path / "profile", fragment)
    assert "<img" not in dom
    assert dom.count("<script") == 4
    # The question is unfolded; passage, reading and the cell as printed stand there as text.
    assert '<blockquote class="words">&lt;/script&gt;&lt;script&gt;alert' in dom
    assert "<blockquote>&lt;/script&gt;&lt;script&gt;alert" in dom
    assert re.search(r'class="gold">&lt;/script&gt;&lt;script&gt;alert', dom)


def test_questions_unfold_in_a_browser(tmp_path: Path) -> None:
    run = finished(tmp_path / "run")
    reported([run], tmp_path)
    question = run.benchmark.questions[0]
    page = tmp_path / "report.html"
    dom = in_browser(page, tmp_path / "profile", f"#{question.question_id}")
    assert dom.count("<details id=") == len(run.benchmark.questions)
    assert "Pages retrieved (2, ★ 1 with evidence)" in dom


def test_the_evidence_page_marks_the_gold_cell_and_the_cell_that_was_read(tmp_path: Path) -> None:
    corpus = made_corpus(tmp_path / "corpus", "1,234")
    run = evil_run(tmp_path / "run", corpus)
    html = reported([run], tmp_path, corpus)
    pages = unpacked(html, "pages")
    assert set(pages) == {"ACME-10-K-2024#1", "ACME-10-K-2024#2"}
    assert "secqa report --corpus" not in html
    fragment = f"#{run.benchmark.questions[0].question_id}"
    dom = in_browser(tmp_path / "report.html", tmp_path / "profile", fragment)
    assert 'class="gold">1,234</span>' in dom
    assert 'class="read">(1,100)</span>' in dom


def test_pages_of_another_corpus_are_not_shown(tmp_path: Path) -> None:
    corpus = made_corpus(tmp_path / "corpus", "1,234")
    with pytest.raises(SecqaError, match="run on another corpus"):
        reported([finished(tmp_path / "run")], tmp_path, corpus)


def test_pages_without_room_are_left_out_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.evaluation.report.question_details._ROOM", 300)
    corpus = made_corpus(tmp_path / "corpus", "1,234" * 100)
    html = reported([evil_run(tmp_path / "run", corpus)], tmp_path, corpus)
    assert unpacked(html, "pages") == {}
    assert "2 pages are quoted only" in html


def test_two_settings_stand_side_by_side_where_they_differ(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    choose = """<script>setTimeout(() => {
      for (const [name, value] of [["setting", "0"], ["beside", "1"]]) {
        const select = document.getElementById(`by-${name}`);
        select.value = value;
        select.dispatchEvent(new Event("change"));
      }
      document.querySelector("#list details").open = true;
    }, 1000)</script></body>"""
    page = tmp_path / "chosen.html"
    page.write_text(html.replace("</body>", choose), encoding="utf-8")
    dom = in_browser(page, tmp_path / "profile")
    # With 4 pages 8 are right, with 8 pages 14: these six differ, and no other.
    assert "6 of 24; only the first right 0, only the second 6" in dom
    assert dom.count("<details id=") == 6
    shown = re.search(r'<div class="settings sides">.*?<div class="evidence">', dom, re.DOTALL)
    assert shown is not None
    assert re.findall(r"<summary>(made, k = \d)", shown[0]) == [
        "made, k = 4",
        "made, k = 8",
    ]
    assert shown[0].count(' open="">') == 2


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    outline = Outline(html)
    assert not [tag for tag, _ in outline.tags if tag in ("link", "img", "iframe")]
    assert not [a for _, a in outline.tags if "src" in a]
    assert not re.search(r"url\(|@import|https?://", html.replace("http-equiv", ""))
    assert "default-src 'none'" in html


def test_every_question_and_setting_is_there_once(tmp_path: Path) -> None:
    runs = [finished(tmp_path / "a"), finished(tmp_path / "b", pages=(16,))]
    data = unpacked(reported(runs, tmp_path), "details")
    assert data["settings"] == ["made, k = 4", "made, k = 8", "made, k = 16"]
    assert len(data["questions"]) == 24
    assert all(len(question["answers"]) == 3 for question in data["questions"])
    assert data["best"] == 2
    question = data["questions"][0]
    assert question["body"].count("<details data-setting=") == 3
    assert '<li class="gold">' in question["body"]
    assert question["gold"]


def test_figures_of_the_page_are_those_of_the_scores(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    assert "<strong>14 of 24</strong>" in html
    assert "58.3%" in html
    assert "page not retrieved" in html
    assert 'aria-label="Accuracy over the number of pages retrieved"' in html
    assert "secqa report --corpus" in html


def test_each_control_has_a_label_and_each_chart_a_name(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    controls = re.findall(r"<label>\w+ <(?:select|input)", html)
    assert len(controls) == len(re.findall(r"<(?:select|input)\b", html)) == 5
    charts = re.findall(r"<svg viewBox[^>]*>", html.partition("<script")[0])
    assert all('role="img" aria-label="' in one or "aria-hidden" in one for one in charts)
    assert '<html lang="en">' in html


def test_three_hundred_questions_in_eight_settings_stay_small(tmp_path: Path) -> None:
    benchmark = made_benchmark(count=60)
    many = replace(
        benchmark,
        questions=tuple(
            replace(q, question_id=f"{q.question_id}-{n}")
            for n in range(5)
            for q in benchmark.questions
        ),
    )
    runs = []
    for name in ("a", "b"):
        folder = tmp_path / name
        open_run(folder, replace(SETTINGS, benchmark=many.fingerprint), many)
        system = MadeSystem("made", benchmark, 64)
        pages = tuple((f"DOCUMENT-10-K-{year}", page) for year in range(4) for page in range(32))
        lines = Run(folder, SETTINGS, many, ())
        predictions = tuple(
            Prediction(q.question_id, k, replace(system.answer(q.text), pages=pages))
            for k in (4, 8, 16, 32)
            for q in many.questions
        )
        runs.append(replace(lines, predictions=predictions))
    write_report(report_of(runs), tmp_path / "report.html")
    assert (tmp_path / "report.html").stat().st_size < 1e6


def test_a_run_without_answers_is_one_clear_error(tmp_path: Path) -> None:
    open_run(tmp_path / "run", SETTINGS, made_benchmark())
    with pytest.raises(SecqaError, match="no answers yet"):
        report_of([read_run(tmp_path / "run")])


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (391_035e6, "USD", "$391.035 billion"),
        (None, "USD", "—"),
        ("Yes", "", "Yes"),
        ((1.0, 2.0), "count", "1; 2"),
    ],
)
def test_values_for_people(value: object, unit: str, text: str) -> None:
    assert format_value(value, unit) == text


def test_the_page_holds_all_figures_for_whoever_reads_it(tmp_path: Path) -> None:
    runs = [finished(tmp_path / "a"), finished(tmp_path / "b", pages=(64,))]
    figures = json.loads(Outline(reported(runs, tmp_path)).scripts[0])
    assert [one["accuracy"]["right"] for one in figures["settings"]] == [8, 14, 21]
    assert figures["comparisons"][0]["sentence"].startswith("made, k = 64 is better than made, k")
