"""Fit the three models of the offline generator to records with gold programs, one on the other.

The first chooses the number that a phrase means, the second the program that a question means, the
third gives the probability that the program is right. Stems that name things are folded, so that
weights contain statistics of the language and no text of a record.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from estimators import ChoiceExample, fit_choice, fit_odds
from practice.practice_talks import practice_records
from secqa.conversation.convfinqa.conversation_scores import same_value
from secqa.conversation.offline.dialogue_state import Memory, remember
from secqa.conversation.offline.number_grounding import (
    OperandPhrase,
    grounding_features,
    readings_of,
)
from secqa.conversation.offline.offline_generator import (
    OfflineGenerator,
    Weights,
    confidence_features,
)
from secqa.conversation.offline.page_numbers import ConversationPage, prepared
from secqa.conversation.offline.program_candidates import (
    ProgramCandidate,
    candidates,
    phrase_of,
    phrase_pairs,
)
from secqa.conversation.offline.program_features import shape_features, shape_of, source_features
from secqa.conversation.offline.question_traits import QuestionTraits, read_question
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.programs.program_language import (
    Program,
    ProgramError,
    ProgramNumber,
    parse,
    run,
)
from secqa.conversation.records.conversation_record import Record, page_of
from secqa.learning.linear import Choice, Features, Odds

_PAIRINGS = ("pair", "later first", "as asked", "same")
FOLDS = 5
PRACTICE = 320
"""How many practice talks."""
_GROUNDING_DECAY = 1.5
_CHOICE_DECAY = 1.5


@dataclass(frozen=True, slots=True)
class GoldTurn:
    """A turn with its right program, after right turns."""

    page: ConversationPage
    memory: Memory
    asked: QuestionTraits
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
            asked = read_question(turn.question, memory.years)
            turns.append(GoldTurn(page, memory, asked, parse(turn.program), turn.answer))
        history.append(Exchange(turn.question, turn.program, turn.answer))
    return turns


def fit(records: Sequence[Record]) -> Weights:
    """All three models, fitted to records with gold programs and to practice talks.

    How likely a program is right is learnt from folds that the first two were not fitted on.
    """
    practice = practice_records(PRACTICE)
    rows: list[Features] = []
    right: list[bool] = []
    for fold in range(FOLDS):
        generator = OfflineGenerator(
            fit_choices([r for r in records if _fold_of(r) != fold], practice)
        )
        for record in records:
            if _fold_of(record) == fold:
                for features, is_right in _judged(record, generator):
                    rows.append(features)
                    right.append(is_right)
    return replace(fit_choices(records, practice), confidence=fit_odds(rows, right))


def _judged(record: Record, generator: OfflineGenerator) -> Iterator[tuple[Features, bool]]:
    """What tells how sure the generator is and whether it is right, at each turn after the right
    answers and after its own.
    """
    gold: list[Exchange] = []
    own: list[Exchange] = []
    for turn in record.turns:
        after_gold = generator.readings(record, gold, turn.question)
        after_own = generator.readings(record, own, turn.question)
        for readings in (after_gold, after_own):
            if readings and turn.answer is not None:
                right = same_value(readings[0].answer, turn.answer)
                yield confidence_features(readings), right
        gold.append(Exchange(turn.question, turn.program, turn.answer))
        own += [Exchange(turn.question, r.program, r.answer, r.chance) for r in after_own[:1]]


def fit_choices(records: Sequence[Record], practice: Sequence[Record] = ()) -> Weights:
    """The first two models; the choice of a program is fitted to practice talks, too."""
    turns = [turn for record in records for turn in gold_turns(record)]
    practised = [turn for record in practice for turn in gold_turns(record)]
    numbers = [group for turn in turns for group in grounding_groups_of(turn)]
    grounding = fit_choice(numbers, _GROUNDING_DECAY)
    programs = [g for turn in (*turns, *practised) for g in choice_group(turn, grounding)]
    return Weights(grounding, fit_choice(programs, _CHOICE_DECAY), Odds({}, 0.0))


def _fold_of(record: Record) -> int:
    """Which of the folds a record is in, all of a page in one."""
    return crc32(page_of(record.id).encode()) % FOLDS


def grounding_groups_of(turn: GoldTurn) -> list[ChoiceExample]:
    """What the numbers that a gold turn takes from the page were chosen among."""
    groups = []
    for phrase, number in _gold_phrases(turn):
        readings = readings_of(turn.page, phrase)
        right = [i for i, (_, text) in enumerate(readings) if _same_number(text, number)]
        if right:
            options = tuple(grounding_features(turn.page, n, text, phrase) for n, text in readings)
            groups.append(ChoiceExample(options, tuple(right)))
    return groups


def _gold_phrases(turn: GoldTurn) -> list[tuple[OperandPhrase, ProgramNumber]]:
    """The new numbers of a gold turn, each with the phrase that describes it."""
    whole = phrase_of(turn.memory, turn.asked)
    if turn.program.picked is not None:
        return [(whole, turn.program.picked)]
    arguments = turn.program.steps[-1].arguments
    numbers = [a for a in arguments if isinstance(a, ProgramNumber) and not a.constant]
    known = {round(k.value, 6) for k in turn.memory.known}
    new = [a for a in numbers if round(a.value, 6) not in known]
    if len(new) == 2:
        pairs = phrase_pairs(turn.asked, whole)
        return max(
            (list(zip(pairs[by], new, strict=True)) for by in _PAIRINGS if by in pairs),
            key=lambda told: sum(_of_its_year(turn.page, *phrased) for phrased in told),
        )
    return [(whole, number) for number in new]


def _of_its_year(page: ConversationPage, phrase: OperandPhrase, number: ProgramNumber) -> bool:
    """Whether the number is printed with a year that the phrase names."""
    printed = (n for n, text in readings_of(page, phrase) if _same_number(text, number))
    return any(set(n.years) & set(phrase.years) for n in printed)


def _same_number(text: str, number: ProgramNumber) -> bool:
    return abs(ProgramNumber(text).value - number.value) < 1e-9 * max(1.0, abs(number.value))


def choice_group(turn: GoldTurn, grounding: Choice) -> list[ChoiceExample]:
    """The candidates of a turn, those right that come to the gold answer; [] if none does."""
    options = candidates(turn.page, turn.memory, turn.asked, grounding)
    right = right_ones(options, turn.program, turn.answer)
    if not right:
        return []
    shapes = {shape_of(option): option for option in options}
    places = {shape: place for place, shape in enumerate(shapes)}
    return [
        ChoiceExample(
            tuple(source_features(option, turn.asked) for option in options),
            tuple(right),
            tuple(shape_features(o, turn.asked, turn.memory) for o in shapes.values()),
            tuple(places[shape_of(option)] for option in options),
        )
    ]


def right_ones(
    options: Sequence[ProgramCandidate], program: Program, answer: float | str
) -> list[int]:
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
