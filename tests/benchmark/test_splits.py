"""Splits by company: nothing leaks, and a company stays where it is."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.yearly_tables import CATALOGUE, SUITE, TICKERS, source_of_years

from secqa.benchmark.basis import basis_of
from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Benchmark, read_benchmark, write_benchmark
from secqa.benchmark.generation import Origin, write_questions
from secqa.benchmark.renewal.restrictions import Shares, choose_split, parse_shares, split_of
from secqa.errors import SecqaError

HALVES: Shares = (("train", 0.5), ("test", 0.5))
SEED = 2


def made(shares: Shares = HALVES, seed: int = SEED, count: int = 20) -> Benchmark:
    suite = replace(SUITE, count=count, partial=True)
    basis = basis_of(source_of_years(), CATALOGUE, suite)
    return write_questions(choose_split(basis, seed, shares), basis, Origin(seed, "0", "cmd"))


def test_shares_are_read() -> None:
    assert parse_shares("train=0.6, dev=0.2,test=0.2") == (
        ("train", 0.6), ("dev", 0.2), ("test", 0.2),
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "train", "train=0.6", "train=x", "a=0.5,a=0.5", "a=-1,b=2", "../a=1", "a=nan,b=1"]
)
def test_what_is_no_split_is_refused(text: str) -> None:
    with pytest.raises(SecqaError, match="write it as train="):
        parse_shares(text)


def test_all_companies_of_a_question_are_of_its_split() -> None:
    questions = made().questions
    assert Counter(question.split for question in questions) == {"train": 10, "test": 10}
    for question in questions:
        ciks = {f"{TICKERS.index(fact.ticker) + 1:010d}" for fact in question.facts}
        assert {split_of(cik, SEED, HALVES) for cik in ciks} == {question.split}


def test_no_company_is_in_two_splits() -> None:
    named: dict[str, set[str]] = {}
    for question in made(count=30).questions:
        for company in question.companies:
            named.setdefault(company, set()).add(question.split)
    assert all(len(splits) == 1 for splits in named.values())


@given(st.integers(1, 10**10), st.integers(0, 99))
def test_a_company_stays_where_it_is(cik: int, seed: int) -> None:
    shares: Shares = (("train", 0.6), ("dev", 0.2), ("test", 0.2))
    split = split_of(str(cik), seed, shares)
    assert split == split_of(str(cik), seed, shares)
    assert split in dict(shares)


def test_companies_fall_by_their_shares() -> None:
    shares: Shares = (("train", 0.6), ("dev", 0.2), ("test", 0.2))
    found = Counter(split_of(f"{cik:010d}", 7, shares) for cik in range(5000))
    assert abs(found["train"] / 5000 - 0.6) < 0.03
    assert abs(found["dev"] / 5000 - 0.2) < 0.03


def test_a_split_without_a_company_is_told() -> None:
    shares: Shares = tuple((f"s{number}", 0.1) for number in range(10))
    with pytest.raises(SecqaError, match="no company falls into s"):
        made(shares)


def test_a_split_with_too_few_questions_is_told() -> None:
    with pytest.raises(SecqaError, match="split test: --count 2000: the corpus gives only"):
        made(count=4000)


def test_the_split_is_kept_and_only_where_there_is_one(tmp_path: Path) -> None:
    benchmark = made()
    write_benchmark(benchmark, tmp_path / "b", card_of(benchmark))
    assert read_benchmark(tmp_path / "b") == benchmark
    assert "## Questions by split" in card_of(benchmark)
    whole = made(())
    write_benchmark(whole, tmp_path / "w", card_of(whole))
    assert '"split"' not in (tmp_path / "w" / "questions.jsonl").read_text()


def test_the_same_seed_gives_the_same_splits() -> None:
    assert made() == made()
