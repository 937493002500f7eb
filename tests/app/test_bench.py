"""Benchmarks in the browser: found, filtered, reviewed; nothing outside of the folders given."""

import json
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.support import bench_cases
from tests.support.app_corpora import EVIL_TEXT
from tests.support.bench_cases import FIRST, MADE, SECOND, THIRD
from tests.support.pages_cases import first_paper, marked

from secqa.benchmark.dataset import read_benchmark
from secqa.benchmark.review import REVIEW

bench, made = bench_cases.bench, bench_cases.made


def decide(client: TestClient, address: str, decision: str, **more: str) -> str:
    reply = client.post(
        f"{address}/decision", data={"decision": decision, **more}, follow_redirects=False
    )
    assert reply.status_code == 303, reply.text
    return reply.headers["location"]


def test_benchmarks_are_listed_with_how_far_their_review_is(bench: TestClient) -> None:
    html = bench.get("/benchmarks").text
    assert f'href="{MADE}"' in html
    assert "not begun" in html
    decide(bench, FIRST, "accept")
    html = bench.get("/benchmarks").text
    assert "1 accepted" in html
    assert "2 not decided" in html


def test_a_benchmark_that_is_damaged_is_listed_and_told(bench: TestClient, made: Path) -> None:
    broken = made / "benchmarks" / "broken" / "questions.jsonl"
    broken.parent.mkdir()
    broken.write_text("{}")
    html = bench.get("/benchmarks").text
    assert "damaged" in html
    assert f'href="{MADE}"' in html
    assert bench.get("/benchmarks/broken").status_code == 404


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"type": "growth"}, [2]),
        ({"company": "Acme Tools"}, [1, 2, 3]),
        ({"form": "10-K"}, [1, 3]),
        ({"difficulty": "easy"}, [1]),
        ({"asks": "answered in words"}, [3]),
        ({"find": "REVENUE acme"}, [1]),
        ({"find": "0003"}, [3]),
        ({"state": "none"}, [2, 3]),
        ({"state": "accept", "type": "growth"}, []),
        ({"type": "<script>"}, []),
    ],
)
def test_questions_are_filtered(bench: TestClient, given: dict[str, str], shown: list[int]) -> None:
    decide(bench, FIRST, "accept")
    html = bench.get(MADE, params=given).text
    # The button that begins the review names a question, too.
    listed = html.partition('class="rows list questions"')[2]
    found = [at for at, one in enumerate((FIRST, SECOND, THIRD), 1) if f'href="{one}' in listed]
    assert found == shown


def test_a_question_has_its_answer_and_the_cell_marked(bench: TestClient) -> None:
    html = bench.get(FIRST).text
    assert "$1.2 billion" in html
    assert marked(bench.get(first_paper(html)).text) == "$1,200"
    assert "revenue of Acme Tools in FY2024" in html
    assert "GONE-10-K-2024 page 9 (not in this corpus)" in html
    assert 'href="/filings/GONE-10-K-2024' not in html
    assert "coyote" in marked(bench.get(first_paper(bench.get(THIRD).text)).text)


def test_what_validate_says_stands_by_the_question(bench: TestClient, made: Path) -> None:
    path = made / "benchmarks" / "made" / "questions.jsonl"
    path.write_text(path.read_text().replace('"value":1200000000.0', '"value":0.0'))
    assert "the value is zero" in bench.get(FIRST).text
    assert "the value is zero" in bench.get(MADE, params={"doubted": "yes"}).text


def test_a_decision_is_kept_and_the_next_question_shown(bench: TestClient, made: Path) -> None:
    assert decide(bench, FIRST, "accept") == f"{SECOND}?decided=made-1-0001-aa"
    assert decide(bench, SECOND, "skip") == f"{THIRD}?decided=made-1-0002-bb"
    # Then what was skipped, and at the end the list.
    assert decide(bench, THIRD, "reject") == f"{SECOND}?decided=made-1-0003-cc"
    assert decide(bench, SECOND, "reject") == f"{MADE}?decided=made-1-0002-bb"
    kept = [json.loads(line) for line in (made / "benchmarks/made" / REVIEW).open()]
    assert [one["decision"] for one in kept] == ["accept", "skip", "reject", "reject"]
    assert kept[0]["question_id"] == "made-1-0001-aa"
    assert kept[0]["who"]
    assert "All questions are decided" in bench.get(MADE).text


