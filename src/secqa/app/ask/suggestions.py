"""What a few typed letters may mean: companies, metrics, filings, pages and actions, each a link.

The command palette shows all of them; the field of a question takes the names.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from secqa.app.addresses import address
from secqa.app.compare.companies import METRIC_SETS, CompanyDirectory, search_metrics
from secqa.app.filters import has_all_words
from secqa.app.library.tagged_company import address_of_company
from secqa.app.saved_items import saved_items
from secqa.app.workplace import Workplace
from secqa.metrics.metric import Metric
from secqa.retrieval.page_query import corpus_companies

_EACH = 5
"""Suggestions of one kind."""
_LONGEST = 200
_FIELDS = ("kind", "name", "detail", "address")
_PAGES = (
    ("Ask a question", "/ask"),
    ("All filings", "/filings"),
    ("Add filings", "/filings/add"),
    ("Search all filings", "/search"),
    ("Compare companies", "/compare"),
    ("Chat about a page", "/chat"),
    ("Benchmarks", "/benchmarks"),
    ("Runs", "/runs"),
    ("Saved", "/saved"),
    ("Work under way and done", "/jobs"),
)


Suggestion = tuple[str, str, str, str]
"""Something that typed letters may mean: its kind, name, a detail and its address."""


def find(place: Workplace, request: Request) -> Response:
    """Suggestions for the letters of an address, as JSON."""
    text = " ".join(request.query_params.get("find", "").split())[:_LONGEST]
    return JSONResponse([dict(zip(_FIELDS, one, strict=True)) for one in _suggestions(place, text)])


def _suggestions(place: Workplace, text: str) -> Iterator[Suggestion]:
    words = text.casefold()
    if text:
        yield from _companies(place, text)
        yield from _statements(place, words.split())
        yield from _metrics(place, words)
        yield from _filings(place, words)
    saved = saved_items(place.corpus.path).values()
    fitting = (one for one in saved if has_all_words(f"{one.title} {one.note}", words))
    for one in islice(fitting, _EACH):
        yield ("Saved", one.title, one.text.partition(" (")[0], one.address)
    for name, path in _PAGES:
        if has_all_words(name, words):
            yield ("Page", name, "", path)
    if text:
        yield ("Ask", f"Ask “{text}”", "", address("ask", given={"q": text}))
        yield ("Search", f"Search “{text}”", "", address("search", given={"q": text}))


def _companies(place: Workplace, text: str) -> Iterator[Suggestion]:
    known = corpus_companies(place.corpus)
    for one in place.cached(CompanyDirectory).search(text, ())[:_EACH]:
        path = address_of_company(one)
        yield ("Company", known.display_name(one), one.ticker, path)


def _statements(place: Workplace, words: list[str]) -> Iterator[Suggestion]:
    """Statements of companies: "stryker bal" begins the balance sheet of Stryker."""
    known, directory = corpus_companies(place.corpus), place.cached(CompanyDirectory)
    for at in range(1, len(words)):
        titles = [one for one in METRIC_SETS if has_all_words(one, " ".join(words[at:]))]
        for one in directory.search(" ".join(words[:at]), ())[:_EACH] if titles else ():
            for title in titles:
                path = f"{address_of_company(one)}?{urlencode({'set': title})}"
                yield ("Company", f"{known.display_name(one)}: {title}", one.ticker, path)


def _metrics(place: Workplace, words: str) -> Iterator[Suggestion]:
    metrics: Iterable[Metric] = search_metrics(words, place.corpus.catalogue, ())[:_EACH]
    for one in metrics:
        path = address("compare", given={"metric": one.id})
        yield ("Metric", one.name, one.definition or ", ".join(one.synonyms[:3]), path)


def _filings(place: Workplace, words: str) -> Iterator[Suggestion]:
    known = (one.metadata for one in place.corpus.entries)
    matching = (one for one in known if has_all_words(f"{one.document_id} {one.company}", words))
    for about in islice(matching, _EACH):
        detail = f"{about.company}, {about.form} {about.fiscal_year or ''}".strip(", ")
        path = address("filings", about.document_id)
        yield ("Filing", about.document_id, detail, path)
