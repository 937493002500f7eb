"""Runs in the browser: listed, filtered by how answers ended, compared, judged by hand, drawn."""

import json
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.support.bench_cases import FIRST, bench, made
from tests.support.pages_cases import first_paper, marked

from secqa.evaluation.judging.verdict_file import VERDICTS

__all__ = ["bench", "made"]
BOTH = "run=good@4&run=poor@4"


def listed(html: str) -> str:
    """The rows of questions alone."""
    return html.partition('class="rows list questions"')[2].partition("</table>")[0]


def test_runs_are_listed_with_their_scores(bench: TestClient) -> None:
    html = bench.get("/runs").text
    assert 'value="good@4"' in html
    assert html.index('value="good@4"') < html.index('value="poor@4"')
    assert "made, 3 questions" in html
    assert html.index("2 of 3") < html.index("1 of 3")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("", ["aa", "bb", "cc"]),
        ("?outcome=wrong", ["aa", "cc"]),
        ("?outcome=right", ["bb"]),
        ("?cause=other+row+read", []),
        ("?type=growth", ["bb"]),
        ("?find=revenue+190", ["aa"]),
    ],
)
def test_answers_are_filtered(bench: TestClient, given: str, shown: list[str]) -> None:
    html = listed(bench.get(f"/runs/poor{given}").text)
    assert [one for one in ("aa", "bb", "cc") if f"-{one}?k=4" in html] == shown


def test_an_answer_has_what_was_read_and_why_it_ended_so(bench: TestClient) -> None:
    html = bench.get("/runs/good/made-1-0001-aa?k=4").text
    assert 'class="ended right"' in html
    assert "element=11&amp;row=1&amp;column=1" in html
    assert "2 pages retrieved, 1 of them with evidence" in html
    assert f'href="{FIRST}"' in html
    html = bench.get("/runs/poor/made-1-0001-aa?outcome=wrong").text
    assert "$190 million" in html
    assert "Right answer" in html
    assert "revenues of Acme Tools Corp, 2024: $1.2 billion" in html
    assert "&lt;i&gt;answer" in html
    assert "1 of 2 questions" in html


def test_runs_are_compared_question_by_question(bench: TestClient) -> None:
    html = bench.get(f"/runs/compare?{BOTH}").text
    assert "good beside poor" in html
    assert "cannot be told apart: 66.7% against 33.3% of 3 questions" in html
    assert "fact recall" in html
    for show, ids in (("changed", ["aa"]), ("only-1", ["aa"]), ("only-2", []), ("wrong", ["cc"])):
        rows = listed(bench.get(f"/runs/compare?{BOTH}&show={show}").text)
        assert [one for one in ("aa", "bb", "cc") if f'-{one}"' in rows] == ids
    beside = bench.get(f"/runs/compare/question?{BOTH}&id=made-1-0001-aa").text
    assert beside.count('class="ended right"') >= 1
    assert 'class="ended wrong"' in beside


def test_chosen_runs_open_on_the_questions_that_differ(bench: TestClient) -> None:
    assert '<input type="hidden" name="show" value="changed">' in bench.get("/runs").text


def test_too_few_runs_are_asked_for(bench: TestClient) -> None:
    html = bench.get("/runs/compare?run=good@4").text
    assert '"good@4" checked' in html
    assert "Choose two or more runs" in html


def test_answers_in_words_are_judged_by_hand(bench: TestClient, made: Path) -> None:
    html = bench.get("/runs/good/judge").text
    assert "It makes <em>anvils</em>." in unescape(html)
    assert "<em>" not in html
    assert "coyote" in marked(bench.get(first_paper(html)).text)
    key = html.partition('name="case" value="')[2].partition('"')[0]
    told = bench.post(
        "/runs/good/judge", data={"case": key, "verdict": "false", "note": " no   rockets"}
    ).text
    assert "All answers in words are judged" in told
    kept = json.loads((made / "runs/good" / VERDICTS).read_text())
    assert (kept["right"], kept["why"]) == (False, "no rockets")
    assert kept["judge"].startswith("by hand: ")
    assert "1 of 1 judged: 0 true, 1 false" in told
    bench.post("/runs/good/judge", data={"case": key, "verdict": "true"})
    assert "1 true, 0 false" in bench.get("/runs/good/judge").text
    assert "offline" in bench.get("/runs/good").text
    bad = bench.post("/runs/good/judge", data={"case": key, "verdict": "maybe"})
    assert "Judge it true or false" in bad.text


def test_the_figures_of_the_report_are_drawn(bench: TestClient) -> None:
    html = bench.get(f"/runs/report?{BOTH}").text
    assert "Accuracy over the number of pages retrieved" in html
    assert html.count("<figure>") == html.count("Numbers of this chart") > 1
    assert ".line polyline" in bench.get("/runs/chart.css").text


def test_the_report_is_made_as_a_file(bench: TestClient) -> None:
    reply = bench.post(f"/runs/report?{BOTH}", follow_redirects=False)
    job = reply.headers["location"]
    while not bench.get(f"{job}/state").json()["finished"]:
        pass
    address = bench.get(job).text.partition('primary" href="')[2].partition('"')[0]
    kept = bench.get(address)
    assert "attachment" in kept.headers["content-disposition"]
    assert "Answers about company filings" in kept.text
    assert bench.get("/runs/reports/other").status_code == 404


def test_a_run_that_cannot_be_read_is_told(bench: TestClient, made: Path) -> None:
    (made / "runs/poor/run.json").write_text("{}")
    html = bench.get("/runs").text
    assert "poor: " in html
    assert "another schema" in html
    assert 'value="good@4"' in html


@pytest.mark.parametrize(
    "address",
    ["/runs/none", "/runs/good/none", "/runs/good@9", "/runs/..%2fbenchmarks", "/runs/report",
     "/runs/compare?run=good&run=none", "/runs/compare/question?run=good&id=none"],
)  # fmt: skip
def test_what_is_not_there_is_told(bench: TestClient, address: str) -> None:
    reply = bench.get(address)
    assert reply.status_code == 404
    assert "Not here" in reply.text
