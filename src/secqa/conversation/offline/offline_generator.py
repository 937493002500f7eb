"""Generate programs without a model: rank candidates by fitted weights and add a confidence.

`secqa fit conversation FILE` writes the weights and the card beside them, which says what they were
fitted on and how accurate they are on other pages.
"""

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
from secqa.conversation.offline.page_numbers import ConversationPage, prepared
from secqa.conversation.offline.program_candidates import ProgramCandidate, candidates
from secqa.conversation.offline.program_features import shape_features, shape_of, source_features
from secqa.conversation.offline.question_traits import (
    CHANGES,
    REFERRING,
    QuestionTraits,
    content,
    read_question,
)
from secqa.conversation.programs.generator import (
    AlternativeProgram,
    Exchange,
    Generated,
    in_words,
    operand_places,
    operands_of,
)
from secqa.conversation.programs.program_language import ProgramError, run
from secqa.conversation.records.conversation_record import Record
from secqa.learning.linear import Choice, Odds, choice_from, softmax
from secqa.parsing.lexicon import lexicon_stems

FILE = "weights.npz"
_ALTERNATIVES = 4
_LEAST_SHARE = 0.1
"""Readings below this share of the best reading's chance are not offered."""
_LEAST_CHANCE = 1e-6
"""Keeps logarithms of chances finite."""
_LETTERS = re.compile(r"[^\W\d_]+")
_CONTINUING = re.compile(r"^(?:and|so|now|(?:what|how) about)\b|\bthen\b")
_FOLLOW_UP = CHANGES.union(
    ("percent", "ratio", "share", "sum", "average", "minus", "plus", "left", "times", "more")
)
"""Classes of words in a question that builds on earlier answers, whatever else it names."""


@dataclass(frozen=True, eq=False)
class Weights:
    """The fitted models."""

    grounding: Choice
    """Chooses the number of the record that a phrase means."""
    choice: Choice
    """Chooses the program that a question means."""
    confidence: Odds
    """The probability that the chosen program is right."""


