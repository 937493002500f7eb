"""Was the passage found that answers, and shown? A question and its answer in, two verdicts out.

Page accuracy as in the chunking paper (4.3): a page of the passage is among the pages retrieved.
Passage accuracy asks for its text: the most of its sentences stand in one of the passages shown.
"""

from dataclasses import dataclass

from secqa.benchmark.dataset import Question
from secqa.evaluation.judging.coverage import sentences_held
from secqa.systems.answer import Answer

_MOST = 0.5
"""Share of a passage's sentences: with more than half of them, no other half is the larger."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Of a question that a passage answers."""

    page: bool
    """A page of it was retrieved."""
    passage: bool
    """Its text was shown."""
    words: int
    """Of the answer."""


def shown_of(question: Question, answer: Answer) -> Shown | None:
    """What was found and shown of the passage; None where no passage answers the question."""
    if not question.passages:
        return None
    texts = shown_texts(answer)
    return Shown(
        any((one.document_id, one.page) in answer.pages for one in question.passages),
        any(sentences_held(one.text, texts) > _MOST for one in question.passages),
        sum(len(text.split()) for text in texts),
    )


def shown_texts(answer: Answer) -> tuple[str, ...]:
    """The passages that an answer is made of: a text, one below the other."""
    return tuple(filter(None, answer.value.split("\n\n"))) if isinstance(answer.value, str) else ()
