"""One bad file never stops the others: what raises, hangs or dies is reported."""

import os
import time
from multiprocessing import active_children

from secqa.ingest.worker_processes import run_each


def work(task: str) -> str:
    if task == "raise":
        raise ValueError("no such luck")
    if task == "hang":
        time.sleep(60)
    if task == "die":
        os._exit(9)
    return task.upper()


def failed(task: str, reason: str) -> str:
    return f"failed: {reason}"


def test_order_is_kept_and_failures_are_told() -> None:
    tasks = ["a", "raise", "hang", "b", "die", *"cdefghijklm"]
    found = dict(run_each(work, tasks, workers=2, timeout=2, failed=failed))
    assert list(found) == tasks
    assert found["raise"] == "failed: went wrong (ValueError: no such luck)"
    assert found["hang"] == "failed: took longer than 2 seconds"
    assert found["die"] == "failed: ended its worker (exit code 9)"
    assert [found[task] for task in "abcdefghijklm"] == list("ABCDEFGHIJKLM")


def test_leaving_early_ends_the_workers() -> None:
    results = run_each(work, ["a", "hang", "hang"], workers=2, timeout=60, failed=failed)
    assert next(results) == ("a", "A")
    results.close()
    assert active_children() == []
