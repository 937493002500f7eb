from secqa.api.filing_benchmark import FilingBenchmark as Benchmark
from secqa.api.filing_benchmark import fetch as fetch
from secqa.api.filing_benchmark import publish as publish
from secqa.api.filing_corpus import FilingCorpus as Corpus
from secqa.api.filing_corpus import FilingRun as Run
from secqa.api.filing_corpus import ingest_filings as ingest_filings
from secqa.api.filing_corpus import open_corpus as open_corpus
from secqa.api.measurement import evaluate as evaluate
from secqa.data_table import DataTable as DataTable
from secqa.errors import SecqaError as SecqaError
from secqa.extensions import metric as metric
from secqa.extensions import retriever as retriever
from secqa.extensions import scorer as scorer
from secqa.extensions import system as system
from secqa.filings.read import read_filing as read_filing
from secqa.query.query import Query as Query
from secqa.systems.answer import Answer as Answer

__all__ = [
    "Answer",
    "Benchmark",
    "Corpus",
    "DataTable",
    "Query",
    "Run",
    "SecqaError",
    "evaluate",
    "fetch",
    "ingest_filings",
    "metric",
    "open_corpus",
    "publish",
    "read_filing",
    "retriever",
    "scorer",
    "system",
]
__version__: str
