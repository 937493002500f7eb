"""Fit, from tagged filings, what the reader needs to tell right numbers from wrong ones.

Cells are those of the audit: values of the fact table, each with the pages that retrieval gives.
Every proposal for a cell is an example, right where it is the value. What labels say is always
told by a model that has not seen the company, or the trees would trust it too much. How sure two
readings make each other is fitted on companies that neither had seen.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from estimators import fit_trees
from reader_training.labels import company_of
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.evaluation.reading_audit import cells, pages_for, question_of, read_target
from secqa.evaluation.verdict import is_within_margin
from secqa.facts.fact import MetricFact
from secqa.facts.table.coverage import INDUSTRY, NO_LINE, corpus_coverage
from secqa.facts.table.fact_store import load_table
from secqa.learning.linear import Logistic
from secqa.learning.trees import Trees
from secqa.metrics.label_model import LabelModel
from secqa.reading.model.candidate_features import features
from secqa.reading.model.reading_choice import (
    TRUSTED,
    ScoredCandidate,
    best_candidate,
    choice_evidence,
)
from secqa.reading.model.value_proposals import proposals, scored_tables
from secqa.reading.reader import proposed_by_rule, read_by_rule
from secqa.reading.reading import Reading

_MOST_CELLS = 300
"""Of one company: who has thirteen filings here shall not be thirteen times as loud."""
_ABSENT = 0.3
"""Cells without any value, in parts of those of a company that have one."""
_ASKED_IN_VAIN = 0.3
"""What a cell without any value is worth for telling how sure a reading is: most that is asked for
is there, though a part of a sum often is not."""
_BY_CHANCE = 0.4
"""What an equal figure in another place than the tagged one is worth as an example."""
_FEW = 100.0
"""Cells from which on a company's count for less each, with the root of their number."""
LabelsFor = Callable[[str], LabelModel]
"""A company -> the model that has not seen it."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Proposals for many cells, cell after cell."""

    facts: list[MetricFact]
    companies: list[str]
    ruled: list[Reading]
    rows: list[NDArray[np.float32]]
    """Proposals x features, one table a cell."""
    values: list[NDArray[np.float64]]
    tagged: list[NDArray[np.bool_]]
    """Whether a proposal stands in the tagged row."""

    @property
    def right(self) -> list[NDArray[np.bool_]]:
        """Whether each proposal is the value, cell by cell."""
        return [
            np.array([is_within_margin(value, fact.value) for value in own], bool)
            for fact, own in zip(self.facts, self.values, strict=True)
        ]


def examples(
    path: CorpusPath, labels: LabelsFor, companies: Collection[str] = (), seed: int = 7
) -> Examples:
    """What the reader would have to choose among, for the cells of a corpus.

    Of these companies alone where any are given.
    """
    corpus = open_corpus(path)
    found = Examples([], [], [], [], [], [])
    for company, fact in _drawn(path, corpus, _MOST_CELLS, seed):
        if companies and company not in companies:
            continue
        pages = pages_for(corpus, fact)
        target = read_target(fact, corpus.catalogue)
        metadata = corpus.entry(fact.document_id).metadata
        tables, ruled = proposed_by_rule(target, metadata, [page for _, page in pages])
        metric = corpus.catalogue[fact.metric]
        model = labels(company)
        seen = scored_tables(tables, model)
        proposed = proposals(metric, seen, ruled, model)
        tagged = {(place.element, place.row) for place in fact.evidence}
        places = [(one.candidate.element, one.candidate.row) in tagged for one in proposed]
        found.facts.append(fact)
        found.companies.append(company)
        question = question_of(fact, corpus.catalogue)
        found.ruled.append(read_by_rule(question, target, pages))
        found.rows.append(features(metric, proposed, seen, model))
        found.values.append(np.array([one.candidate.value for one in proposed], float))
        found.tagged.append(np.array(places, bool))
    return found


def _drawn(path: CorpusPath, corpus: Corpus, most: int, seed: int) -> list[tuple[str, MetricFact]]:
    stated, absent = list(cells(path, corpus)), list(_absent(path))
    draw = random.Random(seed)
    found: list[tuple[str, MetricFact]] = []
    for facts, limit in ((stated, most), (absent, round(_ABSENT * most))):
        own: defaultdict[str, list[MetricFact]] = defaultdict(list)
        for fact in facts:
            own[company_of(fact.ticker, fact.cik)].append(fact)
        for company, some in own.items():
            kept = draw.sample(some, limit) if len(some) > limit else some
            found += [(company, fact) for fact in kept]
    return found


