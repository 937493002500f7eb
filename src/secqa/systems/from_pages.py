"""A whole question and the pages found for it in, the answer that these pages alone give out.

As vanilla and multi-query RAG answer (SEC-QA paper, 4.1). The paper's model generates the answer at
once; rules plan, and each figure that the plan needs is read from the same pages. A figure that
they do not print is missing, wherever else it stands.
"""

from collections.abc import Callable, Sequence

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer
from secqa.models.model import Model
from secqa.reading.model_reader import answer_by_model
from secqa.retrieval.rank import RankedPage
from secqa.systems.answer import Answer
from secqa.systems.page_source import Reader, Tools, pages_of, read_once
from secqa.systems.planning.planner import Plan
from secqa.systems.program_answer import answer_of, one_or_all, work_out


def answer_by_program(
    question: str,
    found: Sequence[RankedPage],
    *,
    corpus: Corpus,
    plan: Callable[[str], Plan],
    read: Reader,
) -> Answer:
    """The answer by plan; without a value where the question is out of reach."""
    try:
        planned = plan(question)
    except CannotAnswer as reason:
        return Answer(question, None, error=str(reason))
    tools = Tools(corpus, lambda _question, _documents: found, read_once(read))
    return answer_of(question, planned, work_out(planned, tools), tools)


def answer_at_once(
    question: str, found: Sequence[RankedPage], *, corpus: Corpus, model: Model
) -> Answer:
    """The answer that a model generates."""
    readings = answer_by_model(question, pages_of(corpus, found), model=model)
    values = [reading.value for reading in readings if reading.value is not None]
    return Answer(
        question=question,
        value=one_or_all(values),
        unit=readings[0].unit,
        readings=readings,
        confidence=min(reading.confidence for reading in readings),
        error="" if values else readings[0].why,
    )
