"""The wall: what answers questions cannot see what was tagged.

Every score rests on it. Code that answers never imports facts or benchmarks, by no detour, and
what it is given of a filing is what a person sees on the page.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from tests.support.wall_cases import MODULES, SOURCE, imports, nodes

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import ORIGINALS, PAGE_INDEX, revision_of
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.stored_parts import original_rows, stored_parts
from secqa.filings.containers.parts import Part
from secqa.filings.document import Metadata, Page
from secqa.filings.read import load_file, read_bytes, read_filing
from secqa.parsing.figure_question import Question
from secqa.reading.reading import Reading
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.systems.ahead import search_once
from secqa.systems.functions import bind
from secqa.systems.make import make_system
from secqa.systems.page_source import Tools, Trail

ANSWERING = (
    "language",
    "learn",
    "retrieval",
    "reading",
    "passages",
    "planning",
    "systems",
    "sandbox",
    "conversation",
    "models",
    "serving",
)
BEHIND = (
    "secqa.facts",
    "secqa.benchmark",
    "secqa.evaluation",
    "secqa.fitting",
    "secqa.ingest",
    "secqa.sample",
    "secqa.corpus.stored_parts",
)
TAG_WORDS = ("ix:", "contextref", "unitref", "us-gaap", "dei:", "xbrl.org")


def reached_from(module: str) -> dict[str, str]:
    """Every module that importing this one can bring in -> the module that imports it."""
    reached = {module: ""}
    waiting = [module]
    while waiting:
        current = waiting.pop()
        for name in imports(current):
            if name not in reached:
                reached[name] = current
                waiting.append(name)
    return reached


def answering_modules() -> list[str]:
    return sorted(name for name in MODULES if name.partition(".")[2].split(".")[0] in ANSWERING)


def test_answering_code_takes_nothing_of_the_public_face() -> None:
    named = {
        alias.name
        for module in answering_modules()
        for node in nodes(module)
        if isinstance(node, ast.ImportFrom) and node.module == "secqa"
        for alias in node.names
    }
    assert named <= {"__version__"}


def test_answering_code_reaches_nothing_behind_the_wall() -> None:
    holes = [
        f"{module} reaches {name} by {importer}"
        for module in answering_modules()
        for name, importer in reached_from(module).items()
        if name.startswith(BEHIND)
    ]
    assert holes == []


def test_the_import_test_sees_imports() -> None:
    assert "secqa.facts.table.fact_store" in reached_from("secqa.cli.facts.facts_command")
    assert "secqa.corpus.corpus_store" in reached_from("secqa.systems.make")
    assert len(answering_modules()) > 20


def names(module: str) -> set[object]:
    """Attributes, imported names and constants of a module."""
    named: set[object] = set()
    for node in nodes(module):
        if isinstance(node, ast.Attribute):
            named.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant):
            named.add(node.value)
    return named


def test_answering_code_names_no_table_of_facts() -> None:
    tables = {"METRIC_VALUES", "metric_values", "MEMBER_VALUES", "member_values", "FOOTNOTES"}
    forbidden = tables | {"TRUTH", "truth", "FACTS", "tagging", "ORIGINALS", "originals"}
    found = {module: names(module) & forbidden for module in answering_modules()}
    assert {module: named for module, named in found.items() if named} == {}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """A corpus of two tagged filings, of which no facts are kept."""
    folder = tmp_path_factory.mktemp("corpus")
    paths = sorted((SOURCE / "sample" / "filings").rglob("10-K-2024*"))[:2]
    with CorpusWriter(folder) as writer:
        for filing in map(read_filing, paths):
            assert len(filing.tagging.tags) > 100
            writer.add(rows_for(filing.document))
    made = open_corpus(folder)
    update_index(made)
    return made


def strings(value: object) -> Iterator[str]:
    """Every string inside a value."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from strings(getattr(value, field.name))
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from (*strings(key), *strings(held))
    elif isinstance(value, list | tuple | set | frozenset):
        for held in value:
            yield from strings(held)


def tagged(value: object) -> list[str]:
    return [text for text in strings(value) if any(word in text.lower() for word in TAG_WORDS)]


def test_pages_given_to_systems_carry_no_tags(corpus: Corpus) -> None:
    seen: list[tuple[Metadata, Page]] = []

    def reader(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        seen.extend(pages)
        return Reading(str(question), None)

    search = search_once(open_retriever(OWN_RANKING, corpus), 50)
    functions = bind(Tools(corpus, search, reader, selects_documents=True), Trail())
    question = "What is the net income?"
    pages = functions["retrieve_relevant_pages"](question, functions["select_documents"]())
    functions["extract_value"](question, pages)
    assert sum(len(page.elements) for _, page in seen) > 50
    assert tagged(seen) == []


def test_files_that_are_kept_are_out_of_reach(tmp_path: Path) -> None:
    path = next((SOURCE / "sample" / "filings").rglob("10-K-2024*"))
    data, name = load_file(path)
    document = read_bytes(data, name).document
    revision = revision_of(document.metadata.sha256)
    kept = {ORIGINALS: original_rows(revision, [Part("", "", data)])}
    with CorpusWriter(tmp_path) as writer:
        writer.add(rows_for(document, kept))
    assert tagged(stored_parts(tmp_path, revision)[0].data.decode())
    made = open_corpus(tmp_path)
    assert [made.table(name) for name in (ORIGINALS, f"{ORIGINALS}.lance")] == [None, None]
    assert tagged(made.document(document.metadata.document_id)) == []


def test_the_page_index_carries_no_tags(corpus: Corpus) -> None:
    table = corpus.table(PAGE_INDEX)
    assert table is not None
    rows = table.rows().to_pylist()
    assert len(rows) > 10
    assert tagged(rows) == []


@pytest.mark.parametrize("name", ["vanilla", "codegen-docs"])
def test_a_corpus_without_facts_is_answered_from(corpus: Corpus, name: str) -> None:
    symbol = corpus.documents[0].ticker
    answer = make_system(name, corpus).answer(f"What is {symbol}'s net income in 2024?")
    assert isinstance(answer.value, float)
    assert tagged(answer) == []
