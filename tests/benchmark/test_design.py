"""Designed questions: composed from the grammar, or proposed by a model whose word nobody takes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus_commands_cases import run
from tests.support.faulty_server import FaultyServer
from tests.support.model_replies import Scripted, reply
from tests.support.yearly_tables import CATALOGUE, amount, source_of_years

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.dataset import Benchmark, read_benchmark
from secqa.benchmark.design.model_designer import (
    check_proposal,
    design_by_model,
    reply_form,
)
from secqa.benchmark.design.new_shapes import built_in_shapes, design, design_gate, shape_of
from secqa.benchmark.draft import draft_of, interpret
from secqa.benchmark.generation import Origin, write_questions
from secqa.benchmark.grammar.question_kinds import DESIGNED, title_of
from secqa.benchmark.suite import Suite
from secqa.errors import SecqaError
from secqa.models.model import Request
from secqa.parsing.ground import ground
from secqa.query.form.schema import from_json, to_json
from secqa.query.leaves import Companies, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Filter,
    Growth,
    Lookup,
    Number,
    Query,
)
from secqa.query.saying.say import say

BASIS = basis_of(source_of_years(), CATALOGUE, Suite(DESIGNED, metrics="all", count=40))
THREE = Companies(("Alder Works", "Birch Foods", "Cedar Tools"))
EACH_YEAR = Period(each=True)
OF_EACH = Lookup("revenue", EACH, Period(2024))
OF_ONE = Lookup("revenue", "Alder Works", Period(2024))
LARGEST, SMALLEST = (Lookup("revenue", Choose(THREE, OF_EACH, way)) for way in (True, False))


def fresh(count: int = 40, seed: int = 7, basis: Basis = BASIS) -> Benchmark:
    return write_questions(design(basis, seed, count), basis, Origin(seed, "0", "cmd"))


made = cache(fresh)
"""The same, made once."""


def growth(company: str, year: int, base: int) -> Growth:
    now, then = (Lookup("revenue", company, Period(one)) for one in (year, base))
    return Growth(now, then)


def test_every_designed_question_is_answered_by_its_query() -> None:
    for question in made().questions:
        assert question.type == DESIGNED
        assert question.query is not None
        assert from_json(to_json(question.query), CATALOGUE) == question.query
        gold = interpret(ground(question.query, BASIS.table.known), BASIS.table, CATALOGUE)
        answer = question.answer if isinstance(question.answer, tuple) else (question.answer,)
        assert gold.answers == answer
        assert question.facts
        assert question.program.startswith(f"# {question.text}\n")


def test_shapes_are_new_and_many() -> None:
    shapes = [shape_of(q.query) for q in made().questions if q.query]
    assert len(set(shapes)) >= 25
    assert built_in_shapes(BASIS, 7).isdisjoint(shapes)


def test_a_seed_gives_the_same_questions_and_none_twice() -> None:
    assert fresh() == fresh()
    assert made().fingerprint != made(seed=8).fingerprint
    assert len({str(question.query) for question in made().questions}) == 40


def test_a_small_corpus_gives_what_it_has_or_says_so() -> None:
    few = basis_of(source_of_years(2019, companies=1), CATALOGUE, BASIS.suite)
    with pytest.raises(SecqaError, match="--count 500: the designer finds only"):
        design(few, 7, 500)


def test_shapes_leave_out_companies_years_and_metrics() -> None:
    chosen = Choose(THREE, Lookup("revenue", EACH, Period(2024)))
    query = Query((Arithmetic("/", Lookup("revenue", chosen), Number(2.0)),))
    assert shape_of(query) == "'/'(Lookup(Choose(Companies, Lookup)), Number)"
    other = Choose(Companies(("Elm Energy",)), Lookup("net_income", EACH, Period(2020)), False)
    assert shape_of(Query((chosen,))) == shape_of(Query((other,)))


def reason(query: Query) -> str:
    draft = draft_of(DESIGNED, query, BASIS.table, CATALOGUE, BASIS.by_name)
    return design_gate(BASIS)(draft)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        (Filter(THREE, Compare(OF_EACH, ">", Number(1.0))), "for all or for none"),
        (Arithmetic("-", LARGEST, SMALLEST), "cannot tell apart"),
        (Arithmetic("/", OF_ONE, OF_ONE), "a part is all of its whole"),
        (Number(2.0), "looks nothing up"),
    ],
)  # fmt: skip
def test_what_makes_no_question_is_turned_away(query: Any, why: str) -> None:
    assert why in reason(Query((query,)))


def test_a_difference_of_nearly_the_same_is_turned_away() -> None:
    basis = basis_of(source_of_years(changed={(0, "revenue", 2024): 50.2e9,
                                              (1, "revenue", 2024): 50e9}),
                     CATALOGUE, BASIS.suite)  # fmt: skip
    one, other = (Lookup("revenue", name, Period(2024)) for name in THREE.names[:2])
    query = Query((Arithmetic("-", one, other),))
    draft = draft_of(DESIGNED, query, basis.table, CATALOGUE, basis.by_name)
    assert design_gate(basis)(draft) == "the change is near zero"


# By a model.

GOOD = Query((Choose(THREE, growth(EACH, 2024, 2020)),))
SENTENCE = (
    "Which of Alder Works, Birch Foods and Cedar Tools grew its revenue most from 2020 to 2024?"
)
AVERAGE = Query((Aggregate("average", Lookup("net_income", "BIR", EACH_YEAR), Years(
    first=Period(2021), final=Period(2023))),))  # fmt: skip
SAID = "What was the average net income of Birch Foods over fiscal 2021 to 2023?"


def proposals(*pairs: tuple[object, object]) -> str:
    several = [
        {"sentence": text, "query": to_json(query) if isinstance(query, Query) else query}
        for text, query in pairs
    ]
    return json.dumps({"proposals": several})


def test_what_a_model_proposes_is_answered_by_t() -> None:
    model = Scripted(proposals((SENTENCE, GOOD), (SAID, AVERAGE)))
    found = design_by_model(BASIS, 7, 2, model)
    assert found.sentences == [SENTENCE, SAID]
    average = sum(amount(1, "net_income", year) for year in (2021, 2022, 2023)) / 3
    assert found.drafts[1].gold.answers == (average,)
    asked = model.asked[0]
    assert asked.form is not None
    assert "Propose 2 questions." in asked.prompt
    assert "ALD: Alder Works (FY2017-FY2024)" in asked.prompt
    assert "net_income" in asked.prompt


@pytest.mark.parametrize(
    ("sentence", "query", "why"),
    [
        (SENTENCE, {"outputs": []}, "the list is empty"),
        (SENTENCE, {"outputs": [{"metric": "profits", "company": "ALD"}]}, "unknown metric"),
        (SENTENCE, "revenue", "not JSON"),
        (SENTENCE, None, "must be an object with outputs"),
        (7, GOOD, "the sentence must be text"),
        ("Why?", GOOD, "the sentence must be text"),
        ("Which \x1b[2Jone of Alder Works grew most in 2024, of all?", GOOD, "printable"),
        (SENTENCE.replace("Cedar Tools", "another"), GOOD, "does not name Cedar Tools"),
        (SENTENCE.replace("Which", "Unlike Elm Energy, which"), GOOD, "a company that the query"),
        (SENTENCE.replace("2020", "2012"), GOOD, "the sentence says 2012"),
        (SENTENCE.replace("2024", "2023"), GOOD, "the query asks for 2024"),
        (SAID, Query((Lookup("revenue", "BIR", Period(2044)),)), "no report of Birch Foods"),
        (SAID, Query((Lookup("", "BIR", Period(2023), line="Sales"),)), "only metrics"),
        (SAID, Query((Lookup("revenue", "IBM", Period(2023)),)), "not a company of the corpus"),
    ],
)
def test_nothing_that_a_model_returns_is_trusted(sentence: object, query: object, why: str) -> None:
    given = to_json(query) if isinstance(query, Query) else query
    with pytest.raises(SecqaError, match=why):
        check_proposal({"sentence": sentence, "query": given}, BASIS)


def test_what_cannot_be_used_goes_back_once_and_comes_no_second_time() -> None:
    bad = (SENTENCE.replace("Cedar Tools", "another"), GOOD)
    model = Scripted(
        proposals(bad), proposals((SENTENCE, GOOD)),
        proposals((SENTENCE, GOOD)), proposals((SAID, AVERAGE)),
    )  # fmt: skip
    found = design_by_model(BASIS, 7, 2, model)
    assert found.sentences == [SENTENCE, SAID]
    assert "1. the sentence does not name Cedar Tools" in model.asked[1].prompt
    assert "Shapes that are there already:\n- Choose(Companies, Growth(" in model.asked[2].prompt
    assert "1. it is there already" in model.asked[3].prompt


@pytest.mark.parametrize("text", ["no", "[]", "{}", '{"proposals": [1]}', '{"proposals": {}}'])
def test_a_model_that_proposes_nothing_is_told_of(text: str) -> None:
    with pytest.raises(SecqaError, match="proposed no question that can be used"):
        design_by_model(BASIS, 7, 2, Scripted(*[text] * 6))


def test_a_reply_with_words_around_it_is_read() -> None:
    model = Scripted(f"Here you are:\n```json\n{proposals((SAID, AVERAGE))}\n```")
    assert design_by_model(BASIS, 7, 1, model).sentences == [SAID]


def test_the_form_takes_what_queries_are_written_as() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(json.loads(proposals((SENTENCE, GOOD))), reply_form().schema)


# The command.


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sample = Path(__file__).parents[2] / "src/secqa/sample/filings"
    folder = tmp_path_factory.mktemp("design") / "corpus"
    assert run("ingest", sample / "KO", sample / "PG", "--corpus", folder, "--workers", 1) == 0
    return folder


def test_the_command_designs_offline(
    corpus: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bench"
    assert run("design", "--corpus", corpus, "--out", out, "--count", 6) == 0
    assert "6 questions" in capfd.readouterr().out
    assert {question.type for question in read_benchmark(out).questions} == {DESIGNED}
    assert title_of(DESIGNED) in (out / "card.md").read_text()


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> Iterator[FaultyServer]:
    def think(_request: Request) -> Any:
        return reply(text)

    with FaultyServer(think) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("SECQA_CACHE", str(folder / "cache.sqlite"))
        yield server


def test_the_command_takes_what_a_model_proposes_and_keeps_to_its_limits(
    corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("pydantic_ai")
    years = Years(first=Period(2023), final=Period(2024))
    spent = (Lookup("capital_expenditure", symbol, EACH_YEAR) for symbol in ("PG", "KO"))
    of, less = (Aggregate("average", each, years) for each in spent)
    query = Query((Arithmetic("-", of, less),))
    text = (
        "By how much did Procter & Gamble's average capital expenditures over fiscal 2023 and 2024 "
        "exceed those of Coca-Cola?"
    )
    out = tmp_path / "bench"
    options = ("--corpus", corpus, "--out", out, "--model", "openai:stand-in")
    with served(monkeypatch, tmp_path, proposals((text, query))) as server:
        assert run("design", *options, "--count", 2, "--max-calls", 0) == 1
        assert not out.exists()
        assert run("design", *options, "--count", 2) == 0
        assert server.seen
    told = capfd.readouterr().out
    assert "1 questions" in told
    assert "openai:stand-in: " in told
    (question,) = read_benchmark(out).questions
    assert question.text == text
    assert isinstance(question.answer, float)
    assert question.answer > 0


def test_designed_words_may_be_plain() -> None:
    basis = replace(BASIS, suite=replace(BASIS.suite, wording="plain"))
    for question in fresh(10, basis=basis).questions:
        assert question.query is not None
        assert question.text == say(question.query, CATALOGUE)
