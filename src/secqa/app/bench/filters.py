"""The parameters of an address in, the questions of a benchmark that fit them out.

What can be chosen is what the questions have, each with how many have it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from secqa.app.addresses import Parameters
from secqa.app.bench.benches import Against, Bench
from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.dataset import Question
from secqa.benchmark.grammar.kinds import title_of

STATES = {
    "none": "not decided",
    "accept": "accepted",
    "edit": "edited",
    "reject": "rejected",
    "skip": "skipped",
}
"""What was decided of a question, as addresses have it, in words."""

Choice = tuple[str, str]
"""A value as addresses have it, and in words."""


@dataclass(frozen=True, slots=True)
class Filter:
    """One thing that questions are chosen by."""

    name: str
    """Of the parameter."""
    label: str
    values: Callable[[Question], Iterable[str]]
    title: Callable[[str], str] = str
    order: Callable[[str], object] = str


def filters_of(bench: Bench, against: Against, forms: Mapping[str, str]) -> tuple[Filter, ...]:
    """All there are; `forms` is document id -> form, as far as the corpus has the documents."""
    states = list(STATES)
    doubts = {"yes": "something speaks against it", "no": "nothing speaks against it"}
    return (
        Filter("type", "Type", lambda q: (q.type,), title_of, title_of),
        Filter("company", "Company", lambda q: dict.fromkeys(q.companies)),
        Filter("asks", "Complexity", complexity_said),
        Filter("form", "Form", lambda q: {forms.get(one, "") for one in documents_of(q)} - {""}),
        Filter(
            "difficulty",
            "Difficulty",
            lambda q: filter(None, (q.difficulty,)),
            str,
            order=lambda level: [*LEVELS, level].index(level),
        ),
        Filter(
            "doubted",
            "Checks",
            lambda q: ("yes" if against.get(q.question_id) else "no",),
            doubts.__getitem__,
        ),
        Filter(
            "state",
            "Review",
            lambda q: (bench.state(q.question_id) or "none",),
            STATES.__getitem__,
            states.index,
        ),
    )


def complexity_said(question: Question) -> tuple[str, ...]:
    """What makes a question complex, in words; "one value" where nothing does."""
    counted = question.complexity
    several = (
        ("several companies", counted.entities),
        ("several periods", counted.periods),
        ("several reports", counted.documents),
        ("several outputs", counted.outputs),
        (f"{counted.hops} hops", counted.hops),
    )
    found = [name for name, number in several if number > 1]
    found += counted.structure
    if question.passages:
        found.append("answered in words")
    if question.answer is None:
        found.append("no answer")
    return tuple(found) or ("one value",)


def documents_of(question: Question) -> dict[str, None]:
    """The reports that tell what a question needs."""
    named = [fact.document_id for fact in question.facts]
    return dict.fromkeys((*named, *(passage.document_id for passage in question.passages)))


def fitting(
    questions: Sequence[Question], filters: Iterable[Filter], given: Parameters
) -> list[Question]:
    """The questions that fit all that an address wants, in their order."""
    wanted = [(one, given[one.name]) for one in filters if given.get(one.name)]
    words = given.get("find", "").lower().split()
    return [
        question
        for question in questions
        if all(value in set(one.values(question)) for one, value in wanted)
        and has_words(words, f"{question.text} {question.question_id}")
    ]


def has_words(words: Sequence[str], text: str) -> bool:
    """Whether a text has all words, in lower case."""
    low = text.lower() if words else ""
    return all(word in low for word in words)


def choices(questions: Iterable[Question], one: Filter) -> list[Choice]:
    """What questions can be chosen by, with how many have it."""
    counted = Counter(
        value for question in questions for value in dict.fromkeys(one.values(question))
    )
    values = sorted(counted, key=one.order)  # type: ignore[arg-type]
    return [(value, f"{one.title(value)} ({counted[value]:,})") for value in values]


def chosen(filters: Iterable[Filter], given: Parameters) -> str:
    """The part of an address that chooses; "" where it chooses nothing."""
    names = [*(one.name for one in filters), "find"]
    return urlencode([(name, given[name]) for name in names if given.get(name)])
