from secqa.api.filing_corpus import FilingCorpus as Corpus
from secqa.api.filing_corpus import ingest_filings as ingest_filings
from secqa.api.filing_corpus import open_corpus as open_corpus
from secqa.api.outputs import fetch_filings as fetch_filings
from secqa.api.outputs import publish as publish
from secqa.api.outputs import report as report
from secqa.benchmark.dataset import Benchmark as Benchmark
from secqa.benchmark.dataset import read_benchmark as load_benchmark
from secqa.data_table import DataTable as DataTable
from secqa.errors import SecqaError as SecqaError
from secqa.evaluation.run_scores import evaluate as evaluate
from secqa.evaluation.runs import Run as Run
from secqa.extensions import retriever as retriever
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
    "fetch_filings",
    "ingest_filings",
    "load_benchmark",
    "open_corpus",
    "publish",
    "read_filing",
    "report",
    "retriever",
    "system",
]
__version__: str
