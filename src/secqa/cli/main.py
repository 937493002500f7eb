"""The command line: registers the commands, and turns errors that users can act on into one line.

Commands import what they need when they run, so that `secqa --help` is quick.
"""

import atexit
import gc
import io
import os
import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup

from secqa.cli.benchmark.design_command import design
from secqa.cli.benchmark.fit_command import fit
from secqa.cli.benchmark.generate_command import generate
from secqa.cli.benchmark.publish_command import decrypt, publish
from secqa.cli.benchmark.review_command import review
from secqa.cli.benchmark.validate_command import validate
from secqa.cli.conversation.chat_command import chat
from secqa.cli.conversation.convfinqa_command import convfinqa, records
from secqa.cli.conversation.finetune_command import finetune
from secqa.cli.corpus.browse_commands import convert, documents, pages, search
from secqa.cli.corpus.fetch_command import fetch
from secqa.cli.corpus.ingest_command import index, ingest
from secqa.cli.corpus.maintenance_commands import corpus
from secqa.cli.corpus.refresh_command import refresh
from secqa.cli.facts.audit_command import audit
from secqa.cli.facts.compare_command import compare
from secqa.cli.facts.facts_command import facts
from secqa.cli.facts.metrics_command import metrics, sql
from secqa.cli.options import flatten
from secqa.cli.runs.ask_command import ask
from secqa.cli.runs.evaluate_command import evaluate, leaderboard, report, score
from secqa.cli.runs.judge_command import judge
from secqa.cli.runs.query_command import query
from secqa.cli.runs.run_command import run
from secqa.cli.serve.app_command import app as app_command
from secqa.cli.serve.demo_command import demo
from secqa.cli.serve.mcp_command import mcp
from secqa.cli.serve.offline_command import serve_offline
from secqa.corpus.corpus_address import storage_failure
from secqa.errors import SecqaError
from secqa.models.model import Stopped, Unanswered

_SECTIONS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Start": (demo, app_command),
    "Corpus": (fetch, refresh, ingest, index, documents, pages, search, convert, corpus),
    "Facts": (facts, compare, metrics, sql, audit),
    "Questions": (ask, query, chat),
    "Benchmarks": (generate, design, review, validate, publish, decrypt),
    "Runs": (run, score, evaluate, leaderboard, report, judge),
    "Research": (records, convfinqa, finetune, fit),
    "Servers": (mcp, serve_offline),
}


def _command_name(command: Callable[..., None] | typer.Typer) -> str:
    name = command.info.name if isinstance(command, typer.Typer) else command.__name__
    return str(name).replace("_", "-")


class _CommandGroup(TyperGroup):
    """Lists the commands by section; ends quietly when interrupted or when a pipe closes."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, commands in _SECTIONS.items():
            names = map(_command_name, commands)
            with formatter.section(title):
                formatter.write_dl(
                    [(name, self.commands[name].get_short_help_str(limit=80)) for name in names]
                )

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except KeyboardInterrupt:
            print("secqa: interrupted", file=sys.stderr)
            raise SystemExit(130) from None
        except BrokenPipeError:
            # Point standard output elsewhere, or Python complains at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(141) from None


app = typer.Typer(
    name="secqa",
    cls=_CommandGroup,
    help="Company filings into questions with verified answers, and systems that answer them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for _commands in _SECTIONS.values():
    for _command in _commands:
        if isinstance(_command, typer.Typer):
            app.add_typer(_command)
        else:
            app.command(_command_name(_command))(flatten(_command))


def start() -> None:
    """Run the command line as the only task of this process."""
    if sys.argv[1:2] == ["ask"]:
        # A last garbage collection before exit would take a fifth of the time of a question.
        atexit.register(gc.freeze)
    main()


def main() -> None:
    """Run the command line; errors that the user can act on become one line on standard error."""
    _set_up_streams()
    # The storage engine logs each table that it makes, unless told otherwise.
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
        print(f"secqa: stopped: {reason}; finished answers are kept", file=sys.stderr)
        raise SystemExit(1) from None
    except Unanswered as reason:
        print(f"secqa: no usable reply: {reason}; run it again to ask again", file=sys.stderr)
        raise SystemExit(1) from None


def _set_up_streams() -> None:
    """Replace closed streams by empty ones, and characters that a terminal cannot show."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    start()
