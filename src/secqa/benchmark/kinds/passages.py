"""Questions that a passage answers: what a report says under one of its headings."""

import re
from collections.abc import Callable
from functools import lru_cache

from secqa.benchmark.draft import Draft, Passage
from secqa.benchmark.kinds.draw import Draw
from secqa.filings.document import Document, Element, ElementType
from secqa.metrics.catalogue import Metric
from secqa.parsing.lexicon import stem

_WORDS = (40, 260)
"""Fewest and most words of a passage: less says nothing, more is no answer."""
_HEADING = re.compile(r"[A-Z][A-Za-z,'’&\- ]{8,70}")
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM)
_PARTS = ("I/1", "I/1A", "I/1C", "I/2", "I/3", "II/7", "II/7A", "II/8", "II/9A")
"""Items of Form 10-K whose headings say what stands below them."""
_FORMAL = re.compile(
    r"(?i)\b(?:overview|general|introduction|table of contents|forward[- ]looking|exhibits?"
    r"|signatures?|notes? to|continued|item \d|part i|other|summary|background"
    r"|results of operations|index)\b"
)
_AUDITOR = re.compile(r"(?i)\b(?:opinions?|audit|auditors?|limitations of internal control)\b")
"""What the auditor says is not what the company says."""
_SMALL = 3
"""Letters of words that tell no topic."""


def about(draw: Draw, metric: Metric) -> Draft | None:
    """What a company's annual report says of what one of its headings names."""
    company = draw.rng.choice(draw.companies)
    reports = [
        document
        for document in draw.truth.documents.values()
        if document.cik == company.cik and document.form == "10-K" and document.fiscal_year
    ]
    if not reports:
        return None
    report = draw.rng.choice(sorted(reports, key=lambda one: one.document_id))
    # What a heading says of the company by its name is no topic.
    told, own = _passages_in(draw.document, report.document_id), _topic(company.name)
    found = [passage for passage in told if own.isdisjoint(_topic(passage.heading))]
    if not found:
        return None
    passage = draw.rng.choice(found)
    return Draft(
        "about",
        (company,),
        (),
        None,
        None,
        passages=(passage,),
        slots=(
            ("heading", _lowered(passage.heading)),
            ("item", f"Item {passage.section.partition('/')[2]}"),
            ("form", report.form),
            ("last", str(report.fiscal_year)),
        ),
    )


@lru_cache(maxsize=4096)
def _passages_in(document: Callable[[str], Document], document_id: str) -> list[Passage]:
    """The passages of a report; several looks at one corpus share them."""
    return passages_of(document(document_id))


def passages_of(document: Document) -> list[Passage]:
    """All passages under a heading whose words no other heading of the document has."""
    found: list[Passage] = []
    heads: list[frozenset[str]] = []
    heading: Element | None = None
    texts: list[str] = []

    def close() -> None:
        words = len(" ".join(texts).split())
        if heading is not None and _is_telling(heading) and _WORDS[0] <= words <= _WORDS[1]:
            text = " ".join(" ".join(texts).split())
            place = document.metadata.document_id, heading.page, heading.section
            found.append(Passage(*place, " ".join(heading.text.split()), text))

    for page in document.pages:
        for element in page.elements:
            if element.type is ElementType.TITLE:
                close()
                heading, texts = element, []
                heads.append(_topic(element.text))
            elif element.type in _PROSE:
                texts.append(element.text)
            elif element.table is not None:
                # What a table tells is no passage.
                heading, texts = None, []
    close()
    return [one for one in found if sum(_topic(one.heading) <= head for head in heads) == 1]


def _is_telling(heading: Element) -> bool:
    text = heading.text.strip()
    return (
        heading.section in _PARTS
        and _HEADING.fullmatch(text) is not None
        and len(text.split()) >= 2
        and not _FORMAL.search(text)
        and not _AUDITOR.search(text)
    )


def _topic(heading: str) -> frozenset[str]:
    said = re.findall(r"[a-z]+", heading.lower())
    return frozenset(stem(one) for one in said if len(one) > _SMALL)


def _lowered(heading: str) -> str:
    """A heading as it stands within a sentence: "Human Capital" becomes "human capital"."""
    words = heading.rstrip(" .:").split()
    return " ".join(
        word.lower() if all(one[1:] == one[1:].lower() for one in word.split("-")) else word
        for word in words
    )
