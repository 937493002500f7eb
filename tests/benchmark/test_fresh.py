"""Fresh benchmarks: years, days, what was asked before, and the same questions on newer reports."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus_commands_cases import run
from tests.support.yearly_tables import CATALOGUE, SUITE, amount, source_of_years

from secqa.benchmark.basis import basis_of
from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.draft import renewed_id
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.renewal.reissue import QuestionChange, changes_text, reissue, summary
from secqa.benchmark.renewal.restrictions import all_of, newer_than, not_in
from secqa.benchmark.suite import Suite
from secqa.cli.options import years_of
from secqa.errors import SecqaError
from secqa.query.period import Period
from secqa.query.query import Lookup, Query
from secqa.reading.reading import Passage


def made(suite: Suite = SUITE, last: int = 2024, also: Any = None, **changes: Any) -> Benchmark:
    source, wanted = source_of_years(last), replace(suite, **changes)
    against = also(basis_of(source, CATALOGUE, wanted)) if also else lambda _draft: ""
    return generate(source, CATALOGUE, wanted, Origin(7, "0", "cmd"), also=against)


def again(
    old: Benchmark, last: int = 2024, **more: Any
) -> tuple[Benchmark, tuple[QuestionChange, ...]]:
    return reissue(old, source_of_years(last, **more), CATALOGUE, "0", "cmd")


def one(query: Query, old: Benchmark, **changes: Any) -> Benchmark:
    """A benchmark of one question."""
    question = replace(old.questions[0], query=query, **changes)
    return replace(old, questions=(question,))


def test_years_bound_every_value_that_a_question_needs() -> None:
    for question in made(years=(2021, 2023), count=15, partial=True).questions:
        assert all(2021 <= fact.fiscal_year <= 2023 for fact in question.facts)


@pytest.mark.parametrize("text", ["", "20x", "2024-2022", "2022-2024-2025", "22-24"])
def test_years_that_are_none(text: str) -> None:
    with pytest.raises(SecqaError, match="--years"):
        years_of(text)


def test_years_are_a_span_or_one() -> None:
    assert years_of("2022-2024") == (2022, 2024)
    assert years_of(" 2024 ") == (2024, 2024)


def test_only_reports_on_periods_after_a_day_tell_the_answers() -> None:
    questions = made(also=newer_than(date(2022, 12, 31)), partial=True, count=20).questions
    with pytest.raises(SecqaError, match="the corpus gives only 0 questions"):
        made(also=newer_than(date(2099, 1, 1)), partial=True, count=20)
    reports = {fact.document_id for question in questions for fact in question.facts}
    assert reports
    assert all(report.endswith(("2023", "2024")) for report in reports)


def test_nothing_that_was_asked_before_is_asked_again() -> None:
    first = made()
    second = made(also=not_in(first.questions))
    for key in ("text", "plain", "query"):
        assert {str(getattr(q, key)) for q in first.questions}.isdisjoint(
            str(getattr(q, key)) for q in second.questions
        )
    assert second.rejected["asked before"]


def test_latest_and_the_year_that_it_is_are_the_same_question() -> None:
    only = Suite("one", kinds=(("value_in_period", 1.0),), count=1, metrics=("revenue",))
    latest = Suite("latest", kinds=(("value_latest", 1.0),), count=5, metrics=("revenue",))
    before = made(latest).questions
    found = made(only, count=25, also=not_in(before))
    years = {fact.fiscal_year for question in found.questions for fact in question.facts}
    assert years == set(range(2017, 2024))


def test_the_first_of_several_reasons_is_told() -> None:
    basis = basis_of(source_of_years(), CATALOGUE, SUITE)
    never = all_of(lambda _basis: lambda _draft: "", lambda _basis: lambda _draft: "never")
    with pytest.raises(SecqaError, match="never"):
        generate(basis.source, CATALOGUE, SUITE, Origin(7, "0", "cmd"), also=never(basis))


def test_nothing_changes_on_the_same_corpus() -> None:
    old = made()
    new, changes = again(old)
    assert new.questions == old.questions
    assert summary(changes) == "24 questions: 24 the same"


def test_latest_is_newer_on_a_newer_corpus_and_a_stated_year_stays() -> None:
    old = made(last=2023)
    new, changes = again(old)
    told = {change.effect for change in changes}
    assert told == {"the same", "another answer"}
    for before, after in zip(old.questions, new.questions, strict=True):
        assert (after.text, after.query, after.type) == (before.text, before.query, before.type)
        assert before.question_id.rpartition("-")[0] == after.question_id.rpartition("-")[0]
        assert (before.question_id == after.question_id) == (before.facts == after.facts)
    latest = next(q for q in new.questions if q.type == "value_latest")
    assert latest.facts[0].fiscal_year == 2024
    assert "2024" in latest.plain


def test_a_restated_value_is_told() -> None:
    old = made(Suite("one", kinds=(("value_in_period", 1.0),), count=1, metrics=("revenue",)))
    fact = old.questions[0].facts[0]
    company = ("ALD", "BIR", "CED", "DOG", "ELM").index(fact.ticker)
    new, changes = again(old, changed={(company, "revenue", fact.fiscal_year): 77e9})
    assert new.questions[0].answer == 77e9
    assert changes[0].effect == "another answer"
    assert new.questions[0].question_id != old.questions[0].question_id
    text = changes_text(changes, old)
    assert "1 another answer" in text
    assert "| 77,000,000,000 |" in text.replace("7.7e+10", "77,000,000,000")


def test_what_falls_away_is_told_with_why() -> None:
    old = made()
    new, changes = again(old, companies=3)
    gone = [change for change in changes if change.effect == "gone"]
    assert len(new.questions) == 24 - len(gone)
    assert all("is not a company of the corpus" in change.why for change in gone)
    assert sum(new.rejected.values()) == len(gone)
    assert f"{len(gone)} gone" in summary(changes)
    with pytest.raises(SecqaError, match="none of its questions"):
        again(replace(old, questions=(gone[0].question,)), companies=3)


def test_what_has_no_answer_must_still_have_none() -> None:
    query = Query((Lookup("revenue", "Alder Works", Period(2025)),))
    old = one(query, made(), why="no report", type="year_not_there", facts=(), companies=())
    assert again(old)[1][0].effect == "another answer"
    nothing = one(query, old, answer=None)
    new, changes = again(nothing)
    assert changes[0].effect == "the same"
    assert new.questions[0].why == "no report"
    answered = one(Query((Lookup("revenue", "Alder Works", Period(2024)),)), nothing)
    with pytest.raises(SecqaError, match="it can be answered now"):
        again(answered)


def test_a_premise_must_still_be_false() -> None:
    suite = Suite("made", kinds=(("false_premise", 1.0),), count=4)
    old = made(suite)
    assert again(old)[0].questions == old.questions
    question = old.questions[0]
    turned = replace(question, why=question.why.replace("rose", "X").replace("fell", "rose"))
    turned = replace(turned, why=turned.why.replace("X", "fell"))
    with pytest.raises(SecqaError, match="its premise is true now"):
        again(replace(old, questions=(turned,)))


def test_a_passage_needs_its_report() -> None:
    passage = Passage("ALD-10-K-2018", 3, "I/1", "People", "We employ people.")
    question = replace(made().questions[0], passages=(passage,), query=None)
    with pytest.raises(SecqaError, match="its report is missing"):
        again(replace(made(), questions=(question,)))


def test_an_id_is_the_same_while_text_and_values_are() -> None:
    question: Question = made().questions[0]
    assert renewed_id(question.question_id, question.text, question.facts) == question.question_id
    assert renewed_id(question.question_id, "other", question.facts) != question.question_id


def test_a_value_is_as_it_was_made() -> None:
    question = made(Suite("one", kinds=(("value_latest", 1.0),), count=1)).questions[0]
    company = ("ALD", "BIR", "CED", "DOG", "ELM").index(question.facts[0].ticker)
    assert question.answer == amount(company, question.metrics[0], 2024)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--years", "2024-2022"), "the first year comes first"),
        (("--filed-after", "soon"), "not a date"),
        (("--exclude", "nowhere"), "not a benchmark"),
        (("--refresh", "nowhere"), "not a benchmark"),
        (("--refresh", "nowhere", "--count", "3"), "leave out other options"),
        (("--split", "train=1,dev=1"), "add up to 2"),
        (("--versions", "2021"), "at least two years"),
    ],
)
def test_bad_options_are_one_line_and_write_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], options: tuple[str, ...], says: str
) -> None:
    out = tmp_path / "out"
    assert run("generate", "--corpus", tmp_path, "--out", out, *options) == 2
    told = capfd.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert not out.exists()
