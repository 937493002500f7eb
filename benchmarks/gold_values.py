"""The values of a corpus that gold answers are worked out from, for the benchmarks here."""

from secqa.benchmark.fact_table import FactTable, fact_table_of
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.facts.table.compound import TableValue, compound_facts
from secqa.facts.table.fact_store import load_table
from secqa.metrics.catalogue import Catalogue


def fact_table_of_corpus(corpus: CorpusPath, catalogue: Catalogue) -> FactTable:
    """The values that a corpus states, and all that can be worked out of them."""
    rows, parts = load_table(corpus), load_table(corpus, parts=True)
    every: list[TableValue] = [*rows, *compound_facts(rows, catalogue)]
    return fact_table_of(every, open_corpus(corpus).documents, parts, catalogue)
