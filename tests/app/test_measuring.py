"""A benchmark made in the app, a system run on it, and its scores."""

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE
from tests.support.in_process import ingest_in_this_process

from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders
from secqa.ingest.ingest_pipeline import ingest
from secqa.sample import sample_filings


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """The server of a corpus of one company, without benchmarks and runs."""
    corpus = tmp_path_factory.mktemp("measured") / "corpus"
    with ingest_in_this_process():
        ingest([sample_filings() / "KO"], corpus)
    return TestClient(make_app(Current(corpus, Folders())), base_url=BASE)


def result_of(client: TestClient, address: str, form: dict[str, str]) -> str:
    """The address of what a form's job made."""
    job = client.post(address, data=form, follow_redirects=False).headers["location"]
    while not client.get(f"{job}/state").json()["finished"]:
        pass
    page = client.get(job).text
    assert "Show the result" in page, page
    return page.partition('class="button primary" href="')[2].partition('"')[0]


def test_a_benchmark_is_made_and_a_system_run_on_it(measured: TestClient) -> None:
    made = result_of(measured, "/benchmarks", {"suite": "single", "count": "6", "seed": "3"})
    assert made == "/benchmarks/single-6-seed-3"
    assert "6 questions" in measured.get(made).text
    scores = result_of(measured, f"{made}/run", {"system": "vanilla", "pages": "4,8"})
    assert scores == "/runs/single-6-seed-3-vanilla"
    page = measured.get(scores).text
    assert "of 6 right" in page
    assert measured.get(f"{scores}?k=4").status_code == 200


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"count": "0"}, "Count: "),
        ({"count": "x"}, "Count: "),
        ({"seed": "-1"}, "Seed: "),
        ({"suite": "none"}, "choose one of "),
    ],
)
def test_a_form_that_cannot_be_is_refused(
    measured: TestClient, form: dict[str, str], message: str
) -> None:
    assert message in measured.post("/benchmarks", data=form).text


def test_a_system_that_is_none_is_refused(measured: TestClient) -> None:
    result_of(measured, "/benchmarks", {"suite": "single", "count": "3"})
    reply = measured.post("/benchmarks/single-3-seed-7/run", data={"system": "nowhere:x"})
    assert "choose one of vanilla" in reply.text
