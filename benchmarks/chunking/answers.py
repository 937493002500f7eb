"""The chunking paper's table 5: a model answers from what each way of searching finds.

In: a question with its known answer, the document and the contexts found, a model. Out: what the
model answers, and whether it says the same as the known answer, as judged by the model too
(paper, 4.3: the judgement is not always right, but the same for all ways). Contexts are filed
text, so they stand between marks that no text can imitate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from chunking.questions import EvidenceQuestion
from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.model_judge import judge_with
from secqa.filings.document import Element, ElementType, Metadata, Page
from secqa.models.model import Model, Request
from secqa.models.typed import Unusable
from secqa.reading.page_text import write_pages

NO_ANSWER = "No answer"

Contexts = Sequence[tuple[int, str]]
"""(page, passage), best first."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model made of the contexts for one question."""

    text: str
    right: bool

    @property
    def refused(self) -> bool:
        """Whether it found no answer in them."""
        return self.text.strip().strip("`'\"*").lower().startswith(NO_ANSWER.lower())


def answer_from(
    question: EvidenceQuestion, document: Metadata, contexts: Contexts, model: Model
) -> Answered:
    """Ask the model, then let it judge. May raise what a model raises."""
    pages = write_pages([(document, _page(number, text)) for number, text in contexts])
    asked = f"Question: {' '.join(question.text.split())}\n\nThe sources:\n{pages}"
    given = Answered(model(Request(study_instructions(), asked)).text, False)
    if given.refused:
        return given
    try:
        judged = judge_with(model)(JudgeCase(question.text, (question.answer,), given.text))
    except Unusable:
        return given
    return Answered(given.text, judged.right)


@lru_cache
def study_instructions() -> str:
    """The part of the prompt that is the same for every question."""
    return Path(__file__).with_name("answer.md").read_text(encoding="utf-8")


def _page(number: int, text: str) -> Page:
    kind = ElementType.NARRATIVE_TEXT
    lines = (line for line in text.split("\n") if line.strip())
    return Page(number, "", tuple(Element(n, kind, line, number) for n, line in enumerate(lines)))
