from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.benchmark.made import made_rows, made_source, printed, report, row, source_with

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import (
    Benchmark,
    Question,
    qrels_of,
    read_benchmark,
    write_benchmark,
)
from secqa.benchmark.fill import fillings
from secqa.benchmark.generate import Settings, Source, generate
from secqa.benchmark.interpret import interpret
from secqa.benchmark.templates import load_templates
from secqa.benchmark.truth import truth_of
from secqa.benchmark.validate import reason_against
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.language.ground import ground
from secqa.metrics.catalogue import Catalogue, Metric

METRICS = (
    Metric("revenue", "total revenues", "USD", "duration", ("sales",), statement="income"),
    Metric("net_income", "net income", "USD", "duration", ("profit",), statement="income"),
    Metric("dividends_paid", "dividends", "USD", "duration", statement="cash_flow"),
    Metric("eps_diluted", "diluted earnings per share", "USD/shares", "duration"),
)
CATALOGUE = Catalogue({metric.id: metric for metric in METRICS})


def made(**settings: Any) -> Benchmark:
    wanted = {"count": 36, "seed": 1, **settings}
    return generate(made_source(), CATALOGUE, Settings(**wanted), "0", "cmd")


def by_type(benchmark: Benchmark) -> dict[str, list[Question]]:
    kinds: dict[str, list[Question]] = {}
    for question in benchmark.questions:
        kinds.setdefault(question.type, []).append(question)
    return kinds


def test_every_template_gets_its_share() -> None:
    assert {kind: len(found) for kind, found in by_type(made()).items()} == {
        "value_latest": 6,
        "value_in_period": 6,
        "dividends_over_years": 6,
        "difference_between_companies": 6,
        "growth_over_years": 6,
        "metric_of_highest": 6,
    }


def test_a_template_that_runs_dry_leaves_its_turns_to_the_others() -> None:
    kinds = by_type(made(count=60))
    # Four companies with three years each can be asked about two spans.
    assert len(kinds["growth_over_years"]) == 8
    assert len(kinds["metric_of_highest"]) > 10


def test_metrics_and_their_units_take_turns() -> None:
    kinds = by_type(made(count=48))
    metrics = Counter(question.metrics[0] for question in kinds["value_in_period"])
    money = [metrics[name] for name in ("revenue", "net_income", "dividends_paid")]
    # Three metrics in dollars get two turns of three, one per share the third.
    assert max(money) - min(money) <= 1
    assert sum(money) == pytest.approx(2 * metrics["eps_diluted"], abs=2)


def test_nothing_comes_twice() -> None:
    questions = made(count=60).questions
    assert len({(q.type, q.companies, q.metrics, q.facts) for q in questions}) == 60


def test_the_same_seed_gives_the_same_questions_and_another_seed_others() -> None:
    assert made() == made()
    assert made().fingerprint != made(seed=2).fingerprint


@pytest.mark.parametrize("seed", range(5))
def test_answers_follow_from_their_facts(seed: int) -> None:
    for question in made(count=60, seed=seed).questions:
        values = [fact.value for fact in question.facts]
        assert question.answer == pytest.approx(recomputed(question, values))


def recomputed(question: Question, values: list[float]) -> float:
    match question.type:
        case "dividends_over_years":
            years = [fact.fiscal_year for fact in question.facts]
            assert years == list(range(years[0], years[0] - len(years), -1))
            assert f"last {len(years)} years" in question.text
            return sum(values)
        case "difference_between_companies" | "growth_over_years":
            return values[0] / values[1] - 1
        case "metric_of_highest":
            winner = values[:-1].index(max(values[:-1]))
            assert question.facts[winner].company == question.facts[-1].company
            return values[-1]
    return values[0]


def test_every_question_carries_the_query_that_leads_to_its_answer() -> None:
    rows, documents = made_rows()
    truth = truth_of(rows, documents)
    for question in made(count=60, quarters=True).questions:
        assert question.query
        gold = interpret(ground(question.query, truth.known), truth, CATALOGUE)
        assert gold.answers == (question.answer,)


def test_a_year_left_out_means_the_latest_report() -> None:
    for question in by_type(made())["value_latest"]:
        assert question.facts[0].fiscal_year == (
            2023 if question.facts[0].ticker == "DELT" else 2024
        )
        assert "20" not in question.text


def test_companies_without_a_year_are_compared_in_the_latest_year_all_have() -> None:
    kinds = by_type(made(count=60))
    for question in kinds["difference_between_companies"] + kinds["metric_of_highest"]:
        shared = 2023 if any(fact.ticker == "DELT" for fact in question.facts) else 2024
        assert {fact.fiscal_year for fact in question.facts} == {shared}


def test_quarters_only_when_wanted() -> None:
    assert not any("quarter" in question.text for question in made(count=60).questions)
    asked = [q for q in made(count=60, quarters=True).questions if "quarter" in q.text]
    assert [q.facts[0].document_id for q in asked] == ["AW-10-Q-2025-Q2"]
    assert "in the second quarter of fiscal 2025" in asked[0].text
    assert asked[0].complexity.structure == ("quarterly",)


def test_the_papers_wording_comes_first_and_others_on_demand() -> None:
    texts = {q.text for q in made(count=60).questions if q.type == "value_in_period"}
    assert all(text.startswith("What is ") and text[-6:-3] == " 20" for text in texts)
    varied = {q.text for q in made(count=60, wordings="varied").questions}
    assert any(not text.startswith(("What is", "Among", "How much")) for text in varied)


