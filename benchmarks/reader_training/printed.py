"""Gather from tagged filings what filers print beside each XBRL concept: labels, and the sign.

Every row of a table whose figures are tagged for the whole company tells a label of the concept.
What a company calls only its own says little, and "Total" stands beside anything: kept are labels
that stand mostly beside this concept, in the statement that it belongs to.
"""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from reader_training.labels import company_of
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.facts.fact import Fact
from secqa.facts.table.fact_store import load_facts
from secqa.filings.document import Document
from secqa.metrics.printed_labels import Habit, PrintedLabel, short
from secqa.reading.structure.line_names import says_little
from secqa.reading.structure.table_rows import rows_of

_SHARE = 0.5
"""Of the companies that print a label beside any tag of a statement, those that do so beside the
concept: below it the label means something else more often than not."""
_PAID = 0.8
"""Of the companies that state a concept, those that print its positive values in brackets."""
_MOST = 12
"""Labels kept of a concept, the most common first."""
_LONGEST = 100
"""Characters of a label: longer ones are sentences, which no one else prints."""
_STANDARD = ("us-gaap:", "dei:", "srt:")
"""Other concepts are one company's own."""
_Where = tuple[str, tuple[str, ...]]
"""Statement, words of a label."""


@dataclass(frozen=True, slots=True)
class TaggedRow:
    """A row of a table, with the concepts of its figures."""

    company: str
    statement: str
    label: str
    words: tuple[str, ...]
    concepts: frozenset[str]
    paid: frozenset[str]
    """Of the concepts, those with a positive value that is printed in brackets."""
    plain: frozenset[str]
    """Those with a positive value that is printed without."""


@dataclass(slots=True)
class _Occurrence:
    """What companies print beside one concept."""

    companies: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By statement."""
    labels: defaultdict[_Where, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Companies by place."""
    texts: defaultdict[_Where, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    signs: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """Company and whether in brackets."""


def tagged_rows(path: CorpusPath) -> list[TaggedRow]:
    """All rows of a corpus with figures that are tagged for the whole company."""
    corpus = open_corpus(path)
    found: list[TaggedRow] = []
    for metadata in corpus.documents:
        facts = load_facts(path, metadata.document_id)
        company = company_of(metadata.ticker, metadata.cik)
        found += rows_of_document(company, corpus.document(metadata.document_id), facts)
    return found


def rows_of_document(company: str, document: Document, facts: Iterable[Fact]) -> list[TaggedRow]:
    """The rows of one document's tables with figures that are tagged for the whole company."""
    places: defaultdict[tuple[int, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        in_row = fact.place is not None and fact.place.row >= 0
        if fact.place is not None and in_row and fact.value is not None and not fact.dimensions:
            places[fact.place.element, fact.place.row].append(fact)
    found = []
    for element in document.elements:
        for row in rows_of(element.table) if element.table is not None else ():
            own = places.get((element.index, row.index))
            if own and row.words and element.table is not None:
                above = [fact for fact in own if fact.value is not None and fact.value > 0]
                found.append(
                    TaggedRow(
                        company,
                        str(element.table.statement or ""),
                        row.label,
                        row.words,
                        frozenset(fact.concept for fact in own),
                        frozenset(fact.concept for fact in above if "(" in fact.printed),
                        frozenset(fact.concept for fact in above if "(" not in fact.printed),
                    )
                )
    return found


def learn_printed(rows: Iterable[TaggedRow]) -> dict[str, Habit]:
    """Concept, us-gaap unless a prefix says otherwise -> how filers print it."""
    seen: defaultdict[str, _Occurrence] = defaultdict(_Occurrence)
    printing: defaultdict[_Where, set[str]] = defaultdict(set)
    for row in rows:
        where = row.statement, row.words
        printing[where].add(row.company)
        for concept in row.concepts:
            if concept.startswith(_STANDARD):
                one = seen[concept]
                one.companies[row.statement].add(row.company)
                one.labels[where].add(row.company)
                one.texts[where][_text(row.label)] += 1
                one.signs[row.company, True] += concept in row.paid
                one.signs[row.company, False] += concept in row.plain
    learned = {short(concept): _habit(seen[concept], printing) for concept in sorted(seen)}
    return {concept: habit for concept, habit in learned.items() if habit.labels or habit.paid}


def written_habits(learned: Mapping[str, Habit]) -> bytes:
    """What is kept of it on disk; equal for equal habits."""
    table = {
        concept: [int(habit.paid), *([one.text, one.companies] for one in habit.labels)]
        for concept, habit in sorted(learned.items())
    }
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)


def _habit(seen: _Occurrence, printing: Mapping[_Where, set[str]]) -> Habit:
    home = max(seen.companies, key=lambda one: (len(seen.companies[one]), one))
    found = []
    for (statement, words), those in seen.labels.items():
        text = min(seen.texts[statement, words].items(), key=lambda item: (-item[1], item[0]))[0]
        share = len(those) / len(printing[statement, words])
        if statement == home and share >= _SHARE and _tells(text, words):
            found.append(PrintedLabel(text, len(those)))
    found.sort(key=lambda one: (-one.companies, one.text))
    return Habit(tuple(found[:_MOST]), _is_paid(seen.signs))


def _is_paid(signs: Mapping[tuple[str, bool], int]) -> bool:
    companies = {company for company, _ in signs}
    paid = sum(signs[company, True] > signs[company, False] for company in companies)
    return len(companies) > 1 and paid >= _PAID * len(companies)


def _tells(text: str, words: tuple[str, ...]) -> bool:
    """Whether a label can be another company's too: no day, no amount, no bare "Total"."""
    return len(text) <= _LONGEST and not says_little(words) and not any(map(str.isdigit, text))


def _text(label: str) -> str:
    """A label as the catalogue writes them."""
    return " ".join(label.lower().replace("’", "'").split()).strip(" .:*")
