"""When a question is about: years, quarters and spans as its words say them.

What is said here stays relative ("last 3") where the text is: only the corpus knows each
company's latest year.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal

Step = Literal["", "year", "quarter"]
"""How long before is what something is compared with; "" where nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Periods:
    """The time of a question as it is written."""

    years: tuple[int, ...] = ()
    """Fiscal years named, ascending; a range is filled up."""
    is_range: bool = False
    """The years are "from … to …": its ends count for growth, all of it for sums.
    With one year only, "since …": to the latest."""
    last: int = 0
    """"The last n years", "over an n-year period"; 0 when nothing of the kind is said."""
    prior: Step | Literal["one"] = ""
    """Compared with the year or quarter before; "the one before" is either."""
    years_back: int = 0
    """"The previous year" alone: 1."""
    quarters_back: int = 0
    """"The previous quarter" alone: 1."""
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    year_to_date: bool = False
    """From the beginning of the fiscal year to the end of `quarter`."""
    length: int = 0
    """Quarters that a period "ended" on `end` holds (4 for a year); 0 when not said."""
    of_reports: bool = False
    """"The last n reports", of whatever time they are."""
    latest_quarter: bool = False
    """"The most recent quarter": of those reported."""
    each: str = ""
    """"all" or "any" where every one of several years is looked at, or whether one of them is."""
    mixed: bool = False
    """Several quarters are named, or one and a whole year."""
    second_half: bool = False
    """The last two quarters of a year."""
    trailing: bool = False
    """The twelve months up to the end of a quarter."""
    calendar: bool = False
    """The years are calendar years."""
    end: date | None = None
    """A date named: "as of September 28, 2024", "three months ended June 30, 2024"."""

    @property
    def named(self) -> bool:
        """Whether the question says any time at all."""
        return self != Periods()
