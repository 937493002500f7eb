"""The judge that is a language model: does the answer say the same as the known one, and why?

As in the chunking paper (4.3), where such a judge stood beside a manual one: the judgement is not
always right, but the same for all systems. What is compared stands in one JSON object, out of whose
texts nothing can break, and is data.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.evaluation.judging.case import Judge, JudgeCase, Judgement
from secqa.models.model import Model
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
    prompts = files("secqa.evaluation.judging").joinpath("prompts")
    return prompts.joinpath("judge.md").read_text(encoding="utf-8")


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
