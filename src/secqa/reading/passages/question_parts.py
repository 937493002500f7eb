"""Split a narrative question that asks several things into its parts, and find what an answer to
all of it leaves out.

Of things that are named side by side ("the auditors or the audit committee's expert") the best
passages often tell one; what they do not name is asked for again by itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from secqa.query.leaves import Narrative
from secqa.reading.passages.passage_features import TALK
from secqa.reading.passages.term_matches import HAPPENING, distinct_codes, other_names, presence
from secqa.reading.passages.word_meaning import codes_of, concepts_of, load_scorer
from secqa.reading.reading import Passage, PassageAnswer
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.terms import stems

Part = tuple[str, Narrative]
"""A part of a question as it is worded there, and what it asks."""
_FEW = 2
"""Telling words of a question that names no subject of its own: "where does the case stand"."""
_HALF = 0.5
"""A thing is named where at least this share of its words is, by their rarity."""
_NEXT_QUESTION, _QUESTION, _WHY, _REFERS, _BESIDE = (
    pattern_of("question_parts", name)
    for name in ("next_question", "question", "why", "refers", "beside")
)


def parts_of(telling: Narrative) -> tuple[Part, ...]:
    """Split a topic that holds several questions: "what does the new licence allow, and how long
    is it?"; a later one that names no subject takes the subject of the first."""
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
        (said, replace(telling, topic=topic, asks="why" if _WHY.match(said) else "what"))
        for said, topic in zip(others, topics, strict=True)
    )
    return ((first, one), *rest)


def missing_parts(telling: Narrative, passages: Iterable[Passage]) -> tuple[Part, ...]:
    """The things named side by side in a topic that no passage of its answer names."""
    beside = [_QUESTION.sub("", one).strip(" ,?.") for one in _BESIDE.split(telling.topic)]
    named = {one: subject for one in beside if (subject := _subject(one))}
    if telling.asks != "changes" or len(named) == 1:
        return ()
    shown = [f"{one.heading} {one.text}" for one in passages]
    return tuple(
        (one, replace(telling, topic=one))
        for one, subject in named.items()
        if _share_of_subject(subject, shown) < _HALF
    )


def _subject(words: str) -> list[str]:
    return [one for one in stems(words) if one not in TALK | HAPPENING]


def _share_of_subject(subject: Sequence[str], texts: Iterable[str]) -> float:
    """The share of some stems, by rarity, that texts have or have another name of."""
    terms = distinct_codes(subject)
    own = [codes_of(" ".join(texts))]
    there = (presence(own, terms)[0] | other_names(own, terms, concepts_of(subject)))[0]
    weight = load_scorer().meaning.rarity_of(terms)
    return float(there @ weight / weight.sum())


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
