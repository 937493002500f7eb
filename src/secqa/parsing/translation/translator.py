"""Translate with several fitted transformers at once, and keep them in one file.

Networks that differ in size and in the order of their examples make different mistakes, so the mean
of their probabilities is right more often than each of them.

They read a question as tokens, each a small bag of features whose vectors are added up: a word
gives its stem, its letters and its classes, a mention its symbol and kind. What a metric is called
stays beside its symbol, for "profit" inside a wording may still tell which metric is meant. Company
names and figures are left out: a year that was never seen is a year like others, and only the order
of years counts.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import Token
from secqa.parsing.translation.network import (
    DecodedTokens,
    EncodedQuestion,
    Floats,
    TranslatorNetwork,
)
from secqa.parsing.translation.symbols import Symbols

FILE = "translator.npz"
UNKNOWN = 1
"""The row of a token of which no feature is known."""
_SMALL = np.float32(1e-12)
"""Keeps the logarithm of a probability finite."""
_STEPS, _LEAST_SCALE = 127, 1e-8


@dataclass(frozen=True, eq=False)
class Translator:
    """Networks with the names of their rows."""

    features: Mapping[str, int]
    """Feature of a source token -> row; the features that no row has are left out."""
    tokens: tuple[str, ...]
    """Target tokens in the order of their rows."""
    networks: tuple[TranslatorNetwork, ...]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Target token -> its row."""
        return {token: place for place, token in enumerate(self.tokens)}

    def encode(self, bags: Sequence[Sequence[str]]) -> tuple[EncodedQuestion, ...]:
        """Read a question: the features of each token."""
        rows = [
            [self.features[name] for name in bag if name in self.features] or [UNKNOWN]
            for bag in bags
        ]
        return tuple(network.encode(rows) for network in self.networks)

    def step(
        self,
        memory: Sequence[EncodedQuestion],
        last: Sequence[int],
        past: Sequence[Sequence[DecodedTokens]],
    ) -> tuple[Floats, list[tuple[DecodedTokens, ...]]]:
        """Log probabilities of the next token of each hypothesis (hypotheses x tokens).

        `last` has the last token of each, `past` what each network computed for those before it.
        """
        steps = [
            network.step(own, last, [one[place] for one in past])
            for place, (network, own) in enumerate(zip(self.networks, memory, strict=True))
        ]
        mean: Floats = np.mean([shares for shares, _ in steps], axis=0, dtype=np.float32)
        return np.log(mean + _SMALL), list(zip(*(own for _, own in steps), strict=True))


@lru_cache(maxsize=1)
def load_translator() -> Translator:
    """The translator of this version."""
    return unpacked(files("secqa.parsing").joinpath("data", FILE).read_bytes())


def unpacked(data: bytes) -> Translator:
    """Read what `packed` wrote: matrices have 8 bits a weight and a scale for each row."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        networks = []
        for place, own in enumerate(about["networks"]):
            weights = {}
            for name in own["weights"]:
                array = arrays[f"{place}/{name}"].astype(np.float32)
                scale = f"{place}/{name}/scale"
                weights[name] = array * arrays[scale][:, None] if scale in arrays else array
            networks.append(TranslatorNetwork(weights, own["heads"], tuple(own["layers"])))
    features = {name: row for row, name in enumerate(about["features"], UNKNOWN + 1)}
    return Translator(features, tuple(about["tokens"]), tuple(networks))


def packed(translator: Translator) -> bytes:
    """The file of a translator."""
    arrays: dict[str, NDArray[np.generic]] = {}
    about = {"features": list(translator.features), "tokens": translator.tokens, "networks": [
        {"weights": list(one.weights), "heads": one.heads, "layers": one.layers}
        for one in translator.networks
    ]}  # fmt: skip
    for place, network in enumerate(translator.networks):
        for name, weight in network.weights.items():
            if weight.ndim == 1:
                arrays[f"{place}/{name}"] = weight.astype(np.float16)
                continue
            scale = np.maximum(np.abs(weight).max(axis=1), _LEAST_SCALE) / np.float32(_STEPS)
            arrays[f"{place}/{name}"] = np.round(weight / scale[:, None]).astype(np.int8)
            arrays[f"{place}/{name}/scale"] = scale.astype(np.float32)
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


LONGEST = 110
"""Tokens of a question that are read."""
_LETTERS = 4


def source_tokens(
    mentions: Mentions, symbols: Symbols, unit_of: Mapping[str, str]
) -> list[list[str]]:
    """The features of each token. `unit_of` gives the unit of a metric by its id."""
    starts: dict[int, list[tuple[int, str]]] = {}
    for first, last, symbol in symbols.places:
        starts.setdefault(first, []).append((last, symbol))
    bags: list[list[str]] = [["^"]]
    inside: list[tuple[int, str]] = []
    for at, word in enumerate(mentions.tokens):
        bags += [[f"mark {mark}"] for mark in word.mark]
        if word.sentence:
            bags.append(["mark sentence"])
        for last, symbol in starts.get(at, ()):
            bags.append(_mention(symbol, symbols, unit_of))
            inside.append((last, symbol))
        inside = [(last, symbol) for last, symbol in inside if last > at]
        if any(symbol[0] == "C" for _, symbol in inside):
            continue
        kinds = {symbol[0] for _, symbol in inside}
        is_number = any(sign.isdigit() for sign in word.text)
        if is_number and (mentions.time_tokens[at] or "N" in kinds):
            bag = ["digits"]
        else:
            bag = [*_word(word), *(f"class {name}" for name in mentions.classes[at])]
        bag += [f"in {symbol}" for _, symbol in inside]
        bag += [f"inside {kind}" for kind in sorted(kinds)]
        if mentions.time_tokens[at]:
            bag.append("time")
        bags.append(bag)
    if "?" in mentions.question:
        bags.append(["mark ?"])
    return [*bags[:LONGEST], ["$"]]


def _word(word: Token) -> list[str]:
    marked = f"<{word.stem}>"
    letters = [f"letters {marked[i : i + _LETTERS]}" for i in range(len(marked) - _LETTERS + 1)]
    return [f"word {word.stem}", *([f"form {word.text}"] * (word.text != word.stem)), *letters]


def _mention(symbol: str, symbols: Symbols, unit_of: Mapping[str, str]) -> list[str]:
    bag = [f"symbol {symbol}", f"kind {symbol[0]}"]
    if symbol[0] == "M" and int(symbol[1:]) < len(symbols.metrics):
        link = symbols.metrics[int(symbol[1:])]
        if link.line:
            bag.append("line")
        else:
            bag += [f"metric {link.metrics[0]}", f"unit {unit_of.get(link.metrics[0], '')}"]
            bag += [f"maybe {other}" for other in link.metrics[1:2]]
            bag.append(f"odds {min(int(-link.odds[0] * 2), 4)}")
    if symbol[0] == "P":
        ends = [period.end.year if period.end else period.year for period in symbols.periods]
        own = ends[int(symbol[1:])]
        years = sorted({year for year in ends if year is not None})
        if own is not None and len(years) > 1:
            bag.append(f"year {years.index(own)}")
            bag.append("last year" if own == years[-1] else "earlier year")
    return bag
