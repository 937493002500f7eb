"""The form of a question without what it is about: text in, the same with signs for things.

A skeleton is the question in lower case with each company as `¤` and each metric as `µ`, so
that a pattern sees "ratio of ¤ µ to µ" whatever was asked about whom. Two metrics that are
put together in so many words count as one from then on, so that "average R&D as a share of
revenue over 3 years" is the average of one thing.
"""

import re
from dataclasses import dataclass, replace

from secqa.understanding.periods import Periods

PERCENT = r"(?:percent(?:age)?s?|per cent|%|percentage points?)"


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A question reduced to its form."""

    text: str
    companies: int
    """How many different companies are compared."""
    metrics: tuple[str, ...]
    """Id or label of each `µ`, in order."""
    periods: Periods

    @property
    def several_years(self) -> bool:
        """Whether the time named holds more than one year."""
        time = self.periods
        return len(time.years) > 1 or time.last > 1 or time.year_over_year or time.is_range

    def has(self, pattern: str) -> bool:
        """Whether the text matches anywhere."""
        return re.search(pattern, self.text) is not None


@dataclass(frozen=True, slots=True)
class Combination:
    """Two metrics taken together: "µ minus µ", "µ as a percentage of µ"."""

    sign: str
    """`+`, `-` or `/`."""
    swapped: bool = False
    """Second by first: "which share of µ is µ"."""
    first: int = 0
    """Place of the first of the two among the question's metrics."""


_LINK = r"(?: (?:¤|the|its|their|of|total|for|in))* "
_OF = r"(?: (?:¤|the|its|their|total))* µ"
_PART_WORD = rf"(?:{PERCENT}|share|fraction|proportion|portion)"
_COMBINATIONS = (
    (rf"\bµ{_LINK}(?:less|minus|net of|excluding|after deducting){_LINK}µ", Combination("-")),
    (rf"\bdifference between{_OF}{_LINK}and{_OF}", Combination("-")),
    (rf"\bhow much (?:did|does|do){_OF} exceed{_OF}", Combination("-")),
    (rf"\b(?:ratio|quotient) (?:of|between){_OF}{_LINK}(?:to|and|over){_OF}", Combination("/")),
    (r"\bµ(?: |-)to(?: |-)µ(?: ratio)?|\bµ / µ", Combination("/")),
    (rf"\bµ{_LINK}?(?:\w+ ){{0,3}}as (?:a |an )?(?:{_PART_WORD}|multiple|ratio) (?:of|to){_OF}",
     Combination("/")),
    (rf"\bµ{_LINK}(?:divided by|per|over|relative to){_LINK}µ", Combination("/")),
    (rf"\bµ (?:make up|makes up|represent|represents|account for|accounts for|made up|be) "
     rf"(?:of|what {_PART_WORD} of){_OF}", Combination("/")),
    (rf"\b{_PART_WORD} of{_OF}\b[^µ?]*\bµ", Combination("/", swapped=True)),
    (rf"\bhow much of{_OF}\b[^µ?]*\bµ", Combination("/", swapped=True)),
    (rf"\b(?:relative to|in relation to|per dollar of|as a {_PART_WORD} of){_OF}\b,?[^µ?]*\bµ",
     Combination("/", swapped=True)),
    (rf"\bµ{_LINK}plus{_LINK}µ", Combination("+")),
    (rf"\b(?:sum|total|combined total) of{_OF}{_LINK}and{_OF}", Combination("+")),
    (rf"\bcombined{_OF} and{_OF}|\bµ and{_OF} (?:combined|together|in total)", Combination("+")),
)  # fmt: skip


def combine_metrics(s: Skeleton) -> tuple[Skeleton, Combination | None]:
    """The skeleton with two metrics that are put together as one `µ`."""
    for pattern, combination in _COMBINATIONS:
        match = re.search(pattern, s.text) if len(s.metrics) > 1 else None
        # With several companies, only what stands within one phrase belongs together.
        if match and (s.companies < 2 or "¤" not in match.group()):
            first = s.text.count("µ", 0, match.start())
            text = f"{s.text[: match.start()]}µ{s.text[match.end() :]}"
            joined = _joined(s.metrics, first)
            return replace(s, text=text, metrics=joined), replace(combination, first=first)
    return s, None


def _joined(metrics: tuple[str, ...], first: int) -> tuple[str, ...]:
    pair = " ".join(metrics[first : first + 2])
    return (*metrics[:first], pair, *metrics[first + 2 :])
