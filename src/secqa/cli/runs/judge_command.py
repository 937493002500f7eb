"""`secqa judge`, and the option `--judge`: who says whether an answer in words is right.

A person judges one answer a key, with a note if they like, and can stop and go on at any time. The
verdicts of other judges are not shown, so that they sway nobody.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

import typer

from secqa.benchmark.review import user
from secqa.cli.model_options import opened_within
from secqa.cli.terminal import answer_progress, input_line
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judge, JudgeCase, Judgement
from secqa.evaluation.judging.model_judge import collect_verdicts, saved_judge
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.judging.verdict_file import BY_HAND, cases_of, save_verdict, verdicts_of
from secqa.evaluation.runs import Run, read_run
from secqa.models.open_model import ModelLimits, OpenModel

_OFFLINE = "offline"
_PROMPT = "[t]rue  [f]alse  [s]kip  [q]uit, then a note if you like > "
_VERDICTS = {"t": True, "true": True, "f": False, "false": False}
_SKIP, _QUIT = ("s", "skip"), ("q", "quit")
_COLUMNS = 96


def judge(run: Path, by: str = "") -> None:
    """Judge the answers in words of a run by hand.

    Every verdict is kept at once in verdicts.jsonl beside the run, with who and when; the next
    session goes on where this one stopped. `secqa evaluate` shows how far judges agree.
    """
    read = read_run(run)
    if not cases_of(read):
        raise SecqaError(f"{run}: has no answers in words; `secqa evaluate` scores all others")
    if not sys.stdin.isatty():
        raise SecqaError("judge: asks a person, key by key; run it in a terminal")
    _judge(read, " ".join(by.split()) or user())


def _judge(run: Run, who: str) -> None:
    name, cases = f"{BY_HAND}{who}", cases_of(run)
    judged = verdicts_of(run.folder).get(name, {})
    waiting = [pair for key, pair in cases.items() if key not in judged]
    for place, (question_id, case) in enumerate(waiting, len(cases) - len(waiting) + 1):
        typer.echo(f"\n{place} of {len(cases)}  {question_id}")
        for line in _case_lines(case):
            typer.echo(line)
        key, note = _read_verdict()
        if key in _QUIT:
            break
        if key in _VERDICTS:
            save_verdict(run.folder, name, question_id, case, Judgement(_VERDICTS[key], note))
    kept = verdicts_of(run.folder).get(name, {})
    rights = [kept[key].right for key in cases if key in kept]
    true, waiting_count = sum(rights), len(cases) - len(rights)
    typer.echo(f"{run.folder}: {true} true, {len(rights) - true} false, {waiting_count} to go")


def _read_verdict() -> tuple[str, str]:
    """A key and the note after it; the quit key at the end of the input."""
    while (line := input_line(_PROMPT)) is not None:
        key, _, note = line.strip().partition(" ")
        if key.lower() in (*_VERDICTS, *_SKIP, *_QUIT):
            return key.lower(), _plain(note)
        typer.echo("t, f, s or q, then Enter")
    return _QUIT[0], ""


def _case_lines(case: JudgeCase) -> Iterator[str]:
    """The lines of a case that its judge sees: question, gold passages, answer."""
    yield from _block("question", case.question)
    for gold in case.golds:
        yield from _block("passage" if case.quoted else "known", gold)
    yield from _block("answer", case.answer)


def _block(name: str, text: str) -> Iterator[str]:
    """A text wrapped under its name, paragraph by paragraph."""
    yield f"  {name}:"
    for paragraph in text.split("\n"):
        yield from (f"    {line}" for line in wrap(_plain(paragraph), _COLUMNS))


def _plain(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def judges_of(runs: Sequence[Run], name: str, limits: ModelLimits) -> list[Judge]:
    """The judge of each run; a model is asked now for verdicts that are missing."""
    if name == _OFFLINE:
        return [judge_offline for _ in runs]
    model = opened_within(name, limits)
    try:
        for run in runs:
            _ask_model(run, model, limits.concurrency)
    finally:
        typer.echo(model.usage_line, err=True)
    return [saved_judge(run, name) for run in runs]


def _ask_model(run: Run, model: OpenModel, concurrency: int) -> None:
    with answer_progress(f"{model.name} judges") as on_progress:
        refusals = collect_verdicts(run, model.name, model.ask, concurrency, on_progress)
    if refusals:
        typer.echo(
            f"{run.folder}: no verdict on {len(refusals)} answers, which count as wrong "
            f"({refusals[0]})",
            err=True,
        )
