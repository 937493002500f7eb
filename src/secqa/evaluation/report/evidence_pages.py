"""Choose the pages that a report shows as printed.

Pages with gold evidence come first, then those that values and passages were read from; each is
stored once, whatever number of questions it belongs to. Where there are more than a report has
room for, the rest are left out and counted.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from secqa.benchmark.dataset import Question
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.report.rendering import compact
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.runs import Run
from secqa.filings.document import Element, ElementType, Page
from secqa.systems.answer import Answer

_ROOM = 12_000_000
"""Characters of JSON: about 3,000 pages, which make 4 MB of a report."""
_KINDS = {
    ElementType.TITLE: "h4",
    ElementType.LIST_ITEM: "li",
    ElementType.HEADER: "small",
    ElementType.FOOTER: "small",
    ElementType.PAGE_NUMBER: "small",
}
"""The element of the report that each is shown as; any other is a paragraph."""

Place = tuple[str, int]
"""Document id, and the page's 1-based place in the file."""


def check_corpus(corpus: Corpus, runs: Iterable[Run]) -> None:
    """SecqaError where a run was made on another corpus."""
    for run in runs:
        year = run.benchmark.until
        seen = corpus if year is None else corpus.until(year)
        if run.settings.corpus != seen.fingerprint:
            raise SecqaError(
                f"{corpus.path}: {run.folder} was run on another corpus; give that one, or none "
                "and the report quotes its lines alone"
            )


def pages_of(settings: Sequence[RunScores], corpus: Corpus | None) -> dict[str, Any]:
    """The pages by "document#page", and how many were left out; none without a corpus."""
    if corpus is None:
        return {"pages": {}, "left_out": 0}
    found: dict[str, Any] = {}
    room, left_out = _ROOM, 0
    for document, number in _pages_to_show(settings):
        page = _page(corpus.page(document, number))
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


def _page(page: Page) -> list[Any]:
    """[printed number, elements]."""
    return [page.label, [_element(element) for element in page.elements]]


def _element(element: Element) -> list[Any]:
    """[index, tag, text], or of a table [index, header rows, rows of cells]."""
    if element.table is None:
        return [element.index, _KINDS.get(element.type, "p"), element.text]
    return [element.index, element.table.header_rows, element.table.cells]