def _absent(path: CorpusPath) -> Iterator[MetricFact]:
    """Cells of metrics that an annual report does not have: no number is right for them.

    Where a sum has parts that may be missing, the reader is asked for such ones all the time.
    """
    own = {fact.document_id: fact for fact in load_table(path) if fact.fiscal_period == "FY"}
    for cell in corpus_coverage(path).cells:
        fact = own.get(cell.document_id)
        if fact is not None and cell.state in (NO_LINE, INDUSTRY):
            yield replace(fact, metric=cell.metric, value=math.nan, evidence=())


def fit_scorer(found: Examples) -> Trees:
    """Trees that tell which proposals are right."""
    count = {company: found.companies.count(company) for company in set(found.companies)}
    worth = []
    for company, right, tagged in zip(found.companies, found.right, found.tagged, strict=True):
        own = min(1.0, (_FEW / count[company]) ** 0.5)
        worth.append(own * np.where(right & ~tagged, _BY_CHANCE, 1.0))
    return fit_trees(np.vstack(found.rows), np.concatenate(found.right), np.concatenate(worth))


@dataclass(frozen=True, slots=True)
class Pairs:
    """For each cell: what tells which of two readings is right, and which is."""

    told: NDArray[np.float64]
    ruled: NDArray[np.bool_]
    learned: NDArray[np.bool_]
    there: NDArray[np.bool_]
    """Whether the rules read anything."""
    worth: NDArray[np.float64]
    """What each cell is worth as an example."""


def pairs(found: Examples, trees: Trees) -> Pairs:
    """Both readings of each cell."""
    told, ruled, learned, there, worth = [], [], [], [], []
    for fact, own, rows, values in zip(
        found.facts, found.ruled, found.rows, found.values, strict=True
    ):
        likely = trees.likely(rows)
        scored = [_scored(v, p) for v, p in zip(values, likely, strict=True)]
        told.append(choice_evidence(scored, own))
        best = best_candidate(scored)
        learned.append(best is not None and is_within_margin(best.candidate.value, fact.value))
        value = own.value if isinstance(own.value, float | int) else None
        ruled.append(value is not None and is_within_margin(value, fact.value))
        there.append(value is not None)
        worth.append(_ASKED_IN_VAIN if math.isnan(fact.value) else 1.0)
    return Pairs(*(np.array(one) for one in (told, ruled, learned, there, worth)))


def _scored(value: float, likely: float) -> ScoredCandidate:
    from secqa.reading.reading import ValueOrigin
    from secqa.reading.target import Candidate

    nothing: object = None
    candidate = Candidate(value, "", 0.0, nothing, 0, 0, 0, 0, "", ValueOrigin.TABLE)  # type: ignore[arg-type]
    return ScoredCandidate(candidate, float(likely))


def fit_chooser(seen: Pairs) -> tuple[Logistic, Logistic]:
    """How likely the rules' reading is right, and the scorer's, given both."""
    return _logistic(seen, seen.ruled), _logistic(seen, seen.learned)


def _logistic(seen: Pairs, right: NDArray[np.bool_]) -> Logistic:
    from sklearn.linear_model import LogisticRegression

    made = LogisticRegression(C=1.0, max_iter=2000).fit(seen.told, right, seen.worth)
    return Logistic(tuple(map(float, made.coef_[0])), float(made.intercept_[0]))


def choose(
    seen: Pairs, ruled: Logistic, learned: Logistic
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """How likely the reading taken is right, and whether it is."""
    by_rule = np.array([ruled.likely(tuple(row)) for row in seen.told])
    by_score = np.array([learned.likely(tuple(row)) for row in seen.told])
    agree = seen.told[:, 5] > 0
    trusted = seen.there & (seen.told[:, 3] >= TRUSTED)
    rules = seen.there & (agree | trusted | (by_rule > by_score))
    given = np.where(rules, np.where(agree, np.maximum(by_rule, by_score), by_rule), by_score)
    return given, np.where(rules, seen.ruled, seen.learned)


def crossed(found: Examples, seen: Pairs) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The same, the chooser always fitted on the other companies."""
    companies: Sequence[str] = sorted(set(found.companies))
    own = np.array(found.companies)
    given, right = np.zeros(len(own)), np.zeros(len(own), bool)
    for company in companies:
        out = own == company
        given[out], right[out] = choose(_some(seen, out), *fit_chooser(_some(seen, ~out)))
    return given, right


def _some(seen: Pairs, kept: NDArray[np.bool_]) -> Pairs:
    return Pairs(
        seen.told[kept], seen.ruled[kept], seen.learned[kept], seen.there[kept], seen.worth[kept]
    )
