"""Suites: recipes of benchmarks, from `suites.toml` or a user's own file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.grammar.question_kinds import KINDS
from secqa.errors import SecqaError
from secqa.files import bundled_toml
from secqa.query.saying.english import join_names

WORDINGS = ("paper", "varied", "plain")
POOLS = ("printed", "compound", "all")
FORMS = ("10-K", "10-Q")
_FLAGS = ("partial", "mixed", "definitions")
_MOST = 9999


@dataclass(frozen=True, slots=True)
class Suite:
    """The recipe of a benchmark; `suites.toml` explains the fields."""

    name: str
    title: str = ""
    kinds: tuple[tuple[str, float], ...] = ()
    """Kinds of questions, each with its share."""
    count: int = 300
    wording: str = "varied"
    definitions: bool = False
    metrics: str | tuple[str, ...] = "all"
    companies: tuple[str, ...] = ()
    years: tuple[int, int] = (0, _MOST)
    forms: tuple[str, ...] = FORMS
    hops: tuple[int, int] = (1, _MOST)
    outputs: tuple[int, int] = (1, _MOST)
    documents: int = 1
    difficulty: tuple[str, ...] = ()
    """Only these of `LEVELS`; if empty, all questions."""
    witnesses: int = 0
    partial: bool = False
    mixed: bool = False


@lru_cache(maxsize=1)
def bundled_suites() -> dict[str, Suite]:
    """The suites of this package, by name."""
    tables = bundled_toml("secqa.benchmark", "suites.toml")
    return {name: _suite(name, entry, "suites.toml") for name, entry in tables.items()}


def load_suite(name: str) -> Suite:
    """A bundled suite by name, or that of a TOML file.

    Raises `SecqaError` for an unknown name or an invalid file.
    """
    if not name.endswith(".toml"):
        suites = bundled_suites()
        if name not in suites:
            hint = _perhaps(name, suites)
            raise SecqaError(
                f"--suite {name}: no such suite{hint}; one of {', '.join(suites)}, or a TOML file"
            )
        return suites[name]
    path = Path(name)
    try:
        entry = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise SecqaError(f"{name}: no such file; check the path") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SecqaError(f"{name}: not valid TOML ({error}); correct it") from None
    return _suite(path.stem, entry, name)


def _suite(name: str, entry: Mapping[str, Any], where: str) -> Suite:
    known = {one.name for one in fields(Suite)} - {"name"}
    for key in entry:
        if key not in known:
            raise SecqaError(
                f"{where}: {key!r} is not a field of suites{_perhaps(key, known)}; "
                f"fields: {', '.join(sorted(known))}"
            )
    kinds = entry.get("kinds")
    if not isinstance(kinds, dict) or not kinds:
        raise SecqaError(f"{where}: no kinds of questions; add a [kinds] table with their shares")
    for kind, share in kinds.items():
        if kind not in KINDS:
            raise SecqaError(f"{where}: {kind!r} is no kind of question{_perhaps(kind, KINDS)}")
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share < inf:
            raise SecqaError(f"{where}: the share of {kind} is {share!r}; write a number above 0")
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    suite = replace(Suite(name), **{**entry, **lists, "kinds": tuple(kinds.items())})
    return checked(suite, where)


def checked(suite: Suite, where: str) -> Suite:
    """The suite itself; raises SecqaError, with the source `where`, for an invalid value."""
    pools = f"{join_names([repr(pool) for pool in POOLS], 'or')}, or a list of ids"
    of_names = {"companies": "names", "forms": "forms", "difficulty": "levels"}
    for name, holds, wanted in (
        ("title", isinstance(suite.title, str), "a text"),
        *((flag, isinstance(getattr(suite, flag), bool), "true or false") for flag in _FLAGS),
        *(
            (key, _are_names(getattr(suite, key)), f"a list of {of}")
            for key, of in of_names.items()
        ),
        ("metrics", isinstance(suite.metrics, str) or _are_names(suite.metrics), pools),
    ):
        if not holds:
            raise SecqaError(f"{where}: {name} is {getattr(suite, name)!r}; write {wanted}")
    chosen = (
        ("wording", suite.wording, WORDINGS),
        *(("metrics", suite.metrics, POOLS) for _ in [0] if isinstance(suite.metrics, str)),
        *(("forms", form, FORMS) for form in suite.forms),
        *(("difficulty", level, LEVELS) for level in suite.difficulty),
    )
    for name, value, allowed in chosen:
        if value not in allowed:
            choices = join_names([repr(one) for one in allowed if one], "or")
            raise SecqaError(f"{where}: {name} is {value!r}; write {choices}")
    for name in ("years", "hops", "outputs"):
        match getattr(suite, name):
            case (int(low), int(high)) if low <= high:
                continue
            case pair:
                raise SecqaError(f"{where}: {name} is {pair!r}; write two numbers, the lower first")
    for name, least in (("count", 1), ("documents", 1), ("witnesses", 0)):
        number = getattr(suite, name)
        if isinstance(number, bool) or not isinstance(number, int) or number < least:
            raise SecqaError(f"{where}: {name} is {number!r}; write a whole number from {least} on")
    return suite


def _are_names(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _perhaps(name: str, known: Any) -> str:
    close = get_close_matches(name.lower(), list(known), n=2)
    return f" (perhaps {join_names(close, 'or')})" if close else ""
