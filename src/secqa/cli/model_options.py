"""The options about a model in, who thinks out; and what it took, in one line."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from secqa.models.usage import dollars, model_usage

if TYPE_CHECKING:
    from types import FrameType

    from secqa.evaluation.rehearsal import Estimate
    from secqa.models.open_model import ModelLimits, OpenModel
    from secqa.systems.thinking import Mode, Thinking


def thinking_from(
    model: str,
    planner: str,
    reader: str,
    budget: float | None = None,
    max_calls: int | None = None,
    concurrency: int = 1,
) -> "Thinking":
    """Who thinks; SecqaError for a model or a setting that cannot be used."""
    from secqa.models.open_model import ModelLimits
    from secqa.systems.thinking import thinking_with

    limits = ModelLimits(budget, max_calls, concurrency)
    modes = mode_of("planner", planner), mode_of("reader", reader)
    return thinking_with(model, *modes, lambda name: opened_within(name, limits))


def opened_within(name: str, limits: "ModelLimits") -> "OpenModel":
    """A `provider:model` within its limits, which Ctrl-C ends."""
    from secqa.models.open_model import open_model

    model = open_model(name, limits)
    close_when_interrupted(model.close)
    return model


def usage_line(thinking: "Thinking") -> str:
    """What was asked of the model; "" without one."""
    return model_usage(thinking.model) if thinking.model else ""


def expected_line(label: str, expected: "Estimate") -> str:
    """What will be asked of the model that a label names, as a rehearsal has it."""
    return (
        f"{label}: about {expected.calls:,} calls for {expected.questions:,} answers "
        f"({expected.cached:,} more from the cache); {expected.input_tokens:,} tokens in, "
        f"{expected.output_tokens:,} out; {dollars(expected.cost)}"
    )


def close_when_interrupted(close: Callable[[], None]) -> None:
    """Let Ctrl-C end the threads that wait for a model, or the command would wait for them."""
    import signal

    def interrupted(number: int, frame: "FrameType | None") -> None:
        close()
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, interrupted)


def mode_of(part: str, given: str) -> "Mode":
    """Who plans or reads; SecqaError for what is none."""
    from secqa.errors import SecqaError
    from secqa.systems.thinking import READERS, Mode

    allowed = READERS if part == "reader" else tuple(Mode)
    if given not in allowed:
        raise SecqaError(f"--{part} {given}: must be one of {', '.join(allowed)}")
    return Mode(given)
