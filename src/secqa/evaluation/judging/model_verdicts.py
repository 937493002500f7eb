"""A run through a model as judge: what it has not judged yet is asked, and kept as it comes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed

from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judge, JudgeCase, Judgement
from secqa.evaluation.judging.model_judge import judge_with
from secqa.evaluation.judging.verdict_file import case_key, cases_of, keep, verdicts_of
from secqa.evaluation.runs import Run
from secqa.models.model import Model, Stopped, Unanswered

OnProgress = Callable[[int, int], None]
"""Told how many verdicts of how many are there."""


def ask_for_verdicts(
    run: Run, name: str, model: Model, concurrency: int, on_progress: OnProgress
) -> tuple[str, ...]:
    """Have the model judge the answers in words that it has not judged; why some got no verdict.

    Raises `Stopped` where it cannot be asked any more, with all verdicts kept.
    """
    known = verdicts_of(run.folder).get(name, {})
    cases = cases_of(run)
    waiting = [both for key, both in cases.items() if key not in known]
    judge, refusals = judge_with(model), []
    done = len(cases) - len(waiting)
    with ThreadPoolExecutor(concurrency) as pool:
        under_way = {pool.submit(judge, case): (own, case) for own, case in waiting}
        try:
            for future in as_completed(under_way):
                question_id, case = under_way[future]
                try:
                    keep(run.folder, name, question_id, case, future.result())
                except (SecqaError, Unanswered) as refused:
                    refusals.append(f"{question_id}: {refused}")
                done += 1
                on_progress(done, len(cases))
        except Stopped:
            pool.shutdown(cancel_futures=True)
            raise
    return tuple(refusals)


def judge_as_kept(run: Run, name: str) -> Judge:
    """The judge whose verdicts lie beside the run; what it has not judged is not right."""
    known = verdicts_of(run.folder).get(name, {})
    missing = Judgement(False, f"{name} gave no verdict")

    def judge(case: JudgeCase) -> Judgement:
        return known.get(case_key(case), missing)

    return judge
