import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.benchmark_tables import (
    CATALOGUE,
    made_parts,
    made_rows,
)
from tests.support.generate_cases import (
    EVERYTHING,
    PAPER,
    asked_of,
    by_type,
    counts,
    fresh,
    made,
    source,
)

from secqa.benchmark.card import card_of
from secqa.benchmark.complexity import documents_needed
from secqa.benchmark.dataset import (
    qrels_of,
    read_benchmark,
    write_benchmark,
)
from secqa.benchmark.draft import interpret
from secqa.benchmark.fact_table import fact_table_of
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import load_suite
from secqa.errors import SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.ground import ground
from secqa.query.period import Period
from secqa.query.tree import nodes

ROOT = Path(__file__).parents[2]


def test_every_kind_gets_its_share() -> None:
    assert counts(made()) == {
        "value_latest": 6,
        "value_in_period": 6,
        "dividends_over_years": 6,
        "difference_between_companies": 6,
        "growth_over_years": 6,
        "metric_of_highest": 6,
    }
    shares = (("value_in_period", 5.0), ("growth", 3.0), ("gap", 1.0))
    assert counts(made(kinds=shares)) == {"value_in_period": 20, "growth": 12, "gap": 4}


def test_a_kind_that_runs_dry_leaves_its_turns_to_the_others() -> None:
    found = counts(made(count=78))
    # Two companies with five years can be asked about three spans, three with three about one.
    assert found["growth_over_years"] == 9
    assert found["metric_of_highest"] >= 13
    assert sum(found.values()) == 78


def test_metrics_and_their_units_take_turns() -> None:
    asked = by_type(made(count=48, metrics=("revenue", "net_income", "eps_diluted")))
    metrics = Counter(question.metrics[0] for question in asked["value_in_period"])
    assert abs(metrics["revenue"] - metrics["net_income"]) <= 1
    # The root of two metrics in dollars is one turn.
    assert abs(metrics["revenue"] + metrics["net_income"] - metrics["eps_diluted"]) <= 2


def test_nothing_comes_twice() -> None:
    questions = made(load_suite("default"), count=200).questions
    asked = {str(q.query) if q.query else q.text for q in questions}
    assert len(asked) == 200


def test_the_same_seed_gives_the_same_questions_and_another_seed_others() -> None:
    assert fresh(EVERYTHING, count=100) == fresh(EVERYTHING, count=100)
    assert made().fingerprint != made(seed=2).fingerprint


def test_the_same_corpus_suite_and_seed_write_the_same_bytes(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.benchmark.test_generate import *\n"
        "found = made(EVERYTHING, count=100)\n"
        "write_benchmark(found, Path(sys.argv[1]), card_of(found))\n"
    )
    for name in ("1", "2"):
        # Sets come in another order under another hash seed.
        environment = {"PYTHONHASHSEED": name, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", script, str(tmp_path / name)]
        subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)
    for file in ("questions.jsonl", "qrels.txt", "card.md"):
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "2" / file).read_bytes()


def test_a_kinds_questions_stay_when_another_kind_is_added() -> None:
    few = made(kinds=(("gap", 1.0),), count=10, wording="plain")
    more = made(kinds=(("growth", 1.0), ("gap", 1.0)), count=20, wording="plain")
    asked = [(q.text, q.answer) for q in few.questions]
    assert [(q.text, q.answer) for q in by_type(more)["gap"]] == asked


def test_every_question_carries_the_query_that_leads_to_its_answer() -> None:
    rows, documents = made_rows()
    truth = fact_table_of(rows, documents, made_parts(), CATALOGUE)
    for question in made(EVERYTHING, count=160).questions:
        if not question.facts or question.type == "in_statement":
            continue
        assert question.query
        gold = interpret(ground(question.query, truth.known), truth, CATALOGUE)
        answer = question.answer if isinstance(question.answer, tuple) else (question.answer,)
        assert gold.answers == answer


