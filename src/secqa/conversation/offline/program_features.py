"""Compute the features of a candidate program: its operation and its operands.

Features of the operation go with the words of the question, those of each operand with its role.
"""

from secqa.conversation.offline.dialogue_state import EarlierValue, Memory
from secqa.conversation.offline.number_grounding import GroundedNumber
from secqa.conversation.offline.program_candidates import (
    ConstantOperand,
    ProgramCandidate,
    Source,
    source_value,
)
from secqa.conversation.offline.question_traits import CHANGES, QuestionTraits
from secqa.conversation.programs.program_language import ProgramNumber, Reference

_OF_SIZE = CHANGES | {"percent", "share", "ratio", "minus", "left"}
"""Classes that say which operand is larger: a share is of something larger."""
_SOURCE_NAMES: dict[type[Source], str] = {
    EarlierValue: "Known",
    GroundedNumber: "Grounded",
    ConstantOperand: "Constant",
}
"""Spelled as in the fitted weights."""
_UNITS = ("thousand", "million", "billion", "dollar", "percent")
_NAMED_CONSTANTS = (1, 100, 1000, 1e6, 1e9)
"""Constants with features of their own; all others count something."""


def shape_features(
    candidate: ProgramCandidate, question: QuestionTraits, memory: Memory
) -> dict[str, float]:
    """Features that all candidates of one shape share."""
    operation = candidate.operation or "select"
    known = {stem for earlier in memory.questions for stem in earlier.stems}
    new = sum(stem not in known for stem in question.stems)
    turn = f"new words {min(new, 4)}" if memory.questions else "first turn"
    names = [f"{operation} ~ {gram}" for gram in question.grams]
    return dict.fromkeys([*names, shape_of(candidate), f"{operation} & {turn}"], 1.0)


def shape_of(candidate: ProgramCandidate) -> str:
    """The operation with the kinds of its sources: "subtract(Known, Grounded)"."""
    kinds = ", ".join(_SOURCE_NAMES[type(source)] for source in candidate.sources)
    return f"{candidate.operation or 'select'}({kinds})"


def source_features(candidate: ProgramCandidate, question: QuestionTraits) -> dict[str, float]:
    """Features of a candidate's sources, each alone and together."""
    features: dict[str, float] = {}
    for place, source in zip(("first", "second"), candidate.sources, strict=False):
        side = f"{candidate.operation or 'select'} {place}"
        match source:
            case GroundedNumber():
                features[f"{side} log chance"] = source.log_probability
            case ConstantOperand():
                features |= dict.fromkeys(_of_constant(side, source, question), 1.0)
            case EarlierValue():
                features |= dict.fromkeys((f"{side}: {role}" for role in source.roles), 1.0)
    if len(candidate.sources) == 2:
        features |= dict.fromkeys(_of_both(candidate, *candidate.sources, question), 1.0)
    return features


def _of_constant(side: str, constant: ConstantOperand, question: QuestionTraits) -> list[str]:
    value = f"{constant.value:g}" if constant.value in _NAMED_CONSTANTS else "count"
    units = [f"{side} is {value} for {unit}" for unit in _UNITS if unit in question.text]
    counts = [f"{side} counts the terms"] if constant.terms else []
    typed = "constant typed" if constant.typed else "constant untyped"
    return [f"{side} is {value}", typed, *units, *counts]


def _of_both(
    candidate: ProgramCandidate, first: Source, second: Source, question: QuestionTraits
) -> list[str]:
    shape, operation = shape_of(candidate), candidate.operation
    names = [f"{shape} by {candidate.part}"] if candidate.part else []
    if operation in ("divide", "subtract"):
        smaller = abs(source_value(first)) < abs(source_value(second))
        size = f"{operation}, {'smaller' if smaller else 'larger'} first"
        names += [f"{size} & {name}" for name in question.classes & _OF_SIZE]
    for side, part, whole in (("first", first, second), ("second", second, first)):
        if isinstance(whole, EarlierValue) and (place := _place_within(part, whole)):
            names.append(f"{operation} {side} is {place} of the other")
    match first, second:
        case GroundedNumber(), GroundedNumber():
            names.append(f"{shape} {_relative_place(first, second)}")
            names += _order(shape, first.number.years, second.number.years)
        case EarlierValue(), EarlierValue():
            names += _order(shape, first.years, second.years)
    return names


def _relative_place(first: GroundedNumber, second: GroundedNumber) -> str:
    """The relative position of two numbers on the page."""
    left, right = first.number.mention.spot, second.number.mention.spot
    if left.sentence >= 0 or right.sentence >= 0 or left.table != right.table:
        return "same sentence" if left.sentence == right.sentence >= 0 else "apart"
    if left.row == right.row:
        return "same row"
    return "same column" if left.column == right.column else "same table"


def _place_within(part: Source, whole: EarlierValue) -> str:
    """The operand of the last step of `whole` that the part is, with that step's operation."""
    steps = whole.program.steps
    last_step = part.program.steps[-1:] if isinstance(part, EarlierValue) else ()
    for step in steps[-1:]:
        for place, argument in zip(("first", "second"), step.arguments, strict=False):
            equal = isinstance(argument, ProgramNumber) and argument.value == source_value(part)
            if equal or (isinstance(argument, Reference) and last_step == (steps[argument.step],)):
                return f"{place} in {step.operation}"
    return ""


def _order(shape: str, first: tuple[int, ...], second: tuple[int, ...]) -> list[str]:
    if not first or not second or first[-1] == second[-1]:
        return []
    return [f"{shape} {'later' if first[-1] > second[-1] else 'earlier'} first"]
