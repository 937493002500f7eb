"""Where an answer says what it comes to: a text in, its parts out, the most telling first.

Models reason, quote and compare before they answer, or after. What they mark as the answer ("Final
answer:", a box, an answer tag) counts first, then what they conclude ("therefore", "so"), then
the one thing that they print bold, what stands before a list, and at last the text as a whole.
"""

import re
from collections.abc import Iterator

from secqa.reading.structure.text_figures import sentences

_MARKED = (
    re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}"),
    re.compile(r"<answer>(.{0,4000}?)</answer>", re.IGNORECASE | re.DOTALL),
    re.compile(r"[\"']?\bfinal answer\b[\"']?\W{0,4}(?:is\b)?:?(.*)", re.IGNORECASE),
    re.compile(r"[\"']\b(?:answer|value|result)\b[\"']\s*:\s*([^,}\n]+|\[[^\]]*\])", re.IGNORECASE),
    re.compile(r"(?:\bthe answer is\b|(?<!\w)\W{0,2}answer\W{0,2}:|\branking\W{0,2}:)(.*)", re.I),
)
"""The last of each counts."""
_CONCLUDES = re.compile(
    r"^\W*(?:therefore|thus|hence|so|in conclusion|in summary|overall|consequently|in total"
    r"|(?:the )?(?:difference|change|total|result)\s*(?::|is\b|=))"
    r"|[,;]\s*(?:so|therefore|thus|hence)\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\b(?:highest|lowest|largest|smallest|greatest|least|most|peaked|biggest|best|worst)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?<=\S)\s*\n\s*(?:[-*•]|\[\d+\]|(?:sources?|evidence|references)\s*:)\s", re.I
)
"""Where what supports an answer begins."""
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s")
_BOLD = re.compile(r"\*\*(.+?)\*\*|__(.+?)__", re.DOTALL)


def parts(text: str) -> Iterator[str]:
    """Parts of a text, at last the whole; the same words may come again."""
    for pattern in _MARKED:
        if found := pattern.findall(text):
            yield found[-1]
    whole = sentences(text)
    concluding = [one for one in whole if _CONCLUDES.search(one)]
    if concluding:
        last = concluding[-1]
        cue = list(_CONCLUDES.finditer(last))[-1]
        yield last[cue.end() :]
        yield last
    bold = [one or other for one, other in _BOLD.findall(text)]
    if len(bold) == 1:
        yield bold[0]
    if (listed := _LISTED.search(text)) and not _ITEM.match(text):
        yield text[: listed.start()]
    yield text


def superlative_parts(text: str) -> Iterator[str]:
    """The same for answers that name which one: before the whole, what calls one the highest."""
    *marked, whole = parts(text)
    yield from marked
    yield from (one for one in reversed(sentences(text)) if _SUPERLATIVE.search(one))
    yield whole
