"""Which printed number a phrase means: every number of the page, ranked for one phrase.

The phrase may be a whole question or its part for one operand; what it leaves out ("and in
2008?") comes from the turns before: their words, years, and the cells they used.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from secqa.conversation.offline.asked import content
from secqa.conversation.offline.model import score, softmax
from secqa.conversation.offline.page import AskedPage, Named
from secqa.conversation.record import Spot

_ASKS_YEAR = re.compile(r"\b(?:what|which|first|last|until)\b[^,]{0,20}\byear\b")
_RATE = re.compile(r"percent|%|\b(?:rates?|margins?|yields?|volatility)\b")
_LOWERING = frozenset(content("loss decrease reduction used paid payment outflow deficit"))
_RAISING = frozenset(content("income gain earnings increase benefit profit provided inflow"))
"""Where a label says both, as in "income (loss)", the sign tells which."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """What one operand is described by."""

    stems: tuple[str, ...]
    question: tuple[str, ...]
    """Stems of the whole question."""
    before: tuple[str, ...]
    """Stems of the last question that named something."""
    earlier: tuple[str, ...]
    """Stems of all questions before."""
    years: tuple[int, ...]
    carried_years: tuple[int, ...]
    text: str
    """The whole question, lower case."""
    last_used: tuple[Spot, ...] = ()
    """Places of the numbers that the last turn with any took."""
    used: Collection[Spot] = ()
    """Places of all numbers taken so far."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """A number of the page and how likely the phrase means it."""

    number: Named
    text: str
    """As the program writes it; with or without the percent sign."""
    log_probability: float


def ground(
    page: AskedPage, phrase: Phrase, weights: Mapping[str, float], top: int
) -> list[Grounded]:
    """The likeliest numbers for a phrase, best first."""
    readings = readings_of(page, phrase)
    scores = [score(weights, grounding_features(page, n, text, phrase)) for n, text in readings]
    order = sorted(range(len(readings)), key=lambda i: -scores[i])[:top]
    chances = softmax(scores)
    return [Grounded(*readings[i], math.log(max(chances[i], 1e-9))) for i in order]


def readings_of(page: AskedPage, phrase: Phrase) -> list[tuple[Named, str]]:
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
    page: AskedPage, number: Named, text: str, phrase: Phrase
) -> dict[str, float]:
    """What speaks for a number being meant by a phrase."""
    in_text = number.mention.spot.sentence >= 0
    features = {"in text": 1.0} if in_text else {"in table": 1.0}
    kind = "text" if in_text else "cell"
    for name, wanted in (
        ("phrase", phrase.stems),
        ("question", phrase.question),
        ("before", phrase.before),
        ("earlier", phrase.earlier),
    ):
        covered = _covered(page, number, wanted)
        features[f"{kind}: {name} covered"] = covered
        if not in_text:
            features[f"row in {name}"] = _share(page, number.row, wanted)
            features[f"column in {name}"] = _share(page, number.column, wanted)
            features[f"row told by {name}"] = _mass(page, number.row, wanted)
        else:
            features[f"sentence: {name} covered"] = _covered(page, number, wanted, nearness=0.0)
        features[f"{kind}: pairs of {name}"] = _side_by_side(page, number, wanted)
        features[f"{kind}: {name} covered well"] = max(0.0, covered - 0.5)
    features.update(_year_features(number, phrase, kind))
    features.update(_neighbour_features(number, phrase))
    features.update(_look_features(number, text, phrase, kind))
    return features


def _side_by_side(page: AskedPage, number: Named, wanted: Sequence[str]) -> float:
    """How much of what is wanted stands in the same order beside the number."""
    rarity = [page.rarity.get(a, 0.0) + page.rarity.get(b, 0.0) for a, b in pairwise(wanted)]
    found = [r for r, pair in zip(rarity, pairwise(wanted), strict=True) if pair in number.pairs]
    return sum(found) / sum(rarity) if found else 0.0


def _covered(page: AskedPage, number: Named, wanted: Sequence[str], nearness: float = 0.5) -> float:
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


def _in_label(stem: str, names: Collection[str], number: Named) -> bool:
    told = stem in names or stem in number.about
    return told or (len(stem) >= 5 and stem in number.run_together)


def _mass(page: AskedPage, label: Sequence[str], wanted: Sequence[str]) -> float:
    """How telling the words are that a label and the phrase share: a long match beats a short."""
    return sum(page.rarity.get(stem, 0.0) for stem in label if stem in wanted) / 5


def _share(page: AskedPage, label: Sequence[str], wanted: Sequence[str]) -> float:
    """How much of a label the phrase says."""
    total = sum(page.rarity.get(stem, 0.0) for stem in label)
    return sum(page.rarity.get(s, 0.0) for s in label if s in wanted) / total if total else 0.0


def _year_features(number: Named, phrase: Phrase, kind: str) -> dict[str, float]:
    features: dict[str, float] = {}
    for name, years in (("asked", phrase.years), ("carried", phrase.carried_years)):
        if not years:
            continue
        if not number.years:
            features[f"{kind}: no year, {name}"] = 1.0
        elif set(years) & set(number.years):
            features[f"{kind}: {name} year"] = 1.0
            if number.years[-1] == years[-1]:
                features[f"{kind}: {name} year last"] = 1.0
        else:
            features[f"{kind}: other year than {name}"] = 1.0
    if not phrase.years and not phrase.carried_years:
        features[f"{kind}: column"] = number.position
    elif not number.years:
        features[f"{kind}: column, years asked"] = number.position
    return features


def _neighbour_features(number: Named, phrase: Phrase) -> dict[str, float]:
    features: dict[str, float] = {}
    spot = number.mention.spot
    new_year = "new year" if phrase.years else "no year"
    new_words = "short" if len(phrase.question) <= 2 else "long"
    if spot in phrase.used:
        features["used before"] = 1.0
        features[f"used before, {new_words}"] = 1.0
    for last in phrase.last_used[-1:]:
        if spot == last:
            features["used last"] = 1.0
        elif spot.sentence >= 0:
            if spot.sentence == last.sentence:
                features["sentence of the last"] = 1.0
                features[f"sentence of the last, {new_words}"] = 1.0
        elif last.sentence < 0 and spot.table == last.table:
            if spot.row == last.row:
                features[f"row of the last, {new_year}, {new_words}"] = 1.0
            if spot.column == last.column:
                features[f"column of the last, {new_year}, {new_words}"] = 1.0
        elif last.sentence >= 0:
            features[f"cell after a sentence, {new_words}"] = 1.0
    if phrase.last_used and phrase.last_used[-1].sentence < 0 and spot.sentence >= 0:
        features[f"sentence after a cell, {new_words}"] = 1.0
    return features


def _look_features(number: Named, text: str, phrase: Phrase, kind: str) -> dict[str, float]:
    features: dict[str, float] = {}
    mention = number.mention
    asks_percent = _RATE.search(phrase.text) is not None
    if mention.percent:
        sign = "kept" if text.endswith("%") else "dropped"
        features[f"percent {sign}"] = 1.0
        features[f"percent {sign}, {'asked' if asks_percent else 'not asked'}"] = 1.0
    if mention.value < 0:
        sign = "kept" if text.startswith("-") else "dropped"
        features[f"minus {sign}"] = 1.0
        if _LOWERING & set(number.row) and not _RAISING & set(number.row):
            features[f"minus {sign}, of a loss"] = 1.0
        asked = "a loss" if _LOWERING & set(phrase.question) else "no loss"
        features[f"minus {sign}, {asked} asked"] = 1.0
        if asks_percent:
            features[f"minus {sign}, percent asked"] = 1.0
        features[f"minus {sign}, {'all' if number.all_negative else 'not all'} of the row"] = 1.0
    if number.is_year:
        features["is a year"] = 1.0
    if kind == "text" and abs(mention.value) < 32 and mention.value == int(mention.value):
        features["small whole number in text"] = 1.0
    total_asked = "total" in phrase.question
    if kind == "cell":
        is_total = number.label.startswith("total") or number.label == "total"
        if is_total:
            features[f"total, {'asked' if total_asked else 'not asked'}"] = 1.0
        elif total_asked:
            features["no total"] = 1.0
        if len(number.label) > 3 and number.label in phrase.text:
            features["row named in full"] = 1.0
        if not number.label:
            features["row without a name"] = 1.0
        opening = {"begin", "open"} & set(number.row)
        closing = {"end", "clos"} & set(number.row)
        if opening or closing:
            features["opening balance" if opening else "closing balance"] = 1.0
    return features
