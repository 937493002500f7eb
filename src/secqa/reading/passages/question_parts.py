"""Split a narrative question that asks several things into its parts.

Each has its own passages: the best ones of a question on several things often tell one of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from secqa.query.leaves import Narrative
from secqa.reading.passages.passage_features import TALK
from secqa.reading.passages.term_matches import HAPPENING
from secqa.reading.reading import Passage, PassageAnswer
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.terms import stems

Part = tuple[str, Narrative]
"""A part of a question as it is worded there, and what it asks."""
_FEW = 2
"""Telling words of a question that names no subject of its own: "where does the case stand"."""
_NEXT_QUESTION, _QUESTION, _WHY, _REFERS, _BESIDE = (
    pattern_of("question_parts", name)
    for name in ("next_question", "question", "why", "refers", "beside")
)


def parts_of(telling: Narrative) -> tuple[Part, ...]:
    """Split a topic that holds several questions: "what does the new licence allow, and how long
    is it?"; a later one that names no subject takes the subject of the first. Things that may have
    changed are parts where they are named side by side: "the auditors or internal controls"."""
    if telling.asks == "changes":
        beside = [_QUESTION.sub("", one).strip(" ,?.") for one in _BESIDE.split(telling.topic)]
        named = [one for one in beside if _subject(one)]
        return tuple((one, replace(telling, topic=one)) for one in named or [telling.topic])
    first, *others = _NEXT_QUESTION.split(telling.topic)
    others = [one.strip(" ,?") for one in others]  # "and why?" is no question of its own
    asks_both = telling.asks in ("what", "why") and all(_QUESTION.sub("", one) for one in others)
    if not others or not asks_both:
        return ((telling.topic, telling),)
    subject = _QUESTION.sub("", first).strip(" ,?")
    topics = [
        f"{one}: {subject}" if _REFERS.search(one) or len(_subject(one)) <= _FEW else one
        for one in others
    ]
    one = replace(telling, topic=first, asks="why" if _WHY.match(first) else telling.asks)
    rest = (
        (part, replace(telling, topic=topic, asks="why" if _WHY.match(part) else "what"))
        for part, topic in zip(others, topics, strict=True)
    )
    return ((first, one), *rest)


def _subject(words: str) -> list[str]:
    return [one for one in stems(words) if one not in TALK | HAPPENING]


def by_part(answers: Iterable[tuple[str, PassageAnswer]], most: int | None) -> Iterator[Passage]:
    """The passages of one part after the other; a later one does not repeat an earlier one."""
    parts: dict[str, list[Passage]] = {}
    for part, answer in answers:
        parts.setdefault(part, []).extend(answer.passages[:most])
    shown: set[str] = set()
    for part, passages in parts.items():
        before = frozenset(shown)
        for one in passages:
            lines = one.text.split("\n")
            shown.update(lines)
            if not before.issuperset(lines):
                yield replace(one, about=part if len(parts) > 1 else "")


def once_each(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Passages of which each text is shown once, of the latest with the names of the others."""
    kept: dict[str, Passage] = {}
    for one in passages:
        if (before := kept.pop(one.text, None)) is not None:
            others = {*before.also_in, *one.also_in, before.document_id} - {one.document_id}
            one = replace(one, also_in=tuple(sorted(others)))
        kept[one.text] = one
    return tuple(kept.values())
