"""Measure what speaks against a reading of a question, for the fitted model of its probability.

The parser's score says which reading is best, not whether it is right. That shows in how far the
next reading is, how well the wordings are known, and above all in words that nothing accounts for:
"earned", "in the note on leases", a name that is no company of the collection.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.linker import asking_words
from secqa.parsing.grammar.parse import Parse
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import TRANSPARENT

_LEAST = -9.0
_TELLING = ("reason", "future", "opinion", "not", "place", "none", "statement", "define", "left")
"""Classes of words that change what is asked for."""


def doubts_of(
    found: Mentions, readings: Sequence[Parse], kinds: Mapping[str, float], fitted: Fitted
) -> dict[str, float]:
    """Numbers that tell how sure the best reading is."""
    best = readings[0]
    rival = next((one.score for one in readings[1:]), best.score + _LEAST)
    total = sum(math.exp(one.score - best.score) for one in readings)
    odds = [link.odds[0] for link in best.links] or [0.0]
    gaps = [link.odds[0] - link.odds[1] for link in best.links if len(link.odds) > 1] or [5.0]
    uncovered = list(uncovered_of(found, best, fitted))
    classes = {name for names in found.classes for name in names}
    kind = best.frame.kind.partition(".")[0]
    doubts = {
        "score": max(best.score, _LEAST),
        "margin": min(best.score - rival, 5.0),
        "share": 1 / total,
        "none": math.exp(kinds.get("none", _LEAST)),
        "kind": math.exp(kinds.get(best.frame.kind, _LEAST)),
        "least link": min(odds),
        "least gap": min(min(gaps), 5.0),
        "links": float(len(best.links)),
        "left out": float(len({k.name for k in found.links}) - len({k.name for k in best.links})),
        "uncovered": math.log1p(len(uncovered)),
        "beside": float(_narrowing(found, best, fitted)),
        "strangers": float(len(strangers_of(found, fitted))),
        "companies": math.log1p(len(found.distinct_companies)),
        "no company": float(not found.companies),
        "labels": float(len(found.labels)),
        "length": math.log1p(len(found.tokens)),
        "amounts": float(len(found.amounts)),
        f"is {kind}": 1.0,
        f"shape {best.frame.shape}": 1.0,
    }
    doubts |= {f"says {name}": 1.0 for name in _TELLING if name in classes}
    return doubts


def uncovered_of(found: Mentions, reading: Parse, fitted: Fitted) -> tuple[str, ...]:
    """Words of the sentences that ask which nothing accounts for, in order."""
    return tuple(found.tokens[at].text for at in _uncovered(found, reading, fitted))


def _uncovered(found: Mentions, reading: Parse, fitted: Fitted) -> Iterator[int]:
    taken = _occupied(found)
    asking = asking_words(found.tokens, taken)
    spans = [(link.first, link.last) for link in reading.links]
    spans += [(label.first, label.last) for label in found.labels]
    for at, word in enumerate(found.tokens):
        if taken[at] or not asking[at] or word.stem in TRANSPARENT or found.classes[at]:
            continue
        if any(first <= at < last for first, last in spans) or word.stem in fitted.harmless:
            continue
        yield at


def _narrowing(found: Mentions, reading: Parse, fitted: Fitted) -> int:
    """How many of them stand right beside the wording of a metric, and so narrow it."""
    ends = {at for link in reading.links for at in (link.first - 1, link.last, link.last + 1)}
    return sum(at in ends for at in _uncovered(found, reading, fitted))


def strangers_of(found: Mentions, fitted: Fitted) -> tuple[str, ...]:
    """What is written as a name and is neither known nor the beginning of a sentence."""
    taken = _occupied(found)
    names: list[str] = []
    before = -2
    for at, word in enumerate(found.tokens):
        written = found.question[word.start : word.end]
        capital = written[:1].isupper() and not found.question.isupper()
        known = taken[at] or found.classes[at] or fitted.linker.is_usual(word.stem)
        known = known or any(one.first <= at < one.last for one in found.labels)
        known = known or word.stem in fitted.harmless or len(written) < 2
        if not capital or known or (at == 0 or word.sentence):
            continue
        if before == at - 1 and names:
            names[-1] = f"{names[-1]} {written}"
        else:
            names.append(written)
        before = at
    return tuple(names)


def _occupied(found: Mentions) -> list[bool]:
    taken = list(found.time_tokens)
    for _, first, last in found.companies:
        taken[first:last] = [True] * (last - first)
    for amount in found.amounts:
        taken[amount.first : amount.last] = [True] * (amount.last - amount.first)
    return taken
