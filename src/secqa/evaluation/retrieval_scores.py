"""How much of what a question needs was retrieved: predictions in, precision and recall out.

Two levels, as in the paper (section 4.2): documents, known from the signatures of the pages
retrieved, and pages. Gold are all evidence pages; they are a set, since a figure stands on
several pages. Two recalls are told apart and never mixed:

- page recall: the share of all evidence pages that were retrieved;
- fact recall: the share of required values with at least one evidence page retrieved, which is
  what an answer depends on. A passage is such a value, too.

Where in the ranking evidence stands, two more tell: the reciprocal rank of the first evidence page,
whose mean is MRR, and nDCG over all pages retrieved, where a page with the primary statement gains
2 and any other evidence page 1 (Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR
techniques, 2002).

What cannot be answered has no evidence: nothing is measured, and means leave it out.

A setting k is the number of pages retrieved for each thing looked up. A system that looks up
several values retrieves more than k pages for a question; all of them count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from secqa.benchmark.dataset import Question, qrels_of
from secqa.evaluation.runs import Prediction


@dataclass(frozen=True, slots=True)
class SetScores:
    """Precision, recall and F1 of sets: 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class RetrievalScore:
    """What was retrieved for one question, measured."""

    documents: SetScores
    pages: SetScores
    facts: float
    """Fact recall."""
    retrieved: int
    """Number of pages retrieved."""
    reciprocal_rank: float
    """Of the first evidence page, 0 where none was retrieved."""
    ndcg: float
    expected: bool = True
    """Whether there was anything to retrieve."""


def measure_retrieval(
    questions: Iterable[Question], predictions: Sequence[Prediction]
) -> dict[str, RetrievalScore]:
    """Measure the predictions of one setting, by question id."""
    asked = {question.question_id: question for question in questions}
    answered = {prediction.question_id: prediction for prediction in predictions}
    chosen = [asked[question_id] for question_id in answered if question_id in asked]
    gold_pages = qrels_of(chosen)
    pages = _measured(
        {question_id: set(grades) for question_id, grades in gold_pages.items()},
        {qid: {f"{d}#{page}" for d, page in p.answer.pages} for qid, p in answered.items()},
    )
    ranks = rank_measures(
        gold_pages,
        {qid: [f"{d}#{page}" for d, page in p.answer.pages] for qid, p in answered.items()},
    )
    documents = _measured(
        {q.question_id: documents_of(q) for q in chosen},
        {qid: {document_id for document_id, _ in p.answer.pages} for qid, p in answered.items()},
    )
    return {
        question.question_id: RetrievalScore(
            documents=documents[question.question_id],
            pages=pages[question.question_id],
            facts=fact_recall(question, answered[question.question_id]),
            retrieved=len(set(answered[question.question_id].answer.pages)),
            reciprocal_rank=ranks[question.question_id][0],
            ndcg=ranks[question.question_id][1],
            expected=bool(gold_pages[question.question_id]),
        )
        for question in chosen
    }


def documents_of(question: Question) -> set[str]:
    """The documents that answer a question."""
    told = {fact.document_id for fact in question.facts}
    return told | {passage.document_id for passage in question.passages}


def fact_recall(question: Question, prediction: Prediction) -> float:
    """Share of the required values with at least one evidence page retrieved."""
    retrieved = set(prediction.answer.pages)
    found = [
        any((fact.document_id, page) in retrieved for page in fact.pages) for fact in question.facts
    ]
    found += [(passage.document_id, passage.page) in retrieved for passage in question.passages]
    return sum(found) / len(found) if found else 1.0


def rank_measures(
    gold: Mapping[str, Mapping[str, int]], ranked: Mapping[str, Sequence[str]]
) -> dict[str, tuple[float, float]]:
    """question_id -> (reciprocal rank, nDCG), by ir-measures; 0 where nothing is gold or found.

    `gold` has the grade of each page, `ranked` the pages retrieved, best first.
    """
    import ir_measures
    from ir_measures import RR, Qrel, ScoredDoc, nDCG

    qrels = [
        Qrel(qid, page, grade) for qid, grades in gold.items() for page, grade in grades.items()
    ]
    run = [
        ScoredDoc(qid, page, float(-rank))
        for qid in gold
        for rank, page in enumerate(dict.fromkeys(ranked.get(qid, ())))
    ]
    values = {qid: {RR: 0.0, nDCG: 0.0} for qid in gold}
    for metric in ir_measures.iter_calc([RR, nDCG], qrels, run):
        values[metric.query_id][metric.measure] = metric.value
    return {qid: (found[RR], found[nDCG]) for qid, found in values.items()}


def _measured(gold: dict[str, set[str]], retrieved: dict[str, set[str]]) -> dict[str, SetScores]:
    """Set precision, recall and F1 a question, by ir-measures; zeros where nothing is gold."""
    import ir_measures
    from ir_measures import Qrel, ScoredDoc

    measures = {
        "precision": ir_measures.SetP,
        "recall": ir_measures.SetR,
        "f1": ir_measures.SetF(beta=1.0),
    }
    qrels = [Qrel(qid, item, 1) for qid, items in gold.items() for item in sorted(items)]
    run = [ScoredDoc(qid, item, 1.0) for qid in gold for item in sorted(retrieved.get(qid, ()))]
    names = {measure: name for name, measure in measures.items()}
    values: dict[str, dict[str, float]] = {qid: {} for qid in gold}
    for metric in ir_measures.iter_calc(list(names), qrels, run):
        values[metric.query_id][names[metric.measure]] = metric.value
    return {
        qid: SetScores(**found) if found else SetScores(0.0, 0.0, 0.0)
        for qid, found in values.items()
    }
