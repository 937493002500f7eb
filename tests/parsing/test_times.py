"""Ways to say a time: a line of `times.txt` is a text | its periods | a span | a comparison."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.support.cases import cases

from secqa.parsing.periods.times import find_times

_SAID = {"": "", "year": "prior", "quarter": "prior quarter"}


def read(text: str) -> tuple[str, str, str]:
    """The periods, the span and the comparison of a text."""
    found = find_times(text)
    compared = " ".join(filter(None, [_SAID[found.prior], found.each]))
    return ", ".join(map(str, found.periods)), str(found.years or ""), compared


def test_read() -> None:
    lines = [(*line, "", "", "")[:4] for line in cases("parsing/times.txt")]
    assert {text: read(text) for text, *_ in lines} == {text: tuple(said) for text, *said in lines}


def test_where_it_is_said() -> None:
    text = "Revenue in fiscal 2023 of the company, and in Q2 2024?"
    said = [text[start:end].strip() for start, end in find_times(text).spans]
    assert said == ["fiscal 2023", "Q2 2024"]


@given(st.text(alphabet="fy q1234'0 -20199abcdefquarterlstn,.", max_size=60))
def test_any_text_is_read_and_each_part_once(text: str) -> None:
    spans = find_times(text).spans
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
