"""Read what the printed labels beside facts tell of their concepts.

A tag is one filer's choice, sometimes a stretched or a wrong one; the label beside the figure is
what everyone reads. Companies also have concepts of their own, which only their labels explain.
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
"""Spaces in a label from which on it can name a metric whatever the concept."""
_TELLING_START = 2
"""Spaces in a label from which on it can begin the label of a company's own concept."""
_IN_PROSE = 160
"""Characters before a figure in its sentence that tell what it is."""
_REST = {
    f"{every}other{s}{net}"
    for every in ("", "all ")
    for s in ("", "s")
    for net in ("", " net", ", net")
}

_LETTERS = frozenset(f"{ascii_lowercase}, ")
_NET_AT_END = re.compile(r"\s*(?:,|[–—-]+)\s*net$")


class Labels:
    """The labels that the facts of a document stand beside."""

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
        """The label of a fact's row; in prose what its sentence says before it."""
        element = self._elements.get(fact.place.element) if fact.place is not None else None
        if element is None or fact.place is None:
            return ""
        if element.table is not None and fact.place.row >= 0:
            return bare_label(element.table.cells[fact.place.row][0])
        before = element.text[: max(element.text.find(fact.printed), 0)].lower()
        return re.split(r"[.;]\s", before)[-1][-_IN_PROSE:]

    def row(self, fact: Fact) -> Sequence[str]:
        """The cells of a fact's row, its label first; one empty cell where it has no row."""
        element = self._elements.get(fact.place.element) if fact.place is not None else None
        if element is None or element.table is None or fact.place is None or fact.place.row < 0:
            return ("",)
        return element.table.cells[fact.place.row]

    def concepts(self, metric: Metric) -> set[str]:
        """Concepts that stand under a label of the metric in its statement: the company's own,
        and others where the label is long and no other metric's; "-a" for what is an expense
        where the metric is an income, or an income where it is an expense."""
        return {
            "-" * _is_turned(metric, concept, label) + concept.removeprefix("us-gaap:")
            for label in printed_labels(metric)
            for concept in self._concepts[metric.statement].get(label, ())
            if not concept.startswith(_STANDARD)
            or (label.count(" ") >= _LONG_LABEL and len(self.owners(metric.statement, label)) == 1)
        }

    def wider_concepts(self, metric: Metric) -> set[str]:
        """A company's own concepts whose labels begin as one of the metric's, and go on."""
        return {
            concept
            for label, concepts in self._concepts[metric.statement].items()
            if label.startswith(_starts(metric))
            and not any(word in label for word in metric.not_printed)
            for concept in concepts
            if not concept.startswith(_STANDARD)
        }

    def widened_rows(self, metric: Metric) -> set[str]:
        """A company's own concepts that are named as rows of the metric, and go on."""
        widened = _widened(metric)
        if widened is None:
            return set()
        there = self._concepts[metric.statement].values()
        return {c for concepts in there for c in concepts if widened.fullmatch(c)}

    def deny(self, metric: Metric, fact: Fact) -> bool:
        """Whether the words beside a fact tell that it is not the metric, whatever its tag."""
        label = self.of(fact)
        if denied(metric, label):
            return True
        if "other" not in label:
            return False
        # A row "Other" of a note is what is left after the rows above it.
        in_own = fact.statement is not None and fact.statement == metric.statement
        rest = "".join(letter for letter in label if letter in _LETTERS).strip() in _REST
        of_others = metric.period == "instant" and "other" in metric.id.split("_")
        return rest and not in_own and not of_others

    def say_another(self, metric: Metric, concepts: Iterable[str]) -> bool:
        """Whether the rows that a concept stands in are labelled as another metric's.

        Filers stretch concepts: "current portion of long-term debt", the only short debt there
        is, tagged as short-term borrowings. Only what the catalogue says of both metrics counts.
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
        """Whether a row of the metric's statement that has a concept is called as the metric."""
        return bare_label(metric.name) in self._of_concept(metric, concept)

    def is_wider(self, metric: Metric, concept: str) -> bool:
        """Whether a concept has rows of the metric's statement, each "Total" of something, where
        the metric is no total."""
        found = self._of_concept(metric, concept)
        names = (metric.name.lower(), *found)
        return bool(found) and [n for n in names if n.startswith("total ")] == list(found)

    def _of_concept(self, metric: Metric, concept: str) -> set[str]:
        return self._labels.get((metric.statement, full_name(concept)), set())

    def owners(self, statement: str, label: str) -> set[str]:
        """Metrics of a statement that are printed under a label."""
        return self._metrics.get((statement, label), set())


def _is_turned(metric: Metric, concept: str, label: str) -> bool:
    return name_sense(metric.name) * (concept_sense(concept) or printed_sense(label)) < 0


@lru_cache(maxsize=8)
def _printed_under(catalogue: Catalogue) -> dict[tuple[str, str], set[str]]:
    """Statement and label -> metrics that are printed there so."""
    owners: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for metric in catalogue.base():
        for label in printed_labels(metric):
            owners[metric.statement, label].add(metric.id)
    return dict(owners)


def denied(metric: Metric, label: str) -> bool:
    """Whether a label tells that what stands beside it is not the metric, whatever its tag."""
    vetoes = _vetoes(metric)
    # "Certain expenses" are some of them, whatever they are.
    return label.startswith("certain ") or (vetoes is not None and bool(vetoes.search(label)))


@lru_cache(maxsize=1024)
def _vetoes(metric: Metric) -> re.Pattern[str] | None:
    """A metric's vetoes, each where a word begins: "sales tax" in "sales taxes", "trust" not in
    "antitrust"."""
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
    """ "Purchases of equipment, net (Note 5):" -> "purchases of equipment"."""
    plain = re.sub(r"\((?!income\))[^)]*\)", "", label).lower().replace("’", "'")
    return _NET_AT_END.sub("", " ".join(plain.split()).strip(" .:"))


@lru_cache(maxsize=1024)
def printed_labels(metric: Metric) -> frozenset[str]:
    """The labels a metric is printed under, as `bare_label` makes them."""
    return frozenset(bare_label(label) for label in metric.printed)


@lru_cache(maxsize=1024)
def _widened(metric: Metric) -> re.Pattern[str] | None:
    """Concepts that are named as rows of a metric, and go on."""
    names = "|".join(name for name in metric.rows if name.isalpha())
    if not names:
        return None
    return re.compile(rf"\w+:(?i:{names})(?i:net)?(?:And|Including|Net)[A-Z]\w*")


@lru_cache(maxsize=1024)
def _starts(metric: Metric) -> tuple[str, ...]:
    """How labels begin that begin as one of the metric's, and go on."""
    telling = [label for label in printed_labels(metric) if label.count(" ") >= _TELLING_START]
    return tuple(f"{label}{end}" for label in telling for end in (",", " and "))
