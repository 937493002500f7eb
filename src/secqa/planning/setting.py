"""What the lines of a program are written about: the question, its companies and times.

Which company or year a term is about is itself an expression in a program, so that the same
term serves alone, in a loop over companies and in one over years.
"""

from dataclasses import dataclass

from secqa.errors import CannotAnswer
from secqa.planning.program import quoted
from secqa.planning.terms import Terms
from secqa.planning.times import When
from secqa.understanding.companies import Company
from secqa.understanding.pairing import Pair
from secqa.understanding.question import Ask


@dataclass(frozen=True, slots=True)
class Setting:
    """An understood question with what its programs are written from."""

    ask: Ask
    companies: tuple[Company, ...]
    when: When
    terms: Terms

    def first(self) -> str:
        """The only company, or the first, as an expression."""
        return quoted(self.companies[0].short_name)

    def all_years(self) -> str:
        """All years of the question, as an expression."""
        return repr(list(self.when.years))

    def two_companies(self) -> list[str]:
        """Lines that set `first` and `second`. Raises `CannotAnswer` unless two are named."""
        if len(self.companies) != 2:
            raise CannotAnswer("two companies must be named to compare one with the other")
        places = self.terms.different()
        other = places[1] if len(places) > 1 else 0
        pairs = self.ask.pairs or (
            Pair(self.companies[0], 0, None),
            Pair(self.companies[1], other, None),
        )
        first, second = reversed(pairs) if self.ask.wanted.base_first else pairs
        return [f"first = {self.of_pair(first)}", f"second = {self.of_pair(second)}"]

    def of_pair(self, pair: Pair) -> str:
        """The value of a company named with a metric and year of its own."""
        company, year = quoted(pair.company.short_name), str(pair.year or self.when.latest)
        return self.terms.measured(pair.metric, company, year)
