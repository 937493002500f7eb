"""Every question in full, as data for the report's script.

Hundreds of questions times many runs repeat the same programs, quotes and document ids, so each
text is stored once in a list and referred to by its place.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from secqa.benchmark.dataset import GoldPassage as GoldPassage
from secqa.benchmark.dataset import Question, RequiredFact, qrels_of
from secqa.evaluation.analysis.run_comparison import labels_of
from secqa.evaluation.answer_failures import Failure
from secqa.evaluation.report.rendering import Texts, format_value
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.scores import Score
from secqa.evaluation.verdict import is_within_margin
from secqa.reading.reading import Passage, Reading

_PROSE_SHOWN = 300
"""Characters shown of an answer in prose."""


def details_of(
    settings: Sequence[RunScores], best: RunScores, titles: dict[str, str]
) -> dict[str, Any]:
    """All questions with the answers of all settings; `titles` names types of question.

    `best` is the setting that is shown first.
    """
    texts = Texts()
    questions: dict[str, Question] = {}
    answers: dict[str, list[dict[str, Any] | None]] = {}
    for place, setting in enumerate(settings):
        for scored in setting.answers:
            key = scored.question.question_id
            questions.setdefault(key, scored.question)
            row = answers.setdefault(key, [None] * len(settings))
            row[place] = _answer(scored, texts)
    return {
        "settings": labels_of(settings),
        "runs": [f"{s.run}, {s.model}" for s in settings],
        "best": settings.index(best),
        "questions": [
            {**_question(question, texts, titles), "answers": answers[key]}
            for key, question in questions.items()
        ],
        "texts": texts.all,
    }


def _question(question: Question, texts: Texts, titles: dict[str, str]) -> dict[str, Any]:
    return {
        "id": question.question_id,
        "text": question.text,
        "type": titles.get(question.type, question.type),
        "gold": texts.place(format_value(question.answer, question.unit)),
        "program": texts.place(question.program),
        "complexity": _described(question),
        "facts": [_fact(fact, texts) for fact in question.facts],
        "passages": [_passage(one, texts) for one in question.passages],
    }


def _described(question: Question) -> str:
    """ "hard, 2 companies, 1 period, 1 hop, shared year"."""
    complexity = question.complexity
    counts = [
        *filter(None, (question.difficulty,)),
        _counted(complexity.entities, "company", "companies"),
        _counted(complexity.periods, "period", "periods"),
        _counted(complexity.hops, "hop", "hops"),
        _counted(complexity.outputs, "output", "outputs"),
    ]
    return ", ".join([*counts, *complexity.structure])


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _fact(fact: RequiredFact, texts: Texts) -> dict[str, Any]:
    return {
        "what": _what(fact),
        "value": format_value(fact.value, fact.unit),
        "doc": texts.place(fact.document_id),
        "places": [
            [e.page, e.grade, texts.place(e.quote), e.element, e.row, e.column]
            for e in fact.evidence
        ],
    }


def _passage(one: GoldPassage | Passage, texts: Texts) -> dict[str, Any]:
    return {
        "doc": texts.place(one.document_id),
        "page": one.page,
        "section": one.section,
        "heading": texts.place(one.heading),
        "text": texts.place(one.text),
    }


def _answer(scored: Score, texts: Texts) -> dict[str, Any]:
    answer = scored.prediction.answer
    grades = qrels_of([scored.question])[scored.question.question_id]
    return {
        "value": texts.place(_value_text(scored)),
        "right": scored.right,
        "judged": texts.place(scored.judgement.why if scored.judgement else ""),
        "cause": scored.failure.cause.value if scored.failure else "",
        "lost": texts.place(_lost(scored.failure)),
        "error": texts.place(answer.error),
        "program": texts.place(answer.program),
        "sure": round(answer.confidence, 3),
        "calls": answer.calls,
        "seconds": round(answer.seconds, 3),
        "pages": [
            [texts.place(document_id), page, grades.get(f"{document_id}#{page}", 0)]
            for document_id, page in answer.pages
        ],
        "readings": [_reading(reading, scored.question, texts) for reading in answer.readings],
        "passages": [_passage(one, texts) for one in answer.passages],
        "explained": answer.value != "\n\n".join(one.text for one in answer.passages),
        "notes": [texts.place(note) for note in answer.notes],
    }


def _value_text(scored: Score) -> str:
    """The value, and where it was read from prose, that."""
    said, value = scored.prediction.answer.value, format_value(scored.value, scored.question.unit)
    return (
        f"{value} (“{shorten(said, _PROSE_SHOWN)}”)"
        if isinstance(said, str) and said != scored.value
        else value
    )


def _lost(failure: Failure | None) -> str:
    """The required value that was lost: what, how much, and where it stands."""
    if failure is None or failure.fact is None:
        return ""
    fact = failure.fact
    pages = "page " if len(fact.pages) == 1 else "pages "
    pages += ", ".join(map(str, sorted(fact.pages)))
    return f"{_what(fact)}, {format_value(fact.value, fact.unit)}, in {fact.document_id}, {pages}"


def _what(fact: RequiredFact) -> str:
    period = "" if fact.fiscal_period == "FY" else f"{fact.fiscal_period} "
    return f"{fact.company}: {fact.metric}, {period}{fact.fiscal_year}"


def _reading(reading: Reading, question: Question, texts: Texts) -> dict[str, Any]:
    value = reading.value
    agrees = isinstance(value, int | float) and any(
        is_within_margin(value, fact.value) for fact in question.facts
    )
    return {
        "asked": texts.place(reading.question),
        "value": format_value(value, reading.unit or question.unit),
        "gold": agrees,
        "doc": texts.place(reading.document_id),
        "page": reading.page,
        "cell": [reading.element, reading.row, reading.column],
        "quote": texts.place(reading.quote),
        "why": texts.place(reading.why),
    }
