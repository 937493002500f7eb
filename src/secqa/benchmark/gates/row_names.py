"""Whether the row or table that prints a value names the metric.

A tag may be right and the question about it still have two answers: "Accounts payable and accrued
liabilities" is tagged as accounts payable if nothing else is printed, "Depreciation" as
depreciation and amortization. The fact table keeps such values, but no question asks for them. A
row about a segment or a country bears the part's name, and the metric stands in a header, in
another row or above the table. Tags call "long-lived assets" by country property, plant and
equipment; a reader of the page would not.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from string import digits

from secqa.benchmark.corpus_facts import numbers_in, printed_forms
from secqa.facts.fact import MetricFact
from secqa.filings.document import Document, Element
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.parsing.lexicon import stem, words
from secqa.query.query import Query, lookups
from secqa.word_lists import any_of

_EMPTY = frozenset(
    map(
        stem,
        words(
            "net total of the and in for by to a an or from at on as less other than current year "
            "end ending beginning during including fiscal period outstanding amount value company "
            "consolidated note loss deficit increase decrease balance balances equivalents january "
            "february march april may june july august september october november december"
        ),
    )
)
"""Words that do not change the meaning of others: "Balance as of December 31" has none of its own,
and leaves it to its table."""
_PAID = frozenset(map(stem, words("payment purchase acquisition addition expenditure")))
"""Synonyms in statements of cash flows."""
_KINDS = frozenset(map(stem, words("liability asset expense cost income obligation benefit")))
"""Nouns for the kind of a line."""
_BOTH = frozenset(map(stem, ("basic", "diluted")))
"""One row prints both where they are equal."""
_ABOVE = 2
"""Elements above a table that can name its metric: a sentence and a heading."""
_AND = re.compile(r"\band\b|&")
_JOINED = re.compile(r"(?i)\band\b|&|,")
_TERM = any_of("long-term, short-term")
_OF_SOME_PEOPLE = re.compile(
    r"(\d[\d,]*) (?:[\w-]+ ){0,2}(?:part-time|temporary|seasonal|contract|full-time equivalent|FTE)"
)
_RESTRICTED = "restricted"
_AND_OTHER = any_of("and other", any_case=True)
_ANY_OTHER = any_of("other", any_case=True)
_OTHER = re.compile(r"(?i)\W*other\b")
_BRACKETS = re.compile(
    r"\([^()]*\)|,? net of .*|,? less .*|, excluding current .*| and related .*| or .*"
    r"|[,;:] (?:\d|\$|par|without par|at |authorized|issued).*"
)


def stems_of(text: str) -> frozenset[str]:
    """Stems of all words, without trailing digits of years and notes."""
    return frozenset(map(stem, (word.rstrip(digits) for word in words(text)))) - {""}


@lru_cache(maxsize=65536)
def _key_stems(text: str) -> frozenset[str]:
    """The stems of the words that carry the meaning."""
    return stems_of(text) - _EMPTY


def has_metric_name(fact: MetricFact, catalogue: Catalogue) -> bool:
    """Whether some row that prints the value names neither more nor less than the metric.

    More: another line joined by "and"; less: one half of a sum. Where one row names more, another
    must name the metric: "Current portion" is no witness against "Current portion of debt and
    leases". Values from prose count as named, since sentences say more than a name.
    """
    metric = catalogue[fact.metric]
    if metric.of:
        metric = catalogue[metric.of]
    rows = {place.quote.partition(" | ")[0] for place in fact.evidence if place.row >= 0}
    if not rows:
        return True
    company = _key_stems(f"{fact.company} {fact.member}")
    if fact.unit == "shares" and any(
        not numbers_in(row).isdisjoint(printed_forms(fact.value, "shares")) for row in rows
    ):
        # The label itself counts them: "Common stock, 15,000 shares issued and outstanding".
        return True
    wider = {row for row in rows if _is_more(row, company, metric)}
    return any(
        not _is_other(row, company, metric)
        and not _is_less(row, company, metric)
        and (not wider or in_names(_key_stems(row) - company, metric))
        for row in rows - wider
    )


def has_second_count(fact: MetricFact) -> bool:
    """Whether the sentence with a headcount gives a second one, such as temporary workers."""
    numbers = (one for place in fact.evidence for one in _OF_SOME_PEOPLE.findall(place.quote))
    return any(float(number.replace(",", "")) != fact.value for number in numbers)


def is_vague(query: Query | None, catalogue: Catalogue) -> bool:
    """Whether a metric's name fits several figures and the query names no statement."""
    unplaced = (one for one in lookups(query) if one.metric and not one.place.statement)
    return any(catalogue[one.metric].vague for one in unplaced)


