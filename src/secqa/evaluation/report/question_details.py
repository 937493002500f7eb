"""Every question in full and the pages of its evidence, as data for the report's script.

Hundreds of questions times many runs repeat the same programs, quotes and document ids, so each
text is stored once in a list and referred to by its place. Pages with gold evidence come before
those that values were read from; pages beyond the room of a report are left out and counted.
"""

from collections.abc import Iterable, Sequence
from textwrap import shorten
from typing import Any

from secqa.benchmark.dataset import Question, qrels_of
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import labels_of
from secqa.evaluation.report.rendering import Texts, compact, format_value
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.runs import Run
from secqa.evaluation.scores import Score
from secqa.evaluation.verdict import Failure, is_within_margin
from secqa.facts.fact import StatedFact
from secqa.filings.document import Element
from secqa.filings.rendering.pages import TAGS
from secqa.metrics.number_text import counted
from secqa.reading.reading import Passage, Reading
from secqa.systems.answer import Answer

_PROSE_SHOWN = 300
"""Characters shown of an answer in prose."""


def details_of(settings: Sequence[RunScores], best: RunScores) -> dict[str, Any]:
    """All questions with the answers of all runs; `best` comes first."""
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
            {**_question(question, texts), "answers": answers[key]}
            for key, question in questions.items()
        ],
        "texts": texts.all,
    }


def _question(question: Question, texts: Texts) -> dict[str, Any]:
    return {
        "id": question.question_id,
        "text": question.text,
        "type": title_of(question.type),
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
        counted(complexity.entities, "company", "companies"),
        counted(complexity.periods, "period"),
        counted(complexity.hops, "hop"),
        counted(complexity.outputs, "output"),
    ]
    return ", ".join([*counts, *complexity.structure])


def _fact(fact: StatedFact, texts: Texts) -> dict[str, Any]:
    return {
        "what": _what(fact),
        "value": format_value(fact.value, fact.unit),
        "doc": texts.place(fact.document_id),
        "places": [
            [e.page, e.grade, texts.place(e.quote), e.element, e.row, e.column]
            for e in fact.evidence
        ],
    }


def _passage(one: Passage, texts: Texts) -> dict[str, Any]:
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
    """The value; if it was read from prose, with the prose."""
    said, value = scored.prediction.answer.value, format_value(scored.value, scored.question.unit)
    return (
        f"{value} (“{shorten(said, _PROSE_SHOWN)}”)"
        if isinstance(said, str) and said != scored.value
        else value
    )


def _lost(failure: Failure | None) -> str:
    """The required value that was lost: metric, amount and place."""
    if failure is None or failure.fact is None:
        return ""
    fact = failure.fact
    pages = "page " if len(fact.pages) == 1 else "pages "
    pages += ", ".join(map(str, sorted(fact.pages)))
    return f"{_what(fact)}, {format_value(fact.value, fact.unit)}, in {fact.document_id}, {pages}"


def _what(fact: StatedFact) -> str:
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


_ROOM = 12_000_000
"""Characters of JSON: about 3,000 pages, which make 4 MB of a report."""

Place = tuple[str, int]
"""Document id, and the page's 1-based place in the file."""


def check_corpus(corpus: Corpus, runs: Iterable[Run]) -> None:
    """Raise SecqaError for a run on another corpus."""
    for run in runs:
        year = run.benchmark.until
        seen = corpus if year is None else corpus.until(year)
        if run.settings.corpus != seen.fingerprint:
            raise SecqaError(
                f"{corpus.path}: {run.folder} was run on another corpus; give that one, or none "
                "and the report quotes its lines alone"
            )


def pages_of(settings: Sequence[RunScores], corpus: Corpus | None) -> dict[str, Any]:
    """The pages by "document#page", and how many were left out; none without a corpus.

    A page is [printed number, elements].
    """
    if corpus is None:
        return {"pages": {}, "left_out": 0}
    found: dict[str, Any] = {}
    room, left_out = _ROOM, 0
    for document, number in _pages_to_show(settings):
        printed = corpus.page(document, number)
        page = [printed.label, [_element(element) for element in printed.elements]]
        size = len(compact(page))
        if size > room:
            left_out += 1
            continue
        room -= size
        found[f"{document}#{number}"] = page
    return {"pages": found, "left_out": left_out}


def _pages_to_show(settings: Sequence[RunScores]) -> list[Place]:
    """Document by document, since opening one takes longer than a page of it."""
    answers = [scored for setting in settings for scored in setting.answers]
    gold = {place for scored in answers for place in gold_places(scored.question)}
    read = {place for scored in answers for place in _read(scored.prediction.answer)}
    return [*sorted(gold), *sorted(read - gold)]


def gold_places(question: Question) -> list[Place]:
    """The first page that shows each required value, and the pages of passages."""
    facts = [(fact.document_id, fact.evidence[0].page) for fact in question.facts if fact.evidence]
    return [*facts, *((passage.document_id, passage.page) for passage in question.passages)]


def _read(answer: Answer) -> list[Place]:
    readings = [(one.document_id, one.page) for one in answer.readings if one.page > 0]
    return [*readings, *((one.document_id, one.page) for one in answer.passages)]


def _element(element: Element) -> list[Any]:
    """[index, tag, text], or of a table [index, header rows, rows of cells]."""
    if element.table is None:
        return [element.index, TAGS.get(element.type, "p"), element.text]
    return [element.index, element.table.header_rows, element.table.cells]
