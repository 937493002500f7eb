"""Make examples from tagged filings, from which the meaning of row labels is learned.

Every row with numbers of every table is an example: of the metrics whose values in the fact table
stand in it, else of none. The same label on ten pages of one company says little more than once.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from estimators import fit_softmax, pruned
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.facts.table.fact_store import load_table
from secqa.metrics.label_model import NONE, LabelledRow, LabelModel, pieces
from secqa.reading.structure.table_rows import rows_of

Example = tuple[str, LabelledRow, tuple[str, ...]]
"""Company, line, ids of the metrics that it is."""
_KEPT = 400_000
"""Weights kept of two million; half as many put 4 right rows of 100 off the first place."""
_FEWEST = 2
"""Companies that a piece must stand in: what one alone says is its own."""
_OFTEN = 3
_ALONE = 0.5
"""What a label is worth without what stands around it: questions and odd tables have only that."""


def company_of(ticker: str, cik: str) -> str:
    """What filings of one company share."""
    return ticker or cik


def gather(path: CorpusPath) -> Counter[Example]:
    """All rows of a corpus, with how often each is printed."""
    corpus = open_corpus(path)
    meant: defaultdict[tuple[str, int, int], set[str]] = defaultdict(set)
    for row in load_table(path):
        for place in row.evidence:
            if place.row >= 0:
                meant[row.document_id, place.element, place.row].add(row.metric)
    found: Counter[Example] = Counter()
    for document_id in (one.document_id for one in corpus.documents):
        found.update(_rows(corpus, document_id, meant))
    return found


def _rows(
    corpus: Corpus, document_id: str, meant: Mapping[tuple[str, int, int], Collection[str]]
) -> list[Example]:
    metadata = corpus.entry(document_id).metadata
    company = company_of(metadata.ticker, metadata.cik)
    return [
        (company, line_of(row.label, row.section, element.table.statement, element.path),
         tuple(sorted(meant.get((document_id, element.index, row.index), ()))))
        for element in corpus.document(document_id).elements
        if element.table is not None
        for row in rows_of(element.table)
    ]  # fmt: skip


def line_of(
    label: str, section: tuple[str, ...], statement: object, path: Sequence[str]
) -> LabelledRow:
    """A row as labels are learned from."""
    return LabelledRow(label, section, str(statement or ""), path[-1] if path else "")


def fit_labels(examples: Mapping[Example, int], kept: int = _KEPT) -> LabelModel:
    """What labels mean, learned from these rows; the same every time."""
    metrics = sorted({metric for _, _, meant in examples for metric in meant})
    places = {metric: at for at, metric in enumerate([NONE, *metrics])}
    companies: defaultdict[int, set[str]] = defaultdict(set)
    for company, line, _ in examples:
        for piece in pieces(line):
            companies[piece].add(company)
    known = {piece for piece, those in companies.items() if len(those) >= _FEWEST}
    sets: list[list[int]] = []
    classes: list[int] = []
    worths: list[float] = []
    for (_, line, meant), times in examples.items():
        worth = min(_OFTEN, times) ** 0.5 / max(1, len(meant))
        for one, of in ((line, 1.0), (LabelledRow(line.label), _ALONE)):
            told = [piece for piece in pieces(one) if piece in known]
            for metric in meant or (NONE,):
                sets.append(told)
                classes.append(places[metric])
                worths.append(worth * of)
    dense, bias = fit_softmax(sets, np.array(classes), np.array(worths), len(places))
    return LabelModel(pruned(dense, bias, list(places), kept))
