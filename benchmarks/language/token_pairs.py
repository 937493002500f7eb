"""Token pairs as integer arrays, so that a translator can be fitted on another machine.

A pair has several views: the question as it is linked, the same with one metric not linked, and the
same with metrics that are called by the words of other ones.
"""

import io
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

PAD, UNKNOWN = 0, 1
"""Rows of features and tokens: padding, and a bag of which no feature is known (for tokens, the
beginning)."""
START = "<bos>"
WRITER_REPEATS = {"f": 3}
"""How often pairs of a kind of writer count, by the first letter of its id."""

Bag = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """One way to read a question: its bags of features, and the tokens of its query."""

    source: tuple[Bag, ...]
    target: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokenPair:
    """A question of a writer, linked, and with metrics that are not linked."""

    id: str
    views: tuple[View, ...]
    """The first is the question as it is linked."""

    @property
    def writer(self) -> str:
        return self.id.partition("-")[0]


@dataclass(frozen=True, eq=False)
class TokenPairs:
    """Pairs with the names of their features and tokens."""

    features: tuple[str, ...]
    """Names of features; the first two are padding and unknown."""
    tokens: tuple[str, ...]
    pairs: tuple[TokenPair, ...]

    def without(self, writers: frozenset[str]) -> "TokenPairs":
        """The pairs of the other writers."""
        return replace(self, pairs=tuple(p for p in self.pairs if p.writer not in writers))

    def saved(self) -> bytes:
        """The pairs as the bytes of a `.npz` file."""
        views = [view for pair in self.pairs for view in pair.views]
        bags = [bag for view in views for bag in view.source]
        about = {
            "features": self.features,
            "tokens": self.tokens,
            "ids": [pair.id for pair in self.pairs],
        }
        file = io.BytesIO()
        np.savez_compressed(
            file,
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
            views=np.array([len(pair.views) for pair in self.pairs], np.int16),
            bags=np.array([len(view.source) for view in views], np.int16),
            sizes=np.array([len(bag) for bag in bags], np.int16),
            rows=np.array([row for bag in bags for row in bag], np.int32),
            lengths=np.array([len(view.target) for view in views], np.int16),
            targets=np.array([row for view in views for row in view.target], np.int16),
        )
        return file.getvalue()


def load_pairs(data: bytes) -> TokenPairs:
    """Read what `TokenPairs.saved` wrote."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        bags = _cut(_cut(arrays["rows"].tolist(), arrays["sizes"]), arrays["bags"])
        targets = _cut(arrays["targets"].tolist(), arrays["lengths"])
        views = [View(tuple(map(tuple, b)), tuple(t)) for b, t in zip(bags, targets, strict=True)]
        pairs = zip(about["ids"], _cut(views, arrays["views"]), strict=True)
    made = tuple(TokenPair(name, tuple(own)) for name, own in pairs)
    return TokenPairs(tuple(about["features"]), tuple(about["tokens"]), made)


def _cut(items: Sequence[Any], sizes: NDArray[np.int16]) -> list[Any]:
    ends = np.cumsum(sizes.astype(np.int64))
    starts = ends - sizes
    return [items[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


class WordingExchange:
    """Calls the metrics of questions by the words of other metrics of the same unit, since the form
    of a question does not depend on what it is about."""

    def __init__(self, pairs: TokenPairs) -> None:
        self.names = pairs.features
        self.rows = {name: row for row, name in enumerate(pairs.features)}
        self.wordings = self._wordings(pairs)

    def exchanged(self, view: View, rng: random.Random) -> View:
        """The question with the words of other metrics."""
        made: list[Bag] = []
        last = 0
        for start, end, symbol in self._mentions(view.source):
            wordings = self.wordings.get(self._unit(view.source[start]))
            if start < last or not wordings:
                continue
            names: Mapping[str, str] = {"symbol": f"symbol {symbol}", "in": f"in {symbol}"}
            made += view.source[last:start]
            for bag in rng.choice(wordings):
                rows = (self.rows.get(names.get(name, name)) for name in bag)
                made.append(tuple(row for row in rows if row is not None) or (UNKNOWN,))
            last = end
        return View((*made, *view.source[last:]), view.target)

    def _wordings(self, pairs: TokenPairs) -> dict[str, list[list[list[str]]]]:
        wordings: defaultdict[str, list[list[list[str]]]] = defaultdict(list)
        for pair in pairs.pairs:
            source = pair.views[0].source
            for start, end, _ in self._mentions(source):
                bags = [[_neutral(self.names[row]) for row in bag] for bag in source[start:end]]
                wordings[self._unit(source[start])].append(bags)
        return wordings

    def _unit(self, bag: Bag) -> str:
        names = (self.names[row] for row in bag)
        return next((name for name in names if name.startswith("unit ")), "")

    def _mentions(self, source: Sequence[Bag]) -> Iterator[tuple[int, int, str]]:
        """(first, behind the last, symbol) of mentions of metrics."""
        for at, bag in enumerate(source):
            name = self.names[bag[0]]
            if not name.startswith("symbol M") or self.rows.get("line") in bag:
                continue
            symbol = name.removeprefix("symbol ")
            inside = self.rows.get(f"in {symbol}")
            end = at + 1
            while end < len(source) and inside in source[end]:
                end += 1
            yield at, end, symbol


def _neutral(name: str) -> str:
    return "symbol" if name.startswith("symbol ") else "in" if name.startswith("in M") else name
