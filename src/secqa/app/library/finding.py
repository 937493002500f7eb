"""A document and words in, its pages that have all of them, with the first line that has one."""

import re
from dataclasses import dataclass

from secqa.filings.document import Document

_AROUND = 70
"""Characters shown on each side of the first hit."""
_MOST = 100


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that has all words."""

    page: int
    label: str
    before: str
    hit: str
    after: str
    count: int
    """How often one of the words stands on it."""


def hits_of(document: Document, words: tuple[str, ...]) -> tuple[Hit, ...]:
    """The pages that have all words, in order."""
    found: list[Hit] = []
    wanted = [re.compile(r"\s+".join(map(re.escape, w.split())), re.IGNORECASE) for w in words]
    for page in document.pages if wanted else ():
        text = page.text
        places = [word.search(text) for word in wanted]
        first = places[0]
        if first is None or None in places:
            continue
        before = " ".join(text[max(0, first.start() - _AROUND) : first.start()].split())
        after = " ".join(text[first.end() : first.end() + _AROUND].split())
        count = sum(len(word.findall(text)) for word in wanted)
        found.append(Hit(page.number, page.label, before, first.group(), after, count))
        if len(found) == _MOST:
            break
    return tuple(found)
