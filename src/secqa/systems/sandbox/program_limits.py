"""What a program may use, and how it is told which limit it passed.

The interpreter names its limits in words of its own, and calls much printing a lack of memory. A
model that is to write a better program must know which limit it was, and what to do about it.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from secqa.systems.sandbox.rewrite import rewritten

_GROWTH = 4
"""Times that rewriting may lengthen a program."""


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


def checked_source(source: str, names: Collection[str], limits: ProgramLimits) -> str:
    """The program in the interpreter's Python; ValueError where it is too long before or after."""
    if len(source) > limits.source:
        raise ValueError(f"the program has {len(source):,} characters; at most {limits.source:,}")
    program = rewritten(source, names)
    if len(program) > _GROWTH * limits.source:
        raise ValueError("the program is too long where methods stand as values; call them instead")
    return program


def passed_limit(error: str, limits: ProgramLimits) -> str:
    """The error of a program that passed a limit in words; any other as it is."""
    printed = re.search(r"memory limit exceeded: \d+ bytes > (\d+)", error)
    if printed and int(printed[1]) == limits.output:
        return f"the program printed over {limits.output:,} bytes; print less"
    if error.startswith("MemoryError"):
        return f"the program used over {limits.memory >> 20:,} MB of memory; keep less at once"
    if "time limit exceeded" in error:
        return f"the program ran for over {limits.seconds:g} seconds; loop over less"
    if "suspension limit" in error:
        return f"the program made over {limits.calls:,} calls and writes; make fewer"
    if error.startswith("RecursionError"):
        return f"functions call each other over {limits.depth:,} deep; use a loop"
    return error