def test_a_year_left_out_means_the_latest_report() -> None:
    for question in by_type(made())["value_latest"]:
        assert question.facts[0].fiscal_year == (
            2023 if question.facts[0].ticker == "DELT" else 2024
        )
        assert "20" not in question.text
        assert str(question.facts[0].fiscal_year) in question.plain


@pytest.mark.parametrize("seed", range(3))
def test_companies_are_only_compared_without_a_year_where_their_latest_reports_agree(
    seed: int,
) -> None:
    """The year that is not said: the latest of one company is not always that of another."""
    alone = 0
    for question in made(EVERYTHING, count=200, seed=seed).questions:
        tree = list(nodes(question.query))
        relative = any(isinstance(n, Period) and n.year is None and not n.each for n in tree)
        if relative and len(question.companies) > 1:
            alone += 1
            assert "Delta & Sons" not in question.companies, question.text
            assert {fact.fiscal_year for fact in question.facts} == {2024}
    assert alone >= 5


def test_every_question_is_also_there_in_full() -> None:
    for question in made(EVERYTHING, count=160).questions:
        assert question.plain
        if not question.facts:
            continue
        assert "latest" not in question.plain
        assert all(name in question.plain for name in question.companies)
        years = {str(fact.fiscal_year) for fact in question.facts}
        assert any(year in question.plain for year in years)


