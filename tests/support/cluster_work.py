"""What tasks of a cluster do here: their text in capitals, or something that goes wrong."""

import os
import time
from pathlib import Path

DEAD = "dead"
"""The file of a folder of held tasks that names the node that is no more."""


def work(task: str) -> str:
    """`raise`, `hang`; `die FILE` notes it in the file and ends its worker; `held FOLDER N` notes
    its node in the file N and is held until another node is named dead; others are said."""
    if task == "raise":
        raise ValueError("no such luck")
    if task == "hang":
        time.sleep(60)
    if task.startswith("die "):
        _note(Path(task.split()[1]), "x")
        os._exit(9)
    if task.startswith("held "):
        _, folder, number = task.split()
        _held(Path(folder), number)
    return task.upper()


def failed(task: str, reason: str) -> str:
    return f"failed: {reason}"


def _held(folder: Path, number: str) -> None:
    import ray

    node = ray.get_runtime_context().get_node_id()
    _note(folder / number, f"{node}\n")
    while _text(folder / DEAD) in ("", node):
        time.sleep(0.02)


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def _note(file: Path, text: str) -> None:
    with file.open("a") as notes:
        notes.write(text)
