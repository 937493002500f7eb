"""What is fitted of passages, read from `passages.npz`: trees over the numbers of pieces, how sure
it is that anything answers, what words mean, and how much is shown."""

import json
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from secqa.learning.linear import Odds
from secqa.learning.trees import NamedTrees, trees_from
from secqa.reading.passages.word_meaning import WordMeaning

FILE = "passages.npz"


@dataclass(frozen=True, slots=True)
class PassageLimits:
    """How much is shown; chosen on companies that nothing was fitted on."""

    share: float = 0.1
    """Of the best piece's score: what is below is not shown."""
    joining: float = 0.05
    """The same of a piece between two that are shown."""
    pieces: int = 8
    """Most pieces of one telling."""
    answers: float = 0.15
    """How likely it must be that anything answers."""


@dataclass(frozen=True, eq=False)
class PassageScorer:
    """All that is fitted."""

    trees: NamedTrees
    """How likely a piece is a part of the answer."""
    answers: Odds
    """How likely some piece is the answer."""
    meaning: WordMeaning
    limits: PassageLimits


@lru_cache(maxsize=1)
def load_scorer() -> PassageScorer:
    """The scorer of this version."""
    return unpacked((files("secqa.reading.passages") / FILE).read_bytes())


def packed(scorer: PassageScorer) -> bytes:
    """The scorer as the bytes of a `.npz` file; the same scorer gives the same bytes."""
    about = {
        "names": scorer.trees.names,
        "answers": asdict(scorer.answers),
        "limits": asdict(scorer.limits),
    }
    file = BytesIO()
    np.savez_compressed(
        file,
        about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
        codes=scorer.meaning.codes,
        rarity=scorer.meaning.rarity.astype(np.float16),
        vectors=scorer.meaning.vectors,
        **scorer.trees.trees.arrays(),
    )
    return file.getvalue()


def unpacked(data: bytes) -> PassageScorer:
    """The scorer that `packed` wrote."""
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        limits = {one.name: about["limits"][one.name] for one in fields(PassageLimits)}
        return PassageScorer(
            NamedTrees(tuple(about["names"]), trees_from(dict(arrays))),
            Odds(**about["answers"]),
            WordMeaning(arrays["codes"], arrays["rarity"].astype(np.float32), arrays["vectors"]),
            PassageLimits(**limits),
        )
