"""Runs programs that a model or the planner wrote: `run_program`, `check_calls`."""

from secqa.systems.sandbox.run import (
    ANSWER_FILE,
    FunctionCall,
    ProgramLimits,
    ProgramOutcome,
    check_calls,
    run_program,
)

__all__ = [
    "ANSWER_FILE",
    "FunctionCall",
    "ProgramLimits",
    "ProgramOutcome",
    "check_calls",
    "run_program",
]
