"""A scored answer as pages show it: outcome, cause, readings and retrieved pages."""

from secqa.app.addresses import mark_of, question_address
from secqa.app.bench.benchmark_review import benchmark_of_question
from secqa.app.evidence_view import (
    EvidenceItem,
    EvidencePlace,
    alternative_texts,
    fact_text,
    gold_evidence,
    gold_text,
    place_in,
)
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.corpus.corpus_store import Corpus
from secqa.evaluation.report.rendering import format_value
from secqa.evaluation.scores import Score
from secqa.evaluation.verdict import agrees
from secqa.filings.rendering.marks import NO_MARK, PageMark
from secqa.reading.reading import Reading
from secqa.systems.value_words import value_text

OUTCOMES = ("right", "wrong", "refused")


def outcome(scored: Score) -> str:
    """`right`, `wrong` or `refused`: a refusal that is right counts as right."""
    if scored.right:
        return "right"
    return "wrong" if scored.is_answer else "refused"


def cause(scored: Score) -> str:
    """The stage at which it went wrong; "" where it is right."""
    return scored.failure.cause.value if scored.failure else ""


def answer_text(scored: Score) -> str:
    """The answer in short."""
    if not scored.is_answer:
        return "no answer"
    return format_value(scored.value, scored.prediction.answer.unit or scored.question.unit)


def search_text(*answers: Score) -> str:
    """The text that a search for answers to one question looks at."""
    question = answers[0].question
    return " ".join([question.text, question.question_id, *map(answer_text, answers)])


def question_values(place: Workplace, scored: Score) -> dict[str, object]:
    """The template's values about the question of an answer."""
    question = scored.question
    benchmark = benchmark_of_question(place, question.question_id)
    return {
        "question": question,
        "gold": gold_text(question),
        "also": alternative_texts(question),
        "title": title_of(question.type),
        "gold_pieces": gold_evidence(question, place.corpus),
        "review": question_address(benchmark, question.question_id) if benchmark else "",
    }


def answer_values(place: Workplace, scored: Score) -> dict[str, object]:
    """The template's values about an answer."""
    return {
        "scored": scored,
        "answer": scored.prediction.answer,
        "outcome": outcome(scored),
        "said": answer_text(scored),
        "cause": cause(scored),
        "lost": _lost_fact(scored, place.corpus),
        "pieces": _evidence(scored, place.corpus),
        "retrieved": _retrieved(scored, place.corpus),
    }


def _lost_fact(scored: Score, corpus: Corpus) -> str:
    """The first required value that was lost, and its place; "" for none."""
    fact = scored.failure.fact if scored.failure else None
    if fact is None:
        return ""
    pages = ", ".join(map(str, sorted(fact.pages)))
    value = value_text(fact.value, fact.unit)
    return f"{fact_text(fact, corpus)}: {value}, in {fact.document_id} page {pages}"


def _evidence(scored: Score, corpus: Corpus) -> tuple[EvidenceItem, ...]:
    """The readings and passages of an answer, each place once."""
    answer = scored.prediction.answer
    gold_pages = {(one.document_id, one.page) for one in scored.question.passages}
    readings = [_read_item(scored, one, corpus) for one in dict.fromkeys(answer.readings)]
    passages = [
        EvidenceItem(
            "Passage",
            one.heading,
            (place_in(corpus, one.document_id, one.page, PageMark(quote=one.text)),),
            agrees=(one.document_id, one.page) in gold_pages,
        )
        for one in answer.passages
    ]
    return (*readings, *passages)


def _read_item(scored: Score, reading: Reading, corpus: Corpus) -> EvidenceItem:
    value = reading.value
    spot = place_in(corpus, reading.document_id, reading.page, mark_of(reading))
    return EvidenceItem(
        "Nothing read" if value is None else value_text(value, reading.unit),
        reading.question,
        (spot,) if reading.document_id else (),
        reading.why,
        agrees(reading, scored.question.facts),
    )


def _retrieved(scored: Score, corpus: Corpus) -> list[tuple[EvidencePlace, int]]:
    """The pages in the order of retrieval, each with its grade."""
    return [
        (place_in(corpus, one.document, one.page, NO_MARK), one.grade) for one in scored.page_grades
    ]
