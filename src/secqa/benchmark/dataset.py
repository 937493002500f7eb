"""Questions with gold answers, and their folder.

    questions.jsonl   one question a line
    config.json       the schema, and the origin of the questions
    qrels.txt         the evidence pages in TREC format, so that any retrieval tool can score a run
    card.md           what the questions are about

The same corpus, seed and settings write the same bytes.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from secqa.errors import SecqaError
from secqa.facts.fact import StatedFact
from secqa.files import make_folder, write_file
from secqa.query.form.schema import from_json, to_json
from secqa.query.query import Query
from secqa.reading.reading import Passage
from secqa.record import from_plain

if TYPE_CHECKING:
    from datasets import DatasetDict

SCHEMA = 1
QUESTIONS = "questions.jsonl"
HEADER = "config.json"
"""A name that `datasets.load_dataset` passes over, so that a folder has a row a question."""
QRELS = "qrels.txt"
CARD = "card.md"
_PASSAGE = 2
"""Grade of the page of a passage: the same as of a primary statement."""
DIFFICULTY = "difficulty"
"""Key of a question's record."""
_OMIT_IF_EMPTY = ("split", DIFFICULTY, "witnesses")
"""Fields that older versions do not write: their fingerprints stay."""
Answer = float | str | tuple[float | str, ...] | None
CANARY = "canary"
"""Key of the canary in `config.json` and in each record of a published benchmark."""
_DATASETS = "secqa.benchmark.formats.arrow_tables:datasets_of"
UNTIL = "until"
"""Key in `config.json` of a yearly version: the last fiscal year of its corpus."""


@dataclass(frozen=True, slots=True)
class AlternativeAnswer:
    """Another value that answers as well."""

    value: float
    reading: str
    """In words, to follow the name of the metric: "without leases"."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """The factors of section 3.3 of the paper."""

    entities: int
    """Companies whose values are needed."""
    periods: int
    """Fiscal periods whose values are needed, for one company."""
    hops: int
    """1, and one more for each answer that decides the next look-up."""
    structure: tuple[str, ...]
    """Knowledge of the collection or the documents that it needs: `latest report`,
    `last n years`, `shared year`, `comparatives` (an earlier year inside a later report),
    `quarterly`, `formula` (the parts of a compound metric)."""
    outputs: int
    documents: int = 1
    """The fewest reports that together state all values."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its verified answer and all that explains a wrong one."""

    question_id: str
    text: str
    type: str
    """Id of the kind."""
    answer: Answer
    """Dollars, counts, fractions (1% is 0.01), "Yes" or "No", a name; several in order; the text
    of a passage; None if the right reply is that there is no answer."""
    unit: str
    companies: tuple[str, ...]
    metrics: tuple[str, ...]
    facts: tuple[StatedFact, ...]
    """The values that the answer needs, in the order of look-up: each from the period's own report,
    else from the later report that carries it."""
    complexity: Complexity
    program: str
    """Gold program."""
    query: Query | None = None
    """As the text asks ("latest"); None in benchmarks of earlier versions."""
    plain: str = ""
    """The same question in full: every company and fiscal period named."""
    why: str = ""
    """Why it cannot be answered; "" if it can."""
    passages: tuple[Passage, ...] = ()
    """The passages of an answer in words."""
    also: tuple[AlternativeAnswer, ...] = ()
    """Values that answer as well, by another convention than the gold answer's."""
    slack: float = 0.0
    """How far a percentage may be from the gold answer and still round to the printed figure."""
    split: str = ""
    """`train`, `dev`, … of benchmarks whose companies are split."""
    difficulty: str = ""
    """`easy`, `medium` or `hard` (see `complexity.py`); "" if unknown."""
    witnesses: int = 0
    """Evidence besides the tag for the value that has least of it (see `gates/witnesses.py`)."""


@dataclass(frozen=True)
class Benchmark:
    """Questions and their origin."""

    questions: tuple[Question, ...]
    suite: str
    seed: int
    version: str
    """Of secqa."""
    corpus: str
    """Fingerprint of the corpus."""
    command: str
    rejected: dict[str, int] = field(default_factory=dict)
    """How many drafts each gate turned away."""
    until: int | None = None
    """The last fiscal year of its corpus, if it is a yearly version."""

    def __repr__(self) -> str:
        return f"<Benchmark {self.suite}: {len(self.questions)} questions, {self.fingerprint}>"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Lines of `questions.jsonl`, without line ends."""
        return tuple(json_line(_record(question)) for question in self.questions)

    @property
    def fingerprint(self) -> str:
        """Names the content: equal for equal questions and answers."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()[:12]

    def to_huggingface(self) -> "DatasetDict":
        """The questions as a `datasets.DatasetDict` of their splits (extra `secqa[datasets]`)."""
        made: DatasetDict = resolve_name(_DATASETS)(map(json.loads, self.lines))
        return made


