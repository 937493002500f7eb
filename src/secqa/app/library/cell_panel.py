"""The panel about a cell of a filing.

It shows what is read there, what the filer tagged, the metric, the same figure over the years and
of other companies, other places that print it, and a question that asks for it.
"""

from dataclasses import dataclass, replace

from secqa.app.addresses import address, filing_address
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.library.cell import At, ReadCell, cell_at, other_places, place_of
from secqa.app.library.outline import table_title
from secqa.app.library.tagged_company import (
    SeriesValue,
    TaggedCompany,
    facts_over_years,
    over_companies,
    over_years,
    plot_of,
    tagged_company,
)
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.table.fact_store import load_table
from secqa.facts.table.rows import key_of
from secqa.filings.document import Document, Element, Metadata, Page
from secqa.filings.rendering.marks import PageMark
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.number_text import short_and_exact
from secqa.parsing.entities.company_index import Company
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, Series
from secqa.query.saying.say import say
from secqa.reading.model.value_proposals import likeliest_metric
from secqa.retrieval.page_query import corpus_companies

_COMPANIES = 8
"""Companies shown beside one; the comparison has the others."""
_QUARTERS = ("Q1", "Q2", "Q3", "Q4")
_YEARS = 5
"""Years that the comparison begins with."""


@dataclass(frozen=True, slots=True)
class TaggedCell:
    """A place as the reader and the filer understand it."""

    element: Element
    at: At
    cell: ReadCell | None
    facts: tuple[Fact, ...]
    """Tagged there."""
    row: MetricFact | None
    """The table row that the place shows."""

    @property
    def figure(self) -> tuple[float, str]:
        """The value and its unit: as read, else as tagged."""
        if self.cell is not None:
            return self.cell.value, self.cell.unit
        if self.row is not None:
            return self.row.value, self.row.unit
        return self.facts[0].value or 0.0, self.facts[0].unit

    @property
    def value_text(self) -> str:
        """The value in words."""
        return short_and_exact(*self.figure)

    def name(self, catalogue: Catalogue) -> str:
        """The name of the figure."""
        if self.cell is not None:
            return ", ".join(filter(None, (self.cell.label, self.cell.year)))
        if self.row is not None:
            period = f"{self.row.fiscal_period} {self.row.fiscal_year}"
            return f"{catalogue[self.row.metric].name}, {period}"
        return self.facts[0].concept.partition(":")[2]

    @property
    def metric(self) -> tuple[str, float]:
        """The metric that it stands for, and how likely; "" where it stands for none."""
        if self.row is not None:
            return self.row.metric, 1.0
        cell = self.cell
        return likeliest_metric(cell.table, cell.title, cell.row.index) if cell else ("", 0.0)


def _source(about: Metadata, page: Page, here: TaggedCell, name: str) -> str:
    """The figure and where it stands, to be copied."""
    cell, text = here.cell, here.value_text
    printed = f" (printed “{page.label}”)" if page.label else ""
    lines = [f"{name}: {text}" if text else name]
    if cell is not None:
        counted = f", {cell.counted}" if cell.counted else ""
        lines.append(f"Printed “{cell.printed}”{counted}; column “{cell.header}”")
    lines.append(
        f"{about.company or about.document_id}, {about.form} {about.fiscal_period} "
        f"{about.fiscal_year or ''}, page {page.number}{printed}: {about.document_id}"
    )
    lines += [f"Tagged {fact.concept}" for fact in here.facts[:1]]
    number = f"accession {about.accession}, " if about.accession else ""
    lines.append(f"{number}file {about.source}, SHA-256 {about.sha256}")
    return "\n".join(lines)