def _is_more(label: str, company: frozenset[str], metric: Metric) -> bool:
    """Whether a label covers more than the metric: it joins words that no name has."""
    if _AND_OTHER.search(label) and not _AND_OTHER.search(metric.name):
        return True
    known = company.union(_BOTH, *_names(metric))
    if metric.statement == "cash_flow":
        # How much cash changed does not hang on what counts as cash.
        known |= _PAID | {stem(_RESTRICTED)}
    joined = map(_key_stems, _JOINED.split(_BRACKETS.sub(" ", label)))
    strange = [part - known for part in joined if part - _PAID]
    return any(strange) and not all(strange)


def _is_other(label: str, company: frozenset[str], metric: Metric) -> bool:
    """Whether a label has no name of the metric but strange words, or is of a remainder ("Other
    accrued liabilities") or another term ("long-term debt")."""
    terms = metric.name.replace("noncurrent", "long-term").replace("current", "short-term")
    if any(term not in terms for term in _TERM.findall(label.lower())):
        return True
    if _OTHER.match(label) and not any(map(_OTHER.match, (metric.name, *metric.synonyms))):
        return True
    label_stems = _key_stems(_BRACKETS.sub(" ", label)) - company
    return not label_stems <= _all_words(metric) and not in_names(label_stems, metric)


def in_names(text_stems: frozenset[str], metric: Metric) -> bool:
    """Whether a text has all words of a name or a printed label of a metric."""
    return any(
        name <= text_stems or (_PAID & text_stems and frozenset() < name - _PAID <= text_stems)
        for name in _names_and_labels(metric)
    )


def _is_less(label: str, company: frozenset[str], metric: Metric) -> bool:
    """Whether a label names only one half of a sum, or of a name with "and"; plain cash is no
    "cash and restricted cash"."""
    if _RESTRICTED in metric.name and _RESTRICTED not in label.lower():
        return True
    if _AND_OTHER.search(metric.name) and not _ANY_OTHER.search(label):
        return True
    label_stems, names = _key_stems(label) - company, _names(metric)
    if label_stems and _halves(metric) and not _has_halves(label_stems, metric):
        return True
    if "+" not in metric.fallback:
        return False
    return (
        bool(label_stems)
        and any(label_stems < name for name in names)
        and not any(label_stems - _KINDS == name - _KINDS for name in names)
    )


def _has_halves(label_stems: frozenset[str], metric: Metric) -> bool:
    """Whether a label has something of both halves of a name."""
    return any(
        not any(half and half.isdisjoint(label_stems) for half in halves)
        for halves in _halves(metric)
    )


@lru_cache(maxsize=1024)
def _halves(metric: Metric) -> tuple[tuple[frozenset[str], ...], ...]:
    """The words of the halves of each name, if the metric's own name has halves."""
    of_names = (_AND.split(name) for name in (metric.name, *metric.synonyms))
    own, *others = (tuple(_key_stems(half) - _KINDS for half in of) for of in of_names)
    # "Depreciation, amortization and other" has one half.
    return (own, *(of for of in others if len(of) > 1 and all(of))) if len(own) > 1 else ()


@lru_cache(maxsize=1024)
def _names(metric: Metric) -> frozenset[frozenset[str]]:
    """Words of each name, except names that cover more or less than the metric."""
    narrow = {name for name, presumed in metric.presumes if presumed == "never"}
    own = {metric.name, *metric.synonyms} - narrow
    return frozenset(map(_key_stems, own)) - {frozenset()}


@lru_cache(maxsize=1024)
def _names_and_labels(metric: Metric) -> frozenset[frozenset[str]]:
    """Words of each name and of each printed label."""
    return _names(metric) | frozenset(map(_key_stems, metric.printed)) - {frozenset()}


@lru_cache(maxsize=1024)
def _all_words(metric: Metric) -> frozenset[str]:
    return frozenset().union(*_names_and_labels(metric))


def is_about_part(
    fact: MetricFact, metric: Metric, whole: float | None, document: Document
) -> bool:
    """Whether a table that prints the value of a part is about the metric.

    The table or the text above has a name of the metric and, for balances, the table prints the
    value of the whole company too. `metric` is that of the whole company, `whole` its value or
    None. Values from sentences pass.
    """
    elements = [document.by_index.get(place.element) for place in fact.evidence]
    tables = [element for element in elements if element is not None and element.table is not None]
    if not tables or len(tables) < len(elements):
        return True
    forms = printed_forms(whole, fact.unit) if whole and metric.period == "instant" else set()
    return any(
        in_names(_stems_about(document, table), metric)
        and not (forms and forms.isdisjoint(numbers_in(table.text)))
        for table in tables
    )


@lru_cache(maxsize=2048)
def _stems_about(document: Document, table: Element) -> frozenset[str]:
    """The words of a table and of the elements above it."""
    return stems_of(" ".join((*_above(document, table), table.text)))


def _above(document: Document, table: Element) -> Iterator[str]:
    elements = next(page.elements for page in document.pages if page.number == table.page)
    place = elements.index(table)
    return (element.text for element in elements[max(0, place - _ABOVE) : place])
