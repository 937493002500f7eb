"""Sentences that say that there was none, and what is sought in, candidate zeros out.

"We recorded no goodwill impairment charges for 2025, 2024 or 2023", "income taxes paid were not
significant": no number is printed, and yet the value is told, for every year named.
"""

import re
from collections.abc import Iterator

from secqa.filings.document import Metadata, Page
from secqa.reading.mentions import years
from secqa.reading.names import names_of, refuses
from secqa.reading.place import Place
from secqa.reading.sentences import sentences_with, shortened
from secqa.reading.sought import Candidate, Sought

_NONE_BEFORE = re.compile(
    r"\b(?:no|not (?:record|recogni[sz]e|incur|have|pay|make)d?|nor any)\b[^.;,$\d]{0,30}$"
)
_NONE_AFTER = re.compile(
    r"[^.;$%]{0,60}?\b(?:was|were|is|are|have been|had been) "
    r"(?:not (?:significant|material)|immaterial|insignificant|zero|nil|none)\b"
)
_SCORE = 0.3
"""Less than any sentence with a figure."""


def read_none(sought: Sought, metadata: Metadata, page: Page) -> Iterator[Candidate]:
    """Zeros that the page's sentences state for the year sought."""
    metric, year = sought.metric, sought.period.year or metadata.fiscal_year
    if metric is None or sought.unit != "USD" or year is None:
        return
    names = names_of(metric)
    phrases = (metric.name.lower(), *metric.synonyms, *metric.printed)
    for element, sentence, folded in sentences_with(phrases, page):
        place = next((at for phrase in phrases if (at := folded.find(phrase)) >= 0), -1)
        end = max((place + len(p) for p in phrases if folded.startswith(p, place)), default=place)
        if place < 0 or refuses(folded[:end], names):
            continue
        if not (_NONE_BEFORE.search(folded[:place]) or _NONE_AFTER.match(folded, end)):
            continue
        named: set[int | None] = {one.year for one in years(folded, metadata)}
        if year in (named or {metadata.fiscal_year}):
            yield Candidate(
                value=0.0,
                unit=sought.unit,
                score=_SCORE,
                metadata=metadata,
                page=page.number,
                element=element.index,
                row=-1,
                column=-1,
                quote=shortened(sentence, place, end),
                place=Place.SENTENCE,
            )
