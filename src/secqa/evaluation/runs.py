"""Store a run: one system on one benchmark, at one or several numbers of pages.

    run.json            system, model, benchmark, corpus, version, command
    benchmark/          the questions of the run
    predictions.jsonl   one line per answer, appended and flushed at once
    pages-K.trec        the pages retrieved at K, in TREC format, written at the end

A killed run loses at most one answer: an incomplete last line is cut off, and the next `secqa run`
with the same settings continues after it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import QUESTIONS, Benchmark, read_benchmark, write_benchmark
from secqa.corpus.writer_lease import LOCK
from secqa.errors import SecqaError
from secqa.files import append, cut_unfinished_line, make_folder, write_file
from secqa.record import from_plain
from secqa.systems.answer import Answer

SCHEMA = 1
RUN = "run.json"
PREDICTIONS = "predictions.jsonl"
BENCHMARK = "benchmark"


@dataclass(frozen=True, slots=True)
class Prediction:
    """A system's answer to one question at one number of pages."""

    question_id: str
    pages: int
    """The setting k: pages retrieved for each thing looked up."""
    answer: Answer


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of a run."""

    system: str
    model: str
    benchmark: str
    """Fingerprint of the questions."""
    corpus: str
    """Fingerprint of the corpus."""
    version: str
    command: str
    retriever: str = "ranked"
    """`ChosenRetriever.label`; absent in older runs."""
    questions: int | None = None
    """Questions that the run is to answer; absent in older runs."""

    @property
    def identity(self) -> tuple[str, ...]:
        """The settings that two parts of one run must share."""
        return (self.system, self.model, self.retriever, self.benchmark, self.corpus)


@dataclass(frozen=True, slots=True)
class Run:
    """A run directory, read."""

    folder: Path
    settings: RunSettings
    benchmark: Benchmark
    predictions: tuple[Prediction, ...]

    def __repr__(self) -> str:
        answers, questions = len(self.predictions), len(self.benchmark.questions)
        return (
            f"<Run {self.folder}: {self.settings.system}, {answers} answers, {questions} questions>"
        )

    @property
    def done(self) -> frozenset[tuple[int, str]]:
        """(pages, question_id) of every answer there is."""
        return frozenset((p.pages, p.question_id) for p in self.predictions)


def make_run_folder(folder: Path) -> None:
    """Make the folder of a run if it is missing; raises SecqaError if it holds something else."""
    if not (folder / RUN).exists():
        make_folder(folder, (BENCHMARK, PREDICTIONS, LOCK), "run")


def open_run(folder: Path, settings: RunSettings, benchmark: Benchmark) -> Run:
    """Start a run, or continue an interrupted one.

    Raises SecqaError if the folder holds something else or a run with other settings, or cannot be
    written.
    """
    if (folder / RUN).exists():
        run = read_run(folder)
        if run.settings.identity != settings.identity:
            system, model, retriever, questions, corpus = run.settings.identity
            raise SecqaError(
                f"{folder}: holds another run ({system}, {model}, {retriever}, questions "
                f"{questions}, corpus {corpus}); choose another --out or delete it"
            )
        cut_unfinished_line(folder / PREDICTIONS)
        if (settings.questions or 0) > (run.settings.questions or 0):
            run = replace(run, settings=replace(run.settings, questions=settings.questions))
            _write_settings(folder, run.settings)
        return run
    make_run_folder(folder)
    write_benchmark(benchmark, folder / BENCHMARK, card_of(benchmark))
    write_file(folder / PREDICTIONS, b"")
    _write_settings(folder, settings)
    return Run(folder, settings, benchmark, ())


def _write_settings(folder: Path, settings: RunSettings) -> None:
    record = {"schema": SCHEMA, **asdict(settings)}
    write_file(folder / RUN, (json.dumps(record, indent=1) + "\n").encode())


def read_run(folder: Path) -> Run:
    """Read a run directory; raises SecqaError if it is not a run or damaged."""
    try:
        record = json.loads((folder / RUN).read_text(encoding="utf-8"))
        lines = (folder / PREDICTIONS).read_text(encoding="utf-8").split("\n")
    except (FileNotFoundError, NotADirectoryError):
        raise SecqaError(f"{folder}: not a run (no {RUN}); make one with `secqa run`") from None
    except (OSError, ValueError) as error:
        raise SecqaError(f"{folder}: cannot be read ({error})") from error
    if record.pop("schema", None) != SCHEMA:
        raise SecqaError(f"{folder}: another schema than {SCHEMA}; run it again")
    try:
        predictions = tuple(from_plain(Prediction, json.loads(line)) for line in lines[:-1])
        settings = RunSettings(**record)
    except (ValueError, KeyError, TypeError) as error:
        raise SecqaError(f"{folder}: damaged ({error}); delete it and run again") from error
    return Run(folder, settings, read_benchmark(folder / BENCHMARK), predictions)


def benchmarks_in(folder: Path, out: Path) -> list[tuple[Path, Path]]:
    """(benchmark, folder of its run): the yearly versions in a folder, or the folder itself."""
    return [(year, out / year.name) for year in _years_in(folder, QUESTIONS)] or [(folder, out)]


def runs_in(folder: Path) -> tuple[Run, ...]:
    """The runs of the yearly versions in a folder, or the run in it; SecqaError without any."""
    return tuple(map(read_run, _years_in(folder, RUN) or [folder]))


def _years_in(folder: Path, file: str) -> Sequence[Path]:
    """Folders of years in a folder that does not itself hold this file; the earliest first."""
    if (folder / file).exists():
        return ()
    return sorted(path.parent for path in folder.glob(f"[12][0-9][0-9][0-9]/{file}"))


def append_prediction(folder: Path, prediction: Prediction) -> None:
    """Write one answer, safe from later crashes."""
    record = {
        "question_id": prediction.question_id,
        "pages": prediction.pages,
        "answer": answer_record(prediction.answer),
    }
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    remedy = "all answers so far are kept, run it again to go on"
    append(folder / PREDICTIONS, line + "\n", remedy)


def write_trec(folder: Path, predictions: Iterable[Prediction], system: str) -> None:
    """Write `pages-K.trec` for every K: the pages in the order of retrieval."""
    by_pages: dict[int, list[str]] = {}
    for prediction in predictions:
        lines = by_pages.setdefault(prediction.pages, [])
        retrieved = prediction.answer.pages
        for rank, (document_id, page) in enumerate(retrieved, 1):
            score = len(retrieved) - rank + 1
            tag = f"{system}@{prediction.pages}"
            lines.append(f"{prediction.question_id} Q0 {document_id}#{page} {rank} {score} {tag}\n")
    for pages, lines in by_pages.items():
        write_file(folder / f"pages-{pages}.trec", "".join(lines).encode())


def answer_record(answer: Answer) -> dict[str, Any]:
    """An answer as JSON."""
    # A table of series repeats values, labels and readings by period.
    return asdict(replace(answer, table=None))


def answer_of(record: Mapping[str, Any]) -> Answer:
    """The answer of a record; raises ValueError or TypeError for other records."""
    answer: Answer = from_plain(Answer, record)
    return answer
