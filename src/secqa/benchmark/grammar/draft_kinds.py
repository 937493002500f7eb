"""Kinds of questions whose draft is no query with gold: passages, and questions without answer."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.benchmark.dataset import AlternativeAnswer
from secqa.benchmark.draft import Draft
from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.draw import Draw, EmptyDraw, figure, require
from secqa.errors import CannotAnswer
from secqa.facts.table.gates.identities import load_identities
from secqa.files import bundled_toml
from secqa.filings.document import Document, Element, ElementType
from secqa.metrics.formula import metrics_in, parse
from secqa.metrics.metric import Metric
from secqa.parsing.ground import find_company, ground
from secqa.parsing.lexicon import stem, words
from secqa.parsing.periods.period_grounding import COMPARATIVE_YEARS
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Lookup, Query
from secqa.reading.reading import Passage
from secqa.word_lists import any_of

_LEAST_CHANGE = 0.02
"""A smaller rise or fall is a matter of taste, not a false premise."""
_PASSAGE_WORDS = (40, 260)
"""Fewest and most words of a passage: less says nothing, more is no answer."""
_HEADING = re.compile(r"[A-Z][A-Za-z,'’&\- ]{8,70}")
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM)
_SECTIONS = ("I/1", "I/1A", "I/1C", "I/2", "I/3", "II/7", "II/7A", "II/8", "II/9A")
"""Items of Form 10-K whose headings name the content below them."""
_NO_TOPIC = re.compile(
    r"(?i)\b(?:overview|general|introduction|table of contents|forward[- ]looking|exhibits?"
    r"|signatures?|notes? to|continued|item \d|part i|other|summary|background"
    r"|results of operations|index|we|our|us|may|could|is|are|if"
    # The auditor's words are not the company's.
    r"|opinions?|audit|auditors?|limitations of internal control)\b"
)
_AUDIT = any_of("we audited, our audit(s), audit procedures, the company’s auditor")
"""What only auditors say, as in their report on a critical matter."""
_SHORT = 3
"""Letters of words without a topic."""


def about(draw: Draw, _metric: Metric) -> Draft:
    """The text of an annual report below one of its headings."""
    company = draw.rng.choice(draw.companies)
    reports = [
        document
        for document in draw.table.documents.values()
        if document.cik == company.cik and document.form == "10-K" and document.fiscal_year
    ]
    report = draw.choice(sorted(reports, key=lambda document: document.document_id))
    # A heading with the company's own name has no topic.
    name = _topic(company.name)
    passages = _passages_in(draw.document, report.document_id)
    passage = draw.choice([one for one in passages if name.isdisjoint(_topic(one.heading))])
    slots = (
        ("heading", _inside_sentence(passage.heading)),
        ("item", f"Item {passage.section.partition('/')[2]}"),
        ("form", report.form),
        ("last", str(report.fiscal_year)),
    )
    return Draft("about", (company,), (), None, None, passages=(passage,), slots=slots)


@lru_cache(maxsize=4096)
def _passages_in(document: Callable[[str], Document], document_id: str) -> list[Passage]:
    """The passages of a report, shared by all questions about one corpus."""
    return passages_of(document(document_id))


def passages_of(document: Document) -> list[Passage]:
    """All passages whose heading has words that no other heading of the document has."""
    passages: list[Passage] = []
    topics: list[frozenset[str]] = []
    heading: Element | None = None
    texts: list[str] = []

    def close() -> None:
        text = " ".join(" ".join(texts).split())
        least, most = _PASSAGE_WORDS
        is_long = least <= len(text.split()) <= most
        if heading is not None and _names_topic(heading) and is_long and not _AUDIT.search(text):
            place = document.metadata.document_id, heading.page, heading.section
            passages.append(Passage(*place, " ".join(heading.text.split()), text))

    for page in document.pages:
        for element in page.elements:
            if element.type is ElementType.TITLE:
                close()
                heading, texts = element, []
                topics.append(_topic(element.text))
            elif element.type in _PROSE:
                texts.append(element.text)
            elif element.table is not None:
                # A table is no passage, nor is the text after it.
                heading, texts = None, []
    close()
    said = [
        (element.section, _topic(element.text))
        for page in document.pages
        for element in page.elements
        if element.type in _PROSE and element.section in _SECTIONS
    ]
    return [
        one
        for one in passages
        if sum(_topic(one.heading) <= topic for topic in topics) == 1
        and not _is_said_elsewhere(one, said)
    ]


def _is_said_elsewhere(passage: Passage, said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    """Whether text of the same item outside a passage has all words of its heading."""
    topic, own = _topic(passage.heading), _topic(passage.text)
    return any(
        section == passage.section and topic <= words and not words <= own
        for section, words in said
    )


def _names_topic(heading: Element) -> bool:
    text = heading.text.strip()
    return (
        heading.section in _SECTIONS
        and _HEADING.fullmatch(text) is not None
        and len(text.split()) >= 2
        and not _NO_TOPIC.search(text)
    )


def _topic(heading: str) -> frozenset[str]:
    letters = re.findall(r"[a-z]+", heading.lower())
    return frozenset(stem(word) for word in letters if len(word) > _SHORT)


def _inside_sentence(heading: str) -> str:
    """A heading in small letters but for names: "Human Capital" becomes "human capital"."""
    if heading.isupper():
        return heading.lower().rstrip(" .:")
    return " ".join(
        word.lower() if all(part[1:] == part[1:].lower() for part in word.split("-")) else word
        for word in heading.rstrip(" .:").split()
    )


def unknown_company(draw: Draw, metric: Metric) -> Draft:
    """A figure of a company without reports in the corpus."""
    period = draw.cell(metric)[1] if draw.available(metric) else None
    name = draw.rng.choice(_famous_companies())
    if period is not None:
        try:
            find_company(name, draw.table.known)
        except CannotAnswer:
            query = Query((figure(metric, name, period),))
            why = f"no report of {name}"
            return Draft("company_not_there", (), (metric.id,), query, None, why=why)
    raise EmptyDraw


def uncovered_year(draw: Draw, metric: Metric) -> Draft:
    """A figure of the year after the last report, or of the one before those that it tells of."""
    company = draw.cell(metric)[0]
    years = draw.table.known.by_spelling[company.cik].fiscal_years
    after, before = years[-1] + 1, years[0] - COMPARATIVE_YEARS - 1
    year = draw.rng.choice((after, before))
    require(not any(_has_column(text, year) for text in _texts(draw, company)))
    query = Query((figure(metric, company, Period(year)),))
    try:
        ground(query, draw.table.known)
    except CannotAnswer:
        why = f"no report of {company.name} tells of fiscal {year}"
        return Draft("year_not_there", (company,), (metric.id,), query, None, why=why)
    raise EmptyDraw


def absent_metric(draw: Draw, metric: Metric) -> Draft:
    """A figure that companies of an industry do not have: a bank's cost of revenue."""
    without = [
        company
        for company in draw.companies
        if draw.peers.industries.get(company.cik) in metric.not_in
        and not draw.table.periods(company, metric.id)
    ]
    company = draw.choice(without)
    period = Period(draw.table.latest_year(company))
    require(not _follows(draw, company, metric, period))
    query = Query((figure(metric, company, period),))
    why = f"{company.name} has no {metric.name}"
    return Draft("metric_not_there", (company,), (metric.id,), query, None, why=why)