def qrels_of(questions: Iterable[Question]) -> dict[str, dict[str, int]]:
    """question_id -> page (`document_id#page`) -> grade."""
    qrels: dict[str, dict[str, int]] = {}
    for question in questions:
        grades = qrels.setdefault(question.question_id, {})
        for fact in question.facts:
            for page, grade in fact.pages.items():
                key = f"{fact.document_id}#{page}"
                grades[key] = max(grades.get(key, 0), grade)
        for passage in question.passages:
            grades[f"{passage.document_id}#{passage.page}"] = _PASSAGE
    return qrels


def qrels_text(qrels: Mapping[str, Mapping[str, int]]) -> str:
    """Graded pages as a TREC file of four columns."""
    return "".join(
        f"{qid} 0 {page} {grade}\n"
        for qid, grades in qrels.items()
        for page, grade in sorted(grades.items())
    )


def write_benchmark(benchmark: Benchmark, folder: Path, card: str, replaces: bool = False) -> None:
    """Write the files; SecqaError when the folder holds others, or cannot be written.

    Another benchmark in the folder stays, unless this one `replaces` it.
    """
    header = {
        "schema": SCHEMA,
        "suite": benchmark.suite,
        "seed": benchmark.seed,
        "questions": len(benchmark.questions),
        "fingerprint": benchmark.fingerprint,
        "corpus": benchmark.corpus,
        "secqa": benchmark.version,
        "command": benchmark.command,
        "rejected": benchmark.rejected,
        **({} if benchmark.until is None else {UNTIL: benchmark.until}),
    }
    make_folder(folder, (QRELS, CARD, HEADER, QUESTIONS), "benchmark")
    if (folder / QUESTIONS).exists() and not replaces:
        kept, _ = read_records(folder)
        if kept.get("fingerprint") != benchmark.fingerprint:
            raise SecqaError(f"{folder}: holds another benchmark; give a new folder, or delete it")
    write_file(folder / QRELS, qrels_text(qrels_of(benchmark.questions)).encode())
    write_file(folder / CARD, card.encode())
    write_file(folder / HEADER, f"{json_line(header)}\n".encode())
    write_file(folder / QUESTIONS, "".join(f"{line}\n" for line in benchmark.lines).encode())


def read_records(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and the questions of a benchmark as written, also of earlier versions.

    In these the header is the first line of `questions.jsonl`. Raises SecqaError for missing or
    damaged files.
    """
    path = folder / QUESTIONS
    try:
        # Not splitlines(): quotes of filings hold other characters that it would break at.
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        if (folder / HEADER).exists():
            lines.insert(0, (folder / HEADER).read_text(encoding="utf-8"))
        header, *records = map(json.loads, filter(None, lines))
        if header["schema"] != SCHEMA:
            raise SecqaError(
                f"{path}: schema {header['schema']}, this version reads {SCHEMA}; generate it again"
            )
        if len(records) != header["questions"]:
            raise ValueError(f"{len(records)} of {header['questions']} questions")
    except OSError:
        raise SecqaError(
            f"{folder}: not a benchmark (no {QUESTIONS}); make one with `secqa generate`"
        ) from None
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(path, error) from error
    return header, records


def read_benchmark(folder: str | os.PathLike[str]) -> Benchmark:
    """Read the files of `write_benchmark`; raises SecqaError if they are missing or damaged."""
    header, records = read_records(Path(folder))
    try:
        return Benchmark(
            tuple(map(_question, records)),
            header["suite"],
            header["seed"],
            header["secqa"],
            header["corpus"],
            header["command"],
            header["rejected"],
            header.get(UNTIL),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(Path(folder) / QUESTIONS, error) from error


def _damaged(path: Path, error: Exception) -> SecqaError:
    return SecqaError(f"{path}: damaged ({error}); delete it and generate it again")


def _record(question: Question) -> dict[str, Any]:
    query = to_json(question.query) if question.query else None
    record = asdict(replace(question, query=None)) | {"query": query}
    for passage in record["passages"]:
        del passage["score"]
    return {name: value for name, value in record.items() if value or name not in _OMIT_IF_EMPTY}


def _question(record: dict[str, Any]) -> Question:
    fields = {name: value for name, value in record.items() if name != CANARY}
    question: Question = from_plain(Question, fields | {"query": None})
    return replace(question, query=_query(record.get("query")))


def _query(written: object) -> Query | None:
    try:
        return from_json(written) if written else None
    except SecqaError as error:
        raise ValueError(str(error)) from error


def json_line(record: Mapping[str, Any]) -> str:
    """A record as a line of `questions.jsonl`, without its end."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
