"""The generator that needs no model: candidates, ranked by what was learnt, with a confidence."""

import io
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources

import numpy as np

from secqa.conversation.offline.dialogue_state import Memory, beliefs, remember
from secqa.conversation.offline.number_grounding import GroundedNumber
from secqa.conversation.offline.page_numbers import ConversationPage, prepared, traits_on_page
from secqa.conversation.offline.program_candidates import ProgramCandidate, candidates
from secqa.conversation.offline.program_features import shape_features, shape_of, source_features
from secqa.conversation.offline.question_traits import CHANGES, REFERRING, QuestionTraits, content
from secqa.conversation.programs.generator import (
    AlternativeProgram,
    Exchange,
    Generated,
    operand_places,
)
from secqa.conversation.programs.program_language import ProgramError, run
from secqa.conversation.programs.program_text import in_words, operands_of
from secqa.conversation.records.conversation_record import Record
from secqa.learning.linear import Choice, Odds, choice_from, softmax
from secqa.parsing.lexicon import lexicon_stems, stem

FILE = "weights.npz"


@dataclass(frozen=True, eq=False)
class Weights:
    """What was learnt."""

    grounding: Choice
    """Which number of the record a phrase means."""
    choice: Choice
    """Which program a question means."""
    confidence: Odds
    """How likely the chosen program is right."""


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        start, *weights = arrays["odds.weights"].tolist()
        return Weights(
            choice_from(arrays["grounding.codes"], arrays["grounding.weights"]),
            choice_from(arrays["choice.codes"], arrays["choice.weights"]),
            Odds(dict(zip(arrays["odds.names"].tolist(), weights, strict=True)), start),
        )


