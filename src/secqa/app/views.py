"""What each page shows: parameters of an address in, a template with its values out."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from secqa.app.asking import Asked, Asking
from secqa.app.evidence import Evidence, evidence_of, filing_address, page_address
from secqa.app.finding import headings_of, hits_of, words_in
from secqa.app.originals import Originals, scope_of
from secqa.app.printed.as_read import page_as_read
from secqa.app.printed.marks import NO_MARK, Mark, marked_html
from secqa.app.printed.pdf_page import marked_at, page_png
from secqa.app.take_away import values_said
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.language.understand import LONGEST
from secqa.retrieval.query import known_companies
from secqa.systems.answer import Answer
from secqa.systems.series import Cell, Column

if TYPE_CHECKING:
    from jinja2 import Environment

    from secqa.evaluation.report.bars import Bars

_SHOWN = 300
"""Filings that are listed at once."""
_EXAMPLES = 3

Parameters = Mapping[str, str]


@dataclass(frozen=True)
class Workplace:
    """A corpus with all that pages are made with."""

    corpus: Corpus
    asking: Asking
    originals: Originals

    @cached_property
    def templates(self) -> "Environment":
        """Our templates, which escape every text, and the report's pictures."""
        from jinja2 import Environment, PackageLoader, StrictUndefined
        from jinja2.loaders import ChoiceLoader

        folders = (("secqa.app", "templates"), ("secqa.evaluation", "report"))
        return Environment(
            loader=ChoiceLoader([PackageLoader(*folder) for folder in folders]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def render(self, template: str, **values: Any) -> str:
        """A page as text."""
        return self.templates.get_template(template).render(values)


def asked_in(place: Workplace, given: Parameters) -> tuple[Asked, tuple[Evidence, ...]] | None:
    """The question of an address with its answer and evidence; None where it asks nothing."""
    question = " ".join(given.get("q", "").split())[:LONGEST]
    if not question:
        return None
    asked = place.asking.ask(question, given)
    return asked, evidence_of(asked.answer, place.corpus)


def ask_page(place: Workplace, given: Parameters) -> str:
    """The question, its answer, and the pages that it rests on."""
    from secqa.evaluation.report import bars as frame
    from secqa.systems import series_words as words

    found = asked_in(place, given)
    if found is None:
        examples = _examples(place.corpus)
        return place.render("ask.html.j2", view="ask", asked=None, examples=examples)
    asked, evidence = found
    shown = evidence[0] if evidence else None
    return place.render(
        "ask.html.j2",
        view="ask",
        asked=asked,
        told=urlencode(dict(given)),
        answer=asked.answer,
        values=values_said(asked.answer),
        evidence=evidence,
        opened=page_part(place, shown.document_id, shown.page, shown.mark) if shown else "",
        columns=_columns(asked.answer),
        words=words,
        frame=frame,
        choices=_choices(place.corpus),
        place_address=lambda r: filing_address(
            r.document_id, r.page, Mark(r.element, r.row, r.column, r.quote)
        ),
    )


def _examples(corpus: Corpus) -> list[str]:
    """Questions that the corpus answers."""
    told = [one for one in known_companies(corpus) if one.latest_year]
    return [f"What was {c.short_name}'s revenue in {c.latest_year}?" for c in told[:_EXAMPLES]]


def _columns(answer: Answer) -> "list[tuple[Column, tuple[Cell, ...], Bars]]":
    """Each column of a table of series, with its cells and its picture."""
    from secqa.evaluation.report.bars import bars_of
    from secqa.systems.series_words import column_of, value_said

    columns = []
    for at, column in enumerate(answer.table.columns if answer.table else ()):

        def said(value: float, column: Column = column) -> str:
            return value_said(Cell("", None, value), column, answer.form)

        assert answer.table is not None
        cells = column_of(answer.table, at)
        columns.append((column, cells, bars_of(cells, said)))
    return columns


def _choices(corpus: Corpus) -> dict[str, list[tuple[str, str]]]:
    """What each kind of slot can be: as the query writes it, and in words."""
    companies = known_companies(corpus)
    metrics = corpus.catalogue.metrics.values()
    years = sorted({year for one in companies for year in one.fiscal_years}, reverse=True)
    quarters = sorted({quarter for one in companies for quarter in one.quarters}, reverse=True)
    periods = [*(f"FY{year}" for year in years), *(f"{y}Q{q}" for y, q in quarters), "latest"]
    return {
        "company": sorted((companies.shown(one), one.short_name) for one in companies),
        "metric": sorted(((one.id, one.name) for one in metrics), key=lambda pair: pair[1]),
        "period": [(period, period) for period in periods],
    }


def filings_page(place: Workplace, given: Parameters) -> str:
    """The filings of the corpus, as many as fit what is looked for."""
    find = given.get("find", "").strip()
    form = given.get("form", "")
    wanted = find.lower().split()
    entries = place.corpus.entries

    def fits(text: str) -> bool:
        return all(word in text.lower() for word in wanted)

    found = [
        entry
        for entry in entries
        if (not form or entry.metadata.form == form)
        and fits(f"{entry.metadata.document_id} {entry.metadata.company} {entry.metadata.ticker}")
    ]
    return place.render(
        "filings.html.j2",
        view="filings",
        find=find,
        form=form,
        forms=sorted({entry.metadata.form for entry in entries}),
        found=found[:_SHOWN],
        count=len(found),
        total=len(entries),
    )


def filing_page(place: Workplace, document_id: str, given: Parameters) -> str:
    """One filing, open at a page, with its sections and what is looked for in it."""
    entry = place.corpus.entry(document_id)
    document = place.corpus.document(document_id)
    if not document.pages:
        raise SecqaError(f"{document_id}: has no pages")
    find = given.get("find", "").strip()
    hits = hits_of(document, words_in(find))
    first = hits[0].page if hits else 1
    number = _number(given.get("page", ""), first)
    number = min(max(number, 1), len(document.pages))
    mark = mark_in(given)
    return place.render(
        "filing.html.j2",
        view="filings",
        entry=entry,
        about=entry.metadata,
        pages=document.pages,
        number=number,
        find=find,
        hits=hits,
        headings=headings_of(document),
        given=given,
        opened=page_part(place, document_id, number, mark, given.get("as", "")),
        as_printed=is_at_hand(place, document_id),
        address=lambda page: page_address(
            document_id, page, mark if page == number or mark.words else NO_MARK
        ),
    )


def page_part(
    place: Workplace, document_id: str, number: int, mark: Mark, shown_as: str = ""
) -> str:
    """One page by itself, to be put into another: as printed where that can be, else as read.

    SecqaError where there is no such page.
    """
    page = place.corpus.page(document_id, number)
    entry = place.corpus.entry(document_id)
    originals = place.originals
    wanted = shown_as != "read"
    printed = originals.printed(document_id) if wanted else None
    own = printed.pages.get(number) if printed else None
    pdf = originals.pdf(document_id) if wanted and own is None else None
    return place.render(
        "page.html.j2",
        about=entry.metadata,
        page=page,
        scope=scope_of(entry) if own else "",
        html=marked_html(own or page_as_read(page), NO_MARK if pdf else mark),
        picture=page_address(document_id, number, mark, ".png") if pdf else "",
        top=marked_at(pdf, page, mark) if pdf else None,
    )


def is_at_hand(place: Workplace, document_id: str) -> bool:
    """Whether a document can be shown as it is printed."""
    originals = place.originals
    return originals.printed(document_id) is not None or originals.pdf(document_id) is not None


def page_png_of(place: Workplace, document_id: str, number: int, mark: Mark) -> bytes:
    """The picture of a page of a PDF; SecqaError where it is none, or not at hand."""
    data = place.originals.pdf(document_id)
    if data is None:
        raise SecqaError(f"{document_id}: its PDF is not at hand; give its folder as --filings")
    return page_png(data, place.corpus.page(document_id, number), mark)


def mark_in(given: Parameters) -> Mark:
    """What an address wants marked."""
    if words := words_in(given.get("find", "")):
        return Mark(words=words)
    element, row, column = (
        _number(given.get(name, ""), -1) for name in ("element", "row", "column")
    )
    return Mark(element, row, column, given.get("quote", ""))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else otherwise
