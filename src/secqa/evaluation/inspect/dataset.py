"""A benchmark as a dataset of Inspect: question texts in, gold answers as targets.

What else is known of a question (its facts, pages, program) stays out: a solver may look at all of
a sample, and must not see what was tagged. Scorers read it from the benchmark again.
"""

from inspect_ai.dataset import MemoryDataset, Sample

from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.formats.text_files import target_of

UNRATED = "unrated"
"""Where a benchmark does not say how difficult a question is."""


def dataset_of(benchmark: Benchmark) -> MemoryDataset:
    """The questions as samples, in their order."""
    samples = [_sample(question) for question in benchmark.questions]
    return MemoryDataset(samples, name=f"{benchmark.suite} {benchmark.fingerprint}")


def _sample(question: Question) -> Sample:
    return Sample(
        id=question.question_id,
        input=question.text,
        target=target_of(question.answer),
        metadata={"type": question.type, "difficulty": question.difficulty or UNRATED},
    )
