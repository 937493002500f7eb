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
    total: bool = False
    """Whether a total is asked for where no metric's own name begins so, as "total assets" does."""

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


_LINK = r"(?: (?:¤|the|its|their|of|total|for|in|that|same))* "
_OF = r"(?: (?:¤|the|its|their|total|that|in|of|for))* µ"
_PART_WORD = rf"(?:{PERCENT}|share|fraction|proportion|portion|part)"
_QUOTIENT = rf"(?:{_PART_WORD}|multiple|ratio)"
_DOES = r"(?:did|does|do|has|have|had|was|were|is|are|could|would|can)"
# Longer patterns first: "ratio of µ to µ" before "µ to µ".
_COMBINATIONS = (
    (rf"\bhow many times(?: over)?(?: {_DOES})?{_OF}(?: (?!µ)\w+){{0,2}} (?:cover\w*|exceed\w*|pay"
     rf"\w*|fund\w*|bigger than|larger than|higher than|greater than|that of){_OF}",
     Combination("/")),
    (rf"\bhow many times(?: over)?{_OF} {_DOES}\b[^µ?]*\bµ|\bwhat multiple of{_OF}\b[^µ?]*\bµ",
     Combination("/", swapped=True)),
    (rf"\bµ(?: {_DOES})? (?:how many times|what multiple of){_OF}", Combination("/")),
    (rf"\bµ cover\w*{_OF}(?: how many times(?: over)?)", Combination("/")),
    (rf"\b(?:subtract|deduct|take|taking|remov)(?:ing|e)?(?: away)?{_OF} from{_OF}",
     Combination("-", swapped=True)),
    (r"\bafter (?:\w+ ){0,2}?(?:(?:for|off) )?µ ?,[^µ?]*\bµ\b.*\b(?:left|remain\w*|keep)\b",
     Combination("-", swapped=True)),
    (rf"\b(?:left|remain\w*) (?:over )?(?:of|from){_OF}(?: \w+)? (?:after|once)(?: \w+){{0,3}} µ"
     rf"|\bµ\b[^µ?]*\b(?:left|remain\w*)(?: over)? (?:after|once)(?: \w+){{0,3}} µ",
     Combination("-")),
    (rf"\bµ{_LINK}(?:less|minus|net of|excluding|after (?:deducting|subtracting)){_LINK}µ",
     Combination("-")),
    (rf"\bµ(?P<kept>[^µ?]*\b\d[\d.]* ?(?:%|percent|per cent)) of{_OF}", Combination("/")),
    (rf"\bµ\b[^µ?]{{0,40}} (?:to|with|by|against){_OF},?[^µ?]{{0,12}} as a (?:ratio|percentage"
     r"|percent|multiple|fraction|share)\b", Combination("/")),
    (rf"\bµ and{_OF}[^µ?]*\bwhat(?: i|')s the (?:difference|gap)\b", Combination("-")),
    (rf"\b(?:difference|gap|spread) between{_OF}{_LINK}and{_OF}", Combination("-")),
    (r"\bhow much more\b[^µ?]*µ[^µ?]{0,20}\bthan\b[^µ?]{0,15}µ", Combination("-")),
    (r"\bhow much less\b[^µ?]*µ[^µ?]{0,20}\bthan\b[^µ?]{0,15}µ", Combination("-", swapped=True)),
    (rf"\b(?:by )?how much (?:{_DOES}){_OF} (?:exceed|top|beat|outweigh|run ahead of){_OF}"
     rf"|\bhow much (?:higher|larger|bigger|greater|more) (?:{_DOES}){_OF} than{_OF}",
     Combination("-")),
    (rf"\b(?:ratio|quotient) (?:of|between|from){_OF}{_LINK}(?:to|and|over|by|divided by){_OF}",
     Combination("/")),
    (r"\bµ(?: |-)to(?: |-)µ(?: ratio)?|\bµ ?/ ?µ", Combination("/")),
    (rf"\bµ{_LINK}?,?(?: ?\w+){{0,4}} ?(?:as|in) (?:a |an )?{_QUOTIENT} (?:of|to){_OF}",
     Combination("/")),
    (rf"\bµ{_LINK}(?:divided by|per|per dollar of|for (?:each|every)(?: \w+ of)?|over|relative to"
     rf"|in relation to|in proportion to|as against|set against){_LINK}µ", Combination("/")),
    (rf"\bµ {_DOES} ¤ (?:\w+ ){{1,2}}?(?:per|for (?:each|every)|on each|out of (?:each|every))"
     rf"(?: single)?(?: dollar of)?{_OF}", Combination("/")),
    (rf"\bµ {_PART_WORD} of{_OF}", Combination("/")),
    (rf"\bµ (?:make up|makes up|represent|represents|account for|accounts for|made up|be"
     rf"|equal to|amount to|correspond to|absorb|eat up|consume|take up|swallow)(?: up)? "
     rf"(?:of|what {_PART_WORD} of){_OF}", Combination("/")),
    (rf"\bwhat {_PART_WORD} {_DOES}{_OF} [^µ?]*\bof{_OF}", Combination("/")),
    (rf"\b{_PART_WORD} of{_OF}\b[^µ?]*\bµ", Combination("/", swapped=True)),
    (rf"\bhow much of{_OF}\b[^µ?]*\bµ", Combination("/", swapped=True)),
    (rf"\b(?:relative to|compared (?:to|with)|in relation to|as a {_PART_WORD} of"
     r"|(?:per|(?:for|of|on|out of) (?:each|every)(?: single)?) (?:us )?(?:dollar|\$1?|buck) of)"
     rf"{_OF}\b,?(?P<before>[^µ?]*)\bµ", Combination("/", swapped=True)),
    (rf"\bµ{_LINK}(?:plus|added to|together with){_LINK}µ", Combination("+")),
    (rf"\b(?:sum|total|combined total|adding(?: up)?|add(?: up)?|if you add(?: up)?)(?: of)?{_OF}"
     rf"{_LINK}(?:and|to){_OF}", Combination("+")),
    (rf"\bcombined{_OF} and{_OF}|\bµ and{_OF},?(?: \w+)? (?:combined|together|in total"
     r"|taken together|added up|add up to|altogether)", Combination("+")),
)  # fmt: skip


def combine_metrics(s: Skeleton) -> tuple[Skeleton, Combination | None]:
    """The skeleton with two metrics that are put together as one `µ`."""
    for pattern, combination in _COMBINATIONS:
        match = re.search(pattern, s.text) if len(s.metrics) > 1 else None
        # With several companies, only what stands within one phrase belongs together.
        before = (match.groupdict().get("before") or "") if match else ""
        joined = match.group().replace(before, "") if match else ""
        if match and (s.companies < 2 or "¤" not in joined):
            first = s.text.count("µ", 0, match.start())
            if s.metrics[first] == s.metrics[first + 1]:
                # "2024 revenue less 2023 revenue" is one metric in two years.
                continue
            kept = match.groupdict().get("kept") or ""
            text = f"{s.text[: match.start()]}{before}µ{kept}{s.text[match.end() :]}"
            metrics = _joined(s.metrics, first)
            return replace(s, text=text, metrics=metrics), replace(combination, first=first)
    return s, None


def _joined(metrics: tuple[str, ...], first: int) -> tuple[str, ...]:
    pair = " ".join(metrics[first : first + 2])
    return (*metrics[:first], pair, *metrics[first + 2 :])
