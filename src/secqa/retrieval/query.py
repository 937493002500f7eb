"""A question to what a search looks for.

In: a question as a person writes it. Out: its own words without what names the document
(company, period) or tells how to answer ("in millions, rounded to two decimals"); and, from the
metric catalogue, what stands on the page in other words: how the metric and its components are
printed, the headings they stand under, the statement that carries them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata, Statement
from secqa.metrics.catalogue import Catalogue, Metric, load_catalogue
from secqa.metrics.formula import metrics_in, parse
from secqa.retrieval.words import BESIDE_COUNT, BESIDE_MONEY, BESIDE_SHARE, distinct, stems
from secqa.understanding.companies import Companies, Company, companies_of, link_companies
from secqa.understanding.metric_links import MASK, link_metrics
from secqa.understanding.periods import find_periods
from secqa.understanding.question import mask_companies

_INSTRUCTIONS = re.compile(
    r"\bassume (?:that )?you are [^.?!;,]*[.,;]?"
    r"|\b(?:please )?(?:answer|respond|reply|express|state|give|provide|report) "
    r"(?:me |us )?(?:the |your |an? )?(?:answer|response|result|value|figure|number|it|this)?\b"
    r"|\bround(?:ed|ing)?\b[^.?!;,]*\b(?:decimals?|places?|digits?|millions?|billions?"
    r"|whole numbers?)\b"
    r"|\bin (?:(?:us|u\.s\.) )?(?:dollars?|usd|cents)\b"
    r"|\b(?:in )?(?:(?:us\$|usd|\$) ?)?(?:thousands|millions|billions)\b(?: of (?:us )?dollars)?"
    r"|\baccording to\b|\bbased (?:only |solely )?(?:on|upon)\b"
    r"|\bby (?:looking at|relying on|using|referring to)\b"
    r"|\bshown (?:in|on)\b",
    re.IGNORECASE,
)
_DOCUMENT_WORDS = frozenset(
    stems(
        "company corporation fiscal financial fy year quarter ended ending annual quarterly report"
        " filing form recent latest last current dollar usd value amount figure compared versus"
        " vs calculate compute information details"
    )
)
"""They tell which document, or stand on every page of it."""
_FALLBACK_WORTH = 0.3
_WORTH_OF_LATER = {0: 1.0, 1: 0.5, 2: 0.3}
"""A report carries its year, and as comparatives the two years before."""
_REASON = re.compile(
    r"\bwhy\b|\bexplain|\bdescribe|\breasons?\b|\bdriv(?:en|ers?|ing)\b|\bdrove\b"
    r"|\bwhat (?:caused|led)\b|\bbecause of what\b",
    re.IGNORECASE,
)
"""Asks for words, not for the figure: no statement has the answer."""
_FORM = re.compile(r"\b(?:10-[kq]|8-k)\b", re.IGNORECASE)
_NAMED: dict[Statement, re.Pattern[str]] = {
    Statement.INCOME: re.compile(
        r"\bincome statements?\b|\bp\s?&\s?l\b|\bprofit (?:and|&) loss\b"
        r"|\bstatements? of (?:consolidated )?(?:net )?(?:income|operations|earnings)\b",
        re.IGNORECASE,
    ),
    Statement.BALANCE_SHEET: re.compile(
        r"\bbalance sheets?\b"
        r"|\bstatements? of (?:consolidated )?financial (?:position|condition)\b",
        re.IGNORECASE,
    ),
    Statement.CASH_FLOW: re.compile(
        r"\bstatements? of (?:consolidated )?cash flows?\b|\bcash flows? statements?\b",
        re.IGNORECASE,
    ),
}


@dataclass(frozen=True, slots=True)
class Query:
    """What a search looks for."""

    text: str
    """The question without instructions and document words, for full-text search."""
    words: tuple[str, ...]
    """Its stems."""
    phrases: tuple[str, ...] = ()
    """How what is asked for is printed."""
    lines: tuple["Line", ...] = ()
    """The line items it is printed as."""
    told: tuple["Told", ...] = ()
    """What sentences tell rather than a statement prints."""
    sections: tuple[str, ...] = ()
    """Headings it stands under."""
    named: tuple[Statement, ...] = ()
    """Statements the question names."""
    implied: tuple[Statement, ...] = ()
    """Statements that carry the metrics asked for."""
    about: "About" = field(default_factory=lambda: About())
    """Which documents it is about."""


@dataclass(frozen=True, slots=True)
class About:
    """What a question says about the documents that answer it."""

    companies: tuple[Company, ...] = ()
    years: tuple[int, ...] = ()
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    forms: tuple[str, ...] = ()
    latest: int = 0
    """The latest fiscal year of any annual report: meant when no year is said."""


def parse_query(question: str, corpus: Corpus) -> Query:
    """What to look for in a corpus. Raises `SecqaError` for a question without a word."""
    if not stems(question):
        raise SecqaError(f"{question!r}: nothing to search for; ask with at least one word")
    catalogue = load_catalogue()
    companies = known_companies(corpus)
    mentions = link_companies(question, companies)
    periods, undated = find_periods(mask_companies(question, mentions))
    links = link_metrics(undated, catalogue)
    metrics = distinct([link.metric for link in links if link.metric is not None])
    labels = [link.label for link in links if link.metric is None]
    query = make_query(undated.replace(MASK, " "), metrics, labels, catalogue)
    years = [str(year) for year in periods.years]
    about = About(
        companies=distinct([mention.company for mention in mentions]),
        years=periods.years,
        quarter=periods.quarter,
        forms=distinct([form.upper() for form in _FORM.findall(question)]),
        latest=max((company.latest_year or 0 for company in companies), default=0),
    )
    return replace(query, words=(*query.words, *years), about=about)


@lru_cache(maxsize=8)
def known_companies(corpus: Corpus) -> Companies:
    """The companies of a corpus with their names, made once."""
    return companies_of(corpus.documents)


def is_of(document: Metadata, company: Company) -> bool:
    """Whether a company filed a document; symbol and name decide where no CIK is stated."""
    if document.cik and company.cik:
        return document.cik == company.cik
    names = {company.name, company.ticker, *company.aliases} - {""}
    return document.ticker in names or document.company in names


def document_fit(about: About, document: Metadata) -> float:
    """How well a document fits, from 0 to 1."""
    company = next((named for named in about.companies if is_of(document, named)), None)
    years = about.years or ((company and company.latest_year) or about.latest,)
    later = [document.fiscal_year - year for year in years if document.fiscal_year is not None]
    year = max((_WORTH_OF_LATER.get(gap, 0.0) for gap in later), default=0.0)
    if about.forms:
        period = float(document.form in about.forms)
    else:
        # The fourth quarter has no report of its own.
        wanted = f"Q{about.quarter}" if about.quarter in (1, 2, 3) else "FY"
        period = float(document.fiscal_period == wanted)
    return 0.5 * (company is not None) + 0.3 * year + 0.2 * period


def make_query(
    text: str, metrics: Sequence[Metric], labels: Sequence[str], catalogue: Catalogue
) -> Query:
    """The query for a question, without companies and periods, that asks for `metrics`.

    `labels` are line items that it names and the catalogue does not know.
    """
    cleaned = " ".join(_INSTRUCTIONS.sub(" ", text).split())
    parts = parts_of(metrics, catalogue)
    lines = [Line(distinct((*metric.printed, metric.name)), worth) for metric, worth in parts]
    lines += [Line((label,)) for label in labels]
    reason = _REASON.search(text) is not None
    carried = distinct([metric.statement for metric, _ in parts if metric.statement])
    return Query(
        text=cleaned,
        words=distinct([stem for stem in stems(cleaned) if stem not in _DOCUMENT_WORDS]),
        phrases=distinct([name for line in lines for name in line.names]),
        told=tuple(_told(metric) for metric, _ in parts if _is_told(metric)),
        lines=() if reason else tuple(lines),
        sections=distinct([section for metric, _ in parts for section in metric.sections]),
        named=tuple(kind for kind, name in _NAMED.items() if name.search(cleaned)),
        implied=() if reason else tuple(Statement(statement) for statement in carried),
    )


@dataclass(frozen=True, slots=True)
class Told:
    """A metric to look for in sentences."""

    names: tuple[tuple[str, ...], ...]
    """The stems of each of its names, the best name first."""
    beside: np.uint32
    """The field of words beside an amount of its kind."""


def _told(metric: Metric) -> Told:
    kinds = {"pure": BESIDE_SHARE, "count": BESIDE_COUNT, "shares": BESIDE_COUNT}
    names = [tuple(stems(name)) for name in (*metric.printed, metric.name, *metric.synonyms)]
    return Told(distinct(names), kinds.get(metric.unit, BESIDE_MONEY))


def _is_told(metric: Metric) -> bool:
    """Sentences give what no statement carries, and counts of people and shares."""
    return not metric.statement or metric.unit in ("count", "shares")


@dataclass(frozen=True, slots=True)
class Line:
    """A line item to look for."""

    names: tuple[str, ...]
    """As it is printed, the most exact first."""
    worth: float = 1.0


def parts_of(metrics: Sequence[Metric], catalogue: Catalogue) -> tuple[tuple[Metric, float], ...]:
    """Metrics and the parts of their formulas, without repeats, with what each is worth.

    The parts of a compound metric are worth as much as itself: they are what is printed. What
    a base metric can be worked out from is worth less, since most companies print the metric.
    """
    found: dict[str, tuple[Metric, float]] = {}
    waiting = [(metric, 1.0) for metric in metrics]
    while waiting:
        metric, worth = waiting.pop(0)
        if metric.id in found:
            continue
        found[metric.id] = (metric, worth)
        for formula, share in ((metric.formula, 1.0), (metric.fallback, _FALLBACK_WORTH)):
            if formula:
                names = sorted(metrics_in(parse(formula)))
                waiting.extend((catalogue[name], worth * share) for name in names)
    return tuple(found.values())