def foreign_part(draw: Draw, _metric: Metric) -> Draft:
    """A figure of a country that a company never mentions, and another of the business reports."""
    ciks = frozenset(company.cik for company in draw.companies)
    # Few metrics are told of parts: turns of all would end in vain.
    metric = draw.choice([one for one in draw.metrics if draw.table.parts(one.id, ciks)])
    require(metric.period == "duration")
    parts = draw.table.parts(metric.id, ciks)
    owners = {company.cik: company for company, _, _ in parts}
    owner, company = draw.some_peers(tuple(owners.values()), (), 2, 2)
    part = draw.choice([part for one, part, _ in parts if one == owner])
    require(not draw.table.regions or part.lower() in draw.table.regions)
    require(_part_words(draw, company).isdisjoint(words(part)))
    require(not any(part.lower() in text for text in _texts(draw, company)))
    period = Period(draw.table.latest_year(company))
    query = Query((Lookup(metric.id, company.name, period, part=part),))
    why = f"{company.name} does not report {part}, as {owner.name} does"
    return Draft("part_not_there", (company,), (metric.id,), query, None, why=why)


def _follows(draw: Draw, company: Entity, metric: Metric, period: Period) -> bool:
    """Whether other figures of the period give a figure: what is not current is the total less
    what is."""
    formulas = filter(None, (metric.fallback, metric.in_banks))
    sums = [
        {one.total, *one.parts, *one.less}
        for kind in ("sum", "check")
        for one in load_identities(kind)
    ]
    ways = [metrics_in(parse(formula)) for formula in formulas]
    ways += [of_sum - {metric.id} for of_sum in sums if metric.id in of_sum]
    return any(
        all(draw.table.value(company.name, other, period) is not None for other in way)
        for way in ways
    )


