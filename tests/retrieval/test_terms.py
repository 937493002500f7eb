"""Terms: what falls together, what stays apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.retrieval.terms import ROW, bigrams, codes, label_key, stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("income from operations", "operating incomes"),
        ("liability", "Liabilities"),
        ("purchases of property", "purchasing properties"),
        ("depreciation", "depreciated"),
        ("Apple’s dividends", "apple dividend"),
        ("$1,234", "1234"),
    ],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert sorted(stems(one)) == sorted(stems(other))


@pytest.mark.parametrize(
    ("one", "other"), [("sales", "salary"), ("assets", "assertions"), ("income", "inventory")]
)
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert stems(one) != stems(other)


def test_function_words_go_and_figures_stay() -> None:
    assert stems("What is the R&D of 2024, in 3 steps?") == ["randd", "2024", "step"]


def test_codes_of_a_field_do_not_meet_those_of_another() -> None:
    words = ["total", "asset"]
    assert not set(codes(words)) & set(codes(words, ROW))


def test_pairs_keep_their_order() -> None:
    forward, backward = bigrams(codes(["net", "sal"])), bigrams(codes(["sal", "net"]))
    assert len(forward) == 1
    assert forward[0] != backward[0]
    assert bigrams(codes(["net"])).dtype == np.uint32


@pytest.mark.parametrize(
    ("printed", "asked"),
    [
        ("Total assets", "total assets"),
        ("Accounts receivable, net of allowance for losses of $55", "accounts receivable"),
        ("Revenues (Note 3)", "revenue"),
        ("Consolidated net income (loss)", "net income"),
    ],
)
def test_a_row_label_meets_its_plain_name(printed: str, asked: str) -> None:
    assert label_key(printed) == label_key(asked)


@given(st.text())
def test_any_text_has_stems(text: str) -> None:
    assert all(stem and " " not in stem for stem in stems(text))
