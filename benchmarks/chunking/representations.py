"""What a chunk is searched by (the chunking paper's 3.4), worked out by rule.

In: all chunks of a document. Out: a text for each. The paper asks GPT-4 for keywords and a
summary; by rule they are the words that stand out against the other chunks (TF-IDF), and the
sentences that hold most of them. The names say so: results must not pass for a model's.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log

from secqa.errors import SecqaError
from secqa.parsing.lexicon import words
from secqa.retrieval.indexing.chunking import Chunk
from secqa.retrieval.terms import stems, term_of

Representation = Callable[[Sequence[Chunk]], list[str]]

_KEYWORDS = 6
_SENTENCES = 2
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z“\"(])|\n+")


def text(chunks: Sequence[Chunk]) -> list[str]:
    """The chunks as they are."""
    return [chunk.text for chunk in chunks]


def keywords(chunks: Sequence[Chunk]) -> list[str]:
    """Up to six words of each chunk that are frequent in it and rare in the others."""
    return [" ".join(_best_words(counted, rarity)) for counted, rarity in _weighed(chunks)]


def summary(chunks: Sequence[Chunk]) -> list[str]:
    """The two sentences or rows of each chunk with the most telling words, in their order."""
    summaries = []
    for chunk, (counted, rarity) in zip(chunks, _weighed(chunks), strict=True):
        sentences = [part for part in _SENTENCE.split(chunk.text) if part.strip()]
        worth = [_worth(sentence, counted, rarity) for sentence in sentences]
        best = sorted(range(len(sentences)), key=lambda place: -worth[place])[:_SENTENCES]
        summaries.append(" ".join(sentences[place] for place in sorted(best)))
    return summaries


def prefix(chunks: Sequence[Chunk]) -> list[str]:
    """The first two sentences of each chunk; of a table what titles it."""
    return [
        " ".join(_SENTENCE.split(chunk.text)[:_SENTENCES])
        if not chunk.table
        else " ".join((*chunk.headings[-1:], *_SENTENCE.split(chunk.text)[:_SENTENCES]))
        for chunk in chunks
    ]


def heading_path(chunks: Sequence[Chunk]) -> list[str]:
    """The chunks with the titles that they stand under in front."""
    return ["\n".join((*chunk.headings, chunk.text)) for chunk in chunks]


REPRESENTATIONS: Mapping[str, Representation] = {
    "text": text,
    "keywords (TF-IDF)": keywords,
    "summary (extractive)": summary,
    "prefix": prefix,
    "heading path": heading_path,
}


def represent(name: str, chunks: Sequence[Chunk]) -> list[str]:
    """What each chunk is searched by; SecqaError for a name that there is not."""
    try:
        return REPRESENTATIONS[name](chunks)
    except KeyError:
        raise SecqaError(
            f"{name!r}: no such representation; there are {', '.join(REPRESENTATIONS)}"
        ) from None


_Words = dict[str, tuple[str, int]]
"""stem -> how it is first printed, how often."""


def _weighed(chunks: Sequence[Chunk]) -> list[tuple[_Words, dict[str, float]]]:
    """Each chunk's words, and how rare every word is among the chunks (shared)."""
    counted: list[_Words] = []
    found_in: Counter[str] = Counter()
    for chunk in chunks:
        own: _Words = {}
        for printed in words(chunk.text):
            stem = term_of(printed)
            if stem[:1].isalpha():
                first, count = own.get(stem, (printed, 0))
                own[stem] = (first, count + 1)
        counted.append(own)
        found_in.update(own.keys())
    rarity = {stem: log((len(chunks) + 1) / count) for stem, count in found_in.items()}
    return [(own, rarity) for own in counted]


def _best_words(counted: _Words, rarity: Mapping[str, float]) -> list[str]:
    best = sorted(counted, key=lambda stem: -(1 + log(counted[stem][1])) * rarity[stem])
    return [counted[stem][0] for stem in best[:_KEYWORDS]]


def _worth(sentence: str, counted: _Words, rarity: Mapping[str, float]) -> float:
    """The mean weight of its words; short sentences tell less."""
    own = [stem for stem in stems(sentence) if stem in counted]
    total = sum((1 + log(counted[stem][1])) * rarity[stem] for stem in own)
    return total / (len(own) + 5)
