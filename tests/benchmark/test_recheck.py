"""A benchmark that is there goes through the gates again."""

import json
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
from tests.support.check_cases import CATALOGUE
from tests.support.yearly_tables import CATALOGUE as YEARLY
from tests.support.yearly_tables import SUITE, source_of_years

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import Benchmark, Complexity, Question, write_benchmark
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.renewal.recheck import recheck
from secqa.cli.main import main
from secqa.facts.fact import Evidence, StatedFact
from secqa.query.query import Query


def required(
    metric: str, amount: float, quote: str, unit: str = "USD", grade: int = 2
) -> StatedFact:
    line = 1 if " | " in quote else -1
    place = Evidence("ACME-10-K-2024", 4, 9, line, 1 if line > 0 else -1, grade, quote)
    return StatedFact("Acme", "ACME", "ACME-10-K-2024", 2024, "FY", metric, amount, unit, (place,))


def asked(*facts: StatedFact, text: str = "How much?", query: Query | None = None) -> Benchmark:
    question = Question(
        question_id="q-1",
        text=text,
        type="lookup",
        answer=facts[0].value,
        unit=facts[0].unit,
        companies=("Acme",),
        metrics=tuple(dict.fromkeys(fact.metric for fact in facts)),
        facts=facts,
        complexity=Complexity(1, 1, 1, (), 1),
        program="",
        query=query,
    )
    return Benchmark((question,), "default", 7, "0", "0", "generate")


def gates(benchmark: Benchmark, source: CorpusFacts | None = None) -> list[str]:
    return [doubted.gate for doubted in recheck(benchmark, CATALOGUE, source)]


SALES = required("revenue", 1234e6, "Net sales | 1,234")


def test_a_sound_benchmark() -> None:
    assert gates(asked(SALES)) == []


@pytest.mark.parametrize(
    ("fact", "gate"),
    [
        (required("revenue", 0.0, "Net sales | 0"), "value"),
        (replace(SALES, evidence=()), "evidence"),
        (replace(SALES, metric="no_metric"), "value"),
    ],
)
def test_what_the_record_alone_tells(fact: StatedFact, gate: str) -> None:
    assert gates(asked(fact)) == [gate]


@pytest.mark.parametrize(
    ("amount", "text", "doubted"),
    [
        (5e6, "What was Acme's net loss in 2024?", ["name"]),
        (-5e6, "What was Acme's net loss in 2024?", []),
        (5e6, "What was Acme's net income or loss in 2024?", []),
        (5e6, "What was Acme's net income in 2024?", []),
    ],
)
def test_a_name_that_presumes_what_is_not_so(amount: float, text: str, doubted: list[str]) -> None:
    assert gates(asked(required("net_income", amount, "Net income | 5"), text=text)) == doubted


YEARS = source_of_years()
MADE = generate(YEARS, YEARLY, SUITE, Origin(1, "0", "generate"))
FIRST = MADE.questions[0]


def why(question: Question, source: CorpusFacts = YEARS) -> list[tuple[str, str]]:
    benchmark = replace(MADE, questions=(question,))
    return [(doubted.gate, doubted.why) for doubted in recheck(benchmark, YEARLY, source)]


def test_new_questions_are_sound_on_their_corpus() -> None:
    assert recheck(MADE, YEARLY, YEARS) == ()


def test_a_version_is_checked_on_the_reports_up_to_its_year() -> None:
    older = generate(source_of_years(2022), YEARLY, SUITE, Origin(1, "0", "generate"))
    assert recheck(older, YEARLY, YEARS)
    assert recheck(replace(older, until=2022), YEARLY, YEARS) == ()


def test_what_was_changed_by_hand() -> None:
    assert why(replace(FIRST, answer=5.0))[0][0] == "value"
    assert "the corpus answers" in why(replace(FIRST, answer=5.0))[0][1]
    fact = replace(FIRST.facts[0], value=FIRST.facts[0].value + 1)
    told = why(replace(FIRST, facts=(fact, *FIRST.facts[1:])))
    assert told == [("value", "the corpus answers it by other values")]


def test_what_the_gates_turn_away_now() -> None:
    unprinted = replace(YEARS, page_numbers=lambda *_: frozenset())
    assert why(FIRST, unprinted) == [("question", "a value is not printed as such")]


def test_why_the_fact_table_lacks_a_value() -> None:
    paid = {(0, "dividends_paid", 2024): -5e6}
    source = source_of_years(changed=paid)
    row = next(row for row in source.rows if row.metric == "dividends_paid" and row.value < 0)
    stated = StatedFact(**{field.name: getattr(row, field.name) for field in fields(StatedFact)})
    gate, reason = why(replace(FIRST, facts=(stated,)), source)[0]
    assert gate == "negative"
    assert reason.startswith("tagged as")


def test_the_command_tells_by_its_exit_code(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: object) -> int:
        sys.argv = ["secqa", "validate", *map(str, arguments)]
        try:
            main()
        except SystemExit as leave:
            return int(leave.code or 0)
        return 0

    write_benchmark(asked(SALES), tmp_path / "good", "card")
    assert run(tmp_path / "good") == 0
    assert capfd.readouterr().out.endswith("0 of 1 questions are doubted\n")
    bad = asked(required("taxes_paid", 0.0, "Income taxes paid | 0"))
    write_benchmark(bad, tmp_path / "bad", "card")
    assert run(tmp_path / "bad") == 1
    out = capfd.readouterr().out.splitlines()
    assert out[0] == "q-1  value: taxes_paid FY 2024 in ACME-10-K-2024: the value is zero"
    assert run(tmp_path / "bad", "--json") == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["questions"], told["doubted"][0]["gate"]) == (1, "value")
    assert run(tmp_path / "none") == 2
