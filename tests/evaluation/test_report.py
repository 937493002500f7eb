import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.evaluation.made import MadeSystem, made_benchmark, right_answer
from tests.evaluation.test_runs import SETTINGS, finished

from secqa.errors import SecqaError
from secqa.evaluation.report.numbers import shown
from secqa.evaluation.report.write import write_report
from secqa.evaluation.runs import Prediction, Run, append_prediction, open_run, read_run

EVIL = '</script><script>alert("x")</script><img src=x onerror=alert(1)>\u2028&lt;'


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


def reported(runs: list[Run], folder: Path) -> str:
    write_report(runs, folder / "report.html")
    return (folder / "report.html").read_text(encoding="utf-8")


def evil_run(folder: Path) -> Run:
    """Every text that comes from filings, models or users tries to break out."""
    benchmark = made_benchmark()
    first = replace(benchmark.questions[0], text=EVIL, companies=(EVIL,))
    fact = first.facts[0]
    place = replace(fact.evidence[0], quote=EVIL)
    first = replace(first, facts=(replace(fact, company=EVIL, metric=EVIL, evidence=(place,)),))
    first = replace(first, metrics=(EVIL,), type=EVIL)
    bad = replace(benchmark, questions=(first, *benchmark.questions[1:]), command=EVIL)
    settings = replace(SETTINGS, benchmark=bad.fingerprint, command=EVIL, system=EVIL, model=EVIL)
    open_run(folder, settings, bad)
    answer = right_answer(first)
    reading = replace(answer.readings[0], question=EVIL, quote=EVIL, why=EVIL, document_id=EVIL)
    answer = replace(
        answer,
        value=EVIL,
        program=EVIL,
        error=EVIL,
        readings=(reading,),
        pages=((EVIL, 1),),
    )
    append_prediction(folder, Prediction(first.question_id, 8, answer))
    return read_run(folder)


def test_untrusted_texts_stay_texts(tmp_path: Path) -> None:
    html = reported([evil_run(tmp_path / "run")], tmp_path)
    assert "<img" not in html
    assert html.count("<script") == html.count("</script") == 2
    outline = Outline(html)
    assert [attributes.get("type") for tag, attributes in outline.tags if tag == "script"] == [
        "application/json",
        None,
    ]
    data = json.loads(outline.scripts[0])
    assert data["questions"][0]["text"] == EVIL
    assert EVIL in data["texts"]
    assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)


def in_browser(page: Path, profile: Path, fragment: str = "") -> str:
    """The document as a real browser has it once its script has run."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium to open the report with")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    shown = subprocess.run(
        [browser, *flags, f"--user-data-dir={profile}", "--dump-dom", f"{page.as_uri()}{fragment}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return shown.stdout


def test_untrusted_texts_stay_texts_in_a_browser(tmp_path: Path) -> None:
    run = evil_run(tmp_path / "run")
    reported([run], tmp_path)
    fragment = f"#{run.benchmark.questions[0].question_id}"
    dom = in_browser(tmp_path / "report.html", tmp_path / "profile", fragment)
    assert "<img" not in dom
    assert dom.count("<script") == 2
    # The question is unfolded, and its quote stands there as text.
    assert "Gold answer" in dom
    assert "<blockquote>&lt;/script&gt;&lt;script&gt;alert" in dom


def test_questions_unfold_in_a_browser(tmp_path: Path) -> None:
    run = finished(tmp_path / "run")
    reported([run], tmp_path)
    question = run.benchmark.questions[0]
    page = tmp_path / "report.html"
    dom = in_browser(page, tmp_path / "profile", f"#{question.question_id}")
    assert dom.count("<details id=") == len(run.benchmark.questions)
    assert '<span class="k">import</span>' in dom
    assert "Pages retrieved (2, ★ 1 with evidence)" in dom


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    outline = Outline(html)
    assert not [tag for tag, _ in outline.tags if tag in ("link", "img", "iframe")]
    assert not [a for _, a in outline.tags if "src" in a]
    assert not re.search(r"url\(|@import|https?://", html.replace("http-equiv", ""))
    assert "default-src 'none'" in html


def test_every_question_and_setting_is_there_once(tmp_path: Path) -> None:
    runs = [finished(tmp_path / "a"), finished(tmp_path / "b", pages=(16,))]
    data = json.loads(Outline(reported(runs, tmp_path)).scripts[0])
    assert data["settings"] == ["made, k = 4", "made, k = 8", "made, k = 16"]
    assert len(data["questions"]) == 24
    assert all(len(question["answers"]) == 3 for question in data["questions"])
    assert data["best"] == 2
    assert len(set(data["texts"])) == len(data["texts"])
    question = data["questions"][0]
    gold = [page for page in question["answers"][0]["pages"] if page[2]]
    assert gold
    assert question["facts"][0]["places"]


def test_figures_of_the_page_are_those_of_the_scores(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    assert "<strong>14 of 24</strong>" in html
    assert "58.3%" in html
    assert "page not retrieved" in html
    assert html.count("<polyline") == 2  # the line and its legend


def test_each_control_has_a_label_and_the_plot_a_name(tmp_path: Path) -> None:
    html = reported([finished(tmp_path / "run")], tmp_path)
    controls = re.findall(r"<label>\w+ <(?:select|input)", html)
    assert len(controls) == len(re.findall(r"<(?:select|input)\b", html)) == 4
    assert '<svg viewBox="0 0 720.0 380.0" role="img" aria-labelledby="plot-title">' in html
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
    write_report(runs, tmp_path / "report.html")
    assert (tmp_path / "report.html").stat().st_size < 15e6


def test_a_run_without_answers_is_one_clear_error(tmp_path: Path) -> None:
    open_run(tmp_path / "run", SETTINGS, made_benchmark())
    with pytest.raises(SecqaError, match="no answers yet"):
        write_report([read_run(tmp_path / "run")], tmp_path / "report.html")


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
    assert shown(value, unit) == text


def test_the_page_holds_all_figures_for_whoever_reads_it(tmp_path: Path) -> None:
    runs = [finished(tmp_path / "a"), finished(tmp_path / "b", pages=(64,))]
    data = json.loads(Outline(reported(runs, tmp_path)).scripts[0])
    figures = data["figures"]
    assert [one["accuracy"]["right"] for one in figures["settings"]] == [8, 14, 21]
    assert figures["comparisons"][0]["sentence"].startswith("made, k = 64 is better than made, k")
