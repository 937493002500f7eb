"""The corpus as it is now, with its originals and all that pages share.

A corpus grows while it is open, by this app or by another command: each request is answered from
the corpus as it is then, or was a second ago in an object store.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import inf
from pathlib import Path
from string import digits
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from secqa.app.addresses import place_address, run_address
from secqa.app.models import NO_MODELS, Models
from secqa.app.originals import Originals
from secqa.app.saved_items import saved_items
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_schema import DOCUMENTS
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.facts.comparison.figures import capitalized
from secqa.filings.document import Metadata
from secqa.metrics.number_text import counted, exact, short
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.pool import page_index

if TYPE_CHECKING:
    from jinja2 import Environment

Made = TypeVar("Made")


MADE_BENCHMARKS, MADE_RUNS = "benchmarks", "runs"
"""Folders in that of a corpus, for what is made in the app."""
_LOOKS = 1.0
"""Seconds between two looks at what an object store has: each is a request to it, some 20 ms.
What a disk has is looked at each time."""


@dataclass(frozen=True)
class Folders:
    """Where things are that a corpus itself does not hold."""

    filings: tuple[Path, ...] = ()
    """Of the files that the corpus was made from."""
    benchmarks: tuple[Path, ...] = ()
    """Benchmarks, or folders of them."""
    runs: tuple[Path, ...] = ()
    """Runs, or folders of them."""


@dataclass(frozen=True)
class Workplace:
    """A corpus as it was when it was opened, with what pages are made with."""

    corpus: Corpus
    originals: Originals
    folders: Folders
    models: Models = NO_MODELS
    """Language models that may be asked, beside the rules."""
    _cached: dict[Callable[[Corpus], Any], Any] = field(default_factory=dict, repr=False)
    _making: dict[Callable[[Corpus], Any], RLock] = field(default_factory=dict, repr=False)
    _cache_lock: RLock = field(default_factory=RLock, repr=False)

    def cached(self, make: Callable[[Corpus], Made]) -> Made:
        """What `make` makes of the corpus: made once, for all who ask.

        While one thing is made, only those wait who need it.
        """
        if make not in self._cached:
            with self._cache_lock:
                making = self._making.setdefault(make, RLock())
            with making:
                if make not in self._cached:
                    self._cached[make] = make(self.corpus)
        return cast(Made, self._cached[make])

    def company_name(self, about: Metadata) -> str:
        """The usual name of the filer: "Home Depot" for "THE HOME DEPOT, INC."."""
        known = corpus_companies(self.corpus)
        named = known.by_spelling.get(about.cik) or known.by_spelling.get(about.company)
        company = named or known.tickers.get(about.ticker, (0, None))[1]
        return known.display_name(company) if company else about.company or about.document_id

    @cached_property
    def templates(self) -> "Environment":
        """Our templates, which escape every text, and the report's pictures.

        Globals are what many of them call.
        """
        from jinja2 import Environment, PackageLoader, StrictUndefined
        from jinja2.loaders import ChoiceLoader

        from secqa.evaluation.report.rendering import format_value
        from secqa.evaluation.scores import dollars, percent

        folders = (("secqa.app", "templates"), ("secqa.evaluation", "report"))
        environment = Environment(
            loader=ChoiceLoader([PackageLoader(*folder) for folder in folders]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_with_minus,
        )
        environment.filters.update(percent=percent, dollars=dollars, sentence=_sentence)
        environment.globals.update(
            format_value=format_value,
            place_address=place_address,
            run_address=run_address,
            short=short,
            exact=exact,
            counted=counted,
            title_of=title_of,
            company_name=self.company_name,
            saved=partial(saved_items, self.corpus.path),
        )
        return environment

    def render(self, template: str, **values: Any) -> str:
        """A page as text."""
        return self.templates.get_template(template).render(values)


def _with_minus(value: object) -> object:
    """A value of a page; a figure that begins with a hyphen gets the minus sign that it means."""
    if type(value) is str and value.startswith(("-$", *(f"-{digit}" for digit in digits))):
        return f"−{value[1:]}".replace("(-", "(−")
    return value


def _sentence(message: str) -> str:
    """A message of one line as a page says it."""
    return f"{capitalized(message).removesuffix('.')}."


class Current:
    """The workplace as it is now: opened anew when documents have been added."""

    def __init__(self, corpus: CorpusPath, folders: Folders, models: Models = NO_MODELS) -> None:
        """SecqaError for what is no corpus, and one whose page index is not up to date."""
        self.path = corpus
        if isinstance(corpus, Path):
            folders = Folders(
                folders.filings,
                (*folders.benchmarks, corpus / MADE_BENCHMARKS),
                (*folders.runs, corpus / MADE_RUNS),
            )
        self._folders = folders
        self._models = models
        self._every = 0.0 if isinstance(corpus, Path) else _LOOKS
        self._looked = -inf
        self._opening = RLock()
        self._place = self._opened()

    def __call__(self) -> Workplace:
        """The corpus with all documents that are ready to be asked about."""
        with self._opening:
            if time.monotonic() - self._looked >= self._every:
                # While a store cannot be reached, or an index is made anew, the documents of
                # before are shown.
                with suppress(SecqaError):
                    if _version(self._place.corpus) != self._seen:
                        self._place = self._opened()
                self._looked = time.monotonic()
            return self._place

    def look_again(self) -> None:
        """There may be new documents: look for them at the next request."""
        self._looked = -inf

    def _opened(self) -> Workplace:
        corpus = open_corpus(self.path)
        version = _version(corpus)
        page_index(corpus)
        self._seen, self._looked = version, time.monotonic()
        originals = Originals(corpus, self._folders.filings)
        return Workplace(corpus, originals, self._folders, self._models)


def _version(corpus: Corpus) -> int:
    """Changes with every document that is added: some 20 microseconds on a disk."""
    lines = corpus.table(DOCUMENTS)
    return lines.dataset.version if lines is not None else 0
