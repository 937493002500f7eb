"""Tell the news of a Form 8-K: what its Items say first, or its press release.

A Form 8-K names by Items what happened (5.02 who comes and goes), so its news needs no search: each
Item gives its title and first sentences, a press release its headline.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Page
from secqa.query.leaves import EXHIBIT_OF_NEWS, Narrative
from secqa.reading.passages.passage_choice import passage_of
from secqa.reading.passages.text_units import ROW, SENTENCE, TITLE, TextUnit, units_of
from secqa.reading.reading import Passage, PassageAnswer
from secqa.retrieval.document_fit import is_current

_MOST_PIECES = 8
"""Pieces of one passage."""
_ITEM = re.compile(r"\d\.\d\d")
_EXHIBITS = "9.01"
"""The Item that lists the exhibits, whose text also stands under this Item."""
_FEWEST_WORDS = 10
"""Of the sentence that news begins with; an address or a telephone number has fewer."""
_SIGNED = re.compile(r"signatures?$", re.IGNORECASE)
_HEADING_OF_NEWS = re.compile(rf"{EXHIBIT_OF_NEWS}(?:\.\d+)?", re.IGNORECASE)


def find_news(corpus: Corpus, telling: Narrative, documents: Iterable[str]) -> PassageAnswer:
    """Passages of the current reports among `documents`, in their order: one for each Item, or the
    press release where it is asked for or the report has no Items."""
    wants_release = telling.place.section == EXHIBIT_OF_NEWS
    passages: list[Passage] = []
    for document in dict.fromkeys(documents):
        if not is_current(corpus.entry(document).metadata):
            continue
        units = _units(corpus, document, release_from(pages_of(corpus, document), wants_release))
        items = [] if wants_release else _items(units)
        passages += items or _release(units)
    return PassageAnswer(tuple(passages), float(bool(passages)))


def pages_of(corpus: Corpus, document_id: str) -> tuple[Page, ...]:
    """All pages of a document."""
    count = corpus.entry(document_id).pages
    return tuple(corpus.page(document_id, number) for number in range(1, count + 1))


def has_release(corpus: Corpus, document_id: str) -> bool:
    """Whether a document is a press release, or has one among its exhibits."""
    pages = pages_of(corpus, document_id)
    own = any(_ITEM.fullmatch(one.section) for page in pages for one in page.elements)
    return not own or release_from(pages, True) > 0


def release_from(pages: Sequence[Page], wants_release: bool) -> int:
    """The first `Element.index` after the heading of the press release exhibit; 0 (keep all) if no
    such heading is found or `wants_release` is false."""
    headings = (
        element.index + 1
        for page in pages
        for element in page.elements
        if wants_release and _HEADING_OF_NEWS.fullmatch(element.text.strip())
    )
    return next(headings, 0)


def _units(corpus: Corpus, document_id: str, since: int) -> list[TextUnit]:
    metadata = corpus.entry(document_id).metadata
    own = (one for page in pages_of(corpus, document_id) for one in units_of(metadata, page))
    return [one for one in own if one.element >= since]


def _items(units: Sequence[TextUnit]) -> list[Passage]:
    """A passage for each Item: its title and first pieces, up to the signatures."""
    found: dict[str, Passage] = {}
    for section, own in groupby(units, key=lambda one: one.section):
        if _ITEM.fullmatch(section) and section not in found:
            body = _unsigned(own)
            if any(one.kind != TITLE for one in body):
                found[section] = _first(body)
    happened = [one for section, one in found.items() if section != _EXHIBITS]
    return happened or list(found.values())


def _unsigned(units: Iterable[TextUnit]) -> list[TextUnit]:
    body: list[TextUnit] = []
    for unit in units:
        if any(map(_SIGNED.match, (*unit.path, unit.text))):
            break
        if unit.kind != ROW:
            body.append(unit)
    return body


def _release(units: Sequence[TextUnit]) -> list[Passage]:
    """The headline of a press release and what it tells first."""
    prose = next((at for at, one in enumerate(units) if _is_sentence(one)), None)
    if prose is None:
        return []
    begin = prose
    while begin and units[begin - 1].kind == TITLE:
        begin -= 1
    return [_first([one for one in units[begin:] if one.kind != ROW])]


def _is_sentence(unit: TextUnit) -> bool:
    """Whether a piece is a whole sentence, not the name or address of a contact."""
    return (
        unit.kind == SENTENCE
        and unit.text.endswith(".")
        and len(unit.text.split()) >= _FEWEST_WORDS
    )


def _first(units: Sequence[TextUnit]) -> Passage:
    """The titles that units begin with, and as many pieces as any telling shows."""
    titles = next((at for at, one in enumerate(units) if one.kind != TITLE), len(units))
    return passage_of(units[: titles + _MOST_PIECES], 1.0)
