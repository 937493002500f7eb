"""`secqa ask --batch`: the questions of a file, a line an answer."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from secqa.corpus.store import Corpus
    from secqa.systems.answer import System


def ask_all(
    questions: Path, system: "System", corpus: "Corpus", out: Path, least: float, at_once: int
) -> None:
    """Answer what `out` does not have yet; exit code 1 where lines were no questions."""
    from secqa.cli.progress import answering
    from secqa.evaluation.runner import Progress
    from secqa.systems.batch import answer_all, read_questions

    asked, bad = read_questions(questions)
    for line in bad:
        typer.echo(f"secqa: {questions} line {line.number}: {line.problem}; left out", err=True)
    with answering(system.name) as on_progress:
        answer_all(
            system,
            asked,
            out,
            least=least,
            printed=lambda document_id, page: corpus.page(document_id, page).label,
            on_progress=lambda done, total: on_progress(Progress(done, total)),
            at_once=at_once,
        )
    if bad:
        raise typer.Exit(1)
