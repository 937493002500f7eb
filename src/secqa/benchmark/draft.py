"""A question before it is worded: what is asked, and what that comes to over T."""

from dataclasses import dataclass

from secqa.benchmark.interpret import Gold
from secqa.benchmark.names import Entity
from secqa.benchmark.readings import Alternative
from secqa.query.query import Query

NOTHING = Gold((), "", ())
"""The gold of what cannot be answered, and of what is answered in words."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a report that answer a question."""

    document_id: str
    page: int
    section: str
    """Part and Item, as sections are named: `II/7`."""
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What a question asks, and what that comes to."""

    kind: str
    companies: tuple[Entity, ...]
    """In the order the question names them."""
    metrics: tuple[str, ...]
    """In the order the question names them."""
    query: Query | None
    """As the question asks it: "latest" stays latest; None for questions that ask for words."""
    grounded: Query | None
    """The same with the fiscal periods that are meant; None where nothing is."""
    gold: Gold = NOTHING
    why: str = ""
    """Why it cannot be answered; "" where it can."""
    passages: tuple[Passage, ...] = ()
    also: tuple[Alternative, ...] = ()
    """What answers as well, where that is known from the start."""
    slots: tuple[tuple[str, str], ...] = ()
    """What patterns of `wordings.toml` are filled with beside names of companies and metrics."""

    @property
    def key(self) -> str:
        """What makes it the same question."""
        return f"{[company.cik for company in self.companies]} {self.query} {self.slots}"
