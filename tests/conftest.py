"""What several test modules need."""

import fcntl
import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import settings

# As many tests run at once as there are cores: threads of OpenMP would wait for each other's.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Tests take no defaults of whoever runs them.
os.environ["SECQA_CONFIG"] = os.devnull
for name in ("SECQA_CORPUS", "SECQA_MODEL", "SECQA_LOG"):
    os.environ.pop(name, None)
# Tests start many programs: what the first has compiled, the others need not.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# What first runs loads what it needs, on a busy machine longer than Hypothesis gives an example.
settings.register_profile("here", deadline=None)
settings.load_profile("here")

# Look for garbage among 200,000 new objects, where Python would among 700: what tests leave in
# circles is little beside what modules keep.
gc.set_threshold(200_000, 20, 20)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real filings; a test that asks for it skips where it is absent."""
    root = Path(os.environ.get("SECQA_SHARED", Path(__file__).parents[2] / "shared")) / "data"
    if not root.is_dir():
        pytest.skip(f"no real filings at {root}")
    return root


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make demo` makes; `said.txt` beside it is what was printed. Copy what you change.

    Made once, by the worker that first asks for it, while others wait.
    """
    # Imported here, as the environment above must be set before.
    from tests.support.corpus_commands_cases import run
    from tests.support.in_process import ingest_in_this_process

    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "newcomer-demo"
    folder.mkdir(exist_ok=True)
    made, said = folder / "demo", folder / "said.txt"
    with _one_at_a_time(folder / "lock"):
        if not said.exists():
            printed = io.StringIO()
            with pytest.MonkeyPatch.context() as patch, ingest_in_this_process():
                patch.chdir(folder)
                patch.setenv("COLUMNS", "120")
                with redirect_stdout(printed):
                    assert run("demo", "--out", made.name) == 0
            said.write_text(printed.getvalue())
    return made


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a server, a browser or a cluster."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """In a fresh clone one worker compiles all modules, and the others take what it compiled."""
    if (session.config.rootpath / ".pytest_cache").exists():
        return (yield)
    compiled = Path(__file__).with_name("__pycache__")
    compiled.mkdir(exist_ok=True)
    with _one_at_a_time(compiled / "lock"):
        return (yield)


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test, so that no worker is left alone with it at the end.

    Then come those with a browser, or a cluster: what stands together at the beginning stays with
    one worker, which starts one browser and one cluster.
    """
    items.sort(key=lambda item: _turn(item.path))


def pytest_collection_finish() -> None:
    """What is imported and collected stays to the end: look through it for garbage no more."""
    gc.freeze()


def _turn(path: Path) -> int:
    if path.name == "test_readme.py":
        return 0
    return 1 if path.parent.name in ("browser", "cluster") else 2
