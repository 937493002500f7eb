"""Generate programs with a language model, in one of four ways.

A reply has to parse as a program and to run on the page. A reply that does not is returned to the
model once, with the error.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from secqa.conversation.generators.prompts import (
    ANSWER_ONLY,
    BUILT_IN_EXAMPLES,
    LANGUAGE,
    TOOLS,
    Library,
    PromptExample,
    examples_part,
    library_of,
    nearest_examples,
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
from secqa.models.typed import ask_typed

KINDS = ("zero-shot", "few-shot", "tools", "fine-tuned")
_SHOTS = 8
_MOST_CALLS = 6
"""Tool calls per question; gold programs have at most six steps."""
_CONFIDENCE = (0.9, 0.7)
"""Of a program of the first and of the second attempt; set by hand, as models give none."""


def with_model(
    kind: str, name: str, ask: Model, library: Library | None = None
) -> "ModelGenerator":
    """The generator of a kind on a model: `few-shot:openai:gpt-5` names both."""
    if kind not in KINDS:
        raise SecqaError(f"{kind}: no such kind of generator; choose {', '.join(KINDS)}")
    write = _with_tools if kind == "tools" else _prompted(kind == "few-shot", library)
    return ModelGenerator(f"{kind}:{name}", ask, write)


Turn = tuple[Record, Sequence[Exchange], str]
Writer = Callable[[Model, Turn, str], str]
"""(model, turn, the error of the last reply or "") -> the text of a program."""


@dataclass(frozen=True)
class ModelGenerator:
    """A model with a way to ask it for programs."""

    name: str
    ask: Model
    write: Writer

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """The model's program; none if two attempts do not parse and run."""
        complaint = ""
        for attempt in range(2):
            try:
                text = self.write(self.ask, (record, history, question), complaint)
                program = parse(_unwrapped(text))
                run(program, record.number_rows)
            except ProgramError as error:
                complaint = str(error)
                continue
            except SecqaError as error:  # a refusal, or a second form that is wrong
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


def _prompted(with_examples: bool, library: Library | None) -> Writer:
    def write(ask: Model, turn: Turn, complaint: str) -> str:
        examples: Sequence[PromptExample] = ()
        if with_examples:
            record, history, question = turn
            examples = (
                nearest_examples(library, record, len(history), question, _SHOTS)
                if library
                else BUILT_IN_EXAMPLES
            )
        parts = (LANGUAGE, examples_part(examples), ANSWER_ONLY)
        prompt = turn_prompt(*turn)
        if complaint:
            prompt += f"\n(The last reply was no program: {complaint}. Write the program alone.)"
        return ask(Request("\n".join(filter(None, parts)), prompt)).text

    return write


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool that calculates, or of the tool `answer`."""

    tool: str
    first: str
    second: str


def _with_tools(ask: Model, turn: Turn, complaint: str) -> str:
    steps: list[str] = []
    prompt = turn_prompt(*turn)
    if complaint:
        prompt += f"\n(The last calls made no program: {complaint}.)"
    for _ in range(_MOST_CALLS):
        call = ask_typed(ask, TOOLS, prompt, ToolCall, _tool_complaint)
        if call.tool == "answer":
            return ", ".join(steps) if steps and call.first.startswith("#") else call.first
        steps.append(f"{call.tool}({call.first}, {call.second})")
        try:
            result = run(parse(", ".join(steps)))
        except ProgramError as error:
            return f"{steps[-1]}: {error}"
        prompt += f"\n#{len(steps) - 1} = {steps[-1]} = {result}"
    return ", ".join(steps)


def _tool_complaint(call: ToolCall) -> str:
    tools = ("add", "subtract", "multiply", "divide", "exp", "greater", "answer")
    return "" if call.tool in tools else f"{call.tool} is not one of {', '.join(tools)}"


def make_generator(
    name: str,
    examples: Path | None = None,
    opened: Callable[[str], OpenModel] = open_model,
) -> Generator:
    """The generator of a name: `offline`, or `<kind>:<model>` for one with a model.

    `few-shot` chooses its examples from the conversations of the file `examples`. `opened` opens
    the model within its limits.

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
    if examples is None:
        return with_model(kind, model, opened(model).ask)
    from secqa.conversation.records.record_store import read_records

    library = library_of(read_records(examples))
    return with_model(kind, model, opened(model).ask, library)


def usual_replies() -> Mapping[str, Callable[[str], str]]:
    """Stand-in replies of usual length, by the instructions of a request, to estimate costs.

    See `secqa.serving.offline_model`. With tools, every question takes two calls.
    """

    def call(prompt: str) -> str:
        has_result = "\n#0 = " in prompt.rpartition("\nProgram:")[2]
        tool = ToolCall("answer", "#0", "") if has_result else ToolCall("subtract", "1200", "1000")
        return json.dumps(asdict(tool))

    return {LANGUAGE.strip(): lambda _prompt: "subtract(1200, 1000)", TOOLS.strip(): call}
