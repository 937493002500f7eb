"""Every question in full and the pages of its evidence, as HTML for the report's script to unfold.

Pages with gold evidence come before those that values were read from; pages beyond the room of a
report are left out and counted.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from secqa.benchmark.dataset import Question
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import labels_of
from secqa.evaluation.report.rendering import format_value, templates
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.runs import Run
from secqa.evaluation.scores import Score
from secqa.evaluation.verdict import Failure, agrees
from secqa.facts.fact import Evidence, StatedFact
from secqa.filings.document import Location
from secqa.filings.rendering.marks import address_of, marked_html
from secqa.filings.rendering.pages import page_as_read
from secqa.metrics.number_text import counted
from secqa.reading.reading import Passage, Reading
from secqa.systems.answer import Answer

if TYPE_CHECKING:
    from jinja2 import Template

_PROSE_SHOWN = 300
"""Characters shown of an answer in prose."""
_FEWEST = 24
"""Characters of a line that is told to be of a passage; shorter ones are in many."""
PrintedAt = tuple[str, str]
"""`document#page`, and the place of a cell or line on it as the page has it."""


def details_of(
    settings: Sequence[RunScores], best: RunScores, corpus: Corpus | None = None
) -> dict[str, Any]:
    """All questions, each unfolded as HTML with the answers of all runs; `best` comes first.

    With the corpus, also where gold evidence and values that were read are printed.
    """
    rows: dict[str, list[Score | None]] = {}
    for place, setting in enumerate(settings):
        for scored in setting.answers:
            row = rows.setdefault(scored.question.question_id, [None] * len(settings))
            row[place] = scored
    labels = labels_of(settings)
    template = _template()
    return {
        "settings": labels,
        "best": settings.index(best),
        "questions": [_question(row, labels, template, corpus) for row in rows.values()],
    }


def _template() -> "Template":
    environment = templates()
    environment.filters.update(value=format_value, described=_described, what=_what)
    return environment.get_template("question.html.j2")


def _question(
    row: Sequence[Score | None], labels: Sequence[str], template: "Template", corpus: Corpus | None
) -> dict[str, Any]:
    question = next(scored.question for scored in row if scored)
    answers = [_answer(scored, corpus) if scored else None for scored in row]
    facts = [_what(fact) for fact in question.facts]
    documents = {name for name, _ in gold_places(question)}
    kind = title_of(question.type)
    gold = [_at(place) for fact in question.facts for place in fact.evidence]
    return {
        "id": question.question_id,
        "text": question.text,
        "type": kind,
        "find": " ".join((question.text, question.question_id, kind, *documents, *facts)).lower(),
        "gold": [*gold, *_passages_at(question.passages, corpus)],
        "answers": [answer and {name: answer[name] for name in _OF_ANSWERS} for answer in answers],
        "body": template.render(question=question, answers=list(zip(labels, answers, strict=True))),
    }


_OF_ANSWERS = ("value", "right", "cause", "read")
"""Values of an answer that the list shows or a page marks."""


def _answer(scored: Score, corpus: Corpus | None) -> dict[str, Any]:
    answer, question = scored.prediction.answer, scored.question
    pages = scored.page_grades
    read = [_at(one) for one in answer.readings if one.page > 0]
    return {
        "value": _value_text(scored),
        "right": scored.right,
        "cause": scored.failure.cause.value if scored.failure else "",
        "read": [*read, *_passages_at(answer.passages, corpus)],
        "lost": _lost(scored.failure),
        "judged": scored.judgement.why if scored.judgement else "",
        "answer": answer,
        "readings": [(one, agrees(one, question.facts)) for one in answer.readings],
        "pages": [(name, list(own)) for name, own in groupby(pages, lambda page: page.document)],
        "gold_pages": sum(page.grade > 0 for page in pages),
        "explained": answer.value != "\n\n".join(one.text for one in answer.passages),
    }


def _at(place: Reading | Evidence) -> PrintedAt:
    spot = Location(place.page, place.element, place.row, place.column)
    return f"{place.document_id}#{place.page}", address_of(spot)


def _passages_at(passages: Iterable[Passage], corpus: Corpus | None) -> list[PrintedAt]:
    """The lines of pages that stand in passages."""
    if corpus is None:
        return []
    return [
        (f"{one.document_id}#{one.page}", address_of(Location(one.page, element.index)))
        for one in passages
        for element in corpus.page(one.document_id, one.page).elements
        if len(element.text) >= _FEWEST and element.text in one.text
    ]


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


def _value_text(scored: Score) -> str:
    """The value; if it was read from prose, with the prose."""
    answer, value = scored.prediction.answer.value, format_value(scored.value, scored.question.unit)
    return (
        f"{value} (“{shorten(answer, _PROSE_SHOWN)}”)"
        if isinstance(answer, str) and answer != scored.value
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


_ROOM = 12_000_000
"""Characters of HTML: about 2,000 pages, which make 4 MB of a report."""

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
    """The pages as HTML by "document#page", and how many were left out; none without a corpus."""
    if corpus is None:
        return {"pages": {}, "left_out": 0}
    found: dict[str, Any] = {}
    room, left_out = _ROOM, 0
    for document, number in _pages_to_show(settings):
        printed = page_as_read(corpus.page(document, number))
        page = marked_html(printed, cells={one.place for one in printed.runs})
        if len(page) > room:
            left_out += 1
            continue
        room -= len(page)
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
