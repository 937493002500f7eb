"""What a system thinks with: planning, reading and rewriting behind one interface.

In: a corpus. Out: an `Engine` of plain functions, so that the rules of this package and a
language model are the same thing to every system.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.planning.planner import Plan, plan
from secqa.reading.reader import read_value
from secqa.retrieval.query import known_companies
from secqa.systems.functions import Reader
from secqa.understanding.companies import Companies
from secqa.understanding.question import understand

_REWRITES = 3


@dataclass(frozen=True, slots=True)
class Engine:
    """Functions that think."""

    plan: Callable[[str], Plan]
    """A question to a program; `CannotAnswer` when it is out of reach."""
    read: Reader
    rewrite: Callable[[str], tuple[str, ...]]
    """The same question in other words, itself first."""


def make_engine(model: str, corpus: Corpus) -> Engine:
    """The engine of a name: `offline` for the rules of this package."""
    if model != "offline":
        raise SecqaError(f"{model}: unknown model; offline is the one there is")
    catalogue, companies = load_catalogue(), known_companies(corpus)
    return Engine(
        plan=partial(plan, companies=companies, catalogue=catalogue),
        read=partial(read_value, catalogue=catalogue, companies=companies),
        rewrite=partial(rewrite, catalogue=catalogue, companies=companies),
    )


def rewrite(question: str, catalogue: Catalogue, companies: Companies) -> tuple[str, ...]:
    """The question, and again with its first metric under the names that filings print."""
    ask = understand(question, companies, catalogue)
    if not ask.metrics or ask.metrics[0].metric is None:
        return (question,)
    link, metric = ask.metrics[0], ask.metrics[0].metric
    names = [name for name in (*metric.printed, *metric.synonyms) if name != link.label.lower()]
    others = [f"{question[: link.start]}{name}{question[link.end :]}" for name in names]
    return (question, *others[:_REWRITES])
