"""A language model as judge: does the answer say the same as the known one, and why?

As in the chunking paper (4.3), where such a judge stood beside a manual one: the judgement is not
always right, but the same for all systems. The texts to compare are data in one JSON object, which
they cannot break. Every verdict is saved beside the run as it comes, so none is asked for twice.
"""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache

from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judge, JudgeCase, Judgement
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.judging.verdict_file import case_key, cases_of, save_verdict, verdicts_of
from secqa.evaluation.runs import Run
from secqa.files import bundled_text
from secqa.models.model import Model, Stopped, Unanswered
from secqa.models.typed import ask_typed


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether the given answer says what a known one says, and in one sentence why."""

    same: bool
    reason: str


def judge_with(model: Model) -> Judge:
    """The judge that asks this model; raises what the model raises, and `Unusable` where it gives
    no verdict twice."""

    def judge(case: JudgeCase) -> Judgement:
        found = ask_typed(model, judge_instructions(), judge_prompt(case), Comparison)
        return Judgement(found.same, " ".join(found.reason.split()))

    return judge


@lru_cache
def judge_instructions() -> str:
    """The part of the prompt that is the same for every case."""
    return bundled_text("secqa.evaluation.judging", "prompts/judge.md")


def judge_prompt(case: JudgeCase) -> str:
    """A case as the model is told it."""
    told = {
        "question": " ".join(case.question.split()),
        "known_answers": [" ".join(gold.split()) for gold in case.golds],
        "passages": case.quoted,
        "given_answer": " ".join(case.answer.split()),
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def judged_case(prompt: str) -> JudgeCase:
    """The case that `judge_prompt` told, for what answers in a model's place."""
    told, _ = json.JSONDecoder().raw_decode(prompt)
    golds = tuple(told["known_answers"])
    return JudgeCase(told["question"], golds, told["given_answer"], told["passages"])


OnProgress = Callable[[int, int], None]
"""Gets the number of verdicts so far, and of all."""


def collect_verdicts(
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
                    save_verdict(run.folder, name, question_id, case, future.result())
                except (SecqaError, Unanswered) as refused:
                    refusals.append(f"{question_id}: {refused}")
                done += 1
                on_progress(done, len(cases))
        except Stopped:
            pool.shutdown(cancel_futures=True)
            raise
    return tuple(refusals)


def saved_judge(run: Run, name: str) -> Judge:
    """The judge whose verdicts lie beside the run; what it has not judged is not right."""
    known = verdicts_of(run.folder).get(name, {})
    missing = Judgement(False, f"{name} gave no verdict")

    def judge(case: JudgeCase) -> Judgement:
        return known.get(case_key(case), missing)

    return judge


def judge_prompt_by_rule(prompt: str) -> str:
    """The reply to a prompt of `model_judge`, for tests and runs without a model."""
    judgement = judge_offline(judged_case(prompt))
    return json.dumps({"same": judgement.right, "reason": judgement.why})
