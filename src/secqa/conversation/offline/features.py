"""What speaks for a candidate program: the operation against the question's cues and the shape
of the talk, each operand against its role, and how well its numbers were found.
"""

from collections.abc import Collection

from secqa.conversation.language import Number, Reference
from secqa.conversation.offline.asked import ASKING, REFERRING, Asked, content
from secqa.conversation.offline.candidates import Candidate, Constant, Source, source_value
from secqa.conversation.offline.grounding import Grounded
from secqa.conversation.offline.memory import Known, Memory

_SIZE_CUES = frozenset(
    (
        "percent",
        "share",
        "represents",
        "ratio",
        "divided",
        "difference",
        "change",
        "without",
        "less",
    )
)
"""Cues that tell something about which operand is the larger: a share is of something larger."""


def shared_features(asked: Asked, memory: Memory) -> tuple[str, ...]:
    """What is the same for all candidates of a turn, to be crossed with the operation."""
    named = {stem for earlier in memory.asked for stem in earlier.stems}
    new = [stem for stem in asked.stems if stem not in named]
    novelty = f"new words {min(len(new), 4)}" if memory.asked else "first turn"
    return (*asked.cues, *memory.state, novelty)


def shape_features(
    candidate: Candidate, asked: Asked, shared: Collection[str], grams: Collection[str]
) -> dict[str, float]:
    """Features that all candidates of one shape have in common."""
    shape = shape_of(candidate)
    features = {shape: 1.0}
    operation = candidate.operation or "select"
    for name in shared:
        features[f"{operation} & {name}"] = 1.0
    for gram in asked.grams:
        if gram in grams:
            features[f"{operation} ~ {gram}"] = 1.0
            features[f"{shape} ~ {gram}"] = 0.5
    return features


def source_features(candidate: Candidate, asked: Asked) -> dict[str, float]:
    """Features of a candidate's sources, each alone and together."""
    features: dict[str, float] = {}
    operation = candidate.operation or "select"
    sides = ("first", "second") if candidate.operation else ("picked",)
    for index, (side, source) in enumerate(zip(sides, candidate.sources, strict=True)):
        part = asked.pair[index] if asked.pair and candidate.operation else ""
        _source_features(features, f"{operation} {side}", source, asked, part)
    _joint_features(features, shape_of(candidate), candidate, asked)
    return features


def shape_of(candidate: Candidate) -> str:
    """The operation with the kinds of its sources: "subtract(known, new)"."""
    kinds = ", ".join(
        "known" if isinstance(s, Known) else "new" if isinstance(s, Grounded) else "constant"
        for s in candidate.sources
    )
    return f"{candidate.operation or 'select'}({kinds})"


def _source_features(
    features: dict[str, float], side: str, source: Source, asked: Asked, part: str
) -> None:
    match source:
        case Grounded():
            features[f"{side} log chance"] = source.log_probability
        case Constant():
            typed = "typed" if source.typed else "untyped"
            value = f"{source.value:g}" if source.value in (1, 100, 1000, 1e6, 1e9) else "count"
            features[f"{side} is {value}"] = 1.0
            features[f"{side} is {value}, {typed}"] = 1.0
            features[f"constant {typed}"] = 1.0
            if source.terms:
                features[f"{side} counts the terms"] = 1.0
            for unit in ("thousand", "million", "billion", "dollar", "percent"):
                if unit in asked.text:
                    features[f"{side} is {source.value:g} for {unit}"] = 1.0
        case Known():
            _known_features(features, side, source, asked, part)


