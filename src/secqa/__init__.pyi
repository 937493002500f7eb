from secqa.api import FilingCorpus as Corpus
from secqa.api import ingest_filings as ingest_filings
from secqa.api import open_corpus as open_corpus
from secqa.benchmark.dataset import Benchmark as Benchmark
from secqa.benchmark.dataset import read_benchmark as load_benchmark
from secqa.data_table import DataTable as DataTable
from secqa.errors import SecqaError as SecqaError
from secqa.evaluation.run_scores import evaluate as evaluate
from secqa.evaluation.runs import Run as Run
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
    "ingest_filings",
    "load_benchmark",
    "open_corpus",
    "read_filing",
]
__version__: str
