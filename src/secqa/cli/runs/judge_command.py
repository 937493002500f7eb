"""`secqa judge`: a person reads the answers in words of a run, one by one, and judges them.

One key an answer, with Enter, and a note if one likes; the judging can stop at any time and go on
later. What other judges said is not shown, so that it sways nobody.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.asking import line_of
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.evaluation.judging.case import JudgeCase
    from secqa.evaluation.runs import Run

_ASKED = "[t]rue  [f]alse  [s]kip  [q]uit, then a note if you like > "
_VERDICTS = {"t": True, "true": True, "f": False, "false": False}
_SKIP, _QUIT = ("s", "skip"), ("q", "quit")
_COLUMNS = 96


def judge(
    run: Annotated[Path, typer.Argument(help="Folder made by `secqa run`.")],
    by: Annotated[str, typer.Option(help="Who judges; the user of this machine if none.")] = "",
) -> None:
    """Judge the answers in words of a run by hand.

    Every verdict is kept at once in verdicts.jsonl beside the run, with who and when; the next
    time goes on where this one stopped. `secqa evaluate` tells how far judges agree.
    """
    from secqa.benchmark.review import user
    from secqa.evaluation.judging.verdict_file import cases_of
    from secqa.evaluation.runs import read_run

    read = read_run(run)
    if not cases_of(read):
        raise SecqaError(f"{run}: has no answers in words; `secqa evaluate` scores all others")
    if not sys.stdin.isatty():
        raise SecqaError("judge: asks a person, key by key; run it in a terminal")
    _judge(read, " ".join(by.split()) or user())


def _judge(run: "Run", who: str) -> None:
    from secqa.evaluation.judging.case import Judgement
    from secqa.evaluation.judging.verdict_file import BY_HAND, cases_of, keep, verdicts_of

    name, cases = f"{BY_HAND}{who}", cases_of(run)
    judged = verdicts_of(run.folder).get(name, {})
    left = [both for key, both in cases.items() if key not in judged]
    for place, (question_id, case) in enumerate(left, len(cases) - len(left) + 1):
        typer.echo(f"\n{place} of {len(cases)}  {question_id}")
        for line in shown(case):
            typer.echo(line)
        key, note = _decided()
        if key in _QUIT:
            break
        if key in _VERDICTS:
            keep(run.folder, name, question_id, case, Judgement(_VERDICTS[key], note))
    kept = verdicts_of(run.folder).get(name, {})
    rights = [kept[key].right for key in cases if key in kept]
    told = (
        f"{sum(rights)} true, {len(rights) - sum(rights)} false, {len(cases) - len(rights)} to go"
    )
    typer.echo(f"{run.folder}: {told}")


def _decided() -> tuple[str, str]:
    """A key and the note after it; that of quitting at the end of the input."""
    while (line := line_of(_ASKED)) is not None:
        key, _, note = line.strip().partition(" ")
        if key.lower() in (*_VERDICTS, *_SKIP, *_QUIT):
            return key.lower(), _plain(note)
        typer.echo("t, f, s or q, then Enter")
    return _QUIT[0], ""


def shown(case: "JudgeCase") -> Iterator[str]:
    """A case as its judge sees it: the question, what is known, what was answered."""
    yield from _block("question", case.question)
    for gold in case.golds:
        yield from _block("passage" if case.quoted else "known", gold)
    yield from _block("answer", case.answer)


def _block(name: str, text: str) -> Iterator[str]:
    """A text in lines under its name, its paragraphs apart."""
    from textwrap import wrap

    yield f"  {name}:"
    for paragraph in text.split("\n"):
        yield from (f"    {line}" for line in wrap(_plain(paragraph), _COLUMNS))


def _plain(text: str) -> str:
    """Without what steers a terminal: answers may come from anywhere."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
