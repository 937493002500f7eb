"""Rank the numbers of a page for a phrase.

The phrase is a question or its part about one operand. What it leaves out ("and in 2008?") comes
from earlier turns: their words, their years and the cells they used.
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
_LEAST_CHANCE = 1e-9
"""Keeps logarithms of chances finite."""


@dataclass(frozen=True, slots=True)
class OperandPhrase:
    """The description of one operand."""

    stems: tuple[str, ...]
    question: tuple[str, ...]
    """Stems of the whole question."""
    before: tuple[str, ...]
    """Stems of the last question that named something."""
    years: tuple[int, ...]
    text: str
    """The whole question in lower case."""
    last_used: tuple[RecordSpot, ...] = ()
    """Locations of the numbers that the last turn used."""
    used: Collection[RecordSpot] = ()
    """Locations of all numbers used so far."""


@dataclass(frozen=True, slots=True)
class GroundedNumber:
    """A number of the page and the probability that the phrase means it."""

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
    return [GroundedNumber(*readings[i], math.log(max(chances[i], _LEAST_CHANCE))) for i in order]


def readings_of(page: ConversationPage, phrase: OperandPhrase) -> list[tuple[PageNumber, str]]:
    """Every number; percentages also without their sign, negative cells also without theirs.

    Years are included only if the phrase asks for a year.
    """
    readings = []
    asks_year = _ASKS_YEAR.search(phrase.text) is not None
    for number in page.numbers:
        if number.is_year and not asks_year:
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
    """Features of a number as the meaning of a phrase."""
    kind = "text" if number.mention.spot.sentence >= 0 else "cell"
    features = {kind: 1.0}
    for name, stems in (("phrase", phrase.stems), ("before", phrase.before)):
        features[f"{kind}: {name} covered"] = _covered(page, number, stems)
        features[f"{kind}: pairs of {name}"] = _adjacent(page, number, stems)
        if kind == "cell":
            features[f"row in {name}"] = _share(page, number.row, stems)
            features[f"column in {name}"] = _share(page, number.column, stems)
        else:
            features[f"sentence: {name} covered"] = _covered(page, number, stems, nearness=0.0)
    flags = [*_years(number, phrase), *_neighbours(number, phrase), *_look(number, text, phrase)]
    return features | {f"{kind}: {name}": 1.0 for name in flags}


def _adjacent(page: ConversationPage, number: PageNumber, stems: Sequence[str]) -> float:
    """The share of the phrase's pairs of adjacent stems that are also adjacent at the number."""
    rarity = [page.rarity.get(a, 0.0) + page.rarity.get(b, 0.0) for a, b in pairwise(stems)]
    shared = [r for r, pair in zip(rarity, pairwise(stems), strict=True) if pair in number.pairs]
    return sum(shared) / sum(rarity) if shared else 0.0


def _covered(
    page: ConversationPage, number: PageNumber, stems: Sequence[str], nearness: float = 0.5
) -> float:
    """The share of the phrase that names the number, by the rarity of its stems.

    In a sentence, a higher `nearness` gives near words more weight.
    """
    total = sum(page.rarity.get(stem, 0.0) for stem in stems)
    if not total:
        return 0.0
    if number.near:
        near = dict(number.near)
        words = (stem for stem in stems if stem in near)
        return sum(page.rarity.get(s, 0.0) * math.pow(near[s], nearness) for s in words) / total
    names = {*number.row, *number.column, *number.about}
    return sum(page.rarity.get(s, 0.0) for s in stems if s in names) / total


def _share(page: ConversationPage, label: Sequence[str], stems: Sequence[str]) -> float:
    """The share of a label that the phrase contains, by the rarity of its stems."""
    total = sum(page.rarity.get(stem, 0.0) for stem in label)
    return sum(page.rarity.get(s, 0.0) for s in label if s in stems) / total if total else 0.0


def _years(number: PageNumber, phrase: OperandPhrase) -> list[str]:
    if not phrase.years:
        return []
    if not number.years:
        return ["no year"]
    if not set(phrase.years) & set(number.years):
        return ["other year"]
    return ["asked year", *(["asked year last"] if number.years[-1] == phrase.years[-1] else [])]


def _neighbours(number: PageNumber, phrase: OperandPhrase) -> list[str]:
    """The position relative to numbers of earlier turns, for short and for long questions."""
    spot = number.mention.spot
    length = "short" if len(phrase.question) <= 2 else "long"
    year = "new year" if phrase.years else "no year"
    flags = ["used before", f"used before, {length}"] if spot in phrase.used else []
    for last in phrase.last_used[-1:]:
        if spot == last:
            flags.append("used last")
        elif (spot.sentence >= 0) != (last.sentence >= 0):
            flags.append(f"other than the last, {length}")
        elif spot.sentence < 0 and spot.table == last.table:
            if spot.row == last.row:
                flags.append(f"row of the last, {year}, {length}")
            if spot.column == last.column:
                flags.append(f"column of the last, {year}, {length}")
    return flags


def _look(number: PageNumber, text: str, phrase: OperandPhrase) -> list[str]:
    mention = number.mention
    flags = []
    if mention.percent:
        flags.append(f"percent {'kept' if text.endswith('%') else 'dropped'}")
    if mention.value < 0:
        flags.append(f"minus {'kept' if text.startswith('-') else 'dropped'}")
    if mention.spot.sentence >= 0:
        small = abs(mention.value) < 32 and mention.value == int(mention.value)
        return [*flags, *(["small whole number"] if small else [])]
    if number.label.startswith("total"):
        flags.append(f"total, {'asked' if 'total' in phrase.question else 'not asked'}")
    elif "total" in phrase.question:
        flags.append("no total")
    if len(number.label) > 3 and number.label in phrase.text:
        flags.append("row named in full")
    return flags
