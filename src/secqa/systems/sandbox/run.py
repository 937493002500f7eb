"""Run programs that a model or the planner wrote, and take the answer that they write.

The program runs in pydantic-monty, an interpreter in a process of its own which has no
files, network, environment or imports. It may call the functions it is given, imported
`from functions import ...`, and write `answer.txt`, which exists in memory only. Everything
it can waste is limited: time, memory, depth, calls, output. A program that fails, or takes
its worker down with it, costs one `Outcome` with an error.
"""

import atexit
import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath
from threading import Lock
from typing import TYPE_CHECKING, Any

from secqa.errors import SecqaError
from secqa.files import bundled_text
from secqa.systems.sandbox.arguments import bind_arguments
from secqa.systems.sandbox.rewrite import rewritten

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession

ANSWER_FILE = "answer.txt"
_ANSWER_PATH = PurePosixPath("/", ANSWER_FILE)
# The paper's programs call the same function by both names (figures 6 and 8).
_ALIASES = {"select_document": "select_documents"}


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may use."""

    seconds: float = 2.0
    """Of its own running time; waiting for the functions does not count."""
    memory: int = 64 * 1024 * 1024
    """Bytes."""
    depth: int = 200
    calls: int = 1000
    """Calls of functions and writes together."""
    output: int = 64 * 1024
    """Characters of the answer, and of what is printed."""
    source: int = 32_000
    """Characters of the program; the interpreter reads this many in one to three seconds."""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """One call of a function by the program."""

    function: str
    arguments: dict[str, Any]
    """By parameter name; parameters left out are not in it."""
    result: Any


@dataclass(frozen=True, slots=True)
class ProgramOutcome:
    """What came of a program."""

    answer_text: str | None
    """What it wrote to `answer.txt`; None when it wrote nothing or failed."""
    calls: tuple[FunctionCall, ...] = ()
    """In order; a call that raised is not in it."""
    error: str = ""
    """One line, `Type: message`; "" when it ran to its end."""
    printed: str = ""


def run_program(
    source: str, functions: Mapping[str, Callable[..., Any]], limits: ProgramLimits | None = None
) -> ProgramOutcome:
    """Run a program with these functions and nothing else.

    A `SecqaError` that a function raises reaches the program as RuntimeError. Any other
    exception is a fault of the function: the program is given up and the exception raised.
    """
    from pydantic_monty import (
        CollectString,
        ExternalModule,
        MontyError,
        MontyRuntimeError,
        MontySyntaxError,
    )

    limits = limits or ProgramLimits()
    if overlong := _overlong(source, limits):
        return ProgramOutcome(None, error=overlong)
    run = _Run(limits)
    names = {alias: functions[name] for alias, name in _ALIASES.items() if name in functions}
    given = {**names, **functions}
    module = ExternalModule({name: run.wrap(name, function) for name, function in given.items()})
    printed = CollectString(max_bytes=limits.output)
    error = ""
    try:
        with _prepared(limits, module) as session:
            session.feed_run(rewritten(source, given), os=run.answer_os, print_callback=printed)
    except (MontyRuntimeError, MontySyntaxError) as problem:
        error = " ".join(problem.display("type-msg").split())[:500]
    except MontyError as problem:
        error = " ".join(f"the sandbox stopped: {problem}".split())[:500]
    if run.fault:
        raise run.fault
    if not error and run.written is None:
        error = f"the program wrote no {ANSWER_FILE}"
    return ProgramOutcome(None if error else run.written, tuple(run.calls), error, printed.output)


def check_calls(source: str, stubs: str) -> str:
    """What is wrong with a program before it runs, or "": its grammar, or a call of a function.

    `stubs` is a stub file of the functions. Only calls of these functions are held to their
    types: elsewhere a checker of types is stricter than a program that works.
    """
    from pydantic_monty import ExternalModule, MontyError, MontySyntaxError, MontyTypingError

    limits = ProgramLimits(seconds=0.5)
    if overlong := _overlong(source, limits):
        return overlong
    names = re.findall(r"^def (\w+)", stubs, re.MULTILINE)
    module = ExternalModule(dict.fromkeys(names, _stand_in), stubs=stubs)
    checked = rewritten(source, names)
    try:
        with _session(limits, module, check=True) as session:
            session.feed_run(checked)
    except MontyTypingError as found:
        problems = found.display().splitlines()
        told = [line for line in problems if _is_about(line, names, checked)]
        # With its grammar broken, a program's imports seem to lead nowhere, too.
        told.sort(key=lambda line: _GRAMMAR not in line)
        # Rewritten, its lines are not those that the model wrote.
        first = told[0] if told else ""
        return (first if checked == source else first.partition(": ")[2])[:500]
    except MontySyntaxError as problem:
        return " ".join(problem.display("type-msg").split())[:500]
    except MontyError:
        # It passed, and was stopped at its first call.
        return ""
    return ""


def _overlong(source: str, limits: ProgramLimits) -> str:
    problem = f"the program has {len(source):,} characters; at most {limits.source:,}"
    return problem if len(source) > limits.source else ""


_GRAMMAR = "[invalid-syntax]"


def _stand_in(*_args: Any, **_named: Any) -> Any:
    raise RuntimeError("programs are only checked here, not run")


def _is_about(problem: str, names: list[str], checked: str) -> bool:
    always = _GRAMMAR in problem or "[unresolved-import]" in problem
    called = any(f"function `{name}`" in problem for name in names)
    return always or (called and not _is_unpacked(problem, checked))


def _is_unpacked(problem: str, checked: str) -> bool:
    """Whether a problem is about `**named`: which of its values is for what, no type says."""
    place = re.match(r"[^:]+:(\d+):(\d+):", problem)
    if not place:
        return False
    line, column = int(place[1]), int(place[2])
    return checked.splitlines()[line - 1][column - 1 :].startswith("**")


@dataclass
class _Run:
    """What one program has done so far."""

    limits: ProgramLimits
    calls: list[FunctionCall] = field(default_factory=list)
    written: str | None = None
    fault: Exception | None = None

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with its calls noted and its exceptions sorted."""
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
        """Serve `answer.txt`; everything else is refused by the interpreter."""
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


