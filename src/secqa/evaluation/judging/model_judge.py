"""Let a language model judge whether an answer says the same as the gold answer, and why.

The chunking paper (4.3) uses such a judge beside a manual one: it is not always right, but treats
all systems alike. The texts to compare are data in one JSON object, which they cannot break. Every
verdict is saved beside the run at once, so none is requested twice.
"""

import json
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judge, JudgeCase, Judgement
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.judging.verdict_file import case_key, cases_of, save_verdict, verdicts_of
from secqa.evaluation.runs import Run
from secqa.files import bundled_text
from secqa.models.model import Model, Stopped, Unanswered
from secqa.models.typed import ask_typed
from secqa.progress import OnProgress


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether the given answer agrees with a known one, and the reason in one sentence."""

    same: bool
    reason: str


def judge_with(model: Model) -> Judge:
    """The judge that asks this model; raises its errors, and `Unusable` after two bad replies."""

    def judge(case: JudgeCase) -> Judgement:
        found = ask_typed(model, judge_instructions(), judge_prompt(case), Comparison)
        return Judgement(found.same, " ".join(found.reason.split()))

    return judge


judge_instructions = partial(bundled_text, "secqa.evaluation.judging", "prompts/judge.md")
"""The part of the prompt that is the same for every case."""


def judge_prompt(case: JudgeCase) -> str:
    """The prompt of a case."""
    fields = {
        "question": " ".join(case.question.split()),
        "known_answers": [" ".join(gold.split()) for gold in case.golds],
        "passages": case.quoted,
        "given_answer": " ".join(case.answer.split()),
    }
    return json.dumps(fields, ensure_ascii=False, indent=1)


def judged_case(prompt: str) -> JudgeCase:
    """The case in a prompt of `judge_prompt`, for stand-ins of a model."""
    fields, _ = json.JSONDecoder().raw_decode(prompt)
    golds = tuple(fields["known_answers"])
    return JudgeCase(fields["question"], golds, fields["given_answer"], fields["passages"])


def collect_verdicts(
    run: Run, name: str, model: Model, concurrency: int, on_progress: OnProgress
) -> tuple[str, ...]:
    """Have the model judge the answers in words that it has not judged; returns its failures.

    Raises `Stopped` if the model may not be called any more; verdicts are kept.
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
    """The judge whose verdicts are saved beside the run; other answers count as wrong."""
    known = verdicts_of(run.folder).get(name, {})
    missing = Judgement(False, f"{name} gave no verdict")

    def judge(case: JudgeCase) -> Judgement:
        return known.get(case_key(case), missing)

    return judge


def judge_prompt_by_rule(prompt: str) -> str:
    """The reply to a prompt of `model_judge`, for tests and runs without a model."""
    judgement = judge_offline(judged_case(prompt))
    return json.dumps({"same": judgement.right, "reason": judgement.why})
