"""The prompts of the model generators, answered by rule: so that they can run without a model.

A prompt is read back into its page, turns and question, and answered with the program of the
offline generator, in the form that the prompt asks for: whole, or a call of a tool at a time.
A prompt does not say how sure earlier answers were, so that after its own unsure answers the
offline generator itself can choose otherwise.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict

from secqa.conversation.generators.model_generators import ToolCall
from secqa.conversation.generators.prompts import LANGUAGE, TOOLS, read_turn
from secqa.conversation.offline.offline_generator import offline_generator
from secqa.conversation.programs.generator import Generated
from secqa.conversation.programs.program_language import Program, parse

_DONE = re.compile(r"^#\d+ = ", re.MULTILINE)


def conversation_thoughts() -> Mapping[str, Callable[[str], str]]:
    """What `secqa.serving.offline_model` takes to answer these prompts as well."""
    return {LANGUAGE.strip(): _programmed, TOOLS.strip(): _called}


def _programmed(prompt: str) -> str:
    generated = _generated(prompt)
    return generated.program or generated.words


def _called(prompt: str) -> str:
    """The next step that the prompt does not show as done; after the last, the answer."""
    generated = _generated(prompt)
    if not generated.program:
        return _json(ToolCall("answer", generated.words, ""))
    program = parse(generated.program)
    done = len(_DONE.findall(prompt.rpartition("\nProgram:")[2]))
    if done == len(program.steps):
        return _json(ToolCall("answer", f"#{done - 1}" if done else generated.program, ""))
    step = str(Program((program.steps[done],)))
    tool, _, operands = step.removesuffix(")").partition("(")
    first, _, second = operands.partition(", ")
    return _json(ToolCall(tool, first, second))


def _generated(prompt: str) -> Generated:
    return offline_generator().generate(*read_turn(prompt))


def _json(call: ToolCall) -> str:
    return json.dumps(asdict(call))
