"""A conversation of an address in, its page out: the turns, and what they are about beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from secqa.app.addresses import Parameters
from secqa.app.chat.following import next_questions
from secqa.app.chat.holding import Conversation, Held, Talking
from secqa.app.chat.subject import Subject, subject_of
from secqa.app.chat.talk import PATH, Talk
from secqa.app.chat.told import Line, Word, answer_said, lines_of, source_of, value_of
from secqa.app.models import OFFLINE
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.conversation.programs.generator import AlternativeProgram
from secqa.conversation.programs.program_text import figure_text
from secqa.conversation.records.conversation_record import Record, check_usable
from secqa.conversation.records.record_store import page_record
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.retriever import OWN_RANKING, Retriever, open_retriever

_SEARCHED = 40
"""Pages that are ranked, of which those with tables are shown."""
_LISTED = 12
_EXAMPLES = 3
_ROWS = 3
"""Names of rows that tell what a record is about."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading of a question that can be chosen."""

    words: str
    value: str
    """What it comes to."""
    address: str


@dataclass(frozen=True, slots=True)
class Figure:
    """An operand, and where it stands."""

    number: int
    text: str
    where: str
    marked: str
    """Link to its mark on the page; "" where it stands nowhere."""
    filing: str
    """Link to it in its filing; "" where there is none."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn as it is shown."""

    number: int
    question: str
    words: str
    said: str
    beside: str
    """Unit of what is said, or the same as a plain number."""
    confidence: float
    lines: tuple[Line, ...]
    source: tuple[Word, ...]
    figures: tuple[Figure, ...]
    choices: tuple[Choice, ...]
    missed: str
    """A reading that the address names and that is not offered."""
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A page or record that can be talked about."""

    title: str
    detail: str
    address: str


def chat_page(
    place: Workplace, talking: Talking, talk: Talk, stopped: str = "", suggest: bool = False
) -> str:
    """A conversation; `stopped` is why its next question got nothing, where that is known.

    Questions to go on with are on it at once where `suggest` says so, and come later otherwise.
    """
    subject = subject_of(place, talking.records, talk.about)
    unusable = _unusable(subject)
    held = Conversation(()) if unusable else talking.hold(talk, subject.record)
    thinker = talking.thinker(talk.by)
    at = talk.at if 0 < talk.at <= len(held.turns) else len(held.turns)
    turns = [_shown(talk, subject, n, one, n == at) for n, one in enumerate(held.turns, 1)]
    operands = held.turns[at - 1].reply.operands if at else ()
    return place.render(
        "chat.html.j2",
        view="chat",
        talk=talk,
        subject=subject,
        turns=turns,
        waiting=talk.turns[len(held.turns) :],
        stopped=stopped or held.stopped,
        unusable=unusable,
        thinker=thinker,
        thinkers=talking.thinkers,
        opened=subject.html(place, operands),
        next="" if unusable else _next(talking, talk, subject, suggest),
        by_model=thinker.model is not None,
        own=[turn.question for turn in subject.record.turns],
        kind=lambda number: Mark(number=number).kind,
        path=PATH,
    )


def _next(talking: Talking, talk: Talk, subject: Subject, suggest: bool) -> str | tuple[str, ...]:
    """Questions to go on with, or the address where they are."""
    if suggest or not talk.turns:
        return next_questions(talking, talk, subject.record)
    replies = talking.hold(talk, subject.record).replies
    is_answered = len(replies) == len(talk.turns) and replies[-1].answered
    return talk.next if talk.by == OFFLINE and is_answered else ""


def next_part(place: Workplace, talking: Talking, talk: Talk) -> str:
    """Questions to go on with, to be put into the page."""
    record = subject_of(place, talking.records, talk.about).record
    suggested = next_questions(talking, talk, record)
    return place.render(
        "chat_next.html.j2", suggested=suggested, talk=talk, by_model=False, path=PATH
    )


def _unusable(subject: Subject) -> str:
    """Why nothing can be asked of a page, or ""."""
    try:
        check_usable(subject.record)
    except SecqaError as error:
        return str(error)
    return ""


def _shown(talk: Talk, subject: Subject, number: int, held: Held, is_marked: bool) -> Shown:
    reply, record = held.reply, subject.record
    said, beside = (
        ("", "")
        if reply.answer is None
        else answer_said(reply.program, reply.answer, reply.operands, record)
    )
    page = "" if is_marked else talk.marking(number).address
    return Shown(
        number=number,
        question=reply.question,
        words=reply.words,
        said=said,
        beside=beside,
        confidence=reply.confidence,
        lines=lines_of(reply, record) if reply.answered else (),
        source=source_of(reply),
        figures=tuple(_figures(subject, held, page)),
        choices=tuple(_choices(talk, subject, number, held)),
        missed=held.asked.choice if held.misses else "",
        is_marked=is_marked,
    )


def _figures(subject: Subject, held: Held, page: str) -> Sequence[Figure]:
    figures = []
    for number, operand in enumerate(held.reply.operands, 1):
        mark = subject.mark(operand, number)
        figures.append(
            Figure(
                number,
                figure_text(operand.text),
                operand.where,
                f"{page}#{mark.name}" if mark else "",
                subject.filing_address(mark) if mark else "",
            )
        )
    return figures


def _choices(talk: Talk, subject: Subject, number: int, held: Held) -> Sequence[Choice]:
    """The readings beside the one that is shown, of which one may be what it got by itself."""
    first = held.first
    own = (
        [AlternativeProgram(first.program, first.words, first.confidence)] if held.is_chosen else []
    )
    return [
        Choice(
            one.words,
            value_of(one.program, subject.record),
            talk.choosing(number, "" if one.program == first.program else one.program).address,
        )
        for one in (*own, *first.choices)
        if one.program and one.program != held.reply.program
    ]


def start_page(place: Workplace, talking: Talking, given: Parameters) -> str:
    """A search for something to talk about."""
    find = " ".join(given.get("find", "").split())
    by = given.get("by", "")
    records = talking.records.search(find) if talking.records and find else ()
    companies = [one for one in known_companies(place.corpus) if one.latest_year]
    return place.render(
        "chat_start.html.j2",
        view="chat",
        find=find,
        by=by,
        pages=_pages(place, find, by) if find else (),
        records=[_found(one, talking.records.get(one), by) for one in records]
        if talking.records
        else (),
        has_records=talking.records is not None,
        thinkers=talking.thinkers,
        examples=[
            f"{one.short_name} income statement {one.latest_year}" for one in companies[:_EXAMPLES]
        ],
        path=PATH,
    )


def _pages(place: Workplace, words: str, by: str) -> list[Found]:
    """Pages with tables that fit some words, the best first."""
    ranked = place.kept(_retriever)(words, _SEARCHED)
    pages = [(one.document_id, place.corpus.page(one.document_id, one.page)) for one in ranked]
    return [
        _found(f"{document_id} page {page.number}", page_record(document_id, page), by, page.title)
        for document_id, page in pages
        if page.tables
    ][:_LISTED]


def _found(title: str, record: Record, by: str, about: str = "") -> Found:
    """A record by what it is about; where that is not known, by rows of its tables."""
    rows = (row[0] for grid in record.tables for row in grid.rows if row[0])
    return Found(title, about or ", ".join(islice(rows, _ROWS)), _begun(record.id, by))


def _begun(about: str, by: str) -> str:
    return (Talk(about, by) if by else Talk(about)).address


def _retriever(corpus: Corpus) -> Retriever:
    return open_retriever(OWN_RANKING, corpus)
