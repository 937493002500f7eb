"""A sentence in, what it tells the amount of out, like the label of a row.

"Expenses for freight to stores were $5 million", "We recognized expenses of $3 million for
freight": what stands before the verb, or after one of having, is the line's name, whatever
words it is made of. Time that leads a sentence in and who speaks belong to no name.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from secqa.reading.labels import normal
from secqa.reading.mentions import DATES

_LONGEST = 140
_LEAD = re.compile(
    r"(?:\(\d\) ?)?"
    r"(?:(?:for|during|in|as of|at|on|both|the|each|end|beginning|of|and|years?|months?"
    r"|quarters?|ended|three|six|nine|twelve|periods?|respectively|also|additionally|as|,)[ ,]+)*"
)
_WHO = re.compile(
    r"(?:our|the company's|its|these|such|the)\s+(?=\w)|(?:the )?(?:company|we)(?:'s)? (?=total )"
)
_IS = re.compile(
    r" (?:was|were|totall?ed|amounted to|approximated|is|are|has been)\b"
    r"(?: approximately| about)? ?(?=[($\d]|as follows|an? (?:expense|benefit) of)"
)
_HAVE = re.compile(
    r"\b(?:we|the company|it|have|had|also|and) (?:also |have |had )?"
    r"(?:recorded|recognized|incurred|paid|made|had|have|received|reported)"
    r"(?: approximately| an?| total)? ([a-z][a-z ,&'/()-]{3,90}?)"
    r" (?:of|totaling|totalling)(?: approximately| about)? (?=[($\d])"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The words of a name and where it stands in its sentence."""

    label: str
    words: tuple[str, ...]
    start: int
    end: int


@lru_cache(maxsize=65536)
def subject_of(folded: str) -> Subject | None:
    """What the sentence (in lower case) gives the amount of, None when that is not plain."""
    blank = DATES.sub(lambda day: "," * len(day[0]), folded)
    verb = _IS.search(blank)
    if verb is not None:
        lead = _LEAD.match(blank)
        start = lead.end() if lead else 0
        who = _WHO.match(blank, start)
        start, end = who.end() if who else start, verb.start()
    elif (had := _HAVE.search(blank)) is not None:
        start, end = had.span(1)
    else:
        return None
    label = blank[start:end]
    if not label or len(label) > _LONGEST or re.search(r"\d|;|\. ", label):
        return None
    words = normal(label)
    return Subject(label, words, start, end) if words else None
