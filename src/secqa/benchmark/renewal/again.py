"""A question once more: what was asked of one corpus in, what another says to it out.

The query stays as it was asked, so "latest" means what is latest there. A question that cannot be
answered must still have no answer, a passage must still stand where it stood.
"""

from dataclasses import replace

from secqa.benchmark.basis import Basis
from secqa.benchmark.dataset import Question
from secqa.benchmark.draft import Draft
from secqa.benchmark.interpret import interpret
from secqa.benchmark.kinds.passages import passages_of
from secqa.benchmark.kinds.unanswerable import premise
from secqa.benchmark.stream import draft_of
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.ground import ground
from secqa.query.query import Arithmetic, Query

FALSE_PREMISE = "false_premise"


def asked_again(question: Question, basis: Basis) -> Draft:
    """The draft of a question over another corpus; CannotAnswer, with why, where it has none."""
    if question.passages:
        return _passage(question, basis)
    if question.query is None:
        raise CannotAnswer("its query is not told")
    if question.type == FALSE_PREMISE:
        return _premise(question, question.query, basis)
    if question.why:
        return _without_answer(question, question.query, basis)
    truth, catalogue = basis.truth, basis.catalogue
    return draft_of(question.type, question.query, truth, catalogue, basis.by_name)


def _passage(question: Question, basis: Basis) -> Draft:
    try:
        documents = [basis.source.document(one.document_id) for one in question.passages]
    except SecqaError:
        raise CannotAnswer("its report is not there") from None
    pairs = zip(question.passages, documents, strict=True)
    if not all(passage in passages_of(document) for passage, document in pairs):
        raise CannotAnswer("its passage is not there")
    return replace(_blank(question, basis), passages=question.passages)


def _without_answer(question: Question, query: Query, basis: Basis) -> Draft:
    """Still none: neither the collection has it, nor T."""
    try:
        interpret(ground(query, basis.truth.known), basis.truth, basis.catalogue)
    except CannotAnswer:
        return replace(_blank(question, basis), query=query, why=question.why)
    raise CannotAnswer("it can be answered now")


def _premise(question: Question, query: Query, basis: Basis) -> Draft:
    """Still false: what the text says fell has risen."""
    change = query.outputs[0]
    assert isinstance(change, Arithmetic)
    both = Query((change.right, change.left))
    answers = interpret(ground(both, basis.truth.known), basis.truth, basis.catalogue).answers
    before, after = (one if isinstance(one, float) else 0.0 for one in answers)
    said = premise(before, after)
    if said is None or said.was != question.why.partition(",")[0]:
        raise CannotAnswer("its premise is not false any more")
    return replace(_blank(question, basis), query=query, why=said.why, also=said.also)


def _blank(question: Question, basis: Basis) -> Draft:
    """A draft that looks nothing up."""
    companies = tuple(basis.by_name[one] for one in question.companies if one in basis.by_name)
    return Draft(question.type, companies, question.metrics, None, None)
