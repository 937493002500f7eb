"""Generators that ask a language model, in four ways, behind the interface of the offline one.

Whatever a model replies is only text until it parses as a program and runs on the page; a
reply that does not is told what is wrong, once. Prose after that is no program.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from secqa.conversation.generators.prompts import (
    ANSWER_ONLY,
    LANGUAGE,
    OWN_EXAMPLES,
    TOOLS,
    Library,
    PromptExample,
    examples_part,
    library_of,
    turn_prompt,
)
from secqa.conversation.programs.generator import Exchange, Generated, Generator, operand_places
from secqa.conversation.programs.program_language import ProgramError, parse, run
from secqa.conversation.programs.program_text import in_words, operands_of
from secqa.conversation.records.conversation_record import Record
from secqa.errors import SecqaError
from secqa.models.model import Model, Request, Usage, counted
from secqa.models.open_model import OpenModel, open_model
from secqa.models.typed import ask_typed

KINDS = ("zero-shot", "few-shot", "tools", "fine-tuned")
_SHOTS = 8
_MOST_CALLS = 6
"""Tool calls before a question is given up; gold programs have at most six steps."""


def with_model(
    kind: str, name: str, ask: Model, library: Library | None = None
) -> "ModelGenerator":
    """The generator of a kind over a model, as `few-shot:openai:gpt-5` names both."""
    write: Writer
    match kind:
        case "zero-shot":
            write = _prompted(lambda *_: ())
        case "few-shot":
            write = _prompted(
                lambda record, history, question: (
                    library.nearest(record, history, question, _SHOTS) if library else OWN_EXAMPLES
                )
            )
        case "fine-tuned":
            write = _prompted(lambda *_: ())
        case "tools":
            write = _with_tools
        case _:
            raise SecqaError(f"{kind}: no such kind of generator; choose {', '.join(KINDS)}")
    spent = Usage()
    return ModelGenerator(f"{kind}:{name}", counted(ask, spent), write, spent)


Turn = tuple[Record, Sequence[Exchange], str]
Writer = Callable[[Model, Turn, str], str]
"""(model, turn, what was wrong with the last reply or "") -> the text of a program."""


@dataclass(frozen=True)
class ModelGenerator:
    """A way to ask a model for programs."""

    name: str
    ask: Model
    write: Writer
    spent: Usage = field(default_factory=Usage)
    """Calls and tokens so far."""

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """The model's program, repaired once; none where it cannot be parsed or run."""
        complaint = ""
        for attempt in range(2):
            try:
                text = self.write(self.ask, (record, history, question), complaint)
                program = parse(_unwrapped(text))
                run(program, record.number_rows)
            except ProgramError as error:
                complaint = str(error)
                continue
            except SecqaError as error:  # it refuses, or was told what was wrong, and asked again
                complaint = str(error)
                break
            operands = operands_of(program, record, operand_places(history))
            taken = {t for e in history for t in re.findall(r"[\d.]+%?", e.program)}
            known = [o.spot is not None or o.text in taken for o in operands]
            # A number that stands nowhere was made up, or computed by the model itself.
            confidence = (0.9 if attempt == 0 else 0.7) * (sum(known) + 1) / (len(known) + 1)
            return Generated(str(program), confidence, operands, in_words(program, operands))
        return Generated("", 0.0, words=f"the model wrote no program: {complaint}")


def _unwrapped(text: str) -> str:
    """The program without the fence or label that models put around it."""
    text = re.sub(r"```\w*", "", text).strip()
    return re.sub(r"^program:\s*", "", text, flags=re.IGNORECASE).strip()


def _prompted(
    choose: Callable[[Record, Sequence[Exchange], str], Sequence[PromptExample]],
) -> Writer:
    def write(ask: Model, turn: Turn, complaint: str) -> str:
        examples = examples_part(choose(*turn))
        instructions = "\n".join(filter(None, (LANGUAGE, examples, ANSWER_ONLY)))
        prompt = turn_prompt(*turn)
        if complaint:
            prompt += f"\n(The last reply was no program: {complaint}. Write the program alone.)"
        return ask(Request(instructions, prompt)).text

    return write


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool that calculates, or of the tool `answer`."""

    tool: str
    first: str
    second: str


def _with_tools(ask: Model, turn: Turn, complaint: str) -> str:

    steps: list[str] = []
    shown = turn_prompt(*turn)
    if complaint:
        shown += f"\n(The last calls made no program: {complaint}.)"
    for _ in range(_MOST_CALLS):
        call = ask_typed(ask, TOOLS, shown, ToolCall, _tool_complaint)
        if call.tool == "answer":
            return ", ".join(steps) if steps and call.first.startswith("#") else call.first
        steps.append(f"{call.tool}({call.first}, {call.second})")
        try:
            result = run(parse(", ".join(steps)))
        except ProgramError as error:
            return f"{steps[-1]}: {error}"
        shown += f"\n#{len(steps) - 1} = {steps[-1]} = {result}"
    return ", ".join(steps)


def _tool_complaint(call: ToolCall) -> str:
    tools = ("add", "subtract", "multiply", "divide", "exp", "greater", "answer")
    return "" if call.tool in tools else f"{call.tool} is not one of {', '.join(tools)}"


def make_generator(
    name: str,
    examples: Path | None = None,
    opened: Callable[[str], OpenModel] = open_model,
) -> Generator:
    """The generator of a name: `offline`, or `<kind>:<model>` for one that asks a model.

    `examples` is a file of conversations that `few-shot` chooses its examples from; `opened` opens
    the model, within its limits.

    Raises:
        SecqaError: there is none of that name.
    """
    if name == "offline":
        from secqa.conversation.offline.offline_generator import offline_generator

        return offline_generator()
    kind, _, model = name.partition(":")
    if kind in KINDS and model:
        if examples is None:
            return with_model(kind, model, opened(model).ask)
        from secqa.conversation.records.record_store import read_records

        library = library_of(read_records(examples))
        return with_model(kind, model, opened(model).ask, library)
    known = ", ".join(("offline", *(f"{kind}:MODEL" for kind in KINDS)))
    raise SecqaError(f"{name}: no such generator; choose {known}")
