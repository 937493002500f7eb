"""A benchmark that is there goes through the gates again."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.benchmark_tables import source_with
from tests.support.check_cases import CATALOGUE, K24, value

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import Benchmark, Complexity, Question, write_benchmark
from secqa.benchmark.gates.recheck import recheck
from secqa.cli.main import main
from secqa.facts.fact import Evidence, MetricFact, StatedFact
from secqa.facts.table.gates.notes import StatementLine
from secqa.filings.document import Statement
from secqa.filings.tables.column_periods import ColumnPeriod
from secqa.query.leaves import Companies
from secqa.query.period import EACH
from secqa.query.query import Choose, Lookup, Query


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
        (required("taxes_paid", -5e6, "Income taxes paid | (5)"), "negative"),
        (required("effective_tax_rate", 68.0, "a tax rate of 68%", "pure"), "percent"),
        (required("effective_tax_rate", 0.088, "Tax rate | (8.8)%", "pure"), "sign"),
        (required("employees", 12300.0, "We had 12,300 full-time employees.", "count"), "people"),
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


def test_a_ranking_of_values_below_zero() -> None:
    first = Choose(Companies(("Acme", "Beta")), Lookup("net_income", EACH))
    query = Query((Lookup("revenue", first),))
    loss = required("net_income", -5e6, "Net income (loss) | (5)")
    assert gates(asked(SALES, loss, query=query)) == ["ranking"]
    assert gates(asked(SALES, replace(loss, value=5e6), query=query)) == []


def sources(
    *rows: MetricFact, printed: str = "1234", lines: tuple[StatementLine, ...] = ()
) -> CorpusFacts:
    return replace(
        source_with(rows, (), {}),
        page_numbers=lambda *_: frozenset([printed]),
        lines_of=lambda _: lines,
    )


def test_what_the_corpus_tells_besides() -> None:
    row = value("revenue", 1234e6, K24)
    assert gates(asked(SALES), sources(row)) == []
    assert gates(asked(SALES), sources(replace(row, value=1200e6))) == ["value"]
    assert gates(asked(SALES), sources(row, printed="99")) == ["printed"]
    note = required("interest_expense", 1234e6, "Interest expense | 1,234", grade=1)
    line = StatementLine(
        Statement.INCOME, "interest expense", ColumnPeriod(kind="duration", year=2024), 999.0
    )
    assert gates(asked(note), sources(lines=(line,))) == ["note"]


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
    bad = asked(required("taxes_paid", -5e6, "Income taxes paid | (5)"))
    write_benchmark(bad, tmp_path / "bad", "card")
    assert run(tmp_path / "bad") == 1
    out = capfd.readouterr().out.splitlines()
    assert out[0].startswith("q-1  negative: taxes_paid FY 2024 in ACME-10-K-2024: tagged as")
    assert run(tmp_path / "bad", "--json") == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["questions"], told["doubted"][0]["gate"]) == (1, "negative")
    assert run(tmp_path / "none") == 2
