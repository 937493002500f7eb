"""Generate programs with a language model, with or without examples, or fine-tuned.

A reply has to parse as a program and to run on the page. A reply that does not is returned to the
model once, with the error.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secqa.conversation.generators.prompts import (
    ANSWER_ONLY,
    EXAMPLES,
    LANGUAGE,
    PromptExample,
    examples_part,
    turn_prompt,
)
from secqa.conversation.programs.generator import (
    Exchange,
    Generated,
    Generator,
    in_words,
    operand_places,
    operands_of,
)
from secqa.conversation.programs.program_language import ProgramError, parse, run
from secqa.conversation.records.conversation_record import Record
from secqa.errors import SecqaError
from secqa.models.model import Model, Request
from secqa.models.open_model import OpenModel, open_model

KINDS = ("zero-shot", "few-shot", "fine-tuned")
USUAL_REPLY = "subtract(1200, 1000)"
"""A program of usual length, to estimate costs."""
_CONFIDENCE = (0.9, 0.7)
"""Of a program of the first and of the second attempt; set by hand, as models give none."""


@dataclass(frozen=True)
class ModelGenerator:
    """A model that is asked for programs."""

    name: str
    ask: Model
    examples: Sequence[PromptExample] = ()

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """The model's program; none if two attempts do not parse and run."""
        parts = (LANGUAGE, examples_part(self.examples), ANSWER_ONLY)
        instructions = "\n".join(filter(None, parts))
        prompt = turn_prompt(record, history, question)
        complaint = ""
        for attempt in range(2):
            if complaint:
                prompt += (
                    f"\n(The last reply was no program: {complaint}. Write the program alone.)"
                )
            try:
                program = parse(_unwrapped(self.ask(Request(instructions, prompt)).text))
                run(program, record.number_rows)
            except ProgramError as error:
                complaint = str(error)
                continue
            except SecqaError as error:  # a refusal
                complaint = str(error)
                break
            operands = operands_of(program, record, operand_places(history))
            earlier = {t for e in history for t in re.findall(r"[\d.]+%?", e.program)}
            known = [o.spot is not None or o.text in earlier for o in operands]
            # The model invents or computes numbers that are neither on the page nor in a turn.
            confidence = _CONFIDENCE[attempt] * (sum(known) + 1) / (len(known) + 1)
            return Generated(str(program), confidence, operands, in_words(program, operands))
        return Generated("", 0.0, words=f"the model wrote no program: {complaint}")


def _unwrapped(text: str) -> str:
    """The program without the fence or label around it."""
    text = re.sub(r"```\w*", "", text).strip()
    return re.sub(r"^program:\s*", "", text, flags=re.IGNORECASE).strip()


def make_generator(name: str, opened: Callable[[str], OpenModel] = open_model) -> Generator:
    """The generator of a name: `offline`, or `<kind>:<model>` for one with a model.

    `opened` opens the model within its limits.

    Raises:
        SecqaError: there is no generator of that name.
    """
    if name == "offline":
        from secqa.conversation.offline.offline_generator import offline_generator

        return offline_generator()
    kind, _, model = name.partition(":")
    if kind not in KINDS or not model:
        names = ", ".join(("offline", *(f"{kind}:MODEL" for kind in KINDS)))
        raise SecqaError(f"{name}: no such generator; choose {names}")
    return ModelGenerator(name, opened(model).ask, EXAMPLES if kind == "few-shot" else ())
