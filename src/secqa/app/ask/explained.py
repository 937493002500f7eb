"""What a model wrote of passages in, its sentences with footnotes out."""

import re
from dataclasses import dataclass

from secqa.systems.answer import Answer

_FOOTNOTE = re.compile(r"\[(\d{1,3})\]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, with the number of the passage that it cites behind it; 0 for none."""

    text: str
    cites: int


def explanation_of(answer: Answer) -> str:
    """What a model wrote; "" where the passages stand for themselves."""
    printed = "\n\n".join(one.text for one in answer.passages)
    is_own = answer.passages and isinstance(answer.value, str) and answer.value != printed
    return str(answer.value) if is_own else ""


def pieces_of(answer: Answer) -> tuple[Piece, ...]:
    """The explanation, cut at its footnotes; what cites no passage that is shown stays text."""
    pieces: list[Piece] = []
    text, last = "", 0
    told = explanation_of(answer)
    for found in _FOOTNOTE.finditer(told):
        number = int(found[1])
        text += told[last : found.start()]
        last = found.end()
        if 1 <= number <= len(answer.passages):
            pieces.append(Piece(text, number))
            text = ""
        else:
            text += found[0]
    text += told[last:]
    return (*pieces, Piece(text, 0)) if text else tuple(pieces)
