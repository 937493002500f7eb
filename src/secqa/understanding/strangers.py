"""Names in a question that are none of the corpus: text in, what is written as a name out.

A question that compares a known company with one that no filing is of cannot be answered; words
that are written as names but belong to nothing known make an answer doubtful.
"""

import re
from collections.abc import Iterator, Sequence

from secqa.understanding.links import MASK, MetricLink, plain_words

_NAME = re.compile(r"(?<![\w¤])[A-Z][\w&.-]*\w(?: (?:& )?[A-Z][\w&.-]*\w)*")
# "Here's the question" speaks of nobody.
_THERE = {"Here", "There", "It", "That", "Let", "Who", "How", "Where", "When"}
_BEFORE_NAME = re.compile(
    r"(?:¤(?:, (?:and |or )?|,? (?:and|or|&) )|[,:] (?:and |or )?|\b(?:than|versus|vs\.?|that of"
    r"|compared (?:to|with)|[Aa]mong|[Bb]etween|and|or) )$"
)
_AFTER_NAME = re.compile(rf"(?:, (?:(?:and|or|&) )?| (?:and|or|&) )(?:the )?{MASK}")
_OWN_NAME = re.compile(r"\b[a-z]{0,2}[A-Z][\w&.-]*\w(?: (?:& )?[A-Z][\w&.-]*\w)*(?:['’]s)?")


def strangers(text: str, links: Sequence[MetricLink]) -> Iterator[str]:
    """Capitalised names beside companies, in comparisons, or with a possessive."""
    for match in _NAME.finditer(text):
        words = match.group().split()
        while words and not any(plain_words(words[0].lower())):
            words = words[1:]
        start = match.end() - len(" ".join(words))
        owner = text[match.end() : match.end() + 2] in {"'s", "’s"}
        if (
            not words
            or (owner and words[-1] in _THERE)
            or (not owner and any(k.start < match.end() and start < k.end for k in links))
        ):
            continue
        if (
            owner
            or _BEFORE_NAME.search(text, 0, start)
            or (start and _AFTER_NAME.match(text, match.end()))
        ):
            yield " ".join(words)


def own_names(question: str) -> Iterator[str]:
    """What is written as a name, and not only because a sentence begins there."""
    for match in _OWN_NAME.finditer(question):
        words = match.group().removesuffix("'s").removesuffix("’s").split()
        while words and not any(plain_words(words[0].lower())):
            words = words[1:]
        if not words:
            continue
        first = match.end() == 0 or not question[: match.start()].strip()
        if not first or len(words) > 1 or not words[0].istitle():
            yield " ".join(words)
