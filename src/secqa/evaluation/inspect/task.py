"""A benchmark as a task of Inspect: `inspect eval secqa/benchmark -T folder=… -T corpus=…`.

Inspect finds this module by the entry point of the package and in it all that is registered, also
the solvers `secqa/system` and `secqa/closed_book`, the scorers `secqa/right` and `secqa/evidence`.
"""

from pathlib import Path

from inspect_ai import Task, task

from secqa import __version__
from secqa.corpus.address import corpus_path
from secqa.evaluation.inspect.dataset import dataset_of
from secqa.evaluation.inspect.scorer import evidence, right
from secqa.evaluation.inspect.solver import closed_book, system_solver
from secqa.evaluation.runner import Task as Asked
from secqa.evaluation.runner import open_task

__all__ = ["benchmark", "closed_book", "evidence", "right", "system_solver"]


@task
def benchmark(
    folder: str,
    corpus: str,
    system: str = "codegen-docs",
    pages: int = 8,
    engine: str = "offline",
) -> Task:
    """The questions of a benchmark's folder, asked of one of our systems over its corpus.

    SecqaError where the benchmark was made from another corpus. `--solver` replaces the system.
    """
    asked = Asked(Path(folder), corpus_path(corpus), system, [pages])
    questions, _ = open_task(asked)
    return Task(
        dataset=dataset_of(questions),
        solver=system_solver(corpus, system, pages, engine, questions.until),
        scorer=[right(folder), evidence(folder)],
        metadata={"benchmark": questions.fingerprint, "corpus": questions.corpus},
        version=__version__,
    )