def panel_of(place: Workplace, document_id: str, mark: PageMark) -> dict[str, object] | None:
    """What the panel of a place shows; None where nothing is read or tagged there."""
    corpus = place.corpus
    document = corpus.document(document_id)
    values = tagged_company(place, document.metadata)
    here = _cell_at_mark(document, values, mark)
    if here is None:
        return None
    row, company = here.row, values.company
    metric, likely = here.metric
    lookup = _lookup(
        here, metric, corpus_companies(corpus).display_name(company) if company else ""
    )
    page = document.pages[here.element.page - 1]
    facts = values.tags.facts(document_id)
    name, catalogue = here.name(corpus.catalogue), corpus.catalogue
    key = place.cached(CompanyDirectory).key(company) if company else ""
    return {
        "page": page,
        "here": here,
        "name": name,
        "table": table_title(here.element) if here.cell else "",
        "metric": catalogue[metric].name if metric in catalogue.metrics else "",
        # 1 where the filer tagged it; less where only the label tells.
        "likely": likely,
        "doubt": str(values.doubts.get(key_of(row), "")) if row and not row.member else "",
        "years": _years(values, here),
        "companies": _companies(corpus, row),
        "elsewhere": other_places(document, here.at, here.cell, row, facts),
        "question": say(Query((lookup,)), catalogue) if lookup else "",
        "by_year": _by_year(lookup, company, catalogue),
        "compare": _compare(key, row) if row and company else "",
        "source": _source(document.metadata, page, here, name),
        "keep": {
            "address": filing_address(document_id, page.number, mark),
            "title": ", ".join(filter(None, (place.company_name(document.metadata), name))),
            "text": here.value_text,
            "source": f"{document_id} page {page.number}",
            "value": here.figure[0],
            "unit": here.figure[1],
        },
    }


def _cell_at_mark(document: Document, values: TaggedCompany, mark: PageMark) -> TaggedCell | None:
    element = document.by_index.get(mark.element)
    if element is None:
        return None
    at = (mark.element, mark.row, mark.column)
    cell = cell_at(document, at)
    name = document.metadata.document_id
    tagged = tuple(
        one for one in values.tags.facts(name) if place_of(one) == at and one.value is not None
    )
    own = (one for one in (*values.rows, *values.parts) if one.document_id == name)
    places = ((row, [(p.element, p.row, p.column) for p in row.evidence]) for row in own)
    row = next((row for row, cells in places if at in cells), None)
    return TaggedCell(element, at, cell, tagged, row) if cell or tagged or row else None


def _lookup(here: TaggedCell, metric: str, company: str) -> Lookup | None:
    """What a question would look up; None where the period or company is not known."""
    row, cell = here.row, here.cell
    period = cell.query_period if cell else None
    if row is not None:
        quarter = int(row.fiscal_period[1]) if row.fiscal_period in _QUARTERS else 0
        period = Period(row.fiscal_year, "quarter" if quarter else "year", quarter)
        if not quarter and row.fiscal_period != "FY":
            period = None
    if period is None or not company:
        return None
    if metric:
        return Lookup(metric, company, period, part=row.member if row else "")
    return Lookup(line=cell.label, company=company, period=period) if cell else None


def _years(values: TaggedCompany, here: TaggedCell) -> dict[str, object] | None:
    values_by_year: tuple[SeriesValue, ...] = ()
    if here.row is not None:
        values_by_year = over_years(values, here.row)
    elif here.facts:
        facts = {name: values.tags.facts(name) for name in values.documents}
        values_by_year = facts_over_years(facts, values.documents, here.facts[0])
    return plot_of(values_by_year)


def _companies(corpus: Corpus, row: MetricFact | None) -> dict[str, object] | None:
    if row is None or row.member:
        return None
    values = over_companies(load_table(corpus.path, metrics=[row.metric]), row)
    at = next((at for at, one in enumerate(values) if one.here), 0)
    first = max(0, min(at - _COMPANIES // 2, len(values) - _COMPANIES))
    shown = values[first : first + _COMPANIES]
    note = f"{first + 1} to {first + len(shown)} of {len(values)} by size"
    plot = plot_of(shown)
    return plot and plot | ({"note": note} if len(shown) < len(values) else {})


def _by_year(lookup: Lookup | None, company: Company | None, catalogue: Catalogue) -> str:
    years = company.fiscal_years if company else ()
    if lookup is None or len(years) < 2:
        return ""
    each = replace(lookup, period=Period(each=True))
    over = Years(first=Period(years[0]), final=Period(years[-1]))
    return say(Query((Series(each, over),)), catalogue)


def _compare(company: str, row: MetricFact) -> str:
    """The address of a comparison of the metric over the years before; "" for parts."""
    if row.member:
        return ""
    year = row.fiscal_year
    years = {"from": year - _YEARS, "to": year}
    return address("compare", given={"company": company, "metric": row.metric, **years})
