"""The command line: finds the command, and turns errors that users can act on into one line.

A command's module is imported when the command runs, so that `secqa --help` is quick.
"""

import atexit
import ctypes
import errno
import gc
import io
import os
import resource
import signal
import sys
import tempfile
from importlib import import_module
from traceback import print_exc
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from secqa import __version__
from secqa.cli.defaults import defaults_of, set_up_logging
from secqa.cli.options import declare
from secqa.corpus.corpus_address import storage_failure
from secqa.errors import SecqaError
from secqa.files import bundled_toml
from secqa.models.model import Stopped, Unanswered

SECTIONS: dict[str, dict[str, tuple[str, str]]] = bundled_toml("secqa.cli", "commands.toml")
"""Section -> command -> its module and the first sentence of its help."""
COMMANDS = {name: about for section in SECTIONS.values() for name, about in section.items()}
_OUT_OF_MEMORY = (
    *("memory", "allocat", "map segment", "address space", "without exception set"),
    *("spawn worker thread", "start new thread"),
)
"""Words in the messages of libraries that run out of memory."""
_PR_SET_PDEATHSIG = 1
"""Of Linux: a signal for a process whose parent ends."""
_NO_MEMORY = (
    "memory: there is not enough (see `ulimit -a`); what was written before is sound, allow more "
    "and run it again"
)
_PLAIN: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False}


class _CommandGroup(TyperGroup):
    """Lists the commands by section; ends quietly when interrupted or when a pipe closes."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # Enough for the help and for the hint at a misspelt name.
        self.commands.update({n: TyperCommand(n, help=text) for n, (_, text) in COMMANDS.items()})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"secqa.cli.{COMMANDS[cmd_name][0]}")
        function = getattr(module, cmd_name.replace("-", "_"))
        if isinstance(function, typer.Typer):
            return get_group(function)
        single = typer.Typer(add_completion=False, **_PLAIN)
        single.command(cmd_name)(declare(cmd_name, function))
        command = get_command(single)
        ctx.default_map = {cmd_name: defaults_of(cmd_name, command.params, COMMANDS)}
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in SECTIONS.items():
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
            _end("interrupted", 130)
        except BrokenPipeError:
            _drop_output()
            raise SystemExit(141) from None


def _drop_output() -> None:
    """Point standard output elsewhere, or Python complains at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    name="secqa",
    cls=_CommandGroup,
    help="Company filings into questions with verified answers, and systems that answer them.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    **_PLAIN,
)


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"secqa {__version__}")
        raise typer.Exit


@app.callback()
def _secqa(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None: ...


def start() -> None:
    """Run the command line as the only task of this process."""
    if sys.argv[1:2] == ["ask"]:
        # A last garbage collection before exit would take a fifth of the time of a question.
        atexit.register(gc.freeze)
    _watch_limited_memory()
    main()


def _watch_limited_memory() -> None:
    """Where memory is limited (`ulimit -v`), go on in a child, so that its end becomes one line.

    Libraries in C and Rust end the process where memory ends, and say it in their own ways.
    """
    kinds = (resource.RLIMIT_AS, resource.RLIMIT_DATA)
    if all(resource.getrlimit(kind)[0] == resource.RLIM_INFINITY for kind in kinds):
        return
    with tempfile.TemporaryFile() as kept:
        child = os.fork()
        if not child:
            if sys.platform == "linux":
                ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            # What libraries write is kept, while lines of secqa are shown at once.
            sys.stderr = os.fdopen(os.dup(2), "w", buffering=1)
            os.dup2(kept.fileno(), 2)
            try:
                main()
            except Exception:
                print_exc(file=sys.__stderr__)
                raise SystemExit(1) from None
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child gets it, too
        signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        kept.seek(0)
        text = kept.read().decode(errors="replace")
    is_said = any(sign in text.lower() for sign in _OUT_OF_MEMORY)
    if (code < 0 and code != -signal.SIGTERM) or (code and is_said):
        _end(_NO_MEMORY)
    sys.stderr.write(text)
    raise SystemExit(code)


def main() -> None:
    """Run the command line; errors that the user can act on become one line on standard error."""
    _set_up_streams()
    try:
        set_up_logging()
        app()
    except SecqaError as error:
        _end(str(error), error.exit_code)
    except RuntimeError as error:
        if (failure := storage_failure(error)) is None:
            raise
        _end(f"corpus: {failure}; mend that, or take another corpus")
    except MemoryError:
        _end(_NO_MEMORY)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        place = error.filename or "standard output"
        _end(f"{place}: {error.strerror}; make room and run it again")
    except Stopped as reason:
        _end(f"stopped: {reason}; finished answers are kept", 1)
    except Unanswered as reason:
        _end(f"no usable reply: {reason}; run it again to ask again", 1)


def _end(reason: str, code: int = SecqaError.exit_code) -> NoReturn:
    print(f"secqa: {reason}", file=sys.stderr)
    raise SystemExit(code) from None


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
