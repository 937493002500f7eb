"""`secqa ask`: one question, or a file of them, answered with what every value was read from."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import (
    BudgetOption,
    CorpusOption,
    DryRunOption,
    EmbedderOption,
    JsonOption,
    MaxCallsOption,
    ModelOption,
    PlannerOption,
    ReaderOption,
    RetrieverOption,
    StoreOption,
    as_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from secqa.corpus.store import Corpus
    from secqa.reading.passages.passage import Passage
    from secqa.reading.reading import Reading
    from secqa.systems.answer import Answer, System
    from secqa.systems.thinking import Thinking

_LINE = 100
_AT_ONCE = 8
"""Requests to a model under way: a program asks for what it can ask at once."""


def ask(
    corpus: CorpusOption,
    question: Annotated[
        str | None, typer.Argument(help="In plain words, in quotation marks.", callback=as_text)
    ] = None,
    batch: Annotated[
        Path | None, typer.Option(help='A file instead: lines of JSON with "id" and "question".')
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="With --batch: where answers go; goes on where it stopped.")
    ] = None,
    min_confidence: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help="Withhold less sure answers; with --batch as fitted if not given."
        ),
    ] = None,
    program: Annotated[bool, typer.Option("--program", help="Show the program as well.")] = False,
    pages: Annotated[int, typer.Option(help="Pages that each retrieval gives.")] = 8,
    system: Annotated[
        str, typer.Option(help="vanilla, multi-query, codegen or codegen-docs.")
    ] = "codegen-docs",
    html: Annotated[
        Path | None, typer.Option(help="Write values by period to this file, as a page to open.")
    ] = None,
    model: ModelOption = "offline",
    planner: PlannerOption = "model",
    reader: ReaderOption = "model",
    retriever: RetrieverOption = "ranked",
    embedder: EmbedderOption = "none",
    store: StoreOption = "lancedb",
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Answer a question, and show where each value stands.

    With --batch, answer a file of questions, one line of JSON each. Ends with exit code 1 when
    the question has no answer there.
    """
    from dataclasses import replace

    from secqa.cli.model_options import thinking_from
    from secqa.cli.terminal import print_json
    from secqa.corpus.store import open_corpus
    from secqa.errors import SecqaError
    from secqa.retrieval.retriever import ChosenRetriever
    from secqa.systems.confidence import load_fit
    from secqa.systems.make import make_system

    if (question is None) == (batch is None) or (batch is None) != (out is None):
        raise SecqaError("ask: give either a question, or --batch QUESTIONS with --out ANSWERS")
    thinking = thinking_from(model, planner, reader, budget, max_calls, concurrency=_AT_ONCE)
    opened = open_corpus(corpus)
    found_by = ChosenRetriever(retriever, embedder, store)
    made = make_system(system, opened, pages, thinking, found_by)
    if dry_run:
        _rehearse(question, thinking, lambda one: make_system(system, opened, pages, one, found_by))
        return
    if batch and out:
        least = load_fit().threshold if min_confidence is None else min_confidence
        _ask_all(batch, made, opened, out, least, _AT_ONCE if thinking.model else 1)
        return
    answer = made.answer(question or "")
    if answer.value is not None and answer.confidence < (min_confidence or 0):
        answer = replace(answer, value=None, error=f"confidence is {answer.confidence:.2f} only")
    if as_json:
        print_json(answer)
    else:
        print_answer(answer, opened, program)
    if html and answer.value is not None:
        from secqa.evaluation.report.series_page import write_series

        write_series(answer, html)
    if answer.value is None:
        typer.echo(f"cannot answer: {answer.error}", err=True)
        raise typer.Exit(1)


def _rehearse(
    question: str | None, thinking: "Thinking", system: "Callable[[Thinking], System]"
) -> None:
    from secqa.cli.model_options import expected_line
    from secqa.errors import SecqaError
    from secqa.evaluation.rehearsal import rehearse_question

    if question is None:
        raise SecqaError("ask: --dry-run is of one question; leave out --batch")
    typer.echo(expected_line(thinking.label, rehearse_question(question, system, thinking)))


