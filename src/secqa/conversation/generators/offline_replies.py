"""Answer the prompts of model generators by rules, so that they can run without a model.

A prompt is parsed into page, turns and question; the offline generator writes the program, which is
returned in the form that the prompt asks for: complete, or one tool call at a time. Prompts do not
contain the confidence of earlier answers, so replies can differ from the offline generator's own.
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

_RESULT = re.compile(r"^#\d+ = ", re.MULTILINE)


def conversation_thoughts() -> Mapping[str, Callable[[str], str]]:
    """Functions by their instructions, for `secqa.serving.offline_model`."""
    return {LANGUAGE.strip(): _program, TOOLS.strip(): _tool_call}


def _program(prompt: str) -> str:
    generated = _generated(prompt)
    return generated.program or generated.words


def _tool_call(prompt: str) -> str:
    """The first step without a result in the prompt; after the last step, the answer."""
    generated = _generated(prompt)
    if not generated.program:
        return _json(ToolCall("answer", generated.words, ""))
    program = parse(generated.program)
    done = len(_RESULT.findall(prompt.rpartition("\nProgram:")[2]))
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
