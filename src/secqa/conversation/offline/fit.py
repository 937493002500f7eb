"""Records with gold programs -> weights: three linear models, fitted one on the other.

First which number a phrase means, then which program a question means (with the first model's
chances from folds it was not fitted on, or it would look surer than it is), then how likely the
program is right. Words count only when several pages use them, so that weights hold statistics
of the language and no text of a record.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from zlib import crc32

from secqa.conversation.evaluate import same_value
from secqa.conversation.generator import Exchange
from secqa.conversation.language import Number, Program, ProgramError, parse, run
from secqa.conversation.offline.asked import Asked
from secqa.conversation.offline.candidates import Candidate, candidates, phrase_of, phrase_pairs
from secqa.conversation.offline.features import (
    shape_features,
    shape_of,
    shared_features,
    source_features,
)
from secqa.conversation.offline.generate import OfflineGenerator, confidence_features
from secqa.conversation.offline.grounding import Phrase, grounding_features, readings_of
from secqa.conversation.offline.halves import page_of
from secqa.conversation.offline.learning import Group, learn
from secqa.conversation.offline.memory import Memory, remember
from secqa.conversation.offline.model import Features, Weights
from secqa.conversation.offline.page import AskedPage, prepared
from secqa.conversation.offline.page_words import asked_of
from secqa.conversation.offline.practice.records import practice_records
from secqa.conversation.record import Record

_PAIRINGS = ("pair", "later first", "as asked", "same")
FOLDS = 5
MIN_PAGES = 3
"""How many pages must use a word for it to get a weight."""
PRACTICE = 320
"""How many practice talks."""
_GROUNDING_DECAY = 1.5
_CHOICE_DECAY = 0.7
_CONFIDENCE_DECAY = 0.5


@dataclass(frozen=True, slots=True)
class GoldTurn:
    """A turn with its right program, after right turns."""

    page: AskedPage
    memory: Memory
    asked: Asked
    program: Program
    answer: float | str


def gold_turns(record: Record) -> list[GoldTurn]:
    """The turns of a record that have a gold program."""
    page = prepared(record)
    history: list[Exchange] = []
    turns: list[GoldTurn] = []
    for turn in record.turns:
        memory = remember(page, history)
        if turn.program and turn.answer is not None:
            asked = asked_of(page, turn.question, memory.years)
            turns.append(GoldTurn(page, memory, asked, parse(turn.program), turn.answer))
        history.append(Exchange(turn.question, turn.program, turn.answer))
    return turns


def fit(records: Sequence[Record]) -> Weights:
    """All three models, fitted to records with gold programs and to practice talks."""
    practice = practice_records(PRACTICE)
    confidence = cross_fit(records, practice)[0].confidence
    return replace(fit_choice(records, practice), confidence=confidence)


def cross_fit(records: Sequence[Record], practice: Sequence[Record]) -> dict[int, Weights]:
    """Weights for each fold, fitted to the others; the confidence to what they do on theirs."""
    others = [outside(records, fold) for fold in range(FOLDS)]
    with ProcessPoolExecutor() as pool:
        fitted = dict(enumerate(pool.map(fit_choice, others, repeat(practice))))
    generators = {fold: OfflineGenerator(weights) for fold, weights in fitted.items()}
    groups = [g for r in records for g in _confidence_groups(r, generators[fold_of(r)])]
    confidence = learn(groups, _CONFIDENCE_DECAY)
    return {fold: replace(weights, confidence=confidence) for fold, weights in fitted.items()}


def _confidence_groups(record: Record, generator: OfflineGenerator) -> list[Group]:
    """Being right or wrong, as a choice between the two: at each turn after the right answers,
    and after those that the generator gives.
    """
    groups = []
    gold: list[Exchange] = []
    own: list[Exchange] = []
    for turn in record.turns:
        after_gold = generator.readings(record, gold, turn.question)
        after_own = generator.readings(record, own, turn.question)
        for readings in (after_gold, after_own):
            if readings and turn.answer is not None:
                right = same_value(readings[0].answer, turn.answer)
                groups.append(Group((confidence_features(readings), {}), (0,) if right else (1,)))
        gold.append(Exchange(turn.question, turn.program, turn.answer))
        own += [Exchange(turn.question, r.program, r.answer, r.chance) for r in after_own[:1]]
    return groups


def fit_choice(
    records: Sequence[Record],
    practice: Sequence[Record] = (),
    without: Sequence[str] = (),
) -> Weights:
    """The first two models; the choice is fitted to practice talks, too.

    Features with one of `without` in their names are left out, to see what they add.
    """
    turns = {record.id: gold_turns(record) for record in records}
    grounding = learn(_grounding_groups(turns, records), _GROUNDING_DECAY, without)
    grams = _common_grams(turns)
    choice_groups: list[Group] = []
    for fold in range(FOLDS):
        held_out = learn(
            _grounding_groups(turns, outside(records, fold)), _GROUNDING_DECAY, without
        )
        for record in records:
            if fold_of(record) == fold:
                for turn in turns[record.id]:
                    choice_groups += choice_group(turn, held_out, grams)
    for record in practice:
        for turn in gold_turns(record):
            choice_groups += choice_group(turn, grounding, grams)
    return Weights(grounding, learn(choice_groups, _CHOICE_DECAY, without), {})


def outside(records: Sequence[Record], fold: int) -> list[Record]:
    """The records of the other folds."""
    return [record for record in records if fold_of(record) != fold]


def _grounding_groups(
    turns: Mapping[str, Sequence[GoldTurn]], records: Sequence[Record]
) -> list[Group]:
    return [g for record in records for t in turns[record.id] for g in grounding_groups_of(t)]


def fold_of(record: Record) -> int:
    """Which of the folds a record is in, all of a page in one."""
    return crc32(page_of(record.id).encode()) % FOLDS


def grounding_groups_of(turn: GoldTurn) -> list[Group]:
    """What the numbers that a gold turn takes from the page were chosen among."""
    groups = []
    for phrase, number in _gold_phrases(turn):
        readings = readings_of(turn.page, phrase)
        right = [i for i, (_, text) in enumerate(readings) if _same_number(text, number)]
        if right:
            options = tuple(grounding_features(turn.page, n, text, phrase) for n, text in readings)
            groups.append(Group(options, tuple(right)))
    return groups


def _gold_phrases(turn: GoldTurn) -> list[tuple[Phrase, Number]]:
    """The new numbers of a gold turn, each with the phrase that describes it."""
    whole = phrase_of(turn.memory, turn.asked)
    if turn.program.picked is not None:
        return [(whole, turn.program.picked)]
    arguments = turn.program.steps[-1].arguments
    numbers = [a for a in arguments if isinstance(a, Number) and not a.constant]
    known = {round(k.value, 6) for k in turn.memory.known}
    new = [a for a in numbers if round(a.value, 6) not in known]
    if len(new) == 2:
        pairs = phrase_pairs(turn.asked, whole)
        return max(
            (list(zip(pairs[by], new, strict=True)) for by in _PAIRINGS if by in pairs),
            key=lambda told: sum(_of_its_year(turn.page, *phrased) for phrased in told),
        )
    return [(whole, number) for number in new]


def _of_its_year(page: AskedPage, phrase: Phrase, number: Number) -> bool:
    """Whether the number is printed with a year that the phrase names."""
    printed = (n for n, text in readings_of(page, phrase) if _same_number(text, number))
    return any(set(n.years) & set(phrase.years) for n in printed)


def _same_number(text: str, number: Number) -> bool:
    return abs(Number(text).value - number.value) < 1e-9 * max(1.0, abs(number.value))


def choice_group(
    turn: GoldTurn, grounding: Mapping[str, float], grams: frozenset[str]
) -> list[Group]:
    """The candidates of a turn, those right that come to the gold answer; [] if none does."""
    options = candidates(turn.page, turn.memory, turn.asked, grounding)
    right = right_ones(options, turn.program, turn.answer)
    if not right:
        return []
    common = shared_features(turn.asked, turn.memory)
    shapes: dict[str, tuple[int, Features]] = {}
    for option in options:
        shape = shape_of(option)
        if shape not in shapes:
            features = shape_features(option, turn.asked, common, grams)
            shapes[shape] = (len(shapes), features)
    return [
        Group(
            tuple(source_features(option, turn.asked) for option in options),
            tuple(right),
            tuple(features for _, features in shapes.values()),
            tuple(shapes[shape_of(option)][0] for option in options),
        )
    ]


def right_ones(options: Sequence[Candidate], program: Program, answer: float | str) -> list[int]:
    """Candidates that come to the answer; those that end as the gold program does, if any."""
    right = [i for i, candidate in enumerate(options) if same_answer(candidate.program, answer)]
    ending = program.steps[-1].operation if program.steps else ""
    alike = [i for i in right if _ending(options[i].program) == ending]
    return alike or right


def _ending(program: Program) -> str:
    return program.steps[-1].operation if program.steps else ""


def same_answer(program: Program, answer: float | str) -> bool:
    """Whether a program comes to an answer, to five places."""
    try:
        return same_value(run(program), answer)
    except ProgramError:
        return False


def _common_grams(turns: Mapping[str, Sequence[GoldTurn]]) -> frozenset[str]:
    pages: dict[str, set[str]] = {}
    for name, of_record in turns.items():
        for turn in of_record:
            for gram in turn.asked.grams:
                pages.setdefault(gram, set()).add(page_of(name))
    return frozenset(gram for gram, used in pages.items() if len(used) >= MIN_PAGES)