@contextmanager
def _prepared(limits: ProgramLimits, module: Any) -> "Iterator[MontySession]":
    """A session ready for a program; workers that died while they waited are passed over."""
    from pydantic_monty import MontyCrashedError

    for attempt in range(_MOST_WORKERS + 1):
        with ExitStack() as stack:
            try:
                session = stack.enter_context(_session(limits, module))
                session.feed_run(_prelude())
            except MontyCrashedError:
                if attempt == _MOST_WORKERS:
                    raise
                continue
            yield session
            return


@lru_cache
def _prelude() -> str:
    return bundled_text("secqa.systems.sandbox", "prelude.txt")


def _session(limits: ProgramLimits, module: Any, check: bool = False) -> "MontySession":
    return _pool().checkout(
        script_name="program.py",
        type_check=check,
        type_check_format="concise",
        external_modules={"functions": module},
        limits={
            "max_feed_duration_secs": limits.seconds,
            "max_memory": limits.memory,
            "max_recursion_depth": limits.depth,
            "max_suspensions": limits.calls,
        },
        # The same program does the same twice, and cannot wait.
        os_policy={"sleep": "zero", "random_start": {"seed": 0}},
    )


_MOST_WORKERS = 32
"""Started as they are needed. Most wait: a program that reads by a model holds its worker."""
_lock = Lock()
_workers: "Monty | None" = None


def _pool() -> "Monty":
    """The workers, started when first needed and kept: a run then costs a millisecond."""
    global _workers
    with _lock:
        if _workers is None:
            from pydantic_monty import Monty

            _workers = Monty(max_processes=_MOST_WORKERS).__enter__()
            atexit.register(_workers.__exit__, None, None, None)
        return _workers


def _forget_pool() -> None:
    # A forked child has the pool's object but not its threads.
    global _workers, _lock
    _workers, _lock = None, Lock()


os.register_at_fork(after_in_child=_forget_pool)
