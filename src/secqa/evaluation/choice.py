"""What of a benchmark is asked: all, the first, or a sample that a seed repeats."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QuestionSample:
    """As it stands, all questions, or all conversations."""

    limit: int | None = None
    """Only the first so many, of the sample where there is one."""
    sample: int | None = None
    """So many, drawn at random; in the order of the benchmark."""
    seed: int = 0

    def of(self, questions: Sequence[T]) -> Sequence[T]:
        """The questions to ask."""
        if self.sample is not None and self.sample < len(questions):
            places = random.Random(self.seed).sample(range(len(questions)), self.sample)
            questions = [questions[place] for place in sorted(places)]
        return questions[: self.limit]


ALL = QuestionSample()
