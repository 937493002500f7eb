"""The benchmarks as a list, one of them with its questions, and one question with its evidence."""

from collections.abc import Mapping
from urllib.parse import quote

from secqa.app.addresses import Parameters
from secqa.app.bench.benches import Bench, Checks, Unread, bench_named, benches
from secqa.app.bench.filters import (
    STATES,
    Filter,
    choices,
    chosen,
    complexity_said,
    filters_of,
    fitting,
)
from secqa.app.gold import also_said, answer_said, pieces_of
from secqa.app.paging import paged
from secqa.app.part import page_part
from secqa.app.workplace import Workplace
from secqa.benchmark.dataset import Question
from secqa.benchmark.grammar.kinds import title_of
from secqa.errors import SecqaError
from secqa.evaluation.report.rendering import format_value


def address_of(name: str, question_id: str = "", told: str = "") -> str:
    """Where a benchmark is, or one of its questions."""
    parts = [quote(one, safe="") for one in (name, question_id) if one]
    return f"/benchmarks/{'/'.join(parts)}{f'?{told}' if told else ''}"


def benches_page(place: Workplace) -> str:
    """All benchmarks, with how large they are and how far their review is."""
    found = benches(place)
    return place.render(
        "benchmarks.html.j2",
        view="benchmarks",
        read=[one for one in found if isinstance(one, Bench)],
        unread=[one for one in found if isinstance(one, Unread)],
        folders=place.folders.benchmarks,
        address_of=address_of,
        states=STATES,
    )


def bench_page(place: Workplace, name: str, given: Parameters) -> str:
    """One benchmark: its questions, as many as fit what is chosen."""
    bench = bench_named(place, name)
    against = place.kept(Checks).of(bench)
    filters = filters_for(place, bench)
    found = fitting(bench.benchmark.questions, filters, given)
    told = chosen(filters, given)
    return place.render(
        "benchmark.html.j2",
        view="benchmarks",
        bench=bench,
        about=bench.benchmark,
        selects=[(one, choices(bench.benchmark.questions, one)) for one in filters],
        given=given,
        paged=paged(found, given),
        told=told,
        begin=first_to_review(bench, found),
        against=against,
        address_of=address_of,
        shown=format_value,
        title_of=title_of,
        states=STATES,
        written=given.get("written", ""),
    )


def question_page(
    place: Workplace, name: str, question_id: str, given: Parameters, person: str
) -> str:
    """One question: its answer, what that rests on, and what is decided of it."""
    bench = bench_named(place, name)
    question = question_named(bench, question_id)
    filters = filters_for(place, bench)
    found = fitting(bench.benchmark.questions, filters, given)
    pieces = pieces_of(question, place.corpus)
    first = pieces[0].spots[0] if pieces and pieces[0].spots else None
    opened = first is not None and first.is_here
    before, after = neighbours(bench, found, question)
    return place.render(
        "benchmark_question.html.j2",
        view="benchmarks",
        bench=bench,
        question=question,
        place_in=(
            [one.question_id for one in found].index(question_id) + 1 if question in found else 0
        ),
        count=len(found),
        told=chosen(filters, given),
        before=before,
        after=after,
        answer=answer_said(question),
        also=also_said(question),
        asks=complexity_said(question),
        title=title_of(question.type),
        against=place.kept(Checks).of(bench).get(question_id, ()),
        pieces=pieces,
        opened=page_part(place, first.document_id, first.page, first.mark)
        if first and opened
        else "",
        decision=bench.decided.get(question_id),
        last=_last(bench, given),
        states=STATES,
        person=person,
        address_of=address_of,
    )


def filters_for(place: Workplace, bench: Bench) -> tuple[Filter, ...]:
    """What the questions of a benchmark are chosen by."""
    forms: Mapping[str, str] = {
        entry.metadata.document_id: entry.metadata.form for entry in place.corpus.entries
    }
    return filters_of(bench, place.kept(Checks).of(bench), forms)


def question_named(bench: Bench, question_id: str) -> Question:
    """A question by its id; SecqaError where the benchmark has none."""
    for question in bench.benchmark.questions:
        if question.question_id == question_id:
            return question
    raise SecqaError(f"{question_id}: no such question in {bench.name}")


def neighbours(
    bench: Bench, found: list[Question], question: Question
) -> tuple[Question | None, Question | None]:
    """The questions before and after one among those that were chosen, which may leave it out."""
    order = {one.question_id: place for place, one in enumerate(bench.benchmark.questions)}
    own = order[question.question_id]
    before = [one for one in found if order[one.question_id] < own]
    after = [one for one in found if order[one.question_id] > own]
    return (before[-1] if before else None), (after[0] if after else None)


def first_to_review(bench: Bench, found: list[Question]) -> Question | None:
    """The first that nothing is decided of, else the first that was skipped."""
    for state in ("", "skip"):
        for question in found:
            if bench.state(question.question_id) == state:
                return question
    return None


def _last(bench: Bench, given: Parameters) -> Question | None:
    """The question that was decided just before this one was shown."""
    wanted = given.get("decided", "")
    if wanted not in bench.decided:
        return None
    return next((one for one in bench.benchmark.questions if one.question_id == wanted), None)