def _texts(draw: Draw, company: Entity) -> Iterator[str]:
    """The texts of a company's reports in small letters."""
    for report in draw.table.documents.values():
        if report.cik == company.cik:
            yield _text_of(draw.document, report.document_id)


def _has_column(text: str, year: int) -> bool:
    """Whether a table has a column of a year, as those of five years have."""
    cell = str(year)
    return any(cell in line.split(" | ") for line in text.splitlines() if cell in line)


@lru_cache(maxsize=512)
def _text_of(document: Callable[[str], Document], document_id: str) -> str:
    """The text of a report in small letters."""
    return "\n".join(page.text for page in document(document_id).pages).lower()


def _part_words(draw: Draw, company: Entity) -> set[str]:
    """All words of the names of a company's parts."""
    cik = frozenset((company.cik,))
    parts = (part for metric in draw.table.metrics for part in draw.table.parts(metric, cik))
    return {word for _, part, _ in parts for word in words(part)}


def false_premise(draw: Draw, metric: Metric) -> Draft:
    """How much something fell that rose, or rose that fell."""
    scene = draw.run(metric, 2, 2)
    require(metric.positive)
    rows = [draw.table.value(scene.name, metric.id, period) for period in scene.periods]
    false = premise(*(row.value if row is not None else 0.0 for row in rows))
    if false is None:
        raise EmptyDraw
    last, first = (figure(metric, scene.name, period) for period in (scene.last, scene.first))
    return Draft(
        "false_premise",
        scene.companies,
        (metric.id,),
        Query((Arithmetic("-", last, first),)),
        None,
        why=false.why,
        also=false.also,
        slots=(
            ("fell", false.claim),
            ("first", str(scene.first.year)),
            ("last", str(scene.last.year)),
        ),
    )


@dataclass(frozen=True, slots=True)
class Premise:
    """A false statement about a change."""

    claim: str
    """`fall` or `rise`."""
    why: str
    """The change that happened, with both values."""
    also: tuple[AlternativeAnswer, ...]
    """ "-5" to "how much did it rise" also says that it fell."""

    @property
    def truth(self) -> str:
        """The change that happened, in words."""
        return self.why.partition(",")[0]


def premise(first: float, last: float) -> Premise | None:
    """A false statement about a change; None for one that is too small, or from a loss."""
    if first <= 0 or abs(last - first) < _LEAST_CHANGE * first:
        return None
    claim, happened = ("fall", "rose") if last > first else ("rise", "fell")
    also = (AlternativeAnswer(-abs(last - first), "as a change the other way"),)
    return Premise(claim, f"it {happened}, from {first:,.15g} to {last:,.15g}", also)


@lru_cache(maxsize=1)
def _famous_companies() -> tuple[str, ...]:
    return tuple(bundled_toml("secqa.benchmark.grammar", "well_known.toml")["companies"])
