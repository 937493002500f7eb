"""Which printed number a phrase means: every number of the page, ranked for one phrase.

The phrase may be a whole question or its part for one operand; what it leaves out ("and in
2008?") comes from the turns before: their words, years, and the cells they used.
"""

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from secqa.conversation.offline.page_numbers import ConversationPage, PageNumber
from secqa.conversation.records.conversation_record import RecordSpot
from secqa.learning.linear import Choice, softmax

_ASKS_YEAR = re.compile(r"\b(?:what|which|first|last|until)\b[^,]{0,20}\byear\b")


@dataclass(frozen=True, slots=True)
class OperandPhrase:
    """What one operand is described by."""

    stems: tuple[str, ...]
    question: tuple[str, ...]
    """Stems of the whole question."""
    before: tuple[str, ...]
    """Stems of the last question that named something."""
    years: tuple[int, ...]
    text: str
    """The whole question, lower case."""
    last_used: tuple[RecordSpot, ...] = ()
    """Places of the numbers that the last turn with any took."""
    used: Collection[RecordSpot] = ()
    """Places of all numbers taken so far."""


@dataclass(frozen=True, slots=True)
class GroundedNumber:
    """A number of the page and how likely the phrase means it."""

    number: PageNumber
    text: str
    """As the program writes it; with or without the percent sign."""
    log_probability: float


def ground(
    page: ConversationPage, phrase: OperandPhrase, weights: Choice, top: int
) -> list[GroundedNumber]:
    """The likeliest numbers for a phrase, best first."""
    readings = readings_of(page, phrase)
    scores = [weights.score(grounding_features(page, n, text, phrase)) for n, text in readings]
    order = sorted(range(len(readings)), key=lambda i: -scores[i])[:top]
    chances = softmax(scores)
    return [GroundedNumber(*readings[i], math.log(max(chances[i], 1e-9))) for i in order]


def readings_of(page: ConversationPage, phrase: OperandPhrase) -> list[tuple[PageNumber, str]]:
    """Every number; percentages also without their sign, negative cells also without theirs.

    Years are numbers only where a year is asked for.
    """
    readings = []
    year_asked = _ASKS_YEAR.search(phrase.text) is not None
    for number in page.numbers:
        if number.is_year and not year_asked:
            continue
        text = number.mention.text
        readings.append((number, text))
        if number.mention.percent:
            readings.append((number, text.rstrip("%")))
        elif text.startswith("-"):
            readings.append((number, text[1:]))
    return readings


def grounding_features(
    page: ConversationPage, number: PageNumber, text: str, phrase: OperandPhrase
) -> dict[str, float]:
    """What speaks for a number being meant by a phrase."""
    kind = "text" if number.mention.spot.sentence >= 0 else "cell"
    features = {kind: 1.0}
    for name, wanted in (("phrase", phrase.stems), ("before", phrase.before)):
        features[f"{kind}: {name} covered"] = _covered(page, number, wanted)
        features[f"{kind}: pairs of {name}"] = _side_by_side(page, number, wanted)
        if kind == "cell":
            features[f"row in {name}"] = _share(page, number.row, wanted)
            features[f"column in {name}"] = _share(page, number.column, wanted)
        else:
            features[f"sentence: {name} covered"] = _covered(page, number, wanted, nearness=0.0)
    told = [*_years(number, phrase), *_neighbours(number, phrase), *_look(number, text, phrase)]
    return features | {f"{kind}: {name}": 1.0 for name in told}


def _side_by_side(page: ConversationPage, number: PageNumber, wanted: Sequence[str]) -> float:
    """How much of what is wanted stands in the same order beside the number."""
    rarity = [page.rarity.get(a, 0.0) + page.rarity.get(b, 0.0) for a, b in pairwise(wanted)]
    found = [r for r, pair in zip(rarity, pairwise(wanted), strict=True) if pair in number.pairs]
    return sum(found) / sum(rarity) if found else 0.0


def _covered(
    page: ConversationPage, number: PageNumber, wanted: Sequence[str], nearness: float = 0.5
) -> float:
    """How much of what is wanted names the number, rare words counting more.

    In a sentence near words count more, the more the higher `nearness`.
    """
    total = sum(page.rarity.get(stem, 0.0) for stem in wanted)
    if not total:
        return 0.0
    if number.near:
        near = dict(number.near)
        here = (stem for stem in wanted if stem in near)
        return sum(page.rarity.get(s, 0.0) * math.pow(near[s], nearness) for s in here) / total
    names = {*number.row, *number.column}
    return sum(page.rarity.get(s, 0.0) for s in wanted if _in_label(s, names, number)) / total


def _in_label(stem: str, names: Collection[str], number: PageNumber) -> bool:
    told = stem in names or stem in number.about
    return told or (len(stem) >= 5 and stem in number.run_together)


def _share(page: ConversationPage, label: Sequence[str], wanted: Sequence[str]) -> float:
    """How much of a label the phrase says."""
    total = sum(page.rarity.get(stem, 0.0) for stem in label)
    return sum(page.rarity.get(s, 0.0) for s in label if s in wanted) / total if total else 0.0


def _years(number: PageNumber, phrase: OperandPhrase) -> list[str]:
    if not phrase.years:
        return []
    if not number.years:
        return ["no year"]
    if not set(phrase.years) & set(number.years):
        return ["other year"]
    return ["asked year", *(["asked year last"] if number.years[-1] == phrase.years[-1] else [])]


def _neighbours(number: PageNumber, phrase: OperandPhrase) -> list[str]:
    """How it stands to the numbers that were spoken of, by how much the question itself says."""
    spot = number.mention.spot
    said = "short" if len(phrase.question) <= 2 else "long"
    year = "new year" if phrase.years else "no year"
    found = ["used before", f"used before, {said}"] if spot in phrase.used else []
    for last in phrase.last_used[-1:]:
        if spot == last:
            found.append("used last")
        elif (spot.sentence >= 0) != (last.sentence >= 0):
            found.append(f"other than the last, {said}")
        elif spot.sentence < 0 and spot.table == last.table:
            if spot.row == last.row:
                found.append(f"row of the last, {year}, {said}")
            if spot.column == last.column:
                found.append(f"column of the last, {year}, {said}")
    return found


def _look(number: PageNumber, text: str, phrase: OperandPhrase) -> list[str]:
    mention = number.mention
    found = []
    if mention.percent:
        found.append(f"percent {'kept' if text.endswith('%') else 'dropped'}")
    if mention.value < 0:
        found.append(f"minus {'kept' if text.startswith('-') else 'dropped'}")
    if mention.spot.sentence >= 0:
        small = abs(mention.value) < 32 and mention.value == int(mention.value)
        return [*found, *(["small whole number"] if small else [])]
    if number.label.startswith("total"):
        found.append(f"total, {'asked' if 'total' in phrase.question else 'not asked'}")
    elif "total" in phrase.question:
        found.append("no total")
    if len(number.label) > 3 and number.label in phrase.text:
        found.append("row named in full")
    return found