def test_going_on_stays_within_what_was_chosen(bench: TestClient) -> None:
    told = decide(bench, f"{FIRST}", "accept")
    assert told.startswith(SECOND)
    reply = bench.post(
        f"{FIRST}/decision?form=10-K", data={"decision": "reject"}, follow_redirects=False
    )
    assert reply.headers["location"] == f"{THIRD}?form=10-K&decided=made-1-0001-aa"


def test_words_are_edited(bench: TestClient, made: Path) -> None:
    decide(bench, SECOND, "edit", text="  Is it\n right? ")
    decide(bench, FIRST, "accept", text="How much was Acme's revenue in 2024?")
    decide(bench, THIRD, "accept", text="What does Acme make?")
    kept = [json.loads(line) for line in (made / "benchmarks/made" / REVIEW).open()]
    assert [one["decision"] for one in kept] == ["edit", "edit", "accept"]
    assert kept[0]["text"] == "Is it right?"
    reply = bench.post(f"{SECOND}/decision", data={"decision": "edit", "text": " "})
    assert "must be one line of words" in reply.text


def test_a_decision_is_taken_back(bench: TestClient) -> None:
    decide(bench, FIRST, "accept")
    html = bench.get(f"{SECOND}?decided=made-1-0001-aa").text
    assert "Accepted:" in html
    assert f'action="{FIRST}/undo"' in html
    assert bench.post(f"{FIRST}/undo").status_code == 200
    assert "0 of 3 decided" in bench.get(FIRST).text
    assert "no decision to undo" in bench.post(f"{FIRST}/undo").text


def test_what_is_accepted_is_written_as_a_benchmark(bench: TestClient, made: Path) -> None:
    assert "Write the" not in bench.get(MADE).text
    decide(bench, FIRST, "accept")
    assert "Write the 1 accepted" in bench.get(MADE).text
    told = bench.post(f"{MADE}/accepted").text
    out = made / "benchmarks" / "made-accepted"
    assert str(out) in unescape(told)
    assert [one.question_id for one in read_benchmark(out).questions] == ["made-1-0001-aa"]
    assert "| accept | 1 |" in (out / "card.md").read_text()


def test_who_decides_can_be_told(bench: TestClient, made: Path) -> None:
    reply = bench.post(
        "/person",
        data={"name": " Ada  Löwe ", "back": f"{FIRST}?form=10-K"},
        follow_redirects=False,
    )
    assert reply.headers["location"] == f"{FIRST}?form=10-K"
    assert "<strong>Ada Löwe</strong>" in bench.get(FIRST).text
    decide(bench, FIRST, "accept")
    assert json.loads((made / "benchmarks/made" / REVIEW).read_text())["who"] == "Ada Löwe"
    away = bench.post("/person", data={"back": "//evil.example/x"}, follow_redirects=False)
    assert away.headers["location"] == "/x"


def test_forms_of_other_sites_change_nothing(bench: TestClient, made: Path) -> None:
    reply = bench.post(
        f"{FIRST}/decision", data={"decision": "accept"}, headers={"origin": "http://evil.example"}
    )
    assert reply.status_code == 403
    assert not (made / "benchmarks/made" / REVIEW).exists()
    # A browser names the origin of our own forms only where pages may be named as referrers.
    assert bench.get(FIRST).headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    "name",
    ["..", "%2e%2e%2fruns%2fgood%2fbenchmark", "nothing", "%2Ftmp", "made%2F..", "benchmark"],
)
def test_only_what_was_found_is_served(bench: TestClient, name: str) -> None:
    reply = bench.get(f"/benchmarks/{name}/made-1-0001-aa")
    assert reply.status_code == 404
    assert "revenue of Acme" not in reply.text
    posted = bench.post(f"/benchmarks/{name}/made-1-0001-aa/decision", data={"decision": "accept"})
    assert posted.status_code == 404


def test_texts_of_questions_are_texts(bench: TestClient) -> None:
    html = bench.get(SECOND).text
    assert EVIL_TEXT in unescape(html)
    assert "<img" not in html
    assert "<b>nobody" not in html
