"""Evidence as pages show it: values and passages with their places, and single filing pages."""

from dataclasses import dataclass

from secqa.app.addresses import MarkedPage, mark_of, page_address
from secqa.app.originals import scope_of
from secqa.app.workplace import Workplace
from secqa.benchmark.dataset import Question
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.facts.fact import StatedFact
from secqa.filings.document import Location, Page
from secqa.filings.rendering.marks import NO_MARK, PageMark, address_of, marked_html
from secqa.filings.rendering.pages import page_as_read
from secqa.filings.rendering.pdf_page import overlay_of, page_png
from secqa.filings.rendering.whole import PdfPage
from secqa.reading.reading import Passage
from secqa.reading.structure.table_rows import rows_of
from secqa.systems.value_words import value_text


@dataclass(frozen=True, slots=True)
class EvidencePlace(MarkedPage):
    """A place on a page."""

    is_here: bool
    """Whether the corpus has that page."""
    is_primary: bool = False
    """Whether it is in a primary statement."""


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """A value or passage that an answer rests on."""

    text: str
    about: str
    spots: tuple[EvidencePlace, ...]
    """The best first."""
    note: str = ""
    """How a system derived it."""
    agrees: bool | None = None
    """Whether the gold answer needs this reading of a system; None for gold evidence."""


def place_in(
    corpus: Corpus, document_id: str, page: int, mark: PageMark, is_primary: bool = False
) -> EvidencePlace:
    """A place on a page, which the corpus may lack."""
    has = has_page(corpus, document_id, page)
    return EvidencePlace(document_id, page, mark, has, is_primary)


def gold_evidence(question: Question, corpus: Corpus) -> tuple[EvidenceItem, ...]:
    """The values of a question in the order of their look-ups, then its passages."""
    items = []
    for fact in question.facts:
        places = sorted(fact.evidence, key=lambda place: -place.grade)
        spots = (place_in(corpus, p.document_id, p.page, mark_of(p), p.grade > 1) for p in places)
        text = value_text(fact.value, fact.unit)
        items.append(EvidenceItem(text, fact_text(fact, corpus), tuple(spots)))
    for passage in question.passages:
        spot = place_in(corpus, passage.document_id, passage.page, PageMark(quote=passage.text))
        items.append(EvidenceItem("Passage", passage_title(passage), (spot,)))
    return tuple(items)


def has_page(corpus: Corpus, document_id: str, number: int) -> bool:
    """Whether the corpus has a page."""
    try:
        return 1 <= number <= corpus.entry(document_id).pages
    except SecqaError:
        return False


def gold_text(question: Question) -> str:
    """The gold answer in words, or why there is none."""
    answer = question.answer
    if answer is None:
        return f"No answer: {question.why}" if question.why else "No answer"
    values = answer if isinstance(answer, tuple) else (answer,)
    return "; ".join(value_text(value, question.unit) for value in values)


def alternative_texts(question: Question) -> tuple[str, ...]:
    """Other right answers, each with its reading of the question."""
    return tuple(f"{value_text(one.value, question.unit)}, {one.reading}" for one in question.also)


def fact_text(fact: StatedFact, corpus: Corpus) -> str:
    """Metric, company and period of a value."""
    metric = corpus.catalogue.metrics.get(fact.metric)
    period = "" if fact.fiscal_period == "FY" else f"{fact.fiscal_period} "
    name = metric.name if metric else fact.metric
    return f"{name} of {fact.company}, {period}{fact.fiscal_year}"


def passage_title(passage: Passage) -> str:
    """Item and heading of a passage."""
    part, _, item = passage.section.partition("/")
    section = f"Item {item}" if item else f"Part {part}" if part else ""
    section = "" if passage.heading.startswith(section) else section
    return ", ".join(filter(None, (section, passage.heading)))


def figures_of(page: Page) -> dict[Location, str]:
    """The printed text of each cell with a number in the page's tables, in reading order."""
    return {
        Location(page.number, element.index, row.index, cell.column): cell.text
        for element in page.elements
        if element.table is not None
        for row in rows_of(element.table)
        for cell in row.cells
    }


def page_part(place: Workplace, document_id: str, number: int, *marks: PageMark) -> str:
    """The HTML of one page, for use in another: as printed if its file is at hand, else as parsed.

    Raises SecqaError if there is no such page.
    """
    page = place.corpus.page(document_id, number)
    entry = place.corpus.entry(document_id)
    original = place.originals.printed(document_id).pages.get(number)
    if isinstance(original, PdfPage):
        return place.render(
            "picture.html.j2",
            page=page,
            picture=page_address(document_id, number, NO_MARK, ".png"),
            overlay=overlay_of(original.data, original.number, page, figures_of(page), *marks),
            address_of=address_of,
            html=marked_html(page_as_read(page)),
        )
    return place.render(
        "page.html.j2",
        about=entry.metadata,
        scope=scope_of(entry) if original else "",
        html=marked_html(original or page_as_read(page), *marks, cells=figures_of(page)),
    )


def page_png_of(place: Workplace, document_id: str, number: int) -> bytes:
    """The picture of a page of a PDF; raises SecqaError if the file is not at hand."""
    original = place.originals.printed(document_id).pages.get(number)
    if not isinstance(original, PdfPage):
        raise SecqaError(f"{document_id}: its PDF is not at hand")
    return page_png(original.data, original.number)
