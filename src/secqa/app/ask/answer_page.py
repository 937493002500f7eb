"""A question in an address in, its answer with what it rests on as a page out."""

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from secqa.app.addresses import Parameters, filing_address
from secqa.app.ask.asking import Asked, Asking
from secqa.app.ask.evidence import Evidence, evidence_of
from secqa.app.ask.take_away import values_said
from secqa.app.part import page_part
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.corpus.store import Corpus
from secqa.language.understand import LONGEST
from secqa.retrieval.query import known_companies
from secqa.systems.answer import Answer
from secqa.systems.series import Cell, Column

if TYPE_CHECKING:
    from secqa.evaluation.report.bars import Bars

_EXAMPLES = 3


def asked_in(place: Workplace, given: Parameters) -> tuple[Asked, tuple[Evidence, ...]] | None:
    """The question of an address with its answer and evidence; None where it asks nothing."""
    question = " ".join(given.get("q", "").split())[:LONGEST]
    if not question:
        return None
    asked = place.kept(Asking).ask(question, given)
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
