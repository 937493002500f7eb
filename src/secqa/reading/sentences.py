"""A page in, its sentences that hold numbers out, folded once for all questions."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from secqa.filings.document import Element, ElementType, Page

_SPLIT = re.compile(r"(?<=[.;!?])\s+(?=[A-Z“\"(•])|\n+")
_DIGIT = re.compile(r"\d")
# The performance graph's "$100 invested, dividends reinvested" stands in every annual report.
_SUPPOSED = re.compile(r"\b(?:assum(?:es|ed|ing)|hypothetical|reinvest\w*)\b", re.IGNORECASE)
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM, ElementType.TITLE)


def sentences_with(phrases: Sequence[str], page: Page) -> Iterator[tuple[Element, str, str]]:
    """Sentences of paragraphs that name one of the phrases: element, as printed, lower case."""
    texts = [(element, _lower(element.text)) for element in page.elements if element.type in _PROSE]
    # Most pages name none of the phrases, and tell it of all their text at once.
    all_of_them = "\n".join(lower for _, lower in texts)
    phrases = [phrase for phrase in phrases if phrase in all_of_them]
    for element, lower in texts:
        if any(phrase in lower for phrase in phrases):
            for sentence, folded in _sentences(element.text):
                yield element, sentence, folded


def shortened(sentence: str, start: int, end: int) -> str:
    """The sentence, or of a long one the part around `[start, end)`."""
    return sentence if len(sentence) < 400 else sentence[max(0, start - 200) : end + 150]


@lru_cache(maxsize=65536)
def _lower(text: str) -> str:
    return text.lower()


@lru_cache(maxsize=65536)
def _sentences(text: str) -> tuple[tuple[str, str], ...]:
    """Sentences that hold numbers and tell what is, not what is supposed."""
    return tuple(
        (part, part.lower().replace("’", "'"))
        for part in _SPLIT.split(text)
        if _DIGIT.search(part) and not _SUPPOSED.search(part)
    )