def packed(weights: Weights) -> bytes:
    """The bytes of the file; the same weights give the same."""
    odds = weights.confidence
    arrays = {
        "odds.names": np.array(list(odds.weights)),
        "odds.weights": np.array([odds.start, *odds.weights.values()]),
    }
    for name, model in (("grounding", weights.grounding), ("choice", weights.choice)):
        arrays |= {f"{name}.{part}": array for part, array in model.arrays().items()}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


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
class ProgramReading:
    """A program that a question may mean."""

    candidate: ProgramCandidate
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
        asked = traits_on_page(page, question, memory.years)
        refusal = _refusal(page, memory, asked)
        readings = self.readings(record, history, question)
        if refusal or not readings:
            return Generated("", 0.0, words=refusal or "the page has no number to answer with")
        best = readings[0]
        right = self.weights.confidence.probability(confidence_features(readings))
        confidence = right * _share_on_page(page, memory, asked)
        before = operand_places(history)
        grounded = (s for s in best.candidate.sources if isinstance(s, GroundedNumber))
        chosen = {**before, **{s.text: s.number.mention.spot for s in grounded}}
        operands = operands_of(best.candidate.program, record, chosen)
        alternatives = tuple(
            AlternativeProgram(
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
    ) -> tuple[ProgramReading, ...]:
        """What a question may mean after all that the turns so far may have meant."""

        def read(before: tuple[Exchange, ...], asked: str) -> list[tuple[Exchange, float]]:
            return [
                (Exchange(asked, r.program, r.answer), r.chance)
                for r in self._cached_readings(record, before, asked)
            ]

        return _merged(
            ProgramReading(reading.candidate, reading.program, reading.chance * belief.chance)
            for belief in beliefs(history, read)
            for reading in self._cached_readings(record, belief.history, question)
        )

    @cached_property
    def _cached_readings(
        self,
    ) -> Callable[[Record, tuple[Exchange, ...], str], tuple[ProgramReading, ...]]:
        """The same histories come up again with every further turn."""
        return lru_cache(maxsize=256)(self._readings_given)

    def _readings_given(
        self, record: Record, history: tuple[Exchange, ...], question: str
    ) -> tuple[ProgramReading, ...]:
        page = prepared(record)
        memory = remember(page, history)
        asked = traits_on_page(page, question, memory.years)
        options = candidates(page, memory, asked, self.weights.grounding)
        chances = softmax(self._scores(options, memory, asked))
        return _merged(
            ProgramReading(option, str(option.program), chance)
            for option, chance in zip(options, chances, strict=True)
        )

    def _scores(
        self, options: Sequence[ProgramCandidate], memory: Memory, asked: QuestionTraits
    ) -> list[float]:
        """Features that all candidates of a shape share are weighed once."""
        weigh = self.weights.choice.score
        shapes = {shape_of(option): option for option in options}
        of_shape = {s: weigh(shape_features(o, asked, memory)) for s, o in shapes.items()}
        return [of_shape[shape_of(o)] + weigh(source_features(o, asked)) for o in options]


def offline_generator() -> OfflineGenerator:
    """The generator with the weights that come with the package."""
    return OfflineGenerator(shipped_weights())


def _merged(ways: Iterable[ProgramReading]) -> tuple[ProgramReading, ...]:
    """Each program once, with the chances of all ways to it; the likeliest first."""
    likeliest: dict[str, ProgramReading] = {}
    chances: dict[str, float] = {}
    for way in sorted(ways, key=lambda r: -r.chance):
        likeliest.setdefault(way.program, way)
        chances[way.program] = chances.get(way.program, 0.0) + way.chance
    order = sorted(chances, key=lambda program: -chances[program])
    return tuple(ProgramReading(likeliest[p].candidate, p, chances[p]) for p in order)


def confidence_features(readings: Sequence[ProgramReading]) -> dict[str, float]:
    """What tells whether the first of the readings is right."""
    best = readings[0]
    second = readings[1].chance if len(readings) > 1 else 0.0
    operation = sum(r.chance for r in readings if r.candidate.operation == best.candidate.operation)
    sources = best.candidate.sources
    return {
        "log chance": math.log(max(best.chance, 1e-6)),
        "log chance of operation": math.log(max(operation, 1e-6)),
        "lead": best.chance - second,
        "in text": sum(isinstance(s, GroundedNumber) and bool(s.number.near) for s in sources) / 2,
    }


def _share_on_page(page: ConversationPage, memory: Memory, asked: QuestionTraits) -> float:
    """How much of what the question names is on the page or was named before.

    Questions of the fitted records are all about their pages, so this cannot be learnt there.
    """
    if _leans(memory, asked):
        return 1.0
    named, here = _question_stems(page, memory, asked)
    return (len(here) + 1) / (len(named) + 1)


def _refusal(page: ConversationPage, memory: Memory, asked: QuestionTraits) -> str:
    """Why the question is not one for this page, or ""."""
    words = _LETTERS.findall(asked.text)
    if not words and not asked.years:
        return "there is no question in this; ask for a value or a change"
    latin = any(word.isascii() for word in words)
    english = any(stem(word) in lexicon_stems() for word in words)
    if words and not english and (len(words) >= 3 or not latin):
        return "not a question in English; ask in English"
    named, here = _question_stems(page, memory, asked)
    if named and not here and not _leans(memory, asked):
        said = " ".join(word for word in words if set(content(word)) & set(named))
        return f"the page does not speak of {said}; ask what its tables or text name"
    return ""


def _leans(memory: Memory, asked: QuestionTraits) -> bool:
    """Whether the question builds on those before."""
    refers = REFERRING.search(asked.text) or _GOING_ON.search(asked.text)
    return bool(memory.asked and (refers or asked.classes & _LEANING))


def _question_stems(
    page: ConversationPage, memory: Memory, asked: QuestionTraits
) -> tuple[list[str], list[str]]:
    """Stems of what the question names; those of them that are on the page or were named before."""
    known = {*page.rarity, *(stem for earlier in memory.asked for stem in earlier.stems)}
    named = [one for one in asked.stems if one in known or one not in lexicon_stems()]
    return named, [one for one in named if one in known]
