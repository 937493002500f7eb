"""Find what is wrong with a program before it runs, so that a model may mend it."""

import re
from typing import Any

from secqa.systems.sandbox.program_limits import ProgramLimits, checked_source
from secqa.systems.sandbox.workers import session_for


def check_calls(source: str, stubs: str) -> str:
    """What is wrong with a program before it runs, or "": its grammar, or a call of a function.

    `stubs` is a stub file of the functions. Only calls of these functions are held to their
    types: elsewhere a checker of types is stricter than a program that works.
    """
    from pydantic_monty import ExternalModule, MontyError, MontySyntaxError, MontyTypingError

    limits = ProgramLimits(seconds=0.5)
    names = re.findall(r"^def (\w+)", stubs, re.MULTILINE)
    module = ExternalModule(dict.fromkeys(names, _stand_in), stubs=stubs)
    try:
        checked = checked_source(source, names, limits)
        with session_for(limits, module, check=True) as session:
            session.feed_run(checked)
    except ValueError as problem:
        return str(problem)
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
