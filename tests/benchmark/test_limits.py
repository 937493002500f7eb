"""What a suite wants holds for every question, and what a corpus cannot give is said at once."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.support.benchmark_tables import CATALOGUE, NAMES, QUARTERS, made_source
from tests.support.generate_cases import EVERYTHING, asked_of, counts, made, source
from tests.support.limits_cases import of_kinds

from secqa.benchmark.draft_selection import MOST_REJECTED, Stream, drafts, select
from secqa.benchmark.generation import capacity
from secqa.benchmark.grammar.question_kinds import KINDS
from secqa.benchmark.suite import load_suite
from secqa.errors import SecqaError
from secqa.evaluation.retrieval_scores import documents_of

FIGURES = replace(
    EVERYTHING,
    kinds=tuple(one for one in EVERYTHING.kinds if not one[0].endswith(("_there", "_premise"))),
)
"""All kinds but those that cannot be answered, which need no report."""


def test_companies_and_years_can_be_chosen() -> None:
    chosen = made(FIGURES, count=120, companies=("AW", "Beta Foods"), years=(2021, 2023))
    assert {name for question in chosen.questions for name in question.companies} == {
        NAMES[1],
        NAMES[2],
    }
    for question in chosen.questions:
        years = {fact.fiscal_year for fact in question.facts}
        years |= {int(passage.document_id[-4:]) for passage in question.passages}
        assert years, question
        assert years <= {2021, 2022, 2023}, question.text
    assert len(counts(chosen)) > 10


def test_the_latest_year_is_not_asked_for_where_it_is_not_among_those_wanted() -> None:
    single = load_suite("single")
    wanted: dict[str, Any] = {"companies": ("AW", "BFC"), "years": (2020, 2022), "count": 10}
    with pytest.raises(SecqaError, match=r"value_latest .*outside of the years wanted"):
        made(single, **wanted)
    assert counts(made(single, partial=True, **wanted)) == {"value_in_period": 10}


@pytest.mark.parametrize("form", ["10-K", "10-Q"])
def test_forms_can_be_chosen(form: str) -> None:
    chosen = made(FIGURES, count=12, forms=(form,))
    assert all(form in report for question in chosen.questions for report in documents_of(question))


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_hops_can_be_chosen(hops: int) -> None:
    kinds = of_kinds("ranking", "gap", "company_then", "year_then", "year_company_then")
    chosen = made(FIGURES, count=40, hops=(hops, hops), kinds=kinds)
    assert {question.complexity.hops for question in chosen.questions} == {hops}


def test_outputs_can_be_chosen() -> None:
    kinds = of_kinds("each_year", "values", "each_company", "growth")
    asked = made(FIGURES, count=40, outputs=(2, 3), kinds=kinds)
    assert set(counts(asked)) == {"each_year", "values", "each_company"}
    for question in asked.questions:
        assert 2 <= question.complexity.outputs <= 3
        assert isinstance(question.answer, tuple)
        assert len(question.answer) == question.complexity.outputs


def test_documents_can_be_chosen() -> None:
    chosen = made(FIGURES, count=60, documents=2)
    for question in chosen.questions:
        assert question.complexity.documents >= 2
        assert len(documents_of(question)) >= 2
    assert chosen.rejected["fewer documents suffice for the answer"] > 0
    assert "about" not in counts(chosen)


def test_quarters_are_told_as_such() -> None:
    kinds = of_kinds(
        *("value_in_quarter", "value_to_date", "last_quarters"),
        *("latest_quarter", "last_quarterly_reports"),
    )
    for question in made(kinds=kinds, count=20).questions:
        assert "quarterly" in question.complexity.structure, question.text
    yearly = made(kinds=(("value_latest", 1.0), ("total", 1.0)), count=20)
    assert not any("quarterly" in q.complexity.structure for q in yearly.questions)


def test_the_same_heading_of_two_companies_is_two_questions() -> None:
    found = made(kinds=(("about", 1.0),), count=9).questions
    # One passage in each annual report.
    assert len({passage.document_id for q in found for passage in q.passages}) == 9


@pytest.mark.parametrize("partial", [False, True])
def test_a_corpus_without_facts_is_one_clear_error(partial: bool) -> None:
    with pytest.raises(SecqaError, match="ingest") as raised:
        asked_of(source([]), replace(load_suite("default"), partial=partial))
    assert "\n" not in str(raised.value)


def test_a_suite_of_metrics_that_the_corpus_has_not_is_one_clear_error() -> None:
    with pytest.raises(SecqaError, match=r"value_latest .* the corpus cannot fill it"):
        asked_of(made_source(), load_suite("compound"))


def test_a_kind_that_gives_nothing_good_is_left_after_many_tries() -> None:
    """A large corpus has no end of questions with one hop for a suite that wants two."""
    tried = 0

    def against(draft: object) -> str:
        nonlocal tried
        tried += 1
        return "not as many hops as wanted"

    endless = iter(lambda: drafts, None)
    with pytest.raises(SecqaError, match="the corpus cannot fill it") as raised:
        select([Stream("gap", 1.0, endless)], 10, against)  # type: ignore[arg-type]
    assert tried == MOST_REJECTED
    assert f"({MOST_REJECTED} not as many hops as wanted)" in str(raised.value)


def test_capacity_counts_what_generate_can_make() -> None:
    found = capacity(made_source(), CATALOGUE, EVERYTHING, 1, 15)
    held = {kind: counts.total() for kind, counts in found.items()}
    assert list(held) == list(KINDS)
    assert max(held.values()) == 15
    # Revenue and net income of each quarter.
    assert held["value_in_quarter"] == 2 * sum(map(len, QUARTERS.values()))
    only = (("value_in_quarter", 1.0),)
    assert len(made(kinds=only, count=12).questions) == 12
    with pytest.raises(SecqaError, match="gives only 12 questions"):
        made(kinds=only, count=13)


def test_capacity_is_told_in_time_where_nothing_is_as_wanted() -> None:
    suite = replace(FIGURES, hops=(4, 9), kinds=of_kinds("ranking", "company_then"))
    found = capacity(made_source(), CATALOGUE, suite, 1, 30)
    assert found == {"ranking": Counter(), "company_then": Counter()}
