"""The page of a conversation: its turns beside the page or record that they are about.

An address is opened by GET and never asks a model; a question for one is sent as a form, which
then leads to the address that holds it.
"""

from collections.abc import Sequence
from itertools import islice

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import Link, Parameters, address
from secqa.app.chat.chat_address import PATH, ChatAddress, parse_chat
from secqa.app.chat.chat_service import ChatHistory, ChatService, ChatTurn
from secqa.app.chat.chat_subject import ChatSubject, chat_subject
from secqa.app.chat.chat_suggestions import follow_up_questions
from secqa.app.chat.reply_text import (
    plain_words,
    program_value,
    reply_steps,
    reply_text,
)
from secqa.app.models import OFFLINE
from secqa.app.web import To, download, form_of, go_to, html
from secqa.app.workplace import Workplace
from secqa.conversation.offline.question_traits import years_in
from secqa.conversation.page_chat.follow_ups import (
    NO_QUESTION,
    NOTHING_BEFORE,
    WELCOME,
    WHY,
    row_and_year,
)
from secqa.conversation.page_chat.page_queries import NOT_HERE, NOT_NAMED
from secqa.conversation.page_chat.question_rows import metric_of_phrase, name_phrase
from secqa.conversation.programs.generator import AlternativeProgram, Exchange, figure_text
from secqa.conversation.records.conversation_record import Record, check_usable, page_record
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.rendering.marks import PageMark
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.retriever import OWN_RANKING, Retriever, open_retriever

_SEARCHED = 40
"""Pages that are ranked, of which those with tables are shown."""
_LISTED = 12
_EXAMPLES = 3
_ASKED_BACK = 2
"""Readings to choose from, where a question is not clear."""
_ROWS = 3
"""Names of rows that tell what a record is about."""


def routes(to: To, service: ChatService) -> list[Route]:
    """A conversation, its next question, and its file."""

    def show(place: Workplace, request: Request) -> Response:
        chat = parse_chat(request.query_params.multi_items())
        if chat is None:
            return html(start_page(place, service, request.query_params))
        return html(chat_page(place, service, chat))

    def ask(place: Workplace, request: Request) -> Response:
        sent = form_of(request).multi_items()
        chat = parse_chat((name, text) for name, text in sent if isinstance(text, str))
        if chat is None:
            return go_to(PATH)
        record = chat_subject(place, service.records, chat.about).record
        stopped = service.history(chat, record, may_ask=True).stopped
        if stopped:
            return html(chat_page(place, service, chat, stopped))
        return go_to(chat.address)

    def file(place: Workplace, request: Request) -> Response:
        chat = parse_chat(request.query_params.multi_items())
        if chat is None:
            raise SecqaError("no chat to save; start one, and save it from its page")
        record = chat_subject(place, service.records, chat.about).record
        return download(service.session(chat, record).saved, "application/json", "chat.json")

    return [
        Route(PATH, to(show), methods=["GET"]),
        Route(PATH, to(ask), methods=["POST"]),
        Route(f"{PATH}.json", to(file)),
    ]


def chat_page(
    place: Workplace,
    service: ChatService,
    chat: ChatAddress,
    stopped: str = "",
) -> str:
    """The page; `stopped` is why the next question has no answer, where that is known."""
    subject = chat_subject(place, service.records, chat.about)
    unusable = _unusable(subject)
    history = ChatHistory(()) if unusable else service.history(chat, subject.record)
    generator = service.generator(chat.by)
    count = len(history.turns)
    at = chat.at if 0 < chat.at <= count else count
    operands = history.turns[at - 1].reply.operands if at else ()
    return place.render(
        "chat.html.j2",
        view="chat",
        chat=chat,
        subject=subject,
        turns=history.turns,
        at=at,
        text_of=lambda reply: reply_text(reply, subject.record),
        steps_of=lambda reply: reply_steps(reply, subject.record) if reply.answered else (),
        figure_text=figure_text,
        choices_of=lambda number: _choices(chat, subject, number, history.turns[number - 1]),
        ask_instead=lambda number: ask_instead(place, subject, history.replies[:number]),
        waiting=chat.turns[count:],
        stopped=stopped or history.stopped,
        unusable=unusable,
        generator=generator,
        generators=service.generators,
        opened=subject.html(place, operands),
        suggested=follow_up_questions(chat, subject.record, history.replies),
        by_model=generator.model is not None,
        record_questions=[turn.question for turn in subject.record.turns],
        kind=lambda number: PageMark(number=number).kind,
        path=PATH,
    )