def _ask_all(
    questions: Path, system: "System", corpus: "Corpus", out: Path, least: float, at_once: int
) -> None:
    """Answer what `out` does not have yet; exit code 1 where lines were no questions."""
    from secqa.cli.progress import answering
    from secqa.systems.batch import answer_all, read_questions

    asked, bad = read_questions(questions)
    for line in bad:
        typer.echo(f"secqa: {questions} line {line.number}: {line.problem}; left out", err=True)
    with answering(system.name) as on_progress:
        answer_all(
            system,
            asked,
            out,
            least=least,
            printed=lambda document_id, page: corpus.page(document_id, page).label,
            on_progress=on_progress,
            at_once=at_once,
        )
    if bad:
        raise typer.Exit(1)


def print_answer(answer: "Answer", corpus: "Corpus", program: bool) -> None:
    """Print an answer with what each of its values was read from."""
    from secqa.systems.value_words import spoken

    if program and answer.program:
        typer.echo(answer.program)
    if answer.passages:
        for line in (*_explained(answer), *_told(answer.passages, corpus)):
            typer.echo(line)
        typer.echo(f"confidence {answer.confidence:.0%}")
        return
    if answer.value is None:
        return
    if answer.table is not None:
        from secqa.cli.runs.series_table import print_series

        print_series(answer.table, answer.form)
        typer.echo(f"confidence {answer.confidence:.0%}")
        return
    values = answer.value if isinstance(answer.value, tuple) else (answer.value,)
    labels = answer.labels if len(answer.labels) == len(values) else [""] * len(values)
    for label, value in zip(labels, values, strict=True):
        typer.echo(
            f"{label}: {spoken(value, answer.unit, answer.form)}"
            if label
            else spoken(value, answer.unit, answer.form)
        )
    typer.echo(f"confidence {answer.confidence:.0%}")
    read = [reading for reading in answer.readings if reading.value is not None]
    if read:
        typer.echo("\nread from:")
    for reading in dict.fromkeys(read):
        for line in _source(reading, corpus):
            typer.echo(f"  {line}")


def _explained(answer: "Answer") -> "Iterator[str]":
    """What a model tells of the passages, and what was left out of it; they follow."""
    from textwrap import fill

    shown = "\n\n".join(one.text for one in answer.passages)
    if answer.value not in (None, shown):
        yield f"{fill(str(answer.value), _LINE, break_long_words=False, break_on_hyphens=False)}\n"
    for note in answer.notes:
        yield f"note: {note}"
    if answer.notes:
        yield ""


def _told(passages: "Sequence[Passage]", corpus: "Corpus") -> "Iterator[str]":
    """Each passage as it is printed, with where it stands below."""
    from textwrap import fill

    for passage in passages:
        for line in passage.text.split("\n"):
            yield fill(line, _LINE, break_long_words=False, break_on_hyphens=False)
        where = f"{passage.document_id} page {passage.page}"
        where += _printed_label(passage.document_id, passage.page, corpus)
        told = (passage.section and f"section {passage.section}", passage.heading)
        yield f"  {', '.join([where, *filter(None, told)])}\n"


def _printed_label(document_id: str, page: int, corpus: "Corpus") -> str:
    label = corpus.page(document_id, page).label
    return f' (printed "{label}")' if label else ""


def _source(reading: "Reading", corpus: "Corpus") -> tuple[str, str]:
    """The value with its page, and the printed line."""
    from secqa.cli.terminal import cut
    from secqa.systems.value_words import spoken

    printed = _printed_label(reading.document_id, reading.page, corpus)
    value = "" if reading.value is None else spoken(reading.value, reading.unit)
    place = f"{value}  {reading.document_id} page {reading.page}{printed}"
    return place, f"    {cut(reading.quote, _LINE)}"
