"""Answers out of a closed set: yes or no, or one of the names that a question is about.

Where the gold answer is one of these and the answer given says which it takes, that settles it,
however many words stand around.
"""

from secqa.evaluation.judging.case import JudgeCase, Judgement
from secqa.evaluation.prose.prose_names import name_said, side_said

_SIDES = {"Yes", "No"}


def judge_closed(case: JudgeCase) -> Judgement | None:
    """The verdict; None where the set is open, or the answer takes none of it."""
    golds = set(case.golds)
    if golds <= _SIDES:
        said = side_said(case.answer)
    elif golds <= set(case.choices):
        said = name_said(case.answer, case.choices)
    else:
        return None
    return Judgement(said in golds, f"says {said}") if said else None
