"""The addresses of conversations.

An address is opened by GET and never asks a model; a question for one is sent as a form, which
then leads to the address that holds it.
"""

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.chat.chat_address import PATH, parse_chat
from secqa.app.chat.chat_page import chat_page, next_part, start_page
from secqa.app.chat.chat_service import ChatService, resume_chat
from secqa.app.chat.chat_subject import chat_subject
from secqa.app.web import To, download, form_of, go_to, html
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError

_LARGEST = 2_000_000
"""Bytes of a saved conversation: more than sixty turns can take."""


def routes(to: To, service: ChatService) -> list[Route]:
    """A conversation, its next question, its file, and going on with such a file."""

    def show(place: Workplace, request: Request) -> Response:
        chat = parse_chat(request.query_params.multi_items())
        if chat is None:
            return html(start_page(place, service, request.query_params))
        suggest = "suggest" in request.query_params
        return html(chat_page(place, service, chat, suggest=suggest))

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

    def going_on(place: Workplace, request: Request) -> Response:
        chat = parse_chat(request.query_params.multi_items())
        return html(next_part(place, service, chat) if chat else "")

    def file(place: Workplace, request: Request) -> Response:
        chat = parse_chat(request.query_params.multi_items())
        if chat is None:
            raise SecqaError("no chat to save; start one, and save it from its page")
        record = chat_subject(place, service.records, chat.about).record
        return download(service.session(chat, record).saved, "application/json", "chat.json")

    def resume(place: Workplace, request: Request) -> Response:
        sent = form_of(request).get("file")
        if not isinstance(sent, UploadFile):
            raise SecqaError("no file was chosen; choose one that was saved from a chat")
        data = sent.file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise SecqaError("the file is too large for a saved chat; choose one")
        chat = resume_chat(
            service, data, lambda about: chat_subject(place, service.records, about).record
        )
        return go_to(chat.address)

    return [
        Route(PATH, to(show), methods=["GET"]),
        Route(PATH, to(ask), methods=["POST"]),
        Route(f"{PATH}/next", to(going_on)),
        Route(f"{PATH}.json", to(file)),
        Route(f"{PATH}/resume", to(resume), methods=["POST"]),
    ]
