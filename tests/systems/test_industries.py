"""Companies of many industries, written for this test: their facts, and questions about them."""

from pathlib import Path

import pytest
from tests.support.in_process import ingest_in_this_process
from tests.support.system_filing import Check, MadeFiling

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.facts.table.compound import TableValue, compound_facts
from secqa.facts.table.fact_store import load_table
from secqa.ingest.ingest_pipeline import ingest
from secqa.systems.make import make_system

_TOLERANCE = 0.006
"""Ratios are written with three digits."""
FILINGS = {
    path.stem: MadeFiling(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "industries").glob("*.txt"))
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("industries")
    for name, filing in FILINGS.items():
        (folder / f"{name}.html").write_text(filing.html(), encoding="ascii")
    with ingest_in_this_process():
        ingest([folder / f"{name}.html" for name in FILINGS], folder / "corpus")
    return open_corpus(folder / "corpus")


@pytest.mark.parametrize("name", FILINGS)
def test_facts(name: str, corpus: Corpus) -> None:
    entry = next(e for e in corpus.entries if Path(e.metadata.source).stem == name)
    about = entry.metadata
    rows = load_table(corpus.path, tickers=[about.ticker])
    values: list[TableValue] = [*rows, *compound_facts(rows, corpus.catalogue)]
    found = {
        row.metric: row.value
        for row in values
        if (row.document_id, row.fiscal_year, row.fiscal_period)
        == (about.document_id, about.fiscal_year, about.fiscal_period)
    }
    wanted = FILINGS[name].facts
    assert {metric: found.get(metric) for metric in wanted} == {
        metric: value if value is None else pytest.approx(value) for metric, value in wanted.items()
    }


@pytest.mark.parametrize("name", FILINGS)
def test_questions(name: str, corpus: Corpus) -> None:
    assert _wrong(FILINGS[name].questions, corpus) == {}


def test_few_questions_are_open() -> None:
    """Among them debt of industries that the fitted scorer has seen few filings of."""
    answered = sum(len(filing.questions) for filing in FILINGS.values())
    assert sum(len(filing.open_questions) for filing in FILINGS.values()) < 0.07 * answered


def _wrong(checks: list[Check], corpus: Corpus) -> dict[str, object]:
    system = make_system("codegen-docs", corpus)
    wrong: dict[str, object] = {}
    for check in checks:
        answer = system.answer(check.question)
        pages = {reading.page for reading in answer.readings if reading.value is not None}
        # Words of the filing are no figure.
        value = None if answer.passages else answer.value
        if not _right(check, value) or (check.pages and not check.pages & pages):
            wrong[check.question] = (check.value, value, sorted(pages), answer.error)
    return wrong


def _right(check: Check, value: object) -> bool:
    if check.value is None or not isinstance(value, float | int):
        return check.value is value is None
    return abs(value - check.value) <= _TOLERANCE * abs(check.value)
