"""How hard questions are: expected from what they ask, kept with them, and what suites choose."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.benchmark_tables import CATALOGUE, made_source
from tests.support.generate_cases import EVERYTHING, made
from tests.support.limits_cases import of_kinds

from secqa.benchmark.card import card_of
from secqa.benchmark.complexity import LEVELS, chance_of_wrong, difficulty_of, load_fit, signs
from secqa.benchmark.dataset import Benchmark, Question, read_benchmark, write_benchmark
from secqa.benchmark.generation import capacity
from secqa.errors import SecqaError
from secqa.query.leaves import Companies
from secqa.query.query import Choose, Lookup, Query


def first(kind: str) -> Question:
    return made(kinds=of_kinds(kind), count=1).questions[0]


def test_every_question_has_a_level_but_those_answered_in_words() -> None:
    levels = {one.type: one.difficulty for one in made(EVERYTHING, count=150).questions}
    assert levels.pop("about") == ""
    assert set(levels.values()) == set(LEVELS)
    assert levels["value_in_period"] == "easy"


def test_the_level_follows_from_the_question_as_it_is_kept() -> None:
    for question in made(EVERYTHING, count=150).questions:
        assert question.difficulty == difficulty_of(question, question.complexity)


def test_one_printed_figure_has_no_sign() -> None:
    question = first("value_in_period")
    assert set(signs(question, question.complexity).values()) == {0.0}
    assert set(signs(question, question.complexity)) == set(load_fit()["weights"])


def test_signs_are_what_a_question_asks() -> None:
    question = first("value_in_period")
    by = Choose(Companies(("A", "B")), Lookup("net_income", "each"))
    chosen = replace(
        question,
        query=Query((Lookup("revenue", by, part="Cloud"),)),
        metrics=("revenue", "net_income"),
        complexity=replace(question.complexity, entities=2, structure=("formula",)),
    )
    there = {name for name, value in signs(chosen, chosen.complexity).items() if value}
    assert there == {"several_figures", "chosen", "companies", "metrics", "formula", "part"}


def test_what_takes_more_to_answer_is_likelier_wrong() -> None:
    plain, part, several = (first(one) for one in ("value_in_period", "value_of_part", "values"))
    chances = [chance_of_wrong(one, one.complexity) for one in (plain, part, several)]
    assert 0 < chances[0] < min(chances[1:])
    assert max(chances) < 1


@pytest.mark.parametrize("levels", [("easy",), ("hard",), ("easy", "medium")])
def test_a_suite_can_choose(levels: tuple[str, ...]) -> None:
    found = made(EVERYTHING, count=20, difficulty=levels)
    assert {question.difficulty for question in found.questions} == set(levels)
    assert found.rejected["not as difficult as wanted"] > 0


def test_a_kind_that_is_never_so_hard_is_said() -> None:
    with pytest.raises(SecqaError, match="not as difficult as wanted"):
        made(kinds=of_kinds("value_in_period"), difficulty=("hard",))


def test_a_corpus_is_counted_by_difficulty() -> None:
    suite = replace(EVERYTHING, kinds=of_kinds("value_in_period", "share_of_part"))
    held = capacity(made_source(), CATALOGUE, suite, 1, 20)
    assert held["value_in_period"] == Counter(easy=20)
    hard = replace(suite, difficulty=("hard",))
    wanted = capacity(made_source(), CATALOGUE, hard, 1, 20)
    assert {level for counts in wanted.values() for level in counts} == {"hard"}


def test_the_card_counts_by_difficulty() -> None:
    benchmark = made(EVERYTHING, count=60)
    counts = Counter(question.difficulty for question in benchmark.questions)
    rows = "\n".join(f"| {level} | {counts[level]} |" for level in LEVELS)
    assert f"| expected to be | questions |\n|---|---|\n{rows}" in card_of(benchmark)
    assert "difficulty" not in card_of(without(benchmark))


def without(benchmark: Benchmark) -> Benchmark:
    """As an earlier version made it."""
    questions = tuple(replace(one, difficulty="") for one in benchmark.questions)
    return replace(benchmark, questions=questions)


def test_a_benchmark_of_before_is_read_as_it_was(tmp_path: Path) -> None:
    old = without(made())
    write_benchmark(old, tmp_path, card_of(old))
    lines = (tmp_path / "questions.jsonl").read_text().splitlines()
    assert not any("difficulty" in json.loads(line) for line in lines)
    assert read_benchmark(tmp_path) == old
    header = json.loads((tmp_path / "config.json").read_text())
    assert header["fingerprint"] == old.fingerprint
