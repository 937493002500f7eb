"""Runs programs that a model or the planner wrote, and checks them before and after."""

from secqa.systems.sandbox.call_check import check_calls, depends_on_figures
from secqa.systems.sandbox.program_limits import ProgramLimits
from secqa.systems.sandbox.run import ANSWER_FILE, FunctionCall, ProgramOutcome, run_program

__all__ = [
    "ANSWER_FILE",
    "FunctionCall",
    "ProgramLimits",
    "ProgramOutcome",
    "check_calls",
    "depends_on_figures",
    "run_program",
]
