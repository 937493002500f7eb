"""`secqa evaluate`: the scores of runs, as tables or JSON."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.judging import JudgeOption
from secqa.cli.options import BudgetOption, JsonOption, MaxCallsOption


def evaluate(
    runs: Annotated[list[Path], typer.Argument(help="Folders made by `secqa run`.")],
    judge: JudgeOption = "offline",
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score runs: answers, documents and pages.

    Also by type of question, by difficulty, by metric and by cause of failure; where they are of
    yearly versions, the standard deviation over these. Answers in words are judged by rule, or by a
    model, whose verdicts are kept beside the run; where several judged, by `secqa judge` too, it
    tells how far they agree.
    """
    import json

    from secqa.cli.judging import judges_of
    from secqa.cli.output import print_tables
    from secqa.evaluation.figures import figures_of
    from secqa.evaluation.judging.agreement import agreements_of
    from secqa.evaluation.score import score_run
    from secqa.evaluation.tables import all_tables
    from secqa.evaluation.versions import runs_in
    from secqa.models.open import Limits

    read = [run for folder in runs for run in runs_in(folder)]
    judges = judges_of(read, judge, Limits(budget, max_calls))
    settings = [s for run, own in zip(read, judges, strict=True) for s in score_run(run, own)]
    agreements = [agreement for run in read for agreement in agreements_of(run)]
    if as_json:
        print(json.dumps(figures_of(settings, agreements), indent=1))
        return
    print_tables(all_tables(settings, agreements))
