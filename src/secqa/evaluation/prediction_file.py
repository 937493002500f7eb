"""Read answers that another program wrote to a file, as a run to score.

    {"id": "default-7-0001-3f2a9c1d", "answer": "about $3.2 billion", "pages": [...]}

Each line is an answer, as `systems/outside/answer_record.py` has it, with the `id` or `question_id`
of its question, or a line of the `predictions.jsonl` of a run at one number of pages. An error
names the first bad line; with `partial`, bad lines are reported and skipped, and questions without
an answer are left out of the score.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secqa.benchmark.dataset import Benchmark, Question, qrels_of
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.runs import (
    Prediction,
    Run,
    RunSettings,
    append_prediction,
    open_run,
    read_run,
    write_trec,
)
from secqa.evaluation.runs import answer_of as answer_of_run
from secqa.files import read_text
from secqa.systems.answer import Answer
from secqa.systems.outside.answer_record import answer_of
from secqa.systems.outside.open_outside import LABEL

_SEVERAL = " (a run at several numbers of pages? `secqa evaluate FOLDER_OF_THE_RUN` scores it)"
_PARTIAL = "--partial scores what can be"


@dataclass(frozen=True, slots=True)
class Predictions:
    """The content of a file."""

    answers: tuple[Prediction, ...]
    problems: tuple[str, ...]
    """One line for each skipped line, and one for questions without an answer."""


def read_predictions(
    path: Path, benchmark: Benchmark, partial: bool = False, corpus: Corpus | None = None
) -> Predictions:
    """The answers of a file to the questions of a benchmark.

    Pages that the corpus does not have, where it is given, are a problem of their own.

    Raises SecqaError for an invalid line, an unknown or repeated id, or a question without an
    answer, unless `partial`; and for a file without any answer.
    """
    questions = {question.question_id: question for question in benchmark.questions}
    found: dict[str, Answer] = {}
    problems: list[str] = []
    text = read_text(path, "give a file of predictions, a line of JSON each")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            question_id, answer = _answer(line, questions)
            if question_id in found:
                raise SecqaError(f"has the id {question_id!r} a second time{_SEVERAL}")
            found[question_id] = answer
        except SecqaError as error:
            problems.append(f"{path} line {number}: {error}")
            if not partial:
                raise SecqaError(f"{problems[0]}; {_PARTIAL}") from None
    missing = [name for name in questions if name not in found]
    if not found:
        raise SecqaError(f"{path}: has no answer to a question of this benchmark")
    if missing:
        total = len(questions)
        problems.append(f"{path}: {len(missing)} of {total} questions have no answer: {missing[0]}")
        if not partial:
            more = ", …" if len(missing) > 1 else ""
            raise SecqaError(f"{problems[-1]}{more}; {_PARTIAL}")
    problems += _unknown_pages(path, found.values(), benchmark, corpus)
    answers = {name: found[name] for name in questions if name in found}
    # A file does not say how many pages a retrieval gives; none gave more than these.
    k = max(1, *(len(answer.pages) for answer in answers.values()))
    predictions = tuple(Prediction(name, k, answer) for name, answer in answers.items())
    return Predictions(predictions, tuple(problems))


def _unknown_pages(
    path: Path, answers: Iterable[Answer], benchmark: Benchmark, corpus: Corpus | None
) -> list[str]:
    """A line if no named page is of use, and one if the corpus lacks some."""
    remedy = "`secqa documents` lists the ids, and pages count from 1"
    pages = {page for answer in answers for page in answer.pages}
    gold = {page for grades in qrels_of(benchmark.questions).values() for page in grades}
    lines = []
    if pages and gold.isdisjoint(f"{document}#{page}" for document, page in pages):
        document, page = min(pages)
        lines = [f"{path}: no question needs a page that it names, as {document}#{page}; {remedy}"]
    ends = {one.metadata.document_id: one.pages for one in corpus.entries} if corpus else {}
    if unknown := [name for name in sorted(pages) if corpus and name[1] > ends.get(name[0], 0)]:
        document, page = unknown[0]
        total = f"{len(unknown):,} of {len(pages):,} named pages"
        lines.append(f"{path}: {total} are not in the corpus, as {document}#{page}; {remedy}")
    return lines


def run_of(
    predictions: Predictions, name: str, benchmark: Benchmark, version: str, command: str
) -> Run:
    """The answers as a run of a system of that name, in memory."""
    settings = RunSettings(name, LABEL, benchmark.fingerprint, benchmark.corpus, version, command)
    return Run(Path(name), settings, benchmark, predictions.answers)


def keep_run(run: Run, out: Path) -> Run:
    """The same run on the disk, for reports and judges.

    Raises SecqaError if the folder holds other answers.
    """
    kept = open_run(out, run.settings, run.benchmark)
    if not set(kept.predictions) <= set(run.predictions):
        raise SecqaError(f"{out}: holds other answers; choose another --out or delete it")
    for prediction in run.predictions:
        if (prediction.pages, prediction.question_id) not in kept.done:
            append_prediction(out, prediction)
    whole = read_run(out)
    write_trec(out, whole.predictions, run.settings.system)
    return whole


def _answer(line: str, questions: Mapping[str, Question]) -> tuple[str, Answer]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SecqaError(f"is not JSON ({error})") from None
    name = record.get("id", record.get("question_id")) if isinstance(record, dict) else None
    if not isinstance(name, str):
        raise SecqaError('is no object with the "id" or "question_id" of a question')
    question = questions.get(name)
    if question is None:
        raise SecqaError(f"no question of this benchmark has the id {name[:80]!r}")
    if isinstance(record.get("answer"), dict):
        return name, _run_answer(record["answer"])
    return name, answer_of(record, question.text)


def _run_answer(record: Mapping[str, Any]) -> Answer:
    """An answer as `secqa run` keeps it."""
    try:
        return answer_of_run(record)
    except (ValueError, KeyError, TypeError) as error:
        raise SecqaError(f"is no answer of a run ({error})") from None
