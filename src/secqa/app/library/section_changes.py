"""A section of two filings side by side, with what differs marked.

Paragraphs and sentences that both have, wherever they stand, are no change. Of the other paragraphs
each is set beside the one that is most like it, and the words are compared.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from starlette.requests import Request

from secqa.app.addresses import filing_address
from secqa.app.library.tagged_company import company_of, filings_of
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Document, Element, ElementType
from secqa.filings.rendering.marks import PageMark
from secqa.reading.passages.text_units import sentences

_TEXT = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM, ElementType.TITLE)
_ALIKE = 55
"""Out of 100: from here on two paragraphs are versions of one."""
_RISKS = "1A"
_MOST = 400
"""Paragraphs that are shown."""
_ENDED = re.compile(r"[.!?:;]\W*$")
Pieces = tuple[tuple[str, bool], ...]
"""Words of a paragraph, and whether the other version lacks them."""


@dataclass(frozen=True, slots=True)
class ParagraphChange:
    """Two versions of a paragraph; one is missing where it was added or removed."""

    before: Element | None
    after: Element | None
    pieces: tuple[Pieces, Pieces]

    @property
    def kind(self) -> str:
        """ "new", "changed" or "removed"."""
        return "new" if self.before is None else "removed" if self.after is None else "changed"


def section_page(place: Workplace, request: Request) -> str:
    """A section of the filing of an address, beside that of another filing."""
    corpus, given = place.corpus, request.query_params
    entry = corpus.entry(request.path_params["document_id"])
    own = _other_filings(corpus, entry)
    names = [one.metadata.document_id for one in own]
    wanted = given.get("with", "")
    chosen = wanted if wanted in names else next(iter(names), "")
    other = corpus.entry(chosen) if chosen else entry
    after, before = (corpus.document(one.metadata.document_id) for one in (entry, other))
    titles, old_titles = section_titles(after), section_titles(before)
    common = {key: title for key, title in titles.items() if key in old_titles}
    risks = (key for key in common if key.rpartition("/")[2] == _RISKS)
    section = given.get("section", "")
    section = section if section in common else next(risks, next(iter(common), ""))
    old, new = (
        joined_paragraphs(
            one for one in filing.elements if one.section == section and one.type in _TEXT
        )
        for filing in (before, after)
    )
    changes = changes_of(old, new)
    counts, kind = Counter(one.kind for one in changes), given.get("kind", "")
    shown = [one for one in changes if kind in ("", one.kind)]
    return place.render(
        "sections.html.j2",
        view="filings",
        about=entry.metadata,
        other=other.metadata if chosen else None,
        own=own,
        stranger=wanted if wanted != chosen else "",
        sections=common,
        section=section,
        kind=kind,
        counts=counts,
        changes=shown[:_MOST],
        total=len(changes),
        same=len(new) - sum(one.after is not None for one in changes),
        address=lambda about, one: filing_address(about.document_id, one.page, PageMark(one.index)),
    )


def _other_filings(corpus: Corpus, entry: Entry) -> list[Entry]:
    """Other filings of the company, those of the same form and the year before first."""
    about = entry.metadata
    company = company_of(corpus, about)
    own = [one for one in (filings_of(corpus, company) if company else ()) if one is not entry]
    end = str(about.period_end or "")
    own.sort(key=lambda o: (o.metadata.form != about.form, str(o.metadata.period_end or "") >= end))
    return own


def section_titles(document: Document) -> dict[str, str]:
    """The sections with text, in order, each with its title as printed."""
    titles: dict[str, str] = {}
    for one in document.elements:
        if one.section and one.type in _TEXT:
            titles.setdefault(one.section, one.text)
    return titles


def joined_paragraphs(elements: Iterable[Element]) -> list[Element]:
    """Paragraphs, with one that goes on over a page as one, at its beginning."""
    paragraphs: list[Element] = []
    page = 0
    for one in elements:
        last = paragraphs[-1] if paragraphs and page < one.page else None
        if last and last.type is not ElementType.TITLE and not _ENDED.search(last.text):
            paragraphs[-1] = replace(last, text=f"{last.text} {one.text}")
        else:
            paragraphs.append(one)
        page = one.page
    return paragraphs


def changes_of(before: Sequence[Element], after: Sequence[Element]) -> list[ParagraphChange]:
    """What was changed or added, in the order of the later text, then what was removed."""
    from rapidfuzz import fuzz, process

    same = {one.text for one in before} & {one.text for one in after}
    left = {at: one.text for at, one in enumerate(before) if one.text not in same}
    changes = []
    for one in after:
        if one.text in same:
            continue
        match = process.extractOne(one.text, left, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        if match is None:
            changes.append(ParagraphChange(None, one, ((), ((one.text, True),))))
            continue
        old = before[match[2]]
        del left[match[2]]
        changes.append(ParagraphChange(old, one, _word_changes(old.text, one.text)))
    changes += [ParagraphChange(before[at], None, (((before[at].text, True),), ())) for at in left]
    sides = [frozenset(s for one in side for s in sentences(one.text)) for side in (after, before)]
    unmoved = (
        replace(one, pieces=(_unmoved(one.pieces[0], sides[0]), _unmoved(one.pieces[1], sides[1])))
        for one in changes
    )
    return [one for one in unmoved if any(changed for side in one.pieces for _, changed in side)]


def _unmoved(pieces: Pieces, other: frozenset[str]) -> Pieces:
    """The pieces of a paragraph, without marks at sentences that the other filing has elsewhere."""
    return tuple(
        (sentence, changed and sentence not in other)
        for text, changed in pieces
        for sentence in (sentences(text) if changed else (text,))
    )


def _word_changes(before: str, after: str) -> tuple[Pieces, Pieces]:
    """The words of two texts, each run with whether the other lacks it."""
    old, new = before.split(), after.split()
    runs = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return (
        tuple((" ".join(old[i:j]), kind != "equal") for kind, i, j, _, _ in runs if j > i),
        tuple((" ".join(new[i:j]), kind != "equal") for kind, _, _, i, j in runs if j > i),
    )
