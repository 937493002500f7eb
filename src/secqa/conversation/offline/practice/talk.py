"""A talk about a made-up page while it is made: its turns so far, and draws of what comes next."""

import random
from dataclasses import dataclass, field

from secqa.conversation.language import parse, run
from secqa.conversation.offline.practice.pages import MadePage, Series
from secqa.conversation.offline.practice.wording import worded
from secqa.conversation.record import Turn


@dataclass
class Talk:
    """A conversation being made."""

    draw: random.Random
    page: MadePage
    turns: list[Turn] = field(default_factory=list)
    second: bool = False
    """It has come to its second question."""

    def say(self, kind: str, program: str, **names: object) -> str:
        """Add a turn in one of the wordings of its kind, and return its program."""
        question = worded(self.draw, kind, **names)
        self.turns.append(Turn(question, program, run(parse(program)), self.second))
        return program

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.draw.random() < share

    def some(self, count: int) -> list[Series]:
        """Different things to ask about."""
        return self.draw.sample(self.page.series, count)

    def pair(self, series: Series) -> tuple[int, int]:
        """Places of a later and an earlier year."""
        late = self.draw.randrange(len(series.years) - 1)
        return late, late + 1

    def called(self, series: Series) -> str:
        """What a person calls it: not always all of its name."""
        words = series.name.split()
        if len(words) > 2 and self.chance(0.3):
            del words[self.draw.randrange(len(words))]
        return " ".join(words)
