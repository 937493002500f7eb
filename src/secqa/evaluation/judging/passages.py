"""Was the passage found that answers, and shown? A question and its answer in, two verdicts out.

Page accuracy as in the chunking paper (4.3): a page of the passage is among the pages retrieved.
Passage accuracy asks for its text: the most of its sentences stand in what is shown.
"""

from dataclasses import dataclass

from secqa.benchmark.dataset import Question
from secqa.evaluation.judging.coverage import sentences_held
from secqa.systems.answer import Answer

_MOST = 0.5
"""Share of a passage's sentences: with more than half of them, no other half is the larger."""


@dataclass(frozen=True, slots=True)
class PassageScore:
    """Of a question that a passage answers."""

    page: bool
    """A page of it was retrieved."""
    passage: bool
    """Its text was shown."""
    words: int
    """Of the answer."""


def passage_score(question: Question, answer: Answer) -> PassageScore | None:
    """What was found and shown of the passage; None where no passage answers the question."""
    if not question.passages:
        return None
    text = shown_text(answer)
    quoted = "\n\n".join(one.text for one in answer.passages) or text
    return PassageScore(
        any((one.document_id, one.page) in answer.pages for one in question.passages),
        any(sentences_held(one.text, quoted) > _MOST for one in question.passages),
        len(text.split()),
    )


def shown_text(answer: Answer) -> str:
    """What an answer says in words: its passages, or what a model tells of them; "" for figures."""
    return answer.value if isinstance(answer.value, str) else ""
