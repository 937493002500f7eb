"""Rows of T -> those whose words do not say the metric: from notes, of mixtures, of other rows.

A tag alone makes a value of a note a metric: "Additions, interest accretion and other" tagged as
restructuring charges, "Other" of accrued liabilities as all other current liabilities. Who reads
the page would not take it for that. In a primary statement the line is what the filer calls its
metric, whatever it is called; in a note only words can tell.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from secqa.facts.fact import MetricFact
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.resolve.untagged import label_pattern
from secqa.facts.table.gates.reason import (
    Doubt,
    Found,
    Gate,
    Key,
    in_statement,
    is_one_figure,
    key_of,
    label_at,
)
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.label_model import LabelledRow, LabelModel

_UNLIKELY, _LIKELY = 0.1, 0.5
"""How likely a label means its own metric at most, and another one at least, to be that one's.
`LabelModel` was fitted to the training companies, where it has seen the tags: there it doubts
fewer than it should. Of other companies it finds the right row first in nine of ten."""


def unsaid(rows: Sequence[MetricFact], catalogue: Catalogue, confirmed: Collection[Key]) -> Found:
    """Rows of notes none of which calls the metric by one of its names.

    Not those that `confirmed` identities hold for, nor those of a concept that stands elsewhere
    in its document under one of the metric's names: the balance of an earlier year, say.
    """
    said = {
        (row.document_id, row.metric, row.concept)
        for row in rows
        if in_statement(row) or _is_named(row, catalogue)
    }
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is None or metric.people or metric.stated or metric.axes or not row.evidence:
            continue
        key = key_of(row)
        if (row.document_id, row.metric, row.concept) in said or key in confirmed:
            continue
        if is_one_figure(row):
            label = label_at(row.evidence[0]).strip()[:80]
            why = f"stands in notes only, where no row says {metric.name}: {label or '(no label)'}"
            yield key, Doubt(Gate.NOTE, why)


def _is_named(row: MetricFact, catalogue: Catalogue) -> bool:
    metric = catalogue.metrics.get(row.metric)
    labels = [label_at(place).lower() for place in row.evidence]
    # "Total operating lease obligation" is named as obligations are.
    return metric is not None and any(
        label_pattern(metric).search(said) for label in labels for said in (label, f"{label}s")
    )


def of_another_metric(rows: Iterable[MetricFact], catalogue: Catalogue) -> Found:
    """Rows whose label the model of labels takes for another metric of the same unit and kind."""
    model = LabelModel.load()
    labelled = [
        (row, metric, label)
        for row in rows
        if (metric := catalogue.metrics.get(row.metric)) is not None
        and metric.id in model.places
        and is_one_figure(row)
        and (label := _label(row))
        and label not in _printed(metric)
    ]
    wordings = list(dict.fromkeys(label for _, _, label in labelled))
    if not wordings:
        return
    scores = model.line_scores([LabelledRow(label) for label in wordings])[:, 1]
    by_label = dict(zip(wordings, scores, strict=True))
    for row, metric, label in labelled:
        likely = by_label[label]
        best = catalogue.metrics.get(model.metrics[int(likely.argmax())])
        if best is None or (best.unit, best.period) != (metric.unit, metric.period):
            continue
        if likely[model.places[metric.id]] < _UNLIKELY and likely.max() > _LIKELY:
            yield key_of(row), Doubt(Gate.LABEL, f"printed as {label!r}, which is {best.name}")


def _label(row: MetricFact) -> str:
    """The label of the row's first place in a table."""
    place = next((place for place in row.evidence if place.row >= 0), None)
    return bare_label(label_at(place)) if place is not None else ""


def _printed(metric: Metric) -> frozenset[str]:
    return frozenset(map(bare_label, (metric.name, *metric.synonyms, *metric.printed)))


# -- concepts that hold something else as well -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Mixture:
    """Values of a metric that hold something else as well, or are of something else."""

    metric: str
    why: str
    concepts: tuple[str, ...] = ()
    """Only values tagged so; any when empty."""
    beside: str = ""
    """Only where the same document has a value of this metric that is not zero."""
    unless: str = ""
    """Not where the label or the sentence says so, a pattern."""


MIXTURES = (
    Mixture(
        "dividends_paid",
        "tagged as all dividends, of a company with preferred stock",
        ("PaymentsOfDividends", "PaymentsOfOrdinaryDividends"),
        "preferred_stock",
        r"\bcommon\b|ordinary shares",
    ),
    Mixture(
        "interest_income",
        "called an income from investments, of which interest is a part",
        unless=r"\binterest\b",
    ),
    Mixture(
        "inventory",
        "tagged as one kind of inventories",
        (
            "InventoryFinishedGoodsNetOfReserves",
            "OtherInventorySupplies",
            "InventoryPartsAndComponentsNetOfReserves",
            "InventorySuppliesNetOfReserves",
        ),
        unless=r"^(?:total )?(?:merchandise )?inventor(?:y|ies)\b(?!.*(?:finished|parts|suppl))",
    ),
    Mixture(
        "restructuring",
        "a charge whose row does not say restructuring",
        unless=r"restructur|severance|reorgani[sz]|realign|rationali[sz]|workforce|transformation"
        r"|exit (?:cost|activit)",
    ),
    Mixture(
        "loans",
        "receivables from instalment sales or notes, which are no loans",
        unless=r"\bloans?\b|\bleases?\b",
    ),
    Mixture(
        "net_loans",
        "receivables from instalment sales or notes, which are no loans",
        unless=r"\bloans?\b|\bleases?\b",
    ),
)


def mixtures(rows: Iterable[MetricFact]) -> Found:
    """Rows that hold, or may hold, something else than the metric."""
    held = list(rows)
    there = {(row.document_id, row.metric) for row in held if row.value}
    for row in held:
        for one in (one for one in MIXTURES if one.metric == row.metric):
            names = {name.rpartition(":")[2] for name in re.split(r"[+-]", row.concept)}
            tagged = not one.concepts or not names.isdisjoint(one.concepts)
            beside = not one.beside or (row.document_id, one.beside) in there
            if tagged and beside and row.evidence and not _says(row, one.unless):
                yield key_of(row), Doubt(Gate.MIXTURE, one.why)


def _says(row: MetricFact, pattern: str) -> bool:
    return any(re.search(pattern, label_at(place).lower()) for place in row.evidence)