def test_composed_wordings_say_in_full_what_is_asked() -> None:
    paper, composed = made(count=60), made(count=60, wordings="composed")
    assert [q.query for q in composed.questions] == [q.query for q in paper.questions]
    latest = [q.text for q in composed.questions if q.type == "value_latest"]
    assert all("latest fiscal year" in text or "recent fiscal year" in text for text in latest)
    assert len({text.split()[0] for text in latest}) > 2


def test_complexity_counts_entities_periods_and_hops() -> None:
    for question in made(count=60).questions:
        complexity = question.complexity
        assert complexity.entities == len({fact.ticker for fact in question.facts})
        assert complexity.periods == len({fact.fiscal_year for fact in question.facts})
        assert complexity.hops == (2 if question.type == "metric_of_highest" else 1)


def without_pages(rows: list[MetricFact]) -> list[MetricFact]:
    return [replace(fact, evidence=()) for fact in rows]


def source(rows: list[MetricFact], pages: dict[tuple[str, int], str] | None = None) -> Source:
    shown = printed(rows) if pages is None else pages
    _, documents = made_rows()
    return source_with(rows, documents, shown)


def test_values_that_no_page_prints_are_not_asked_for() -> None:
    rows, _ = made_rows()
    with pytest.raises(SecqaError, match="not printed as such"):
        generate(source(rows, {}), CATALOGUE, Settings("single", 4), "0", "c")
    with pytest.raises(SecqaError, match="has no place"):
        generate(source(without_pages(rows)), CATALOGUE, Settings("single", 4), "0", "c")


@pytest.mark.parametrize(
    ("operation", "reason"),
    [("argmax", "no clear winner"), ("difference", "the base is negative or near zero")],
)
def test_bases_near_zero_and_narrow_winners_are_not_asked_for(operation: str, reason: str) -> None:
    values = [1000e6, -1000e6, 1005e6]
    rows = [row(report(n, 2024), "revenue", 2024, value) for n, value in enumerate(values, 1)]
    rows += [row(report(n, 2024), "net_income", 2024, 1e6) for n in (1, 2, 3)]
    template = next(t for t in load_templates() if t.operation == operation)
    truth = truth_of(rows, [report(n, 2024) for n in (1, 2, 3)])
    found = list(fillings(template, truth, METRICS[:2], CATALOGUE, Random(1)))
    made_of = source(rows)
    assert reason in {
        reason_against(filling, CATALOGUE, made_of.page_text, made_of.document_text)
        for filling in found
    }


def test_a_template_without_a_question_is_one_clear_error() -> None:
    rows = [fact for fact in made_rows()[0] if fact.metric != "dividends_paid"]
    with pytest.raises(SecqaError, match=r"template 3 \(Dividends over n years\): the corpus"):
        generate(source(rows), CATALOGUE, Settings(count=12), "0", "c")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Settings(suite="triple"), "one of compound, multi-document, single, all"),
        (Settings(count=0), "must be 1 or more"),
        (Settings(count=10_000), "gives only"),
        (Settings(metrics=("sorrow",)), "unknown metric"),
        (Settings(wordings="odd"), "paper, varied or composed"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: Settings, message: str) -> None:
    with pytest.raises(SecqaError, match=message):
        generate(made_source(), CATALOGUE, settings, "0", "c")


def test_metrics_can_be_chosen() -> None:
    benchmark = made(suite="single", count=10, metrics=("net_income",))
    assert {question.metrics for question in benchmark.questions} == {("net_income",)}


def test_a_benchmark_comes_back_from_disk_as_it_was(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "bench"
    benchmark = made(quarters=True)
    write_benchmark(benchmark, folder, card_of(benchmark))
    assert read_benchmark(folder) == benchmark
    first = (folder / "questions.jsonl").read_bytes()
    write_benchmark(made(quarters=True), folder, card_of(benchmark))
    assert (folder / "questions.jsonl").read_bytes() == first
    assert first.startswith(b'{"schema":1,')


def test_qrels_hold_every_evidence_page_with_its_grade() -> None:
    benchmark = made()
    question = benchmark.questions[0]
    document = question.facts[0].document_id
    assert qrels_of(benchmark.questions)[question.question_id] == {
        f"{document}#40": 2,
        f"{document}#61": 1,
    }


def test_the_card_counts_types_and_metrics() -> None:
    card = card_of(made())
    assert "| Growth over n years | 6 |" in card
    assert "| command | `cmd` |" in card
    assert "about 4 companies" in card


def test_a_folder_that_is_no_benchmark_or_is_damaged_is_refused(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "bench"
    with pytest.raises(SecqaError, match="not a benchmark"):
        read_benchmark(folder)
    write_benchmark(made(), folder, "")
    whole = (folder / "questions.jsonl").read_text()
    (folder / "questions.jsonl").write_text(whole[: len(whole) // 2])
    with pytest.raises(SecqaError, match="damaged"):
        read_benchmark(folder)
    (folder / "questions.jsonl").write_text(whole.replace('"schema":1', '"schema":9', 1))
    with pytest.raises(SecqaError, match="schema 9"):
        read_benchmark(folder)


def test_nothing_is_asked_about_doubtful_values() -> None:
    rows = [
        replace(fact, value=-fact.value) if fact.metric == "dividends_paid" else fact
        for fact in made_rows()[0]
    ]
    dividends = replace(CATALOGUE["dividends_paid"], positive=True)
    catalogue = Catalogue(CATALOGUE.metrics | {"dividends_paid": dividends})
    with pytest.raises(SecqaError, match="dividends_paid: no document of the corpus has a value"):
        generate(source(rows), catalogue, Settings(metrics=("dividends_paid",)), "0", "c")
