"""secqa: filings into questions with verified answers, and systems that answer them.

    corpus = secqa.ingest_filings("filings", "corpus")  # or secqa.open_corpus("corpus")
    corpus.ask("What was Coca-Cola's revenue in 2024?")  # an Answer
    corpus.facts(ticker="KO", metric="revenue")          # a DataTable: .to_pandas(), .to_polars()

Names are imported on first use, so that the command line starts quickly.
"""

from importlib import import_module

from secqa.compiled import use_compiled

__version__ = "0.1.0"

_PUBLIC = {
    "Answer": "secqa.systems.answer:Answer",
    "Benchmark": "secqa.api.filing_benchmark:FilingBenchmark",
    "Corpus": "secqa.api.filing_corpus:FilingCorpus",
    "DataTable": "secqa.data_table:DataTable",
    "Query": "secqa.query.query:Query",
    "Run": "secqa.api.filing_corpus:FilingRun",
    "SecqaError": "secqa.errors:SecqaError",
    "evaluate": "secqa.api.measurement:evaluate",
    "fetch": "secqa.api.filing_benchmark:fetch",
    "ingest_filings": "secqa.api.filing_corpus:ingest_filings",
    "metric": "secqa.extensions:metric",
    "open_corpus": "secqa.api.filing_corpus:open_corpus",
    "publish": "secqa.api.filing_benchmark:publish",
    "read_filing": "secqa.filings.read:read_filing",
    "retriever": "secqa.extensions:retriever",
    "scorer": "secqa.extensions:scorer",
    "system": "secqa.extensions:system",
}
"""Public name -> `module:attribute`; `__init__.pyi` declares the same names for type checkers."""
__all__ = [*_PUBLIC]

use_compiled()


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'secqa' has no attribute {name!r}")
    module, _, attribute = _PUBLIC[name].partition(":")
    value = getattr(import_module(module), attribute)
    if not isinstance(value, type):
        value = import_module("secqa.arguments").checked_arguments(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
