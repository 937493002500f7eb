"""The runs as a list, one of them with its answers, and one answer with all it rests on."""

from collections import Counter
from itertools import groupby
from urllib.parse import urlencode

from secqa.app.addresses import Parameters
from secqa.app.bench.bench_pages import address_of as question_address
from secqa.app.bench.benches import bench_of
from secqa.app.gold import also_said, answer_said, pieces_of
from secqa.app.paging import paged
from secqa.app.runs import answers
from secqa.app.runs.graded import Chosen, chosen, lines, run_address
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.kinds import title_of
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import is_in_words
from secqa.evaluation.judging.verdict_file import agreements_of
from secqa.evaluation.report.rendering import format_value
from secqa.evaluation.scores import Score

_FILTERS = ("outcome", "cause", "type", "find")


def runs_page(place: Workplace, given: Parameters) -> str:
    """All runs, those of the same questions together and the best first."""
    read, unread = lines(place)
    find = given.get("find", "")
    wanted = find.lower().split()
    found = [
        one
        for one in read
        if all(w in f"{one.name} {one.suite} {one.benchmark}".lower() for w in wanted)
    ]
    groups = [list(own) for _, own in groupby(found, lambda one: one.benchmark)]
    return place.render(
        "runs.html.j2",
        view="runs",
        groups=groups,
        any_read=bool(read),
        unread=unread,
        find=find,
        folders=place.folders.runs,
        run_address=run_address,
    )


def run_page(place: Workplace, name: str, given: Parameters) -> str:
    """One run at one number of pages: its scores, and its answers as many as fit."""
    one = run_at(place, name, given)
    setting = one.setting
    found = fitting(one, given)
    return place.render(
        "run.html.j2",
        view="runs",
        one=one,
        setting=setting,
        run=one.graded.run,
        others=[other.pages for other in one.graded.settings],
        outcomes=_counted(map(answers.outcome, setting.answers)),
        causes=list(setting.causes.items()),
        causes_said=[(name, f"{name} ({number:,})") for name, number in setting.causes.items()],
        types=[
            (kind, f"{title_of(kind)} ({s.right} of {s.total} right)")
            for kind, s in sorted(setting.by("type").items(), key=lambda p: title_of(p[0]))
        ],
        given=given,
        told=told_of(one, given),
        filtered=any(given.get(key) for key in _FILTERS),
        paged=paged(found, given),
        in_words=any(is_in_words(scored.question) for scored in setting.answers),
        agreements=agreements_of(one.graded.run),
        answers=answers,
        run_address=run_address,
        shown=format_value,
        title_of=title_of,
    )


def answer_page(place: Workplace, name: str, question_id: str, given: Parameters) -> str:
    """One answer: what is right, what was said, why it ended so, and what was read where."""
    one = run_at(place, name, given)
    scored = one.scored(question_id)
    found = fitting(one, given)
    order = {s.question.question_id: at for at, s in enumerate(one.setting.answers)}
    before = [s for s in found if order[s.question.question_id] < order[question_id]]
    after = [s for s in found if order[s.question.question_id] > order[question_id]]
    return place.render(
        "run_answer.html.j2",
        view="runs",
        one=one,
        count=len(found),
        place_in=found.index(scored) + 1 if scored in found else 0,
        before=before[-1] if before else None,
        after=after[0] if after else None,
        told=told_of(one, given),
        run_address=run_address,
        **of_question(place, scored),
        **of_answer(place, scored),
    )


def of_question(place: Workplace, scored: Score) -> dict[str, object]:
    """What a page says of the question of an answer."""
    question = scored.question
    bench = bench_of(place, question.question_id)
    return {
        "question": question,
        "gold": answer_said(question),
        "also": also_said(question),
        "title": title_of(question.type),
        "gold_pieces": pieces_of(question, place.corpus),
        "review": question_address(bench, question.question_id) if bench else "",
    }


def of_answer(place: Workplace, scored: Score) -> dict[str, object]:
    """What a page says of an answer."""
    return {
        "scored": scored,
        "answer": scored.prediction.answer,
        "outcome": answers.outcome(scored),
        "said": answers.said(scored),
        "cause": answers.cause(scored),
        "lost": answers.lost(scored, place.corpus),
        "pieces": answers.read_pieces(scored, place.corpus),
        "retrieved": answers.retrieved(scored, place.corpus),
    }


def run_at(place: Workplace, name: str, given: Parameters) -> Chosen:
    """A run at the number of pages that an address wants, or at its best."""
    pages = given.get("k", "")
    try:
        return chosen(place, f"{name}@{pages}" if pages else name)
    except SecqaError:
        if pages:
            return chosen(place, name)
        raise


def fitting(one: Chosen, given: Parameters) -> list[Score]:
    """The answers that fit what an address wants, in their order."""
    outcome, cause, kind = (given.get(name, "") for name in ("outcome", "cause", "type"))
    words = given.get("find", "").lower().split()
    return [
        scored
        for scored in one.setting.answers
        if (not outcome or answers.outcome(scored) == outcome)
        and (not cause or answers.cause(scored) == cause)
        and (not kind or scored.question.type == kind)
        and (not words or answers.fits([scored], words))
    ]


def told_of(one: Chosen, given: Parameters) -> str:
    """The part of an address that chooses the number of pages and answers."""
    kept = {key: given[key] for key in _FILTERS if given.get(key)}
    return urlencode({"k": one.setting.pages, **kept})


def _counted(outcomes: "map[str]") -> list[tuple[str, str]]:
    found = Counter(outcomes)
    return [(name, f"{name} ({found[name]:,})") for name in answers.OUTCOMES if found[name]]
