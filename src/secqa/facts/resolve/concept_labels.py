"""Match facts to metrics by the printed labels of their rows.

A tag is one filer's choice, sometimes inexact or wrong; everyone reads the label of the row.
Companies also define their own concepts, which only their labels explain.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_lowercase

from secqa.facts.fact import Fact, full_name
from secqa.filings.document import Document
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.metrics.senses import concept_sense, name_sense, printed_sense

_STANDARD = ("us-gaap:", "dei:", "srt:")
_LONG_LABEL = 3
"""Spaces in a label that is long enough to identify a metric for any concept."""
_SPECIFIC_START = 2
"""Spaces in a label that is specific enough as the start of a longer label."""
_IN_PROSE = 160
"""Maximum characters before a figure in its sentence that are used as its label."""
_REST = {
    f"{every}other{s}{net}"
    for every in ("", "all ")
    for s in ("", "s")
    for net in ("", " net", ", net")
}

_LETTERS = frozenset(f"{ascii_lowercase}, ")
_NET_AT_END = re.compile(r"\s*(?:,|[–—-]+)\s*net$")


class Labels:
    """The printed labels of the facts of a document."""

    def __init__(self, facts: Sequence[Fact], document: Document, catalogue: Catalogue) -> None:
        self._elements = document.by_index
        self._labels: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._concepts: defaultdict[str, defaultdict[str, set[str]]]
        self._concepts = defaultdict(lambda: defaultdict(set))
        self._metrics = _printed_under(catalogue)
        rows = {
            (fact.statement, fact.concept, fact.place.element, fact.place.row): fact
            for fact in facts
            if fact.statement is not None and fact.place is not None and fact.place.row >= 0
        }
        for (statement, concept, _, _), fact in rows.items():
            label = self.of(fact)
            self._labels[statement.value, concept].add(label)
            self._concepts[statement.value][label].add(concept)

    def of(self, fact: Fact) -> str:
        """The label of a fact's row, or in prose the part of the sentence before it."""
        element = self._elements.get(fact.place.element) if fact.place is not None else None
        if element is None or fact.place is None:
            return ""
        if element.table is not None and fact.place.row >= 0:
            return bare_label(element.table.cells[fact.place.row][0])
        before = element.text[: max(element.text.find(fact.printed), 0)].lower()
        return re.split(r"[.;]\s", before)[-1][-_IN_PROSE:]

    def row(self, fact: Fact) -> Sequence[str]:
        """The cells of a fact's row, label first; one empty cell for facts in prose."""
        element = self._elements.get(fact.place.element) if fact.place is not None else None
        if element is None or element.table is None or fact.place is None or fact.place.row < 0:
            return ("",)
        return element.table.cells[fact.place.row]

    def concepts(self, metric: Metric) -> set[str]:
        """Concepts with a label of the metric in its statement.

        These are the company's own concepts, and others if the label is long and belongs to no
        other metric. A concept gets a "-" if it is an expense and the metric an income, or the
        reverse.
        """
        return {
            "-" * _is_turned(metric, concept, label) + concept.removeprefix("us-gaap:")
            for label in printed_labels(metric)
            for concept in self._concepts[metric.statement].get(label, ())
            if not concept.startswith(_STANDARD)
            or (label.count(" ") >= _LONG_LABEL and len(self.owners(metric.statement, label)) == 1)
        }

    def wider_concepts(self, metric: Metric) -> set[str]:
        """A company's own concepts whose labels start with one of the metric's."""
        return {
            concept
            for label, concepts in self._concepts[metric.statement].items()
            if label.startswith(_starts(metric))
            and not any(word in label for word in metric.not_printed)
            for concept in concepts
            if not concept.startswith(_STANDARD)
        }

    def widened_rows(self, metric: Metric) -> set[str]:
        """A company's own concepts whose names start with the name of one of the metric's rows."""
        widened = _widened(metric)
        if widened is None:
            return set()
        by_label = self._concepts[metric.statement].values()
        return {c for concepts in by_label for c in concepts if widened.fullmatch(c)}

    def deny(self, metric: Metric, fact: Fact) -> bool:
        """Whether a fact's label shows that it is not the metric, despite its tag."""
        label = self.of(fact)
        if denied(metric, label):
            return True
        if "other" not in label:
            return False
        # A row "Other" of a note is the rest after the rows above it.
        in_own = fact.statement is not None and fact.statement == metric.statement
        rest = "".join(letter for letter in label if letter in _LETTERS).strip() in _REST
        of_others = metric.period == "instant" and "other" in metric.id.split("_")
        return rest and not in_own and not of_others

    def say_another(self, metric: Metric, concepts: Iterable[str]) -> bool:
        """Whether all rows of a concept have the label of another metric.

        Filers use inexact concepts: a "current portion of long-term debt" that is the only
        short-term debt is tagged as short-term borrowings. Only labels in the catalogue count.
        """
        names = set(concepts)
        if len(names) != 1:
            return False
        labels = self._labels.get((metric.statement, names.pop()), set())
        return bool(labels) and all(
            label not in printed_labels(metric)
            and any(word in label for word in metric.not_printed)
            and self.owners(metric.statement, label)
            for label in labels
        )

    def is_name(self, metric: Metric, concept: str) -> bool:
        """Whether a row of a concept in the metric's statement has the name of the metric."""
        return bare_label(metric.name) in self._of_concept(metric, concept)

    def is_wider(self, metric: Metric, concept: str) -> bool:
        """Whether all rows of a concept in the metric's statement are totals, unlike the metric."""
        labels = self._of_concept(metric, concept)
        is_total = [name.startswith("total ") for name in (metric.name.lower(), *labels)]
        return bool(labels) and not is_total[0] and all(is_total[1:])

    def _of_concept(self, metric: Metric, concept: str) -> set[str]:
        return self._labels.get((metric.statement, full_name(concept)), set())

    def owners(self, statement: str, label: str) -> set[str]:
        """The metrics of a statement with this label."""
        return self._metrics.get((statement, label), set())


