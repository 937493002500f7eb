"""Running a benchmark: questions and a system in, predictions on disk out, resumable."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from secqa.benchmark.dataset import Question, read_benchmark
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
from secqa.systems.answer import System


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    done: int
    total: int


def run_benchmark(
    benchmark_folder: Path,
    corpus_path: Path,
    out: Path,
    *,
    system: str,
    model: str,
    pages: Sequence[int],
    limit: int | None,
    version: str,
    command: str,
    on_progress: Callable[[Progress], None],
) -> Run:
    """Answer the questions of a benchmark at each number of pages; takes up what is there.

    Raises SecqaError when the benchmark was made from another corpus, or `out` holds another
    run.
    """
    from secqa.corpus.store import open_corpus
    from secqa.systems.make import make_system

    benchmark = read_benchmark(benchmark_folder)
    corpus = open_corpus(corpus_path)
    if benchmark.corpus != corpus.fingerprint:
        raise SecqaError(
            f"{benchmark_folder}: made from another corpus ({benchmark.corpus}) than {corpus_path} "
            f"({corpus.fingerprint}); use that one, or generate the benchmark again"
        )
    settings = RunSettings(
        system, model, benchmark.fingerprint, corpus.fingerprint, version, command
    )
    make_system(system, corpus, pages=pages[0], model=model)  # an unknown one leaves no folder
    run = open_run(out, settings, benchmark)
    answer_questions(
        run,
        lambda k: make_system(system, corpus, pages=k, model=model),
        pages,
        benchmark.questions[:limit],
        on_progress,
    )
    return read_run(out)


def answer_questions(
    run: Run,
    system_of: Callable[[int], System],
    pages: Sequence[int],
    questions: Sequence[Question],
    on_progress: Callable[[Progress], None],
) -> None:
    """Answer what has no answer yet, one number of pages after the other.

    Every answer is on disk before the next question is asked. The TREC files are written at the
    end, from all answers of the run.
    """
    total = len(pages) * len(questions)
    waiting = [(k, q) for k in pages for q in questions if (k, q.question_id) not in run.done]
    done = total - len(waiting)
    on_progress(Progress(done, total))
    systems: dict[int, System] = {}
    for k, question in waiting:
        if k not in systems:
            systems = {k: system_of(k)}
        answer = systems[k].answer(question.text)
        append_prediction(run.folder, Prediction(question.question_id, k, answer))
        done += 1
        on_progress(Progress(done, total))
    write_trec(run.folder, read_run(run.folder).predictions, run.settings.system)


def page_counts(text: str) -> tuple[int, ...]:
    """ "4,8,16" -> (4, 8, 16), in order and without repeats; SecqaError for anything else."""
    try:
        counts = sorted({int(part) for part in text.split(",")})
    except ValueError:
        counts = []
    if not counts or counts[0] < 1:
        raise SecqaError(f"--pages {text}: must be whole numbers from 1, by comma: 4,8,16")
    return tuple(counts)
