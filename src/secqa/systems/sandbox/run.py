"""Run programs of a model or the planner, and return their answer.

A program runs in pydantic-monty, an interpreter in a separate process without files, network,
environment or imports. It may call the given functions, imported by `from functions import ...`,
and write `answer.txt`, which exists in memory only. Time, memory, depth, calls and output are
limited. If a program fails or crashes its worker, the outcome has an error.

Models pass a number for a text, None for a year, or a list of lists. Such a call fails within the
program, with a message that helps to mend it.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import Signature
from pathlib import PurePosixPath
from typing import Any

from secqa.arguments import mismatch
from secqa.errors import SecqaError
from secqa.systems.sandbox.workers import (
    ProgramLimits,
    checked_source,
    passed_limit,
    prepared_session,
)

ANSWER_FILE = "answer.txt"
_ANSWER_PATH = PurePosixPath("/", ANSWER_FILE)
# The paper's programs call the same function by both names (figures 6 and 8).
ALIASES = {"select_document": "select_documents"}


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """One call of a function by the program."""

    function: str
    arguments: dict[str, Any]
    """By parameter name, without omitted parameters."""
    result: Any


@dataclass(frozen=True, slots=True)
class ProgramOutcome:
    """The outcome of a program."""

    answer_text: str | None
    """The content of `answer.txt`; None if it wrote none or failed."""
    calls: tuple[FunctionCall, ...] = ()
    """In order, without calls that raised."""
    error: str = ""
    """One line, `Type: message`; "" if it succeeded."""
    printed: str = ""


def run_program(
    source: str, functions: Mapping[str, Callable[..., Any]], limits: ProgramLimits | None = None
) -> ProgramOutcome:
    """Run a program with only these functions.

    A `SecqaError` from a function becomes a RuntimeError in the program. Other exceptions are
    faults of the function: they stop the program and are raised.
    """
    from pydantic_monty import (
        CollectString,
        ExternalModule,
        MontyError,
        MontyRuntimeError,
        MontySyntaxError,
    )

    limits = limits or ProgramLimits()
    run = _Run(limits)
    names = {alias: functions[name] for alias, name in ALIASES.items() if name in functions}
    given = {**names, **functions}
    module = ExternalModule({name: run.wrap(name, function) for name, function in given.items()})
    printed = CollectString(max_bytes=limits.output)
    error = ""
    try:
        program = checked_source(source, given, limits)
    except ValueError as problem:
        return ProgramOutcome(None, error=str(problem))
    try:
        with prepared_session(limits, module) as session:
            session.feed_run(program, os=run.answer_os, print_callback=printed)
    except (MontyRuntimeError, MontySyntaxError) as problem:
        error = passed_limit(" ".join(problem.display("type-msg").split())[:500], limits)
    except MontyError as problem:
        error = " ".join(f"the sandbox stopped: {problem}".split())[:500]
    if run.fault:
        raise run.fault
    if not error and run.written is None:
        error = f"the program wrote no {ANSWER_FILE}"
    return ProgramOutcome(None if error else run.written, tuple(run.calls), error, printed.output)


@dataclass
class _Run:
    """The state of one program."""

    limits: ProgramLimits
    calls: list[FunctionCall] = field(default_factory=list)
    written: str | None = None
    fault: Exception | None = None

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Record the calls of a function, and convert its exceptions."""
        signature = inspect.signature(function)

        def called(*args: Any, **kwargs: Any) -> Any:
            given = bind_arguments(name, signature, args, kwargs)
            try:
                result = function(*args, **kwargs)
            except SecqaError as problem:
                raise RuntimeError(str(problem)) from None
            except Exception as fault:
                self.fault = fault
                raise RuntimeError(f"{name}() failed") from None
            self.calls.append(FunctionCall(name, given, result))
            return result

        return called

    def answer_os(
        self,
        *,
        name: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        **_future: Any,
    ) -> Any:
        """Serve `answer.txt`; the interpreter refuses everything else."""
        from pydantic_monty import NOT_HANDLED, MontyFileHandle

        if not args or _path(args[0]) != _ANSWER_PATH:
            return NOT_HANDLED
        if name == "open":
            mode = str(args[1])
            if "w" in mode or ("a" in mode and self.written is None):
                self.written = ""
            return MontyFileHandle(str(_ANSWER_PATH), mode)
        if name in {"Path.write_text", "Path.append_text"}:
            before = self.written or "" if name == "Path.append_text" else ""
            if len(before) + len(args[1]) > self.limits.output:
                raise OSError(f"{ANSWER_FILE} is too long: at most {self.limits.output} characters")
            self.written = before + args[1]
            return len(args[1])
        if name == "Path.read_text" and self.written is not None:
            return self.written
        return NOT_HANDLED


def _path(argument: Any) -> PurePosixPath | None:
    path = getattr(argument, "path", argument)
    return PurePosixPath(path) if isinstance(path, str | PurePosixPath) else None


_LARGEST = 10_000
"""Maximum length of a text or a list among the arguments."""


def bind_arguments(
    function: str, signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by parameter name.

    Raises TypeError in one line for a call that does not fit the signature, and for arguments of
    another type or too large.
    """
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError as mistake:
        raise TypeError(f"{function}(): {mistake}") from None
    for name, value in given.items():
        problem = mismatch(name, value, signature.parameters[name].annotation)
        if not problem and _is_too_long(value):
            problem = f"{name} is too long; at most {_LARGEST:,} characters or items"
        if problem:
            raise TypeError(f"{function}(): {problem}")
    return dict(given)


def _is_too_long(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return len(value) > _LARGEST or any(map(_is_too_long, value))
    return isinstance(value, str) and len(value) > _LARGEST
