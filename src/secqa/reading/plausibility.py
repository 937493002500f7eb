"""Refuse readings that contradict each other or their filing.

An amount of money is no count. A part is not larger than its whole, and one printed amount is not
two. An amount far above all others in the statements of its filing has the wrong scale, which
happens if neither its table nor the given pages state one; only such tables are compared with the
statements.
"""

from collections.abc import Iterable, Iterator, Sequence

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Document, Page, Statement
from secqa.metrics.bounds import load_bounds
from secqa.metrics.catalogue import Catalogue
from secqa.reading.reading import Reading
from secqa.reading.structure.table_rows import page_scale, rows_of, scale_of, usual_scale

_ROUNDING = 1.01
"""Maximum ratio of a part to its whole, because of rounding."""
_SIZED = (Statement.BALANCE_SHEET, Statement.INCOME)


def contradiction(readings: Sequence[Reading], corpus: Corpus, counts: bool) -> str:
    """The reason why the readings cannot all be right, or ""; `counts` marks questions for a
    count."""
    values = [reading for reading in readings if isinstance(reading.value, float | int)]
    whys = (*(_alone(reading, corpus, counts) for reading in values), *_together(values))
    return next(filter(None, whys), "")


def missing_loss(readings: Sequence[Reading], losses: Iterable[str], catalogue: Catalogue) -> str:
    """The reason why one of the `losses` (ids of metrics) is none: its values are positive; or
    ""."""
    for metric in losses:
        incomes = [one for one in readings if one.metric == metric and one.value is not None]
        if incomes and all(isinstance(one.value, float) and one.value >= 0 for one in incomes):
            return f"no loss is reported: {catalogue[metric].name} is positive ({incomes[0].quote})"
    return ""


def _alone(reading: Reading, corpus: Corpus, counts: bool) -> str:
    bounds, size = load_bounds(), abs(float(reading.value or 0))
    where = f"page {reading.page} of {reading.document_id}"
    if counts and not reading.metric and reading.unit in ("USD", "USD/shares"):
        return f"what {where} prints is an amount of money, which counts nothing: {reading.quote}"
    if reading.unit == "USD/shares" and size > bounds.per_share:
        return f"{size:,.0f} dollars a share, read from {where}, is too much: {reading.quote}"
    sized = reading.metric and reading.unit == "USD" and reading.metric not in bounds.outside
    if sized and not _states_scale(reading, corpus):
        largest = _largest_amount(corpus.document(reading.document_id))
        if largest and size > bounds.size * largest:
            return f"{size:,.0f}, read from {where}, is beyond all amounts of its statements"
    return ""


def _together(readings: Sequence[Reading]) -> Iterator[str]:
    by_metric = {(one.document_id, one.period, one.metric): one for one in readings}
    for (document_id, period, metric), part in by_metric.items():
        for own, other in load_bounds().part_and_whole:
            whole = by_metric.get((document_id, period, other)) if own == metric else None
            if whole and float(part.value or 0) > _ROUNDING * abs(float(whole.value or 0)):
                yield f"{part.quote!r} was read as a part of {whole.quote!r}, which is less"
        for own, other in load_bounds().disjoint:
            second = by_metric.get((document_id, period, other)) if own == metric else None
            if second and part.value and part.value == second.value:
                names = f"{own} and as {other}".replace("_", " ")
                yield f"{second.quote!r} was read twice, as {names}"


def _states_scale(reading: Reading, corpus: Corpus) -> bool:
    return any(
        element.index == reading.element
        and element.table is not None
        and scale_of(element, element.table).money is not None
        for element in corpus.page(reading.document_id, reading.page).elements
    )


def _largest_amount(document: Document) -> float:
    """The largest dollar amount in the balance sheets and income statements."""
    usual = usual_scale(document.pages)
    return max(
        (amount for page in document.pages for amount in _amounts(page, usual.money)), default=0
    )


def _amounts(page: Page, usual: float | None) -> Iterator[float]:
    stated = page_scale(page).money or usual or 1.0
    for element in page.elements:
        if element.table is None or element.table.statement not in _SIZED:
            continue
        scale = scale_of(element, element.table).money or stated
        for row in rows_of(element.table):
            if "share" not in row.label.lower():
                yield from (abs(cell.value) * scale for cell in row.cells)
