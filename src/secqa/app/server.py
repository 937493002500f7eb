"""The web server of a corpus.

An address holds all that its page shows, so it can be kept and shared. Changes are sent as forms,
and only from pages of ours. Answers are worked out in threads, so several tabs and people can ask.
"""

import ctypes
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from secqa.app.adding import adding_page as adding
from secqa.app.ask import ask_page as ask
from secqa.app.ask.answers import AnswerService
from secqa.app.ask.start_page import example_questions
from secqa.app.bench import benchmark_pages
from secqa.app.chat import chat_page as chat
from secqa.app.chat.chat_service import ChatService, chat_generators
from secqa.app.compare import compare_page as compare
from secqa.app.guard import LOOPBACK, Guard
from secqa.app.jobs import Jobs
from secqa.app.jobs import routes as job_routes
from secqa.app.library import library_pages as library
from secqa.app.library import saved_page
from secqa.app.runs import run_pages
from secqa.app.web import answering, html, set_person
from secqa.app.workplace import Current
from secqa.errors import SecqaError

_ARENAS, _MMAP_THRESHOLD, _TRIM_THRESHOLD = -8, -3, -1
"""Settings of `mallopt`."""
_BROKEN = (
    "This page could not be made. Nothing that you saved is lost. Load it again; if that does not "
    "help, start the app anew: the terminal says what happened."
)
_MEMORY = {_ARENAS: 2, _MMAP_THRESHOLD: 131_072, _TRIM_THRESHOLD: 131_072}


def make_app(
    current: Current,
    token: str = "",
    open_folders: bool = False,
    chat_service: ChatService | None = None,
) -> Guard:
    """The server as an ASGI application; with a token nobody is answered without it.

    Without a token the users are on this machine and may add its folders by their paths; with one
    they may only with `open_folders`. Without `chat_service` chats use the offline generator, about
    pages of the corpus.
    """
    to = answering(current)
    jobs = Jobs(current.path if isinstance(current.path, Path) else None)

    def start(_request: Request) -> Response:
        return RedirectResponse("/ask", 307)

    def mistaken(_request: Request, error: Exception) -> Response:
        """The error page: one line about what is wrong, and a link to go on."""
        status, message = 500, _BROKEN
        if isinstance(error, SecqaError):
            # What to type into a terminal is no remedy here.
            status, message = 404, str(error).partition("; `secqa ")[0]
        elif isinstance(error, HTTPException):
            status, message = error.status_code, "There is no such page."
        title = "Something went wrong" if status == 500 else "Not here"
        shown = current().render("mistaken.html.j2", view="", title=title, message=message)
        return html(shown, status)

    routes = [
        Route("/", start),
        *ask.routes(to),
        *adding.routes(to, jobs, open_folders or not token, current.look_again),
        *library.routes(to),
        *compare.routes(to),
        *benchmark_pages.routes(to),
        *run_pages.routes(to),
        Route("/person", to(set_person), methods=["POST"]),
        *chat.routes(to, chat_service or ChatService(chat_generators())),
        *saved_page.routes(to),
        *job_routes(to),
        Mount("/static", StaticFiles(directory=str(files("secqa.app") / "static"))),
    ]
    handlers = {SecqaError: mistaken, 404: mistaken, 405: mistaken, Exception: mistaken}

    @asynccontextmanager
    async def until_stopped(_app: Starlette) -> AsyncIterator[None]:
        yield
        jobs.stop()

    server = Starlette(routes=routes, exception_handlers=handlers, lifespan=until_stopped)
    server.state.jobs = jobs
    return Guard(server, token)


def serve(
    current: Current,
    host: str,
    port: int,
    announce: Callable[[str], None],
    open_folders: bool = False,
    chat_service: ChatService | None = None,
) -> None:
    """Serve until interrupted; `announce` takes the address to open.

    Where other machines can reach it, with a new token. SecqaError where the port is taken.
    """
    _return_memory()
    token = "" if host in LOOPBACK else secrets.token_urlsafe(24)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # Whoever opens the address at once waits until the app is there, and is not turned away.
        listening.listen()
    except OSError as error:
        listening.close()
        raise SecqaError(
            f"--host {host} --port {port}: cannot be used ({error.strerror}); choose others"
        ) from None
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    announce(f"{address}{f'?token={token}' if token else ''}")
    # What the first question needs is read in while a person still types it.
    example_questions(current().cached(AnswerService))
    app = make_app(current, token, open_folders, chat_service)
    settings = uvicorn.Config(app, log_level="warning", server_header=False)
    uvicorn.Server(settings).run(sockets=[listening])


def _return_memory() -> None:
    """Let the C library give memory back: else each thread keeps what its largest filing took.

    Measured over 40 questions on 169 filings: 581 MB instead of 642.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of Linux alone
    if mallopt is not None:
        for setting, value in _MEMORY.items():
            mallopt(setting, value)
