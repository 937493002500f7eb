"""Search for the likeliest well-typed queries of a question.

A beam keeps the likeliest beginnings. Each has the types that it still needs, so that only tokens
that the grammar allows are tried, and only symbols of the question.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from secqa.parsing.translation.network import DecodedTokens
from secqa.parsing.translation.query_grammar import (
    END,
    NOTHING,
    OUTPUTS,
    STOP,
    grammar,
    remaining_needs,
)
from secqa.parsing.translation.symbols import MOST, Symbols
from secqa.parsing.translation.translator import Translator

WIDTH = 5
"""Number of hypotheses."""
_LONGEST = 88
"""Maximum tokens of a query."""
_START = "<bos>"


@dataclass(frozen=True, slots=True)
class Translation:
    """The tokens of a query with their log probabilities."""

    tokens: tuple[str, ...]
    scores: tuple[float, ...]

    @property
    def score(self) -> float:
        """Log probability of the whole."""
        return sum(self.scores)


@dataclass(frozen=True, eq=False)
class _Beginning:
    tokens: tuple[str, ...]
    scores: tuple[float, ...]
    score: float
    needs: tuple[str, ...]
    """The needed types, next one last; "" for further outputs."""
    past: tuple[DecodedTokens, ...] = ()


def translations(
    bags: Sequence[Sequence[str]], symbols: Symbols, model: Translator
) -> list[Translation]:
    """The likeliest queries, the best first."""
    counts = tuple(symbols.count(kind) for kind in MOST)
    return list(_likeliest(tuple(map(tuple, bags)), counts, symbols.last, model))


@lru_cache(maxsize=1024)
def _likeliest(
    bags: tuple[tuple[str, ...], ...], counts: tuple[int, ...], back: int, model: Translator
) -> tuple[Translation, ...]:
    """Cached, since a run repeats each question for every system and number of pages."""
    memory = model.encode(bags)
    rules = grammar(tuple(token[1:] for token in model.tokens if token[0] == "@"))
    pointing = _symbol_mask(model.tokens, counts, back)
    beginnings = [_Beginning((), (), 0.0, ("",))]
    finished: list[_Beginning] = []
    for _ in range(_LONGEST):
        last = [model.places[one.tokens[-1] if one.tokens else _START] for one in beginnings]
        logs, pasts = model.step(memory, last, [one.past for one in beginnings if one.past])
        options: list[tuple[float, int, int]] = []
        for place, one in enumerate(beginnings):
            state = one.needs[-1] if one.needs else "end"
            masked = np.where(
                _type_mask(model.tokens, state, not one.tokens) & pointing, logs[place], -np.inf
            )
            options += [
                (one.score + float(masked[token]), place, int(token))
                for token in np.argpartition(-masked, WIDTH)[:WIDTH]
                if np.isfinite(masked[token])
            ]
        options.sort(reverse=True)
        grown: list[_Beginning] = []
        for score, place, token in options[:WIDTH]:
            one, name = beginnings[place], model.tokens[token]
            step = float(logs[place][token])
            needs = remaining_needs(one.needs, name, rules)
            next_one = _Beginning(
                (*one.tokens, name), (*one.scores, step), score, needs, pasts[place]
            )
            (finished if name == END else grown).append(next_one)
        beginnings = grown
        finished.sort(key=lambda one: -one.score)
        worst = finished[WIDTH - 1].score if len(finished) >= WIDTH else -np.inf
        if not beginnings or worst > beginnings[0].score:
            break
    return tuple(Translation(one.tokens, one.scores) for one in finished[:WIDTH])


@lru_cache(maxsize=64)
def _type_mask(tokens: tuple[str, ...], need: str, first: bool) -> NDArray[np.bool_]:
    """The tokens that are allowed for a needed type."""
    rules = grammar(tuple(token[1:] for token in tokens if token[0] == "@"))
    wanted = OUTPUTS if need == "" else (need.rstrip("*+"),)
    allowed = [any(rule.gives in wanted for rule in rules.get(token, ())) for token in tokens]
    for place, token in enumerate(tokens):
        if token == STOP:
            allowed[place] = need.endswith("+")
        elif token == END:
            allowed[place] = need == "end" or (need == "" and not first)
        elif token == NOTHING:
            allowed[place] = need == "" and first
        elif token.startswith("#") and need == "":
            allowed[place] = False
    return np.array(allowed)


@lru_cache(maxsize=256)
def _symbol_mask(tokens: tuple[str, ...], counts: tuple[int, ...], last: int) -> NDArray[np.bool_]:
    """The tokens whose symbols the question has; `last` is n of "the last n years"."""
    most = dict(zip(MOST, counts, strict=True))

    def points_at_something(token: str) -> bool:
        digits = token[1:].partition("-")[0].partition("+")[0]
        if token.startswith("last "):
            return token.split()[1] == str(last)
        if token[0] in most and digits.isdigit():
            return int(digits) < most[token[0]]
        return True

    return np.array([points_at_something(token) for token in tokens])
