"""Wordings and sentences in, a linker and a span scorer out.

Sentences say which metrics they ask for, not in which words. So each metric of a sentence is put
to the run of words that the linker of all wordings likes best for it, and these runs teach the
linker in turn. Which runs are taken at all is then fitted as a whole: a sentence is read, and where
another set of metrics comes out, the weights of what was taken go down and of what should have
been taken up (an averaged structured perceptron, from where a logistic model begins).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from secqa.parsing.grammar.linker import (
    DENSE,
    Linker,
    Runs,
    SpanScorer,
    best_runs,
    edge_features,
    numbers_of,
    phrase_code,
    run_features,
    within,
    word_features,
)
from secqa.parsing.lexicon import Token

EPOCHS, STEP = 4, 0.05
_TRIED = 12
"""Runs of one metric among which the best are looked for."""
_READY = 2.1
"""Added to the odds of every run: the metric that is left out costs more than one too many."""
_LEAST_FIT, _LEAST_OWN = -0.75, -0.6
"""Scores below which a run is no wording of a metric, and none to learn from."""
_SCALES = 127.0

Wording = tuple[tuple[str, ...], str]
"""Stems of a wording, and its metric."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """A question with its words, and the metrics that it asks for."""

    words: tuple[Token, ...]
    taken: tuple[bool, ...]
    free: tuple[int, ...]
    """Places of words that may be part of a wording."""
    metrics: tuple[str, ...]

    @property
    def stems(self) -> list[str]:
        """Those of the free words."""
        return [self.words[at].stem for at in self.free]


def fit_linker(wordings: Sequence[Wording]) -> Linker:
    """The linker of wordings alone."""
    from sklearn.svm import LinearSVC

    features = [run_features(stems) for stems, _ in wordings]
    counts = Counter(code for own in features for code in set(own))
    words = {word_features(stem)[0] for stems, _ in wordings for stem in stems}
    codes = sorted({code for code, count in counts.items() if count >= 2} | words)
    at = {code: place for place, code in enumerate(codes)}
    total = len(wordings)
    # Logarithms of how rare a feature is; the divisor keeps vectors short and changes nothing.
    rarity = np.array([np.log(total / counts[code]) / 8 for code in codes], np.float32)
    unknown = float(np.log(total) / 8)
    values, columns, starts = [], [], [0]
    for own in features:
        there = Counter(own)
        squares = sum(
            n * (float(rarity[at[c]]) if c in at else unknown) ** 2 for c, n in there.items()
        )
        for code, n in there.items():
            if code in at:
                columns.append(at[code])
                values.append(n * float(rarity[at[code]]) / squares**0.5)
        starts.append(len(columns))
    matrix = sp.csr_matrix((values, columns, starts), shape=(total, len(codes)))
    model = LinearSVC(C=1.0, random_state=0).fit(matrix, [metric for _, metric in wordings])
    weights = model.coef_.T.astype(np.float32)
    scale = np.abs(weights).max(axis=0) / _SCALES
    small = np.clip(np.round(weights / scale), -_SCALES, _SCALES).astype(np.int8)
    return Linker(
        tuple(str(name) for name in model.classes_),
        np.array(codes, np.uint32),
        rarity,
        unknown,
        small,
        scale.astype(np.float32),
        model.intercept_.astype(np.float32),
    )


Aligned = dict[str, tuple[int, int, float]]
"""Metric -> first word, behind the last, score."""


def align(sentence: Sentence, linker: Linker) -> Aligned:
    """For each metric of a sentence the run that fits it best, no two overlapping."""
    stems = sentence.stems
    places = {name: place for place, name in enumerate(linker.metrics)}
    runs = linker.runs(stems) if stems else None
    options = []
    for metric in sentence.metrics:
        if runs is None or metric not in places:
            continue
        scores = runs.scores[:, places[metric]]
        for place in np.argsort(-scores)[:8]:
            start, end = int(runs.starts[place]), int(runs.ends[place])
            options.append((float(scores[place]), metric, start, end))
    found: Aligned = {}
    used: set[int] = set()
    for score, metric, start, end in sorted(options, reverse=True):
        if metric in found or score < _LEAST_FIT or not used.isdisjoint(range(start, end)):
            continue
        found[metric] = (start, end, score)
        used.update(range(start, end))
    return found


def fit_links(
    sentences: Sequence[Sentence], wordings: Sequence[Wording]
) -> tuple[Linker, SpanScorer]:
    """Both models, from all wordings and sentences."""
    linker = fit_linker(wordings)
    own = _own_wordings(sentences, [align(one, linker) for one in sentences])
    linker = fit_linker([*wordings, *own])
    aligned = [align(one, linker) for one in sentences]
    own = _own_wordings(sentences, aligned)
    read = _readable(sentences, aligned, linker, wordings, own)
    scorer = _logistic(read, frozenset(phrase_code(stems) for stems, _ in (*wordings, *own)))
    return linker, _perceptron(read, scorer)


def _own_wordings(sentences: Sequence[Sentence], aligned: Sequence[Aligned]) -> list[Wording]:
    return [
        (tuple(one.stems[start:end]), metric)
        for one, runs in zip(sentences, aligned, strict=True)
        for metric, (start, end, score) in runs.items()
        if score > _LEAST_OWN
    ]


@dataclass(frozen=True, eq=False)
class _Readable:
    """A sentence with all that its runs are weighed by."""

    runs: Runs
    best: tuple[str, ...]
    """The best metric of each run."""
    numbers: NDArray[np.float32]
    starts: list[list[str]]
    ends: list[list[str]]
    inner: list[list[str]]
    metrics: frozenset[str]
    aligned: frozenset[tuple[int, int]]
    size: int


def _readable(
    sentences: Sequence[Sentence],
    aligned: Sequence[Aligned],
    linker: Linker,
    wordings: Sequence[Wording],
    own: Sequence[Wording],
) -> list[_Readable]:
    given = Counter(phrase_code(stems) for stems, _ in wordings)
    learned = Counter(phrase_code(stems) for stems, _ in own)
    phrases = frozenset((*given, *learned))
    found = []
    for one, runs_of in zip(sentences, aligned, strict=True):
        stems = one.stems
        if not stems:
            continue
        runs = linker.runs(stems)
        # What only this sentence says is not known of a sentence never seen.
        alone = {phrase_code(stems[start:end]) for start, end, _ in runs_of.values()}
        known = phrases - {c for c in alone if not given[c] and learned[c] <= 1}
        starts, ends, inner = edge_features(stems, one.free, one.words, one.taken)
        found.append(
            _Readable(
                runs,
                tuple(linker.metrics[place] for place in runs.scores.argmax(axis=1)),
                numbers_of(stems, one.free, runs, known, one.words, one.taken),
                starts,
                ends,
                inner,
                frozenset(one.metrics),
                frozenset((start, end) for start, end, _ in runs_of.values()),
                len(stems),
            )
        )
    return found


def _logistic(read: Sequence[_Readable], phrases: frozenset[int]) -> SpanScorer:
    """Whether a single run is an aligned one: where the perceptron begins."""
    from sklearn.linear_model import LogisticRegression

    rng = np.random.RandomState(0)
    rows, labels, names = [], [], []
    for one in read:
        places = zip(one.runs.starts.tolist(), one.runs.ends.tolist(), strict=True)
        is_aligned = np.array([place in one.aligned for place in places])
        near = one.runs.scores.max(axis=1) > -0.98
        for at in np.where(is_aligned | near | (rng.rand(len(near)) < 0.1))[0]:
            rows.append(one.numbers[at])
            labels.append(bool(is_aligned[at]))
            start, end = int(one.runs.starts[at]), int(one.runs.ends[at])
            inner = [name for own in one.inner[start + 1 : end - 1] for name in own]
            names.append(one.starts[start] + one.ends[end - 1] + inner)
    counts = Counter(name for own in names for name in own)
    known = sorted(name for name, count in counts.items() if count >= 8)
    at_place = {name: place for place, name in enumerate(known)}
    columns = [[at_place[name] for name in own if name in at_place] for own in names]
    starts = np.cumsum([0, *map(len, columns)])
    flat = np.array([place for own in columns for place in own], np.int64)
    edges = sp.csr_matrix((np.full(len(flat), 0.5), flat, starts), shape=(len(rows), len(known)))
    matrix = sp.hstack([sp.csr_matrix(np.array(rows)), edges]).tocsr()
    model = LogisticRegression(C=0.3, max_iter=300).fit(matrix, np.array(labels))
    weights = model.coef_[0]
    return SpanScorer(
        weights[: len(DENSE)].astype(np.float32),
        {name: float(weights[len(DENSE) + place]) / 2 for name, place in at_place.items()},
        float(model.intercept_[0]),
        phrases,
    )


def _perceptron(read: Sequence[_Readable], start: SpanScorer) -> SpanScorer:
    names = sorted(start.edges)
    place = {name: at for at, name in enumerate(names)}
    dense = start.dense.astype(np.float64)
    edges = np.array([start.edges[name] for name in names])
    bias = start.bias + 1.5
    total: list[Any] = [dense * 0, edges * 0, 0.0]
    firsts, lasts, inners = (
        [[[place[f] for f in own if f in place] for own in names] for names in every]
        for every in (
            [one.starts for one in read],
            [one.ends for one in read],
            [one.inner for one in read],
        )
    )
    rng, order, steps = Random(0), list(range(len(read))), 0
    for _ in range(EPOCHS):
        rng.shuffle(order)
        for at in order:
            one, first, last, inner = read[at], firsts[at], lasts[at], inners[at]
            begin, end, through = (
                np.array([edges[own].sum() for own in part]) for part in (first, last, inner)
            )
            odds = one.numbers @ dense + begin[one.runs.starts] + end[one.runs.ends - 1] + bias
            odds += within(through, one.runs)
            asked = np.array([name in one.metrics for name in one.best])
            wanted = _wanted(one, odds, asked)
            got = best_runs(one.runs, odds + np.where(asked, -0.3, 0.5), one.size)
            if {one.best[p] for p in got} != {one.best[p] for p in wanted}:
                for runs, sign in ((set(wanted) - set(got), STEP), (set(got) - set(wanted), -STEP)):
                    for run in sorted(runs):
                        dense += sign * one.numbers[run]
                        bias += sign
                        edges[first[one.runs.starts[run]]] += sign
                        edges[last[one.runs.ends[run] - 1]] += sign
                        for own in inner[one.runs.starts[run] + 1 : one.runs.ends[run] - 1]:
                            edges[own] += sign
            total = [total[0] + dense, total[1] + edges, total[2] + bias]
            steps += 1
    mean = total[1] / steps
    return replace(
        start,
        dense=(total[0] / steps).astype(np.float32),
        edges={name: float(mean[at]) for name, at in place.items()},
        bias=float(total[2] / steps) + _READY - 1.5,
    )


def _wanted(one: _Readable, odds: NDArray[Any], asked: NDArray[Any]) -> list[int]:
    """Runs that do not overlap for as many of the metrics asked for as can be, each once, and of
    those the ones with the highest odds together."""
    ways: dict[frozenset[str], tuple[float, tuple[int, ...], int]] = {frozenset(): (0.0, (), 0)}
    metrics = sorted(one.metrics & {one.best[run] for run in np.where(asked)[0]})
    tried = [run for metric in metrics for run in _likeliest(one, metric, odds)]
    # By where they end: what is chosen before a run lies before it.
    for run in sorted(tried, key=lambda run: (int(one.runs.ends[run]), run)):
        start, end = int(one.runs.starts[run]), int(one.runs.ends[run])
        for said, (worth, runs, last) in list(ways.items()):
            if one.best[run] in said or last > start:
                continue
            more = said | {one.best[run]}
            if more not in ways or ways[more][0] < worth + odds[run]:
                ways[more] = (worth + float(odds[run]), (*runs, run), end)
    most = max(map(len, ways))
    return list(max(way for said, way in ways.items() if len(said) == most)[1])


def _likeliest(one: _Readable, metric: str, odds: NDArray[Any]) -> list[int]:
    own = [run for run, best in enumerate(one.best) if best == metric]
    return sorted(own, key=lambda run: -odds[run])[:_TRIED]