@cache
def shipped_weights() -> Weights:
    """The weights of the package."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        start, *weights = arrays["odds.weights"].tolist()
        return Weights(
            choice_from(arrays["grounding.codes"], arrays["grounding.weights"]),
            choice_from(arrays["choice.codes"], arrays["choice.weights"]),
            Odds(dict(zip(arrays["odds.names"].tolist(), weights, strict=True)), start),
        )


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """A program that a question may mean."""

    candidate: ProgramCandidate
    program: str
    chance: float

    @property
    def answer(self) -> float | str | None:
        """Its value; None if it cannot run."""
        try:
            return run(self.candidate.program)
        except ProgramError:
            return None


@dataclass(frozen=True)
class OfflineGenerator:
    """A generator of rules and linear models."""

    weights: Weights

    @property
    def name(self) -> str:
        """See `Generator`."""
        return "offline"

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """The likeliest program; none if the question is not about this page."""
        page = prepared(record)
        memory = remember(page, history)
        traits = read_question(question, memory.years)
        refusal = _refusal(page, memory, traits)
        readings = self.readings(record, history, question)
        if refusal or not readings:
            return Generated("", 0.0, words=refusal or "the page has no number to answer with")
        best = readings[0]
        probability = self.weights.confidence.probability(confidence_features(readings))
        earlier = operand_places(history)
        grounded = (s for s in best.candidate.sources if isinstance(s, GroundedNumber))
        places = {**earlier, **{s.text: s.number.mention.spot for s in grounded}}
        operands = operands_of(best.candidate.program, record, places)
        alternatives = tuple(
            AlternativeProgram(
                r.program,
                in_words(r.candidate.program, operands_of(r.candidate.program, record, earlier)),
                r.chance,
            )
            for r in readings[1 : _ALTERNATIVES + 1]
            if r.chance >= best.chance * _LEAST_SHARE
        )
        return Generated(
            best.program,
            probability * _share_on_page(page, memory, traits),
            operands,
            in_words(best.candidate.program, operands),
            alternatives,
        )

    def readings(
        self, record: Record, history: Sequence[Exchange], question: str
    ) -> tuple[ProgramReading, ...]:
        """The readings of a question after all likely readings of the turns so far."""

        def read(earlier: tuple[Exchange, ...], text: str) -> list[tuple[Exchange, float]]:
            return [
                (Exchange(text, r.program, r.answer), r.chance)
                for r in self._cached_readings(record, earlier, text)
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
        """`readings`, cached, since each further turn needs those of the same histories."""
        return lru_cache(maxsize=256)(self._compute_readings)

    def _compute_readings(
        self, record: Record, history: tuple[Exchange, ...], question: str
    ) -> tuple[ProgramReading, ...]:
        page = prepared(record)
        memory = remember(page, history)
        traits = read_question(question, memory.years)
        options = candidates(page, memory, traits, self.weights.grounding)
        chances = softmax(self._scores(options, memory, traits))
        return _merged(
            ProgramReading(option, str(option.program), chance)
            for option, chance in zip(options, chances, strict=True)
        )

    def _scores(
        self, options: Sequence[ProgramCandidate], memory: Memory, traits: QuestionTraits
    ) -> list[float]:
        """The scores of candidates; candidates of one shape share the score of its features."""
        weigh = self.weights.choice.score
        shapes = {shape_of(option): option for option in options}
        of_shape = {s: weigh(shape_features(o, traits, memory)) for s, o in shapes.items()}
        return [of_shape[shape_of(o)] + weigh(source_features(o, traits)) for o in options]


def offline_generator() -> OfflineGenerator:
    """The generator with the weights of the package."""
    return OfflineGenerator(shipped_weights())


def _merged(readings: Iterable[ProgramReading]) -> tuple[ProgramReading, ...]:
    """Each program once, with the sum of its chances; the likeliest first."""
    likeliest: dict[str, ProgramReading] = {}
    chances: dict[str, float] = {}
    for reading in sorted(readings, key=lambda r: -r.chance):
        likeliest.setdefault(reading.program, reading)
        chances[reading.program] = chances.get(reading.program, 0.0) + reading.chance
    order = sorted(chances, key=lambda program: -chances[program])
    return tuple(ProgramReading(likeliest[p].candidate, p, chances[p]) for p in order)


def confidence_features(readings: Sequence[ProgramReading]) -> dict[str, float]:
    """Features of the probability that the first reading is right."""
    best = readings[0]
    second = readings[1].chance if len(readings) > 1 else 0.0
    operation = sum(r.chance for r in readings if r.candidate.operation == best.candidate.operation)
    sources = best.candidate.sources
    return {
        "log chance": math.log(max(best.chance, _LEAST_CHANCE)),
        "log chance of operation": math.log(max(operation, _LEAST_CHANCE)),
        "lead": best.chance - second,
        "in text": sum(isinstance(s, GroundedNumber) and bool(s.number.near) for s in sources) / 2,
    }


def _share_on_page(page: ConversationPage, memory: Memory, traits: QuestionTraits) -> float:
    """The share of the question's names that the page or an earlier turn contains.

    This cannot be fitted: all questions of the fitted records are about their pages.
    """
    if _builds_on_earlier(memory, traits):
        return 1.0
    names, known = _names(page, memory, traits)
    return (len(known) + 1) / (len(names) + 1)


def _refusal(page: ConversationPage, memory: Memory, traits: QuestionTraits) -> str:
    """Why this page cannot answer the question, or ""."""
    names, known = _names(page, memory, traits)
    if names and not known and not _builds_on_earlier(memory, traits):
        words = _LETTERS.findall(traits.text)
        missing = " ".join(word for word in words if set(content(word)) & set(names))
        return f"the page does not speak of {missing}; ask what its tables or text name"
    return ""


def _builds_on_earlier(memory: Memory, traits: QuestionTraits) -> bool:
    refers = REFERRING.search(traits.text) or _CONTINUING.search(traits.text)
    return bool(memory.questions and (refers or traits.classes & _FOLLOW_UP))


def _names(
    page: ConversationPage, memory: Memory, traits: QuestionTraits
) -> tuple[list[str], list[str]]:
    """Stems that name things in the question, and those on the page or in earlier turns."""
    known = {*page.rarity, *(stem for earlier in memory.questions for stem in earlier.stems)}
    names = [name for name in traits.stems if name in known or name not in lexicon_stems()]
    return names, [name for name in names if name in known]
