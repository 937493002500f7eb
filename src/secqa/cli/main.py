"""The command line: one module a command, errors as one line, nothing heavy until it is needed."""

import atexit
import gc
import io
import os
import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup

from secqa.cli.app import app as app_command
from secqa.cli.ask import ask
from secqa.cli.audit import audit
from secqa.cli.chat import chat
from secqa.cli.chunking_study import chunking_study
from secqa.cli.convert import convert
from secqa.cli.convfinqa import convfinqa
from secqa.cli.corpus import corpus
from secqa.cli.decrypt import decrypt
from secqa.cli.demo import demo
from secqa.cli.design import design
from secqa.cli.documents import documents
from secqa.cli.evaluate import evaluate
from secqa.cli.facts import facts
from secqa.cli.fetch import fetch
from secqa.cli.finetune import finetune
from secqa.cli.generate import generate
from secqa.cli.index import index
from secqa.cli.ingest import ingest
from secqa.cli.judge import judge
from secqa.cli.leaderboard import leaderboard
from secqa.cli.mcp import mcp
from secqa.cli.metrics import metrics
from secqa.cli.pages import pages
from secqa.cli.publish import publish
from secqa.cli.query import query
from secqa.cli.records import records
from secqa.cli.refresh import refresh
from secqa.cli.report import report
from secqa.cli.review import review
from secqa.cli.run import run
from secqa.cli.score import score
from secqa.cli.search import search
from secqa.cli.serve import serve_offline
from secqa.cli.sql import sql
from secqa.cli.validate import validate
from secqa.corpus.failures import storage_failure
from secqa.errors import SecqaError
from secqa.models.model import Stopped, Unanswered


class _Commands(TyperGroup):
    """Says that it was interrupted, and notices a reader gone; Typer hides both."""

    def invoke(self, ctx: Any) -> Any:
        try:
            made = super().invoke(ctx)
            sys.stdout.flush()
            return made
        except KeyboardInterrupt:
            print("secqa: interrupted", file=sys.stderr)
            raise SystemExit(130) from None
        except BrokenPipeError:
            # Point standard output elsewhere, or Python complains at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(141) from None


app = typer.Typer(
    name="secqa",
    cls=_Commands,
    help="Company filings into questions with verified answers, and systems that answer them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
_COMMANDS: tuple[Callable[..., None], ...] = (
    *(fetch, refresh, ingest, index, documents, convert, pages, facts, audit, metrics, sql, search),
    *(
        ask,
        query,
        generate,
        design,
        review,
        validate,
        publish,
        decrypt,
        run,
        score,
        judge,
        evaluate,
        leaderboard,
        report,
    ),
    *(app_command, chat, records, convfinqa, demo, chunking_study, serve_offline, mcp),
)
for command in _COMMANDS:
    app.command(command.__name__.replace("_", "-"))(command)
app.add_typer(corpus, name="corpus")
app.add_typer(finetune, name="finetune")


def start() -> None:
    """`main` as all that its process does."""
    if sys.argv[1:2] == ["ask"]:
        # Python looks through all that was made once more before it ends, and the system takes it
        # back anyway: a fifth of the time of a question.
        atexit.register(gc.freeze)
    main()


def main() -> None:
    """Run the command line; what the user can act on ends as one line on standard error."""
    _set_up_streams()
    # Unless asked to, the storage engine must not report each table that it makes.
    for name in ("LANCEDB_LOG", "LANCE_LOG"):
        os.environ.setdefault(name, "error")
    try:
        app()
    except SecqaError as error:
        print(f"secqa: {error}", file=sys.stderr)
        raise SystemExit(error.exit_code) from None
    except RuntimeError as error:
        failure = storage_failure(error)
        if failure is None:
            raise
        print(f"secqa: corpus: {failure}; mend that, or take another corpus", file=sys.stderr)
        raise SystemExit(SecqaError.exit_code) from None
    except Stopped as reason:
        print(f"secqa: stopped: {reason}; what is done is kept", file=sys.stderr)
        raise SystemExit(1) from None
    except Unanswered as reason:
        print(f"secqa: no reply to use: {reason}; run it again to ask again", file=sys.stderr)
        raise SystemExit(1) from None


def _set_up_streams() -> None:
    """Filings hold any character, terminals may not show it; a closed stream is an empty one."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    start()
