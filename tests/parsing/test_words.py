"""Words of a question: where they stand, their stems and their classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.parsing.lexicon import class_runs, classes_of, lexicon, stem, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What's Apple's R&D in 2024?", ["what's", "apple's", "r&d", "in", "2024"]),
        ("$1,234.5 million & 20%", ["$1,234.5", "million", "&", "20", "%"]),
        ("Coca-Cola’s sales", ["coca", "cola’s", "sales"]),
        ("?!", []),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    found = tokens(text)
    assert [word.text for word in found] == words
    assert [text[word.start : word.end].lower() for word in found] == words


def test_sentences_begin_behind_full_stops() -> None:
    found = tokens("Sales rose 1.5 times. Why? No reason")
    assert [word.text for word in found if word.sentence] == ["why", "no"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("paid", "pay"), ("spent", "spending"), ("owes", "owe"), ("apple's", "apple"),
     ("apple’s", "apple"), ("expenses", "expense"), ("repurchases", "repurchased")],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("words", "name"),
    [("rose", "up"), ("climbs", "up"), ("went up", "up"), ("plunged", "down"), ("biggest", "high"),
     ("fewest", "low"), ("how many", "count"), ("as a percentage of", "share"),
     ("balance sheet", "statement"), ("why", "reason"), ("next year", "future")],
)  # fmt: skip
def test_words_have_classes(words: str, name: str) -> None:
    assert name in classes_of(tuple(word.stem for word in tokens(words)))


def test_content_has_no_class() -> None:
    assert classes_of((stem("goodwill"),)) == ()


def test_the_longest_entry_counts() -> None:
    stems = [word.stem for word in tokens("how many years in a row went up")]
    runs = class_runs(stems)
    assert runs[0][:2] == (0, 2)
    assert "count" in runs[0][2]
    assert runs[-1][:2] == (6, 8)


def test_every_entry_of_the_lexicon_is_found() -> None:
    for key, names in lexicon().items():
        assert class_runs(list(key))[0] == (0, len(key), names), key


@given(st.text(max_size=60))
def test_words_of_any_text_stand_in_order(text: str) -> None:
    found = tokens(text)
    assert all(word.start < word.end for word in found)
    assert [word.start for word in found] == sorted(word.start for word in found)
    assert len(class_runs([word.stem for word in found])) <= len(found)
