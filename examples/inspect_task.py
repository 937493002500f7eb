"""A benchmark as a task of Inspect AI: `inspect eval inspect_task.py --model none`.

BENCH and CORPUS name the folders; without them, what `secqa demo` made.
"""

import os

from inspect_ai import Task, task

from secqa.evaluation.inspect.task import benchmark


@task
def filings() -> Task:
    """The questions of a benchmark, answered by a system of secqa and scored as by `evaluate`."""
    bench, corpus = (
        os.environ.get("BENCH", "demo/benchmark"),
        os.environ.get("CORPUS", "demo/corpus"),
    )
    return benchmark(folder=bench, corpus=corpus)