def test_complexity_counts_entities_periods_hops_outputs_and_documents() -> None:
    for question in made(count=60).questions:
        complexity = question.complexity
        assert complexity.entities == len({fact.ticker for fact in question.facts})
        assert complexity.periods == len({fact.fiscal_year for fact in question.facts})
        assert complexity.hops == (2 if question.type == "metric_of_highest" else 1)
        assert complexity.outputs == 1
    hops = {q.type: q.complexity.hops for q in made(EVERYTHING, count=160).questions}
    assert {kind for kind, number in hops.items() if number == 3} == {
        "company_year_then",
        "year_company_then",
    }
    spans = by_type(made(kinds=(("each_year", 1.0),), companies=("Alpha Works",)))["each_year"]
    for question in spans:
        flows = question.metrics != ("total_assets",)
        years = [fact.fiscal_year for fact in question.facts]
        assert question.complexity.outputs == len(years)
        # A report tells of three years, of balances of two.
        assert question.complexity.documents == -(-len(years) // (3 if flows else 2))


def test_the_fewest_documents_are_counted() -> None:
    own, later, both = frozenset("a"), frozenset("b"), frozenset("ab")
    assert documents_needed([]) == 0
    assert documents_needed([own, both, both]) == 1
    assert documents_needed([own, later, both]) == 2


def test_values_that_no_page_prints_are_not_asked_for() -> None:
    rows, _ = made_rows()
    single = load_suite("single")
    with pytest.raises(SecqaError, match="not printed as such"):
        asked_of(source(rows, {}), single)
    bare = [replace(fact, evidence=()) for fact in rows]
    with pytest.raises(SecqaError, match="has no place"):
        asked_of(source(bare), single)


def test_a_kind_without_a_question_is_one_clear_error() -> None:
    rows = [fact for fact in made_rows()[0] if fact.metric != "dividends_paid"]
    with pytest.raises(
        SecqaError, match=r"dividends_over_years \(Dividends over n years\): the corpus cannot"
    ):
        asked_of(source(rows), replace(PAPER, partial=False), 12)
    left_out = asked_of(source(rows), replace(PAPER, partial=True), 12)
    assert "dividends_over_years" not in counts(left_out)
    assert len(left_out.questions) == 12


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": 10_000}, "the corpus gives only"),
        ({"metrics": ("sorrow",)}, "unknown metric 'sorrow'"),
        ({"companies": ("Nobody & Sons",)}, "Nobody & Sons is not a company of the corpus"),
    ],
)
def test_suites_that_a_corpus_cannot_fill_are_refused(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(SecqaError, match=message) as raised:
        made(**changes)
    assert "\n" not in str(raised.value)


def test_metrics_can_be_chosen() -> None:
    benchmark = made(load_suite("single"), count=10, metrics=("net_income",))
    assert {question.metrics for question in benchmark.questions} == {("net_income",)}


def test_a_benchmark_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    benchmark = made(EVERYTHING, count=120)
    write_benchmark(benchmark, folder, card_of(benchmark))
    assert read_benchmark(folder) == benchmark
    first = (folder / "questions.jsonl").read_bytes()
    write_benchmark(fresh(EVERYTHING, count=120), folder, card_of(benchmark))
    assert (folder / "questions.jsonl").read_bytes() == first
    assert first.count(b"\n") == len(benchmark.questions)
    with pytest.raises(SecqaError, match="holds another benchmark"):
        write_benchmark(made(EVERYTHING, count=10), folder, "")
    assert (folder / "questions.jsonl").read_bytes() == first


def test_qrels_hold_every_evidence_page_with_its_grade() -> None:
    benchmark = made()
    question = benchmark.questions[0]
    document = question.facts[0].document_id
    assert qrels_of(benchmark.questions)[question.question_id] == {
        f"{document}#40": 2,
        f"{document}#61": 1,
    }


def test_the_card_counts_types_hops_and_metrics() -> None:
    card = card_of(made())
    assert "| Growth over n years | 6 |" in card
    assert "| command | `cmd` |" in card
    assert "about 5 companies" in card
    assert "| hops | questions |\n|---|---|\n| 1 | 30 |\n| 2 | 6 |" in card


def test_a_folder_that_is_no_benchmark_or_is_damaged_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    with pytest.raises(SecqaError, match="not a benchmark"):
        read_benchmark(folder)
    write_benchmark(made(), folder, "")
    whole = (folder / "questions.jsonl").read_text()
    (folder / "questions.jsonl").write_text(whole[: len(whole) // 2])
    with pytest.raises(SecqaError, match="damaged"):
        read_benchmark(folder)
    (folder / "questions.jsonl").write_text(whole)
    header = (folder / "config.json").read_text()
    (folder / "config.json").write_text(header.replace('"schema":1', '"schema":9', 1))
    with pytest.raises(SecqaError, match="schema 9"):
        read_benchmark(folder)


def test_a_header_in_the_first_line_of_the_questions_is_read_too(tmp_path: Path) -> None:
    write_benchmark(made(), tmp_path, "")
    questions, header = tmp_path / "questions.jsonl", tmp_path / "config.json"
    questions.write_text(header.read_text() + questions.read_text())
    header.unlink()
    assert read_benchmark(tmp_path) == made()
    with pytest.raises(SecqaError, match="holds another benchmark"):
        write_benchmark(made(EVERYTHING, count=10), tmp_path, "")
    write_benchmark(made(), tmp_path, "")
    assert questions.read_text().count("\n") == len(made().questions)


def test_datasets_reads_a_row_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    folder = tmp_path / "bench"
    write_benchmark(made(), folder, "")
    for args in ((str(folder),), ("json", None, None, str(folder / "questions.jsonl"))):
        rows = datasets.load_dataset(*args, cache_dir=str(tmp_path / "cache"))["train"]
        assert rows["question_id"] == [one.question_id for one in made().questions]


def test_nothing_is_asked_about_doubtful_values() -> None:
    rows = [
        replace(fact, value=-fact.value) if fact.metric == "dividends_paid" else fact
        for fact in made_rows()[0]
    ]
    dividends = replace(CATALOGUE["dividends_paid"], positive=True)
    catalogue = Catalogue(CATALOGUE.metrics | {"dividends_paid": dividends})
    only = replace(PAPER, metrics=("dividends_paid",))
    with pytest.raises(SecqaError, match="dividends_paid: no document of the corpus has a value"):
        generate(source(rows), catalogue, only, Origin(1, "0", "c"))
