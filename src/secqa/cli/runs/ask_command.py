"""`secqa ask`: answers to one question or a file of them, with the place of each value."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from textwrap import fill

import typer

from secqa.cli.model_options import estimate_line, open_thinking
from secqa.cli.options import ModelOptions, SpendingOptions
from secqa.cli.terminal import answer_progress, cut, print_json
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.reading.reading import Passage, Reading
from secqa.retrieval.retriever import ChosenRetriever
from secqa.systems.answer import Answer, System
from secqa.systems.batch import answer_all, answer_record, read_questions
from secqa.systems.confidence import DOUBTFUL
from secqa.systems.make import make_system
from secqa.systems.thinking import Thinking
from secqa.systems.value_words import value_text

_LINE_WIDTH = 100
_CONCURRENCY = 8
"""Model requests at the same time: a program sends all requests that it can at once."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """A file of questions instead of one, which system answers, and how answers are shown."""

    batch: Path | None = None
    out: Path | None = None
    min_confidence: float | None = None
    program: bool = False
    html: Path | None = None
    dry_run: bool = False
    as_json: bool = False
    pages: int = 8
    system: str = "codegen-docs"


@dataclass(frozen=True, slots=True)
class AnsweringOptions:
    """How pages are found, who plans and reads, and what that may cost."""

    retrieval: ChosenRetriever
    model: ModelOptions
    spending: SpendingOptions


def ask(
    corpus: CorpusPath,
    options: AskOptions,
    answering: AnsweringOptions,
    question: str | None = None,
) -> None:
    """Answer a question, and show where each value is printed.

    With --batch, answer a file of questions, one line of JSON each. Ends with exit code 1 when
    the corpus has no answer.
    """
    if (question is None) == (options.batch is None) or (options.batch is None) != (
        options.out is None
    ):
        raise SecqaError("ask: give either a question, or --batch QUESTIONS with --out ANSWERS")
    thinking = open_thinking(answering.model, answering.spending.of(options.dry_run), _CONCURRENCY)
    opened = open_corpus(corpus)

    def system_with(thinking: Thinking) -> System:
        return make_system(options.system, opened, options.pages, thinking, answering.retrieval)

    system = system_with(thinking)
    if options.dry_run:
        from secqa.evaluation.rehearsal import rehearse_question

        if question is None:
            raise SecqaError("ask: --dry-run takes one question; leave out --batch")
        expected = rehearse_question(question, system_with, thinking)
        typer.echo(estimate_line(thinking.label, expected))
        return
    if options.batch and options.out:
        _answer_file(options, system, opened, _CONCURRENCY if thinking.model else 1)
        return
    answer = system.answer(question or "")
    if answer.value is not None and answer.confidence < (options.min_confidence or 0):
        answer = replace(answer, value=None, error=f"confidence is {answer.confidence:.2f} only")
    if options.html and answer.value is not None:
        from secqa.evaluation.report.series_page import write_series

        write_series(answer, options.html)
    if options.as_json:
        print_json(answer)
    else:
        print_answer(answer, opened, options.program)
    if answer.value is None:
        typer.echo(f"cannot answer: {answer.error}", err=True)
    if answer.value is None or _is_doubtful(answer):
        raise typer.Exit(1)


def _is_doubtful(answer: Answer) -> bool:
    """Whether no value and no passage is likely enough to be given as the answer."""
    return answer.table is None and answer.confidence < DOUBTFUL


def _answer_file(
    file: AskOptions,
    system: System,
    corpus: Corpus,
    concurrency: int,
) -> None:
    """Answer the questions that `out` lacks; exit code 1 where lines are no questions."""
    assert file.batch is not None
    assert file.out is not None
    questions, bad = read_questions(file.batch)
    for line in bad:
        typer.echo(f"secqa: {file.batch} line {line.number}: {line.problem}; left out", err=True)
    with answer_progress(system.name) as on_progress:
        answer_all(
            system,
            questions,
            file.out,
            partial(
                answer_record,
                least=file.min_confidence,
                printed=lambda document_id, page: corpus.page(document_id, page).label,
            ),
            on_progress,
            at_once=concurrency,
        )
    if bad:
        raise typer.Exit(1)


def print_answer(answer: Answer, corpus: Corpus, program: bool) -> None:
    """Print an answer with the place of each value."""
    if program and answer.program:
        typer.echo(answer.program)
    if answer.table is not None:
        from secqa.cli.runs.series_table import print_series

        print_series(answer.table, answer.form)
    if answer.passages:
        passages = answer.passages
        if _is_doubtful(answer):
            typer.echo("No passage is likely enough to answer; what comes nearest:")
            passages = passages[:1]
        for line in (*_explanation_lines(answer), *_passage_lines(passages, corpus)):
            typer.echo(line)
        typer.echo(f"confidence {answer.confidence:.0%}")
        return
    if answer.value is None:
        return
    texts = [
        f"{label}: {text}" if label else text
        for label, value in answer.labelled_values
        for text in (value_text(value, answer.unit, answer.form),)
        if answer.table is None
    ]
    if texts and _is_doubtful(answer):
        typer.echo("No answer is likely enough to be given; the likeliest would be:")
        texts = [f"  {text}" for text in texts]
    for text in texts:
        typer.echo(text)
    for note in answer.notes:
        typer.echo(f"note: {note}")
    typer.echo(f"confidence {answer.confidence:.0%}")
    shown = answer.readings if answer.table is None else ()
    read = [reading for reading in shown if reading.value is not None]
    if read:
        typer.echo("\nread from:")
    for reading in dict.fromkeys(read):
        for line in _source(reading, corpus):
            typer.echo(f"  {line}")


def _explanation_lines(answer: Answer) -> Iterator[str]:
    """A model's text about the passages, and notes on the sentences that were left out."""
    quoted = "\n\n".join(passage.text for passage in answer.passages)
    if answer.value not in (None, quoted):
        text = fill(str(answer.value), _LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
        yield f"{text}\n"
    for note in answer.notes:
        yield f"note: {note}"
    if answer.notes:
        yield ""


def _passage_lines(passages: Sequence[Passage], corpus: Corpus) -> Iterator[str]:
    """Each passage as printed, with its place below."""
    for before, passage in zip((None, *passages), passages, strict=False):
        if passage.about and (before is None or passage.about != before.about):
            yield f"{passage.about[:1].upper()}{passage.about[1:]}:"
        for line in passage.text.split("\n"):
            yield fill(line, _LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
        about = corpus.entry(passage.document_id).metadata
        is_quarter = about.form.startswith("10-Q") and about.period_end is not None
        day = f", {about.period_end:%b %-d, %Y}," if is_quarter else ""
        where = f"{passage.document_id}{day} page {passage.page}"
        where += _printed_label(passage.document_id, passage.page, corpus)
        again = passage.also_in and f"also in {', '.join(passage.also_in)}"
        context = (passage.section and f"section {passage.section}", passage.heading, again)
        yield f"  {', '.join(part for part in (where, *context) if part)}\n"


def _printed_label(document_id: str, page: int, corpus: Corpus) -> str:
    label = corpus.page(document_id, page).label
    return f' (printed "{label}")' if label else ""


def _source(reading: Reading, corpus: Corpus) -> tuple[str, str]:
    """The value with its page, and the printed line."""
    printed = _printed_label(reading.document_id, reading.page, corpus)
    value = "" if reading.value is None else value_text(reading.value, reading.unit)
    place = f"{value}  {reading.document_id} page {reading.page}{printed}"
    return place, f"    {cut(reading.quote, _LINE_WIDTH)}"
