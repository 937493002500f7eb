"""FinanceBench as it is published -> questions with their evidence.

In: a folder with `questions.jsonl` and `pdfs/`. Out: questions, each with the file it is about,
the pages of its evidence and its text. The page numbers in the file count from zero; ours from
one.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.files import read_text


@dataclass(frozen=True, slots=True)
class EvidenceQuestion:
    """A question about one report, and where its answer stands."""

    id: str
    text: str
    report: str
    """Name of the report's file, without its ending."""
    pages: frozenset[int]
    """1-based pages of the evidence."""
    evidence: tuple[str, ...]
    """The passages, spaces folded."""
    answer: str = ""
    """The known one, in words."""


def read_questions(folder: Path) -> tuple[EvidenceQuestion, ...]:
    """The questions whose report is in the folder; SecqaError when there is none."""
    path = folder / "questions.jsonl"
    remedy = "give the folder of FinanceBench that has questions.jsonl and pdfs/"
    # Not splitlines(): evidence holds other characters that it would break at.
    lines = read_text(path, remedy).split("\n")
    there = {report.stem for report in reports_in(folder)}
    questions = [_question(line, f"{path}:{n}") for n, line in enumerate(lines, 1) if line.strip()]
    kept = tuple(question for question in questions if question.report in there)
    if not kept:
        raise SecqaError(
            f"{folder / 'pdfs'}: has no report that a question is about; put the PDFs there"
        )
    return kept


def reports_in(folder: Path) -> tuple[Path, ...]:
    """The PDFs of the folder, sorted."""
    return tuple(sorted((folder / "pdfs").glob("*.pdf")))


def _question(line: str, place: str) -> EvidenceQuestion:
    try:
        record: dict[str, Any] = json.loads(line)
        evidence = record["evidence"]
        return EvidenceQuestion(
            id=record["financebench_id"],
            text=record["question"],
            report=record["doc_name"],
            pages=frozenset(int(one["evidence_page_num"]) + 1 for one in evidence),
            evidence=tuple(" ".join(one["evidence_text"].split()) for one in evidence),
            answer=str(record.get("answer", "")),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise SecqaError(
            f"{place}: not a question of FinanceBench ({type(error).__name__}: {error})"
        ) from None