def _unusable(subject: ChatSubject) -> str:
    """Why nothing can be asked of a page, or ""."""
    try:
        check_usable(subject.record)
    except SecqaError as error:
        return str(error)
    return ""


def ask_instead(place: Workplace, subject: ChatSubject, replies: Sequence[Exchange]) -> str:
    """The address that asks the last question of all filings; "" for a record.

    Where it names no row, it is about that of the answer before it.
    """
    if not subject.document_id or replies[-1].words in (NO_QUESTION, NOTHING_BEFORE, WELCOME):
        return ""
    question, company = (
        replies[-1].question,
        place.corpus.entry(subject.document_id).metadata.company,
    )
    row, year = row_and_year(subject.record, replies[:-1])
    years = years_in(question)
    if replies[-1].words == WHY and row:
        question = f"Why did the {row} of {company} change in {year or 'the latest year'}?"
    elif replies[-1].words == NOT_HERE and row:
        question = f"What was the {row} of {company} in {years[0] if years else (year or 0) - 1}?"
    elif replies[-1].words == NOT_NAMED and row and not metric_of_phrase(name_phrase(question)):
        question = f"What was the {row} of {name_phrase(question)} in {year}?"
    elif replies[-1].words == NOT_NAMED:
        question = f"What was the {name_phrase(question)} of {company} in {(years or (year,))[0]}?"
    elif company.lower() not in question.lower():
        question = f"{question.rstrip('?. ')} of {company}?"
    return address("ask", given={"q": question})


def _choices(
    chat: ChatAddress, subject: ChatSubject, number: int, turn: ChatTurn
) -> Sequence[Link]:
    """The readings beside the one on the page."""
    first = turn.first
    own = (
        [AlternativeProgram(first.program, first.words, first.confidence)] if turn.is_chosen else []
    )
    return [
        Link(
            plain_words(one.words),
            chat.with_choice(number, "" if one.program == first.program else one.program).address,
            program_value(one.program, subject.record),
        )
        for one in (*own, *first.choices)
        if one.program and one.program != turn.reply.program
    ][: None if turn.reply.answered else _ASKED_BACK]


def start_page(place: Workplace, service: ChatService, given: Parameters) -> str:
    """A search for something to talk about."""
    find = " ".join(given.get("find", "").split())
    by = given.get("by", "")
    records = service.records.search(find) if service.records and find else ()
    companies = [one for one in corpus_companies(place.corpus) if one.latest_year]
    return place.render(
        "chat_start.html.j2",
        view="chat",
        find=find,
        by=by,
        pages=_pages(place, find, by) if find else (),
        records=[_page_link(one, service.records.get(one), by) for one in records]
        if service.records
        else (),
        has_records=service.records is not None,
        generators=service.generators,
        examples=[
            f"{one.short_name} income statement {one.latest_year}" for one in companies[:_EXAMPLES]
        ],
        path=PATH,
    )


def _pages(place: Workplace, words: str, by: str) -> list[Link]:
    """Pages with tables that fit some words, the best first."""
    ranked = place.cached(_retriever)(words, _SEARCHED)
    pages = [(one.document_id, place.corpus.page(one.document_id, one.page)) for one in ranked]
    return [
        _page_link(
            f"{document_id} page {page.number}", page_record(document_id, page), by, page.title
        )
        for document_id, page in pages
        if page.tables
    ][:_LISTED]


def _page_link(title: str, record: Record, by: str, about: str = "") -> Link:
    """A record by what it is about; where that is not known, by rows of its tables."""
    rows = (row[0] for grid in record.tables for row in grid.rows if row[0])
    chat = ChatAddress(record.id, by or OFFLINE)
    return Link(title, chat.address, about or ", ".join(islice(rows, _ROWS)))


def _retriever(corpus: Corpus) -> Retriever:
    return open_retriever(OWN_RANKING, corpus)
