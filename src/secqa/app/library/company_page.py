"""The page of a company: its statements over all years, as tagged, and its peers.

Values, growth, shares and notes are those of the comparison, whose page has more companies.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log

from starlette.requests import Request

from secqa.app.addresses import Link, address
from secqa.app.compare.companies import METRIC_SETS, CompanyDirectory
from secqa.app.compare.explained_value import cell_address, explained_value
from secqa.app.library.tagged_company import address_of_company, company_of, filings_of
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.peers import Words, word_weights, words_of
from secqa.charts.period_charts import PeriodFrame, PeriodSeries, period_chart
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.facts.comparison.compare import compare_values, compared_years
from secqa.facts.comparison.figures import View
from secqa.facts.comparison.table import ComparisonOptions, ComparisonRow
from secqa.facts.table.fact_store import load_table
from secqa.metrics.metric import Metric
from secqa.metrics.number_text import short
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.page_query import corpus_companies

_YEARS = 8
_PEERS = 6
_NEAR = 24
"""Companies near in size whose reports are looked at: each takes some 30 ms once."""
_WORDS_KEPT = 1000
"""Companies whose words are in memory."""
_VIEWS: dict[View, str] = {"values": "Values", "growth": "Growth", "share": "Common size"}
_SPARK = PeriodFrame(96.0, 24.0, 0.0, 0.0, 3.0, 3.0, bar_share=0.7, most_labels=1)


def company_page(place: Workplace, request: Request) -> str:
    """A company by its symbol or name; SecqaError where the corpus has none of that name."""
    corpus, given, name = place.corpus, request.query_params, request.path_params["name"]
    names, directory = corpus_companies(corpus), place.cached(CompanyDirectory)
    company = directory.find(name)
    if company is None:
        raise SecqaError(f"{name}: no such company in the corpus; the list of filings has all")
    history, key = directory.values_of(company), directory.key(company)
    view: View = next((one for one in _VIEWS if one == given.get("view")), "values")
    years = compared_years([history])[-_YEARS:] or (0,)
    options = ComparisonOptions(years[0], years[-1], view=view)

    def lines(name: str) -> list[Metric]:
        all_lines = [directory.catalogue[one] for one in METRIC_SETS[name]]
        rows = compare_values([history], all_lines, options).rows
        return [row.metric for row in rows if row.has_values]

    # Without a choice it is the first set that has values.
    wanted = [one for one in METRIC_SETS if one == given.get("set")]
    chosen = next(filter(lines, wanted or METRIC_SETS), next(iter(METRIC_SETS)))
    metrics = lines(chosen)
    # Notes count up over the lines that are shown.
    table = compare_values([history], metrics, options)
    peers, sizes = _peers(place, company), place.cached(_Businesses).sizes

    def size_of(one: Company) -> str:
        return short(sizes[one], "USD") if one in sizes else ""

    def company_link(name: str, **shown: str) -> Link:
        path = ("companies", company.ticker or company.name)
        return Link(name, address(*path, given={"set": chosen, "view": view} | shown))

    def explained_at(cell: str) -> str:
        return f"{company_link('', cell=cell).address}#cell"

    def compared(page: str, *others: Company) -> str:
        keys = (key, *map(directory.key, others))
        pairs = [("company", one) for one in keys] + [("metric", one.id) for one in metrics]
        return address(page, given=[*pairs, ("view", view)])

    return place.render(
        "company.html.j2",
        view="filings",
        company=company,
        shown_as=names.display_name(company),
        filings=filings_of(corpus, company),
        table=table,
        lines=[_line(row, key) for row in table.rows],
        cell_address=lambda row, cell: cell_address(key, row.metric, cell, explained_at),
        explained=explained_value(directory, given.get("cell", ""), first_filed=False),
        chosen=chosen,
        shown=view,
        sets=[company_link(one, set=one) for one in METRIC_SETS],
        views=[(one, company_link(name, view=one)) for one, name in _VIEWS.items()],
        compare=compared("compare"),
        excel=compared("compare.xlsx"),
        size=size_of(company),
        peers=[
            Link(names.display_name(one), address_of_company(one), size_of(one)) for one in peers
        ],
        beside=compared("compare", *peers),
    )


def _line(row: ComparisonRow, key: str) -> tuple[ComparisonRow, str, str]:
    """A metric over the years, the address of its comparison, and its line in the words of SVG; ""
    for fewer than two years."""
    values = tuple(cell.figure.value for cell in row.cells)
    periods = [""] * len(values)
    series = PeriodSeries("", 0, values, tuple(cell.text for cell in row.cells))
    chart = period_chart([series], periods, "line", _SPARK, lambda marks: [""] * len(marks))
    known = sum(value is not None for value in values)
    compare = address("compare", given={"company": key, "metric": row.metric.id})
    return row, compare, chart.path(series) if known > 1 else ""


def _peers(place: Workplace, company: Company) -> Sequence[Company]:
    """Companies whose reports are most like that of a company, out of those near it in size."""
    businesses = place.cached(_Businesses)
    size = businesses.sizes.get(company, 0.0)
    own = businesses.words(company)
    others = [one for one in businesses.sizes if one != company]
    if size:
        others.sort(key=lambda one: abs(log(businesses.sizes[one] / size)))

    def likeness(one: Company) -> float:
        return sum(weight * own.get(word, 0.0) for word, weight in businesses.words(one).items())

    return sorted(others[:_NEAR], key=likeness, reverse=True)[:_PEERS]


class _Businesses:
    """How large the companies of a corpus are, and in which words they describe their business."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        owners = {one.document_id: company_of(corpus, one) for one in corpus.documents}
        values = load_table(corpus.path, metrics=["revenue"])
        annual = [row for row in values if row.fiscal_period == "FY" and row.value > 0]
        rows = sorted(annual, key=lambda row: row.fiscal_year)
        found = ((owners.get(row.document_id), row.value) for row in rows)
        self.sizes = {company: value for company, value in found if company is not None}
        self.words = lru_cache(_WORDS_KEPT)(self._words_of)

    def _words_of(self, company: Company) -> Words:
        reports = (one.metadata for one in filings_of(self._corpus, company))
        report = next((one.document_id for one in reports if one.form == "10-K"), None)
        return word_weights(words_of(self._corpus.document(report))) if report else {}