def _is_turned(metric: Metric, concept: str, label: str) -> bool:
    return name_sense(metric.name) * (concept_sense(concept) or printed_sense(label)) < 0


@lru_cache(maxsize=8)
def _printed_under(catalogue: Catalogue) -> dict[tuple[str, str], set[str]]:
    """The ids of metrics by statement and label."""
    owners: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for metric in catalogue.base():
        for label in printed_labels(metric):
            owners[metric.statement, label].add(metric.id)
    return dict(owners)


def denied(metric: Metric, label: str) -> bool:
    """Whether a label shows that its figure is not the metric, despite its tag."""
    vetoes = _vetoes(metric)
    # "Certain expenses" are only some of the expenses.
    return label.startswith("certain ") or (vetoes is not None and bool(vetoes.search(label)))


@lru_cache(maxsize=1024)
def _vetoes(metric: Metric) -> re.Pattern[str] | None:
    """A pattern of a metric's vetoes at the start of words: "sales tax" matches "sales taxes",
    "trust" does not match "antitrust"."""
    if not metric.vetoes:
        return None
    return re.compile(
        "|".join(
            rf"^{re.escape(veto[1:])}$" if veto.startswith("=") else rf"\b{re.escape(veto)}"
            for veto in metric.vetoes
        )
    )


@lru_cache(maxsize=16_384)
def bare_label(label: str) -> str:
    """Normalise a label: "Purchases of equipment, net (Note 5):" -> "purchases of equipment"."""
    plain = re.sub(r"\((?!income\))[^)]*\)", "", label).lower().replace("’", "'")
    return _NET_AT_END.sub("", " ".join(plain.split()).strip(" .:"))


@lru_cache(maxsize=1024)
def printed_labels(metric: Metric) -> frozenset[str]:
    """The printed labels of a metric, normalised by `bare_label`."""
    return frozenset(bare_label(label) for label in metric.printed)


@lru_cache(maxsize=1024)
def _widened(metric: Metric) -> re.Pattern[str] | None:
    """A pattern of concepts whose names start with that of one of a metric's rows."""
    names = "|".join(name for name in metric.rows if name.isalpha())
    if not names:
        return None
    return re.compile(rf"\w+:(?i:{names})(?i:net)?(?:And|Including|Net)[A-Z]\w*")


@lru_cache(maxsize=1024)
def _starts(metric: Metric) -> tuple[str, ...]:
    """Prefixes of longer labels that start with one of the metric's."""
    specific = [label for label in printed_labels(metric) if label.count(" ") >= _SPECIFIC_START]
    return tuple(f"{label}{end}" for label in specific for end in (",", " and "))
