"""Define the leaves of a query: ranges, places, topics and the form of the answer."""

from dataclasses import dataclass
from typing import Literal

from secqa.query.period import LATEST, Period

EXHIBIT_OF_NEWS = "Exhibit 99"
"""Heading of the press release in a current report."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The place of a figure, if the question names one."""

    statement: str = ""
    """A `Statement`: `income`, `balance_sheet`, `cash_flow`, …"""
    note: str = ""
    """Subject of the note: `leases`."""
    section: str = ""
    """A Part and Item of the form: `II/7`, or words of a heading."""
    form: str = ""
    """`10-K`, `10-Q`, `8-K`."""

    def __str__(self) -> str:
        parts = (("the ", self.statement.replace("_", " ")), ("the note on ", self.note),
                 ("section ", self.section), ("Form ", self.form))  # fmt: skip
        return " of ".join(before + name for before, name in parts if name)


ANYWHERE = Scope()


@dataclass(frozen=True, slots=True)
class Companies:
    """Iterates over companies; over all companies of the corpus if none is named."""

    names: tuple[str, ...] = ()
    every: bool = False
    """Whether these are all companies of the corpus; those without the figure are then omitted.
    JSON does not list their names."""

    def __str__(self) -> str:
        listed = self.names and not self.every
        return f"companies {', '.join(self.names)}" if listed else "all companies"


@dataclass(frozen=True, slots=True)
class Years:
    """Iterates over periods: the named ones, the last `last`, or all from `first` to `final`.

    Between quarters it iterates over quarters; without `first` and `final`, over all periods.
    """

    periods: tuple[Period, ...] = ()
    last: int = 0
    first: Period | None = None
    """Without `final`, the range ends with the latest period."""
    final: Period | None = None

    def __str__(self) -> str:
        if self.periods:
            return f"years {', '.join(map(str, self.periods))}"
        if self.last:
            until = f" up to {self.final}" if self.final else ""
            of_reports = self.final is not None and self.final.span == "report"
            what = "reports" if of_reports else "quarters" if self.by_quarter else "years"
            return f"the last {self.last} {what}{until}"
        step = "quarter" if self.by_quarter else "year"
        return f"every {step} from {self.first or 'the first'} to {self.final or 'the latest'}"

    @property
    def by_quarter(self) -> bool:
        """Whether it iterates over quarters instead of years."""
        return any(one.span == "quarter" for one in (self.first, self.final) if one)


@dataclass(frozen=True, slots=True)
class Parts:
    """Iterates over segments, regions or products."""

    names: tuple[str, ...] = ()
    kind: Literal["segment", "region", "product"] = "segment"

    def __str__(self) -> str:
        return f"{self.kind}s {', '.join(self.names)}" if self.names else f"all {self.kind}s"


_ASKING = {
    "what": "what is told of",
    "why": "why",
    "list": "a list",
    "changes": "what changed",
}


@dataclass(frozen=True, slots=True)
class Narrative:
    """A question for passages of a company's filings instead of figures."""

    topic: str
    """The subject of the question, without company and period; "" for all of a Form 8-K."""
    company: str = ""
    """As in `Lookup`; "" for all companies of the corpus."""
    period: Period = LATEST
    asks: Literal["what", "why", "list", "changes"] = "what"
    """`why`: the reason of something; `list`: every item of a kind; `changes`: any changes."""
    place: Scope = ANYWHERE

    def __str__(self) -> str:
        what = f"{_ASKING[self.asks]}: {self.topic or 'news'}"
        owner = self.company or "all companies"
        where = f" according to {self.place}" if str(self.place) else ""
        return f"{what} ({owner} in {self.period}{where})"


FormUnit = Literal["", "dollars", "percent", "points", "fraction", "times", "days"]


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """The form of the answer, which does not change its value."""

    unit: FormUnit = ""
    scale: Literal["", "thousands", "millions", "billions"] = ""
    decimals: int | None = None


AS_IT_IS = AnswerForm()
