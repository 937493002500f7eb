"""The generator that needs no model: candidates, ranked by what was learnt, with a confidence."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from secqa.conversation.generator import Alternative, Exchange, Generated, places_before
from secqa.conversation.language import ProgramError, run
from secqa.conversation.offline.asked import CHANGES, REFERRING, Asked, content
from secqa.conversation.offline.beliefs import beliefs
from secqa.conversation.offline.candidates import Candidate, candidates
from secqa.conversation.offline.features import shape_features, shape_of, source_features
from secqa.conversation.offline.grounding import Grounded
from secqa.conversation.offline.memory import Memory, remember
from secqa.conversation.offline.page import AskedPage, prepared
from secqa.conversation.offline.page_words import asked_of
from secqa.conversation.offline.weights import Weights, shipped_weights
from secqa.conversation.record import Record
from secqa.conversation.telling import in_words, operands_of
from secqa.learning.linear import softmax
from secqa.parsing.lexicon import lexicon_stems, stem

_ALTERNATIVES = 4
_WORTH_SHOWING = 0.1
"""Readings less likely than this beside the best are no choices."""
_LETTERS = re.compile(r"[^\W\d_]+")
_GOING_ON = re.compile(r"^(?:and|so|now|(?:what|how) about)\b|\bthen\b")
_LEANING = CHANGES | {
    "percent", "ratio", "share", "sum", "average", "minus", "plus", "left", "times", "more",
}  # fmt: skip
"""Classes of words in a question that builds on those before, whatever else it names."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A program that a question may mean."""

    candidate: Candidate
    program: str
    chance: float

    @property
    def answer(self) -> float | str | None:
        """What it comes to; None where it cannot be computed."""
        try:
            return run(self.candidate.program)
        except ProgramError:
            return None


@dataclass(frozen=True)
class OfflineGenerator:
    """Rules and linear models."""

    weights: Weights

    @property
    def name(self) -> str:
        """As the command line takes it."""
        return "offline"

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """The likeliest program; none where the page cannot be asked this."""
        page = prepared(record)
        memory = remember(page, history)
        asked = asked_of(page, question, memory.years)
        refusal = _refusal(page, memory, asked)
        readings = self.readings(record, history, question)
        if refusal or not readings:
            return Generated("", 0.0, words=refusal or "the page has no number to answer with")
        best = readings[0]
        right = self.weights.confidence.probability(confidence_features(readings))
        confidence = right * _share_on_page(page, memory, asked)
        before = places_before(history)
        grounded = (s for s in best.candidate.sources if isinstance(s, Grounded))
        chosen = {**before, **{s.text: s.number.mention.spot for s in grounded}}
        operands = operands_of(best.candidate.program, record, chosen)
        alternatives = tuple(
            Alternative(
                r.program,
                in_words(r.candidate.program, operands_of(r.candidate.program, record, before)),
                r.chance,
            )
            for r in readings[1 : _ALTERNATIVES + 1]
            if r.chance >= best.chance * _WORTH_SHOWING
        )
        words = in_words(best.candidate.program, operands)
        return Generated(best.program, confidence, operands, words, alternatives)

    def readings(
        self, record: Record, history: Sequence[Exchange], question: str
    ) -> tuple[Reading, ...]:
        """What a question may mean after all that the turns so far may have meant."""

        def read(before: tuple[Exchange, ...], asked: str) -> list[tuple[Exchange, float]]:
            return [
                (Exchange(asked, r.program, r.answer), r.chance)
                for r in self._after(record, before, asked)
            ]

        return _merged(
            Reading(reading.candidate, reading.program, reading.chance * belief.chance)
            for belief in beliefs(history, read)
            for reading in self._after(record, belief.history, question)
        )

    @cached_property
    def _after(self) -> Callable[[Record, tuple[Exchange, ...], str], tuple[Reading, ...]]:
        """The same histories come up again with every further turn."""
        return lru_cache(maxsize=256)(self._readings_after)

    def _readings_after(
        self, record: Record, history: tuple[Exchange, ...], question: str
    ) -> tuple[Reading, ...]:
        page = prepared(record)
        memory = remember(page, history)
        asked = asked_of(page, question, memory.years)
        options = candidates(page, memory, asked, self.weights.grounding)
        chances = softmax(self._scores(options, memory, asked))
        return _merged(
            Reading(option, str(option.program), chance)
            for option, chance in zip(options, chances, strict=True)
        )

    def _scores(self, options: Sequence[Candidate], memory: Memory, asked: Asked) -> list[float]:
        """Features that all candidates of a shape share are weighed once."""
        weigh = self.weights.choice.score
        shapes = {shape_of(option): option for option in options}
        of_shape = {s: weigh(shape_features(o, asked, memory)) for s, o in shapes.items()}
        return [of_shape[shape_of(o)] + weigh(source_features(o, asked)) for o in options]


