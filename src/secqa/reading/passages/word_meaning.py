"""Compare texts by meaning, and load what is fitted for passages.

A question says "phones" where the page says "iPhone". Words that stand in the same paragraphs have
vectors near each other (latent semantic analysis, Deerwester 1990, of training filings); a word
never seen weighs most. `thesaurus.txt` lists what vectors of a few filings cannot learn, such as
"buy back" and "repurchase".
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from secqa.files import bundled_text
from secqa.learning.linear import Odds
from secqa.learning.trees import FeatureTrees, trees_from
from secqa.retrieval.terms import Codes, codes, stems

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class WordMeaning:
    """What is known of words."""

    codes: Codes
    """Of known stems, ascending."""
    rarity: Floats
    """Of each: the logarithm of how many paragraphs there are for one that has it."""
    vectors: NDArray[np.int8]
    """stems x dimensions; a code of all zeros knows nothing."""

    def rarity_of(self, codes: Codes) -> Floats:
        """How much each stem weighs."""
        at, known = self._places(codes)
        most = float(self.rarity.max(initial=1.0))
        return np.where(known, self.rarity[at] if len(self.codes) else most, most).astype(
            np.float32
        )

    def of_texts(self, texts: Sequence[str]) -> Floats:
        """texts x dimensions, each of length 1 or 0."""
        own = [codes_of(text) for text in texts]
        flat = np.concatenate([np.empty(0, np.uint32), *own])
        owner = np.repeat(np.arange(len(own)), [len(one) for one in own])
        at, known = self._places(flat)
        at, owner = at[known], owner[known]
        total = np.zeros((len(texts), self.vectors.shape[1]), np.float32)
        np.add.at(total, owner, self.vectors[at].astype(np.float32) * self.rarity[at][:, None])
        length = np.linalg.norm(total, axis=1, keepdims=True)
        return np.asarray(total / np.maximum(length, 1e-6), np.float32)

    def _places(self, codes: Codes) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        at = np.minimum(np.searchsorted(self.codes, codes), max(len(self.codes) - 1, 0))
        return at, self.codes[at] == codes if len(self.codes) else np.zeros(len(codes), bool)


@lru_cache(maxsize=8192)
def codes_of(text: str) -> Codes:
    """The codes of a text's stems, in reading order."""
    return codes(stems(text))


Phrase = tuple[str, ...]
"""Stems, one after the other."""


@dataclass(frozen=True, slots=True)
class Concept:
    """Something asked for that has other names."""

    phrase: Phrase
    """The stems of the question that it is named by."""
    others: tuple[Phrase, ...]
    """Its other names."""


def concepts_of(stems: Sequence[str]) -> tuple[Concept, ...]:
    """What has other names, of the stems of a question; the same stems may be part of several."""
    known = _thesaurus()
    found: dict[Phrase, dict[Phrase, None]] = {}
    for start in range(len(stems)):
        for end in range(start + 1, min(len(stems), start + _longest()) + 1):
            phrase = tuple(stems[start:end])
            if phrase in known:
                found.setdefault(phrase, {}).update(dict.fromkeys(known[phrase]))
    return tuple(Concept(phrase, tuple(others)) for phrase, others in found.items())


@lru_cache(maxsize=1)
def _thesaurus() -> dict[Phrase, tuple[Phrase, ...]]:
    """The other names of each phrase."""
    text = bundled_text("secqa.reading.passages", "thesaurus.txt")
    found: dict[Phrase, dict[Phrase, None]] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        members = dict.fromkeys(tuple(stems(one)) for one in line.split(","))
        members.pop((), None)
        for one in members:
            others = (other for other in members if other != one)
            found.setdefault(one, {}).update(dict.fromkeys(others))
    return {phrase: tuple(others) for phrase, others in found.items() if others}


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(map(len, _thesaurus()), default=0)


FILE = "passages.npz"


@dataclass(frozen=True, eq=False)
class PassageScorer:
    """All that is fitted."""

    trees: FeatureTrees
    """How likely a piece is a part of the answer."""
    there: Odds
    """How likely the pages tell at all what is asked."""
    answers: Odds
    """How likely one of the best pieces is the answer."""
    meaning: WordMeaning


@lru_cache(maxsize=1)
def load_scorer() -> PassageScorer:
    """The scorer of this version."""
    return unpacked((files("secqa.reading.passages") / FILE).read_bytes())


def unpacked(data: bytes) -> PassageScorer:
    """The scorer of a file that `benchmarks/fit_passages.py` wrote."""
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        return PassageScorer(
            FeatureTrees(tuple(about["names"]), trees_from(dict(arrays))),
            Odds(**about["there"]),
            Odds(**about["answers"]),
            WordMeaning(arrays["codes"], arrays["rarity"].astype(np.float32), arrays["vectors"]),
        )
