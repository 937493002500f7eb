"""Rank the metrics that a question may mean, for the prompt of a model that fills a `Query`.

The model does not know our metrics, and all their names would fill most of the prompt, so the
prompt lists a few dozen. A metric scores as its best wording does: by the rarity of the words that
the question shares with it, and by their share of the wording. An unknown word counts as the most
similar known one.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.parsing.grammar.linker import Linker
from secqa.parsing.lexicon import tokens

_ALIKE = 84.0
"""Likeness, of 100, from which a word is taken for a misspelt one."""
_MISSPELT = 0.7
"""What a misspelt word counts."""
_SHORTEST = 4
"""Letters of a word that may be misspelt."""
_TOGETHER = 0.3
"""What all wordings of a metric together count, beside the best."""
Floats = NDArray[np.float64]


def likely_metrics(
    question: str, catalogue: Catalogue, most: int, linker: Linker | None = None
) -> tuple[Metric, ...]:
    """Up to `most` metrics, the likeliest first; by the fitted linker where there is one."""
    stems = [token.stem for token in tokens(question)]
    scores = _wordings(catalogue).scores(stems)
    if linker is not None and stems:
        scores = _linked(stems, linker, catalogue) + scores / max(scores.max(), 1.0)
    ids = list(catalogue.metrics)
    best = [at for at in np.argsort(-scores, kind="stable")[:most] if scores[at] > 0]
    return tuple(catalogue[ids[at]] for at in best)


def _linked(stems: list[str], linker: Linker, catalogue: Catalogue) -> Floats:
    """How likely each metric is what any run of the words means."""
    best = linker.runs(stems).scores.max(axis=0)
    known = dict(zip(linker.metrics, best.tolist(), strict=True))
    least = float(best.min())
    return np.array([known.get(metric, least) for metric in catalogue.metrics]) - least


@dataclass(frozen=True, eq=False)
class _Wordings:
    """All wordings of all metrics, by stem."""

    rarity: dict[str, float]
    holders: dict[str, list[int]]
    """Stem -> wordings that have it."""
    weights: Floats
    """By wording: the rarities of its stems added up."""
    owners: NDArray[np.int64]
    """By wording: the place of its metric."""
    metrics: int

    def scores(self, stems: list[str]) -> Floats:
        """A score for each metric, 0 where no word of it stands."""
        matched = np.zeros(len(self.owners))
        for one, worth in self._matches(stems).items():
            matched[self.holders[one]] += self.rarity[one] * worth
        by_wording = matched * matched / self.weights
        best = np.zeros(self.metrics)
        np.maximum.at(best, self.owners, by_wording)
        together = np.zeros(self.metrics)
        np.maximum.at(together, self.owners, matched)
        return best + _TOGETHER * together

    def _matches(self, stems: list[str]) -> dict[str, float]:
        """Stems that wordings have -> what they count."""
        found: dict[str, float] = {}
        for one in stems:
            if one in self.rarity:
                found[one] = 1.0
            elif len(one) >= _SHORTEST and one.isalpha():
                known = list(self.rarity)
                near = process.extractOne(one, known, scorer=fuzz.ratio, score_cutoff=_ALIKE)
                if near:
                    found.setdefault(near[0], _MISSPELT)
        return found


@lru_cache(maxsize=4)
def _wordings(catalogue: Catalogue) -> _Wordings:
    wordings: dict[tuple[int, frozenset[str]], None] = {}
    for place, metric in enumerate(catalogue.metrics.values()):
        for phrase in (metric.name, metric.id, *metric.synonyms, *metric.printed):
            words = tokens(phrase.replace("_", " "))
            wordings[place, frozenset(word.stem for word in words)] = None
    wordings.pop((0, frozenset()), None)
    owners: dict[str, set[int]] = defaultdict(set)
    for place, stems in wordings:
        for one in stems:
            owners[one].add(place)
    size = len(catalogue.metrics)
    rarity = {one: log((size + 1) / (len(places) + 0.5)) for one, places in owners.items()}
    holders: dict[str, list[int]] = defaultdict(list)
    for at, (_, stems) in enumerate(wordings):
        for one in stems:
            holders[one].append(at)
    weights = [sum(rarity[one] for one in stems) or 1.0 for _, stems in wordings]
    return _Wordings(
        rarity, dict(holders), np.array(weights), np.array([place for place, _ in wordings]), size
    )