def offline_generator() -> OfflineGenerator:
    """The generator with the weights that come with the package."""
    return OfflineGenerator(shipped_weights())


def _merged(ways: Iterable[Reading]) -> tuple[Reading, ...]:
    """Each program once, with the chances of all ways to it; the likeliest first."""
    likeliest: dict[str, Reading] = {}
    chances: dict[str, float] = {}
    for way in sorted(ways, key=lambda r: -r.chance):
        likeliest.setdefault(way.program, way)
        chances[way.program] = chances.get(way.program, 0.0) + way.chance
    order = sorted(chances, key=lambda program: -chances[program])
    return tuple(Reading(likeliest[p].candidate, p, chances[p]) for p in order)


def confidence_features(readings: Sequence[Reading]) -> dict[str, float]:
    """What tells whether the first of the readings is right."""
    best = readings[0]
    second = readings[1].chance if len(readings) > 1 else 0.0
    operation = sum(r.chance for r in readings if r.candidate.operation == best.candidate.operation)
    sources = best.candidate.sources
    return {
        "log chance": math.log(max(best.chance, 1e-6)),
        "log chance of operation": math.log(max(operation, 1e-6)),
        "lead": best.chance - second,
        "in text": sum(isinstance(s, Grounded) and bool(s.number.near) for s in sources) / 2,
    }


def _share_on_page(page: AskedPage, memory: Memory, asked: Asked) -> float:
    """How much of what the question names is on the page or was named before.

    Questions of the fitted records are all about their pages, so this cannot be learnt there.
    """
    if _leans(memory, asked):
        return 1.0
    named, here = _named(page, memory, asked)
    return (len(here) + 1) / (len(named) + 1)


def _refusal(page: AskedPage, memory: Memory, asked: Asked) -> str:
    """Why the question is not one for this page, or ""."""
    words = _LETTERS.findall(asked.text)
    if not words and not asked.years:
        return "there is no question in this; ask for a value or a change"
    latin = any(word.isascii() for word in words)
    english = any(stem(word) in lexicon_stems() for word in words)
    if words and not english and (len(words) >= 3 or not latin):
        return "not a question in English; ask in English"
    named, here = _named(page, memory, asked)
    if named and not here and not _leans(memory, asked):
        said = " ".join(word for word in words if set(content(word)) & set(named))
        return f"the page does not speak of {said}; ask what its tables or text name"
    return ""


def _leans(memory: Memory, asked: Asked) -> bool:
    """Whether the question builds on those before."""
    refers = REFERRING.search(asked.text) or _GOING_ON.search(asked.text)
    return bool(memory.asked and (refers or asked.classes & _LEANING))


def _named(page: AskedPage, memory: Memory, asked: Asked) -> tuple[list[str], list[str]]:
    """Stems of what the question names; those of them that are on the page or were named before."""
    known = {*page.rarity, *(stem for earlier in memory.asked for stem in earlier.stems)}
    named = [one for one in asked.stems if one in known or one not in lexicon_stems()]
    return named, [one for one in named if one in known]
