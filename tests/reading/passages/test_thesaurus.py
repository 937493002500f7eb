"""What replaces the words of a question."""

from importlib.resources import files

import pytest

from secqa.reading.passages.word_meaning import concepts_of
from secqa.retrieval.terms import stems


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("is it buying back stock", "repurchase"),
        ("are staff unionised", "collective bargaining"),
        ("who are its clients", "customers"),
        ("layoffs this year", "workforce reduction"),
    ],
)
def test_everyday_words_are_replaced_by_those_of_filings(asked: str, printed: str) -> None:
    others = [other for one in concepts_of(stems(asked)) for other in one.others]
    assert tuple(stems(printed)) in others


def test_a_concept_says_which_words_it_stands_for() -> None:
    found = concepts_of(stems("zygomatic buy back quux"))
    assert tuple(stems("buy back")) in [one.phrase for one in found]


def test_words_that_nothing_replaces_are_no_concept() -> None:
    assert concepts_of(stems("zygomatic quux")) == ()


def test_every_line_of_the_thesaurus_is_a_set() -> None:
    text = (files("secqa.reading.passages") / "thesaurus.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    alone = [line for line in lines if len({tuple(stems(one)) for one in line.split(",")}) < 2]
    assert alone == []