def _known_features(
    features: dict[str, float], side: str, known: Known, asked: Asked, part: str
) -> None:
    for role in known.roles:
        features[f"{side}: {role}"] = 1.0
        if "that" in asked.cues:
            features[f"{side}: {role} & that"] = 1.0
        if "pair" in asked.cues:
            features[f"{side}: {role} & pair"] = 1.0
        if "rate of change" in asked.cues:
            features[f"{side}: {role} & rate"] = 1.0
    features[f"{side}: {' + '.join(sorted(known.roles))}"] = 1.0
    if asked.years and known.years:
        fits = "fits" if set(asked.years) & set(known.years) else "does not fit"
        features[f"{side} year {fits}"] = 1.0
        if len(asked.years) == 1:
            features[f"{side} year {fits}, one asked"] = 1.0
    names = {*known.stems, *known.label}
    features[f"{side} words"] = _overlap(asked.stems, names)
    if part:
        stems = content(part)
        features[f"{side} words of its part"] = _overlap(stems, names)
        naming = [stem for stem in stems if stem not in ASKING]
        if len(naming) >= 2 and not REFERRING.search(part) and _overlap(naming, names) <= 0.5:
            features["named otherwise in its part"] = 1.0
        if known.years and any(str(year) in part for year in known.years):
            features[f"{side} year in its part"] = 1.0
        refers = any(f" {word} " in f" {part} " for word in ("that", "this", "these", "it"))
        for role in ("result 0", "result 1", "last computed", "selected"):
            if role in known.roles:
                features[f"{side}: {role}, part {'refers' if refers else 'names'}"] = 1.0


def _overlap(stems: Collection[str], names: Collection[str]) -> float:
    return sum(stem in names for stem in stems) / len(stems) if stems else 0.0


def _joint_features(
    features: dict[str, float], shape: str, candidate: Candidate, asked: Asked
) -> None:
    if len(candidate.sources) < 2:
        return
    first, second = candidate.sources
    if candidate.part:
        features[f"{shape} by {candidate.part}"] = 1.0
    if isinstance(first, Grounded) and isinstance(second, Grounded):
        one, other = first.number.mention.spot, second.number.mention.spot
        if one.sentence < 0 and other.sentence < 0 and one.table == other.table:
            same = "row" if one.row == other.row else "column" if one.column == other.column else ""
            features[f"{shape} same {same or 'table'}"] = 1.0
            years = len(asked.years) >= 2
            features[f"{shape} same {same or 'table'}, {'years' if years else 'no'}"] = 1.0
        elif one.sentence >= 0 and one.sentence == other.sentence:
            features[f"{shape} same sentence"] = 1.0
        else:
            features[f"{shape} apart"] = 1.0
        _order(features, shape, first.number.years, second.number.years)
    if isinstance(second, Constant) and second.value >= 1000:
        large = abs(source_value(first)) >= second.value
        features[f"{candidate.operation}, {'more' if large else 'less'} than the unit"] = 1.0
    if candidate.operation in ("divide", "subtract"):
        smaller = abs(source_value(first)) < abs(source_value(second))
        size = f"{candidate.operation}, {'smaller' if smaller else 'larger'} first"
        features[size] = 1.0
        for cue in asked.cues & _SIZE_CUES:
            features[f"{size} & {cue}"] = 1.0
    for one_side, part_of, whole_of in (("first", first, second), ("second", second, first)):
        if isinstance(whole_of, Known) and whole_of.program.steps:
            place = _place_within(part_of, whole_of)
            if place:
                features[f"{candidate.operation} {one_side} is {place} of the other"] = 1.0
    if isinstance(first, Known) and isinstance(second, Known):
        _order(features, shape, first.years, second.years)
        roles = [
            "+".join(
                sorted(r for r in k.roles if r.startswith(("result", "selected", "last", "sec")))
            )
            for k in (first, second)
        ]
        features[f"{shape}: {roles[0]} / {roles[1]}"] = 1.0


def _place_within(part: Source, whole: Known) -> str:
    """Which operand of the last step of `whole` the part is, with that step's operation."""
    step = whole.program.steps[-1]
    for place, argument in zip(("first", "second"), step.arguments, strict=False):
        if isinstance(argument, Number) and argument.value == source_value(part):
            return f"{place} in {step.operation}"
        made = part.program.steps[-1:] if isinstance(part, Known) else ()
        if isinstance(argument, Reference) and made == (whole.program.steps[argument.step],):
            return f"{place} in {step.operation}"
    return ""


def _order(
    features: dict[str, float], shape: str, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    if first and second and first[-1] != second[-1]:
        features[f"{shape} {'later' if first[-1] > second[-1] else 'earlier'} first"] = 1.0
