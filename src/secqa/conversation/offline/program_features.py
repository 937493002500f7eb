"""Features of a candidate program: its operation, its operands' roles, how its numbers were read.

The operation is held against the question's words, each operand against its role.
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
"""Classes that tell something about which operand is the larger: a share is of something larger."""
_SOURCE_NAMES: dict[type[Source], str] = {
    EarlierValue: "Known",
    GroundedNumber: "Grounded",
    ConstantOperand: "Constant",
}
"""As the fitted features spell them."""
_UNITS = ("thousand", "million", "billion", "dollar", "percent")


def shape_features(
    candidate: ProgramCandidate, asked: QuestionTraits, memory: Memory
) -> dict[str, float]:
    """Features that all candidates of one shape have in common."""
    operation = candidate.operation or "select"
    named = {stem for earlier in memory.asked for stem in earlier.stems}
    new = sum(stem not in named for stem in asked.stems)
    features = {f"{operation} ~ {gram}": 1.0 for gram in asked.grams}
    features[shape_of(candidate)] = 1.0
    features[f"{operation} & {f'new words {min(new, 4)}' if memory.asked else 'first turn'}"] = 1.0
    return features


def shape_of(candidate: ProgramCandidate) -> str:
    """The operation with the kinds of its sources: "subtract(Known, Grounded)"."""
    kinds = ", ".join(_SOURCE_NAMES[type(source)] for source in candidate.sources)
    return f"{candidate.operation or 'select'}({kinds})"


def source_features(candidate: ProgramCandidate, asked: QuestionTraits) -> dict[str, float]:
    """Features of a candidate's sources, each alone and together."""
    features: dict[str, float] = {}
    for place, source in zip(("first", "second"), candidate.sources, strict=False):
        side = f"{candidate.operation or 'select'} {place}"
        match source:
            case GroundedNumber():
                features[f"{side} log chance"] = source.log_probability
            case ConstantOperand():
                features |= dict.fromkeys(_of_constant(side, source, asked), 1.0)
            case EarlierValue():
                features |= dict.fromkeys((f"{side}: {role}" for role in source.roles), 1.0)
    if len(candidate.sources) == 2:
        first, second = candidate.sources
        features |= dict.fromkeys(_of_both(candidate, first, second, asked), 1.0)
    return features


def _of_constant(side: str, constant: ConstantOperand, asked: QuestionTraits) -> list[str]:
    value = f"{constant.value:g}" if constant.value in (1, 100, 1000, 1e6, 1e9) else "count"
    units = [f"{side} is {value} for {unit}" for unit in _UNITS if unit in asked.text]
    counts = [f"{side} counts the terms"] if constant.terms else []
    typed = "constant typed" if constant.typed else "constant untyped"
    return [f"{side} is {value}", typed, *units, *counts]


def _of_both(
    candidate: ProgramCandidate, first: Source, second: Source, asked: QuestionTraits
) -> list[str]:
    shape, operation = shape_of(candidate), candidate.operation
    found = [f"{shape} by {candidate.part}"] if candidate.part else []
    if operation in ("divide", "subtract"):
        smaller = abs(source_value(first)) < abs(source_value(second))
        size = f"{operation}, {'smaller' if smaller else 'larger'} first"
        found += [f"{size} & {name}" for name in asked.classes & _OF_SIZE]
    for side, part, whole in (("first", first, second), ("second", second, first)):
        if isinstance(whole, EarlierValue) and (place := _place_within(part, whole)):
            found.append(f"{operation} {side} is {place} of the other")
    match first, second:
        case GroundedNumber(), GroundedNumber():
            found.append(f"{shape} {_beside(first, second)}")
            found += _order(shape, first.number.years, second.number.years)
        case EarlierValue(), EarlierValue():
            found += _order(shape, first.years, second.years)
    return found


def _beside(first: GroundedNumber, second: GroundedNumber) -> str:
    """How two numbers stand on the page."""
    one, other = first.number.mention.spot, second.number.mention.spot
    if one.sentence >= 0 or other.sentence >= 0 or one.table != other.table:
        return "same sentence" if one.sentence == other.sentence >= 0 else "apart"
    same = "row" if one.row == other.row else "column" if one.column == other.column else "table"
    return f"same {same}"


def _place_within(part: Source, whole: EarlierValue) -> str:
    """Which operand of the last step of `whole` the part is, with that step's operation."""
    steps = whole.program.steps
    made = part.program.steps[-1:] if isinstance(part, EarlierValue) else ()
    for step in steps[-1:]:
        for place, argument in zip(("first", "second"), step.arguments, strict=False):
            equal = isinstance(argument, ProgramNumber) and argument.value == source_value(part)
            if equal or (isinstance(argument, Reference) and made == (steps[argument.step],)):
                return f"{place} in {step.operation}"
    return ""


def _order(shape: str, first: tuple[int, ...], second: tuple[int, ...]) -> list[str]:
    if not first or not second or first[-1] == second[-1]:
        return []
    return [f"{shape} {'later' if first[-1] > second[-1] else 'earlier'} first"]
