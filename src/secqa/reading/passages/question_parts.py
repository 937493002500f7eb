"""Split a narrative question that asks several things into its parts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from secqa.query.leaves import Narrative
from secqa.reading.reading import Passage, PassageAnswer
from secqa.reading.structure.vocabulary import pattern_of

_FEW = 4
"""Words of a question that names no subject of its own: "why so different"."""
_NEXT_QUESTION, _QUESTION, _WHY, _REFERS = (
    pattern_of("question_parts", name) for name in ("next_question", "question", "why", "refers")
)


def parts_of(telling: Narrative) -> tuple[Narrative, ...]:
    """Split a topic that holds several questions: "what does the new licence allow, and how long
    is it?"; a later one that names no subject takes the subject of the first."""
    first, *others = _NEXT_QUESTION.split(telling.topic)
    others = [one.strip(" ,?") for one in others]
    if telling.asks != "what" or not others or not all(map(_says_more, others)):
        return (telling,)
    subject = _QUESTION.sub("", first).strip(" ,?")
    parts = [first, *(f"{one}: {subject}" if _needs_subject(one) else one for one in others)]
    return tuple(
        replace(telling, topic=one, asks="why" if _WHY.match(one) else "what") for one in parts
    )


def _needs_subject(part: str) -> bool:
    return bool(_REFERS.search(part)) or len(part.split()) <= _FEW


def _says_more(part: str) -> bool:
    """Whether a part is a question of its own, not only "and why?"."""
    return bool(_QUESTION.sub("", part).strip(" ,?"))


def by_topic(
    topics: Sequence[str], told: Sequence[tuple[str, PassageAnswer]], most: int | None
) -> Iterator[Passage]:
    """The passages of one topic after the other; a later one does not repeat an earlier one."""
    shown: set[str] = set()
    for topic in topics:
        about = topic.partition(": ")[0] if len(topics) > 1 else ""
        before = frozenset(shown)
        for one in [one for own, of in told if own == topic for one in of.passages[:most]]:
            lines = one.text.split("\n")
            shown.update(lines)
            if not before.issuperset(lines):
                yield replace(one, about=about)
