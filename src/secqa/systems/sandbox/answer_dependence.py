"""Check whether the answer of a program depends on the figures that it read.

A program may read a figure and write a made-up one. So it is run again, with calls that return
other figures or none: an answer that stays the same does not depend on the figures.
"""

import inspect
import random
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from secqa.errors import CannotAnswer
from secqa.systems.sandbox.run import ALIASES, ProgramOutcome, run_program
from secqa.systems.sandbox.workers import ProgramLimits

_TIMES = 24
"""Repetitions, since counts and comparisons may stay the same."""
_MAGNITUDES = 12
"""Maximum orders of magnitude of a change, since programs compare with amounts of any size."""
_MISSING = 0.3
"""Share of missing figures in every third run."""


def depends_on_figures(
    source: str,
    functions: Mapping[str, Callable[..., Any]],
    outcome: ProgramOutcome,
    limits: ProgramLimits,
) -> bool:
    """Whether a program gives another answer for other figures; failing runs do not count."""
    if not any(isinstance(call.result, str | float) for call in outcome.calls):
        return False
    for attempt in range(_TIMES):
        missing = 0.0 if attempt % 3 else _MISSING
        given = _replayed(functions, outcome, random.Random(attempt), missing)
        answer = run_program(source, given, limits).answer_text
        if answer is not None and answer != outcome.answer_text:
            return True
    return False


def _replayed(
    functions: Mapping[str, Callable[..., Any]],
    outcome: ProgramOutcome,
    chance: random.Random,
    missing: float,
) -> dict[str, Callable[..., Any]]:
    """The functions with changed results; new calls return any of these."""
    results: dict[str, dict[str, Any]] = {name: {} for name in functions}
    for call in outcome.calls:
        known = results[ALIASES.get(call.function, call.function)]
        known.setdefault(str(call.arguments), _changed(call.result, chance, missing))

    def replay(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        signature, known = inspect.signature(function), results[name]

        @wraps(function)
        def again(*args: Any, **kwargs: Any) -> Any:
            key = str(dict(signature.bind(*args, **kwargs).arguments))
            if key not in known and not known:
                raise CannotAnswer(f"{name}() was never called")
            return known[key] if key in known else chance.choice([*known.values()])

        return again

    return {name: replay(name, function) for name, function in functions.items()}


def _changed(result: Any, chance: random.Random, missing: float) -> Any:
    """Change a figure or text, or remove it; lists of documents and pages stay."""
    if not isinstance(result, str | float):
        return result
    if chance.random() < missing:
        return None
    if isinstance(result, str):
        return {"Yes": "No", "No": "Yes"}.get(result, f"{result}?")
    factor = 10 ** chance.uniform(-_MAGNITUDES, _MAGNITUDES)
    return (result or 1.0) * chance.choice((factor, factor, -factor))
