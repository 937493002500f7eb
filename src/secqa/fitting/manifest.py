"""Fit the weights of the package anew, as `manifest.toml` says.

The programs that fit are scripts of the folder `benchmarks`, so they run in a checkout only.
"""

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from secqa.errors import SecqaError

PACKAGE = Path(str(files("secqa")))


@dataclass(frozen=True, slots=True)
class WeightsFit:
    """One entry of `manifest.toml`, whose head explains the fields."""

    name: str
    summary: str
    arguments: str
    run: str
    writes: tuple[str, ...]

    def command(self, arguments: Sequence[str]) -> list[str]:
        """The command line that fits."""
        script, *options = self.run.split()
        program = PACKAGE.parents[1] / script
        if not program.is_file():
            raise SecqaError(f"{self.name}: {program} is missing; fit in a checkout of secqa")
        return [sys.executable, str(program), *options, *arguments]


@cache
def load_manifest() -> dict[str, WeightsFit]:
    """The fits by name, in the order of the file."""
    entries = tomllib.loads((PACKAGE / "fitting/manifest.toml").read_text(encoding="utf-8"))
    return {
        name: WeightsFit(name, **entry | {"writes": tuple(entry["writes"])})
        for name, entry in entries.items()
    }


def run_fit(name: str, arguments: Sequence[str]) -> int:
    """Fit and write the weights of a name; the exit code of the program that does it."""
    fits = load_manifest()
    if name not in fits:
        raise SecqaError(f"{name}: no such weights; there are {', '.join(fits)}")
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(fits[name].command(arguments), env=environment, check=False).returncode
