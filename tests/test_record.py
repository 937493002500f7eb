"""Dataclasses go to JSON and come back the same."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum

import pytest

from secqa.record import from_plain


class Size(StrEnum):
    SMALL = "small"


@dataclass(frozen=True)
class Inner:
    names: tuple[str, ...] = ()
    size: Size | None = None


@dataclass(frozen=True)
class Outer:
    value: float | str | tuple[float | str, ...] | None
    pairs: tuple[tuple[str, int], ...]
    inner: Inner
    others: tuple[Inner, ...] = ()
    more: Inner | None = None


CASES = (
    Outer(None, (), Inner()),
    Outer(1.5, (("a", 1), ("b", 2)), Inner(("x", "y"), Size.SMALL), (Inner(), Inner(("z",)))),
    Outer(("A", 2.0), (), Inner(), more=Inner(("n",))),
)


@pytest.mark.parametrize("case", CASES)
def test_what_is_written_is_read_again(case: Outer) -> None:
    assert from_plain(Outer, json.loads(json.dumps(asdict(case)))) == case


@pytest.mark.parametrize(
    "record",
    [
        {"value": 1},
        {"value": 1, "pairs": [], "inner": 5},
        {"value": 1, "pairs": [["a"]], "inner": {}},
        {"value": 1, "pairs": [], "inner": {"size": "huge"}},
        {"value": 1, "pairs": [], "inner": {"other": 1}},
    ],
)
def test_what_does_not_fit_is_refused(record: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        from_plain(Outer, record)
