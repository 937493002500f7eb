"""What tasks of a cluster do here: their text in capitals, or something that goes wrong."""

import os
import time
from pathlib import Path


def work(task: str) -> str:
    """`raise`, `hang`; `die FILE` ends its worker, `slow FILE N` lasts, and both note when they
    begin in the file; others are said."""
    if task == "raise":
        raise ValueError("no such luck")
    if task == "hang":
        time.sleep(60)
    if task.startswith("die "):
        _note(task.split()[1])
        os._exit(9)
    if task.startswith("slow "):
        _note(task.split()[1])
        time.sleep(0.4)
    return task.upper()


def failed(task: str, reason: str) -> str:
    return f"failed: {reason}"


def _note(file: str) -> None:
    with Path(file).open("a") as notes:
        notes.write("x")
