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

from secqa.cli.benchmark.decrypt_command import decrypt
from secqa.cli.benchmark.design_command import design
from secqa.cli.benchmark.generate_command import generate
from secqa.cli.benchmark.publish_command import publish
from secqa.cli.benchmark.review_command import review
from secqa.cli.benchmark.validate_command import validate
from secqa.cli.chunking_study import chunking_study
from secqa.cli.conversation.chat_command import chat
from secqa.cli.conversation.convfinqa_command import convfinqa
from secqa.cli.conversation.finetune_command import finetune
from secqa.cli.conversation.records_command import records
from secqa.cli.corpus.convert_command import convert
from secqa.cli.corpus.documents_command import documents
from secqa.cli.corpus.fetch_command import fetch
from secqa.cli.corpus.index_command import index
from secqa.cli.corpus.ingest_command import ingest
from secqa.cli.corpus.maintenance_commands import corpus
from secqa.cli.corpus.pages_command import pages
from secqa.cli.corpus.refresh_command import refresh
from secqa.cli.corpus.search_command import search
from secqa.cli.facts.audit_command import audit
from secqa.cli.facts.facts_command import facts
from secqa.cli.facts.metrics_command import metrics
from secqa.cli.facts.sql_command import sql
from secqa.cli.runs.ask_command import ask
from secqa.cli.runs.evaluate_command import evaluate
from secqa.cli.runs.judge_command import judge
from secqa.cli.runs.leaderboard_command import leaderboard
from secqa.cli.runs.query_command import query
from secqa.cli.runs.report_command import report
from secqa.cli.runs.run_command import run
from secqa.cli.runs.score_command import score
from secqa.cli.serve.app_command import app as app_command
from secqa.cli.serve.demo_command import demo
from secqa.cli.serve.mcp_command import mcp
from secqa.cli.serve.offline_command import serve_offline
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
