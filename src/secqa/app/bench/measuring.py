"""Benchmarks made, and systems run on them, from forms: jobs that write into the corpus folder."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from secqa import __version__
from secqa.app.addresses import question_address, run_address
from secqa.app.bench.benchmark_review import BenchmarkReview, benchmark_called
from secqa.app.folder_cache import folders_by_name
from secqa.app.jobs import Job, JobStopped, jobs_of
from secqa.app.web import go_to, posted
from secqa.app.workplace import MADE_BENCHMARKS, MADE_RUNS, Workplace
from secqa.benchmark.card import card_of
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import QUESTIONS, write_benchmark
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import bundled_suites
from secqa.errors import SecqaError
from secqa.evaluation.runner import Task, page_counts, run_benchmark
from secqa.evaluation.runs import RUN
from secqa.metrics.number_text import counted
from secqa.systems.make import SYSTEMS
from secqa.systems.thinking import OFFLINE

MOST_QUESTIONS = 500
Form = TypeVar("Form", bound=BaseModel)


def _choice_among(names: Collection[str]) -> AfterValidator:
    def checked(name: str) -> str:
        if name not in names:
            raise ValueError(f"choose one of {', '.join(names)}")
        return name

    return AfterValidator(checked)


class BenchmarkForm(BaseModel):
    """What a benchmark is made of."""

    suite: Annotated[str, _choice_among(bundled_suites())] = "default"
    count: int = Field(default=48, ge=1, le=MOST_QUESTIONS)
    seed: int = Field(default=7, ge=0)


class RunForm(BaseModel):
    """Which system answers a benchmark, and from how many pages."""

    system: Annotated[str, _choice_among(SYSTEMS)] = "codegen-docs"
    pages: str = "8"
    model: str = ""


def measuring_choices(place: Workplace) -> dict[str, Any]:
    """What the forms offer."""
    return {
        "suites": [(name, suite.title) for name, suite in bundled_suites().items()],
        "systems": SYSTEMS,
        "models": place.models.names,
        "most_questions": MOST_QUESTIONS,
        "new_benchmark": BenchmarkForm(),
        "new_run": RunForm(),
        "can_measure": isinstance(place.corpus.path, Path),
    }


def make_benchmark(place: Workplace, request: Request) -> Response:
    """Start a job that generates a benchmark."""
    form, corpus = _parsed(BenchmarkForm, request), place.corpus
    suite = bundled_suites()[form.suite]
    command = f"secqa app: suite {suite.name}, {form.count} questions, seed {form.seed}"
    folder = _folder(place, MADE_BENCHMARKS, f"{suite.name}-{form.count}-seed-{form.seed}")

    def work(job: Job) -> str:
        job.tell("reading the tagged values")
        facts = corpus_facts(corpus.path)
        job.tell(f"choosing {form.count} questions and checking each")
        origin = Origin(form.seed, __version__, command)
        chosen = replace(suite, count=form.count)
        benchmark = generate(facts, corpus.catalogue, chosen, origin)
        write_benchmark(benchmark, folder, card_of(benchmark))
        job.summary = counted(len(benchmark.questions), "question")
        made = folders_by_name(place.folders.benchmarks, QUESTIONS)
        return question_address(_name_of(folder, made))

    return go_to(jobs_of(request).start(f"Making {folder.name}", work).address)


def start_run(place: Workplace, request: Request) -> Response:
    """Start a job that asks a system all questions of a benchmark; it goes on with an earlier one
    of the same name."""
    review: BenchmarkReview = benchmark_called(place, request.path_params["name"])
    form = _parsed(RunForm, request)
    thinking = place.models.find(form.model) if form.model else OFFLINE
    by = f"-{form.model.replace(':', '-').replace('/', '-')}" if form.model else ""
    folder = _folder(place, MADE_RUNS, f"{review.name}-{form.system}{by}")
    pages = page_counts(form.pages)
    task = Task(review.folder, place.corpus.path, form.system, pages, thinking)

    def work(job: Job) -> str:
        def progress(done: int, total: int) -> None:
            job.done, job.of = done, total
            # Its scores can be looked at from the first answer on.
            job.result = job.result or run_address(
                _name_of(folder, folders_by_name(place.folders.runs, RUN))
            )
            if job.is_stopped:
                raise JobStopped

        run_benchmark(task, folder, version=__version__, command="secqa app", on_progress=progress)
        return job.result

    return go_to(jobs_of(request).start(f"Running {form.system} on {review.name}", work).address)


def _name_of(folder: Path, folders: Mapping[str, Path]) -> str:
    return next((name for name, path in folders.items() if path == folder), folder.name)


def _parsed(form: type[Form], request: Request) -> Form:
    try:
        return form.model_validate({name: text for name, text in posted(request).items() if text})
    except ValidationError as error:
        first = error.errors()[0]
        raise SecqaError(f"{first['loc'][0]}: {first['msg']}; go back and change it") from None


def _folder(place: Workplace, kind: str, name: str) -> Path:
    if not isinstance(place.corpus.path, Path):
        raise SecqaError("measure on the command line: this corpus is in an object store")
    return place.corpus.path / kind / name
