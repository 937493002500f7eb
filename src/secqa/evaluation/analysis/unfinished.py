"""Scored settings in, those that stopped half way out, each with a line that says so."""

from collections.abc import Sequence

from secqa.evaluation.scores import RunScores


def unfinished(settings: Sequence[RunScores]) -> dict[int, str]:
    """Place among `settings` -> line, where another setting on the same questions, or the rest of
    its own run, answered some that this one did not.

    Runs of a chosen part of a benchmark are whole if they all chose the same.
    """
    answered = [{one.question.question_id for one in setting.answers} for setting in settings]
    every: dict[str, set[str]] = {}
    for setting, own in zip(settings, answered, strict=True):
        every.setdefault(setting.benchmark, set()).update(own)
    return {
        place: (
            f"{setting.run}, k = {setting.pages}: {len(own)} of "
            f"{len(every[setting.benchmark])} questions answered; go on with `secqa run`"
        )
        for place, (setting, own) in enumerate(zip(settings, answered, strict=True))
        if own < every[setting.benchmark]
    }
