"""Match the words of a question with those of pieces of pages.

A match is the same stem, or another name of it (`thesaurus.txt`); what stands in the paragraph or
the title above counts beside what stands in the sentence.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from secqa.reading.passages.word_meaning import Concept, Floats, concepts_of
from secqa.reading.structure.vocabulary import pattern_of, words_of
from secqa.retrieval.terms import Codes, codes, stems

Presence = NDArray[np.bool_]
CHANGING = frozenset(stems(" ".join(words_of("passage_features", "changing"))))
"""Words of questions that say what happened to their subject."""
HAPPENING = CHANGING | frozenset(stems(" ".join(words_of("passage_features", "happening"))))
"""The same with words that say so of people, and how much: "pushed", "sharply"."""
_SUBJECT = 6
"""Words of a sentence among which its subject is."""
_PROPER = re.compile(r"(?<=[a-z0-9,’'] )[A-Z][\w&’'-]*\w")
"""A capital inside a sentence: products, people, places, other companies."""
_COMMON_NAME = pattern_of("passage_features", "common_name")


def distinct_codes(found: Iterable[str]) -> Codes:
    """The codes of stems, ascending, each once."""
    return np.unique(codes(found))


def other_names(texts: Sequence[Codes], terms: Codes, concepts: Sequence[Concept]) -> Presence:
    """(texts x terms) whether each text has another name of a concept that the term is part of."""
    others = distinct_codes(stem for one in concepts for phrase in one.others for stem in phrase)
    there, _ = presence(texts, others)
    found = np.zeros((len(texts), len(terms)), bool)
    for one in concepts:
        named = np.zeros(len(texts), bool)
        for phrase in one.others:
            named |= there[:, np.searchsorted(others, distinct_codes(phrase))].all(axis=1)
        found[:, np.searchsorted(terms, distinct_codes(one.phrase))] |= named[:, None]
    return found


def presence(texts: Sequence[Codes], terms: Codes) -> tuple[Presence, Floats]:
    """(texts x terms) whether each text has each term, and how often."""
    flat = np.concatenate([np.empty(0, np.uint32), *texts])
    owner = np.repeat(np.arange(len(texts)), [len(one) for one in texts])
    counts = np.zeros((len(texts), len(terms)), np.float32)
    if len(terms):
        at = np.minimum(np.searchsorted(terms, flat), len(terms) - 1)
        hit = terms[at] == flat
        np.add.at(counts, (owner[hit], at[hit]), 1)
    return counts > 0, counts


def openings(own: Sequence[Codes], topic: Sequence[str]) -> Floats:
    """The share of the topic that each piece begins with, in its first stems (as many as the topic
    has). "Japan net sales rose due to iPhones" says less about iPhone net sales than "iPhone net
    sales rose"."""
    subject = [stem for stem in topic if stem not in CHANGING]
    terms = distinct_codes(subject)
    if not len(terms):
        return np.ones(len(own), np.float32)
    count = min(len(terms), _SUBJECT)
    begin = [one[:count] for one in own]
    there = presence(begin, terms)[0] | other_names(begin, terms, concepts_of(subject))
    return np.asarray(there.sum(axis=1) / count, np.float32)


def names_above(
    topic: str, own: Sequence[Codes], paths: Sequence[Codes], elements: Sequence[object]
) -> Floats:
    """Of the proper names of a topic, the share that stands in each paragraph or above it."""
    names = [one for one in _PROPER.findall(topic) if not _COMMON_NAME.fullmatch(one)]
    if not names:
        return np.ones(len(own), np.float32)
    terms = [distinct_codes(stems(one)) for one in names]
    known = np.unique(np.concatenate(terms))
    there = any_of(presence(own, known)[0], elements) | presence(paths, known)[0]
    share = [there[:, np.searchsorted(known, one)].all(axis=1) for one in terms]
    return np.asarray(np.mean(share, axis=0), np.float32)


def any_of(has: Presence, groups: Sequence[object]) -> Presence:
    """What any piece of the same group has."""
    places = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    at = np.array([places[group] for group in groups], np.int64)
    whole = np.zeros((len(places), has.shape[1]), bool)
    np.logical_or.at(whole, at, has)
    return whole[at]


def shifted(has: Presence, by: int) -> Presence:
    """For each piece, the row of the piece `by` places before it; False beyond the ends."""
    moved = np.roll(has, by, axis=0)
    if by > 0:
        moved[:by] = False
    else:
        moved[by:] = False
    return moved


def pairs(own: Sequence[Codes], terms: Codes) -> Floats:
    """How many neighbours in each text are both asked for."""
    flat = np.concatenate([np.empty(0, np.uint32), *own])
    owner = np.repeat(np.arange(len(own)), [len(one) for one in own])
    hit = np.isin(flat, terms)
    both = hit[1:] & hit[:-1] & (owner[1:] == owner[:-1])
    return np.bincount(owner[1:][both], minlength=len(own)).astype(np.float32)
