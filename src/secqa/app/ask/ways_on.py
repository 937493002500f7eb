"""A refused question in, ways on out: what it may have meant, and pages that have its words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from secqa.app.addresses import filing_address
from secqa.app.ask.asking import Asked, Asking
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.parse_confidence import strangers_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.ground import company_named
from secqa.query.period import parse_period
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.systems.engine import known_lines

_PAGES = 5
_EXCERPT = 260
_CARRIED = 2
"""Years before its own of which an annual report prints figures, too."""
_NAMED = 4
"""Ways on of one kind that are offered."""


@dataclass(frozen=True, slots=True)
class Near:
    """What may have been meant."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that has words of the question."""

    document_id: str
    page: int
    label: str
    title: str
    excerpt: str
    address: str


def near_of(asked: Asked, given: Mapping[str, str], place: Workplace) -> tuple[Near, ...]:
    """What a refused question may have meant, in this corpus."""
    ways = (*_other_names(asked, place), *_other_years(asked, given, place))
    return tuple(dict.fromkeys((*ways, *_mended(asked, given, place))))


def _other_names(asked: Asked, place: Workplace) -> Iterator[Near]:
    """The question with a name that is no company's put right."""
    if asked.query is not None:
        return
    corpus, choices = place.corpus, place.kept(Asking).choices
    fitted, known = load_fitted(), known_companies(corpus)
    found = find_mentions(
        asked.question, known, fitted, known_lines(corpus), names_of(corpus.catalogue)
    )
    for stranger in strangers_of(found, fitted)[:1] if not found.companies else ():
        alike = [known.display_name(one) for one in known.same_named(stranger)]
        for name in alike or choices.near("company", stranger):
            question = asked.question.replace(stranger, name, 1)
            yield Near(question, f"/ask?{urlencode({'q': question})}")


def _other_years(asked: Asked, given: Mapping[str, str], place: Workplace) -> Iterator[Near]:
    """The same for the years nearest to one that the company's reports do not carry."""
    carried = _carried(asked, place)
    for slot, now in asked.slots:
        year = _year(now) if slot.kind == "period" else None
        if year is None or year in carried:
            continue
        near = sorted((abs(one - year), -one) for one in carried)[:_NAMED]
        for _, other in near:
            address = f"/ask?{urlencode({**given, slot.key: f'FY{-other}'})}"
            yield Near(f"FY{-other} instead of {now}", address)


def _carried(asked: Asked, place: Workplace) -> frozenset[int]:
    """The fiscal years of which the annual reports of all companies asked about tell."""
    known = known_companies(place.corpus)
    owners = [now for slot, now in asked.slots if slot.kind == "company" and now]
    try:
        companies = [company_named(one, known) for one in owners]
    except SecqaError:
        return frozenset()
    told = (
        {year - back for year in one.fiscal_years for back in range(_CARRIED + 1)}
        for one in companies
    )
    return frozenset(set.intersection(*told)) if companies else frozenset()


def _year(period: str) -> int | None:
    try:
        return parse_period(period).year
    except SecqaError:
        return None


def _mended(asked: Asked, given: Mapping[str, str], place: Workplace) -> Iterator[Near]:
    """The same with a name that was typed wrong put right."""
    choices = place.kept(Asking).choices
    for slot, now in asked.slots:
        if now and choices.shown(slot.kind, now) == now != slot.value:
            for name in choices.near(slot.kind, now)[:_NAMED]:
                if name != now:
                    yield Near(name, f"/ask?{urlencode({**given, slot.key: name})}")


def pages_with(question: str, corpus: Corpus) -> tuple[FoundPage, ...]:
    """Pages that have words of a question, the best first."""
    try:
        found = retrieve_pages(corpus, question, _PAGES)
    except SecqaError:
        return ()
    return tuple(_shown(one, corpus) for one in found)


def _shown(found: RankedPage, corpus: Corpus) -> FoundPage:
    from secqa.retrieval.indexing.chunking import element_chunks

    page = corpus.page(found.document_id, found.page)
    chunks = element_chunks(page)
    chunk = chunks[found.chunk] if found.chunk < len(chunks) else None
    text = " ".join(chunk.text.split()) if chunk else ""
    mark = Mark(quote=chunk.text[:_EXCERPT]) if chunk else Mark()
    return FoundPage(
        found.document_id,
        found.page,
        page.label,
        ", ".join(chunk.headings) if chunk else page.title,
        text[:_EXCERPT] + ("…" if len(text) > _EXCERPT else ""),
        filing_address(found.document_id, found.page, mark),
    )
