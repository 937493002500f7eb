"""The command as it was typed, for the records of benchmarks and runs."""

import shlex
import sys


def command_line() -> str:
    """`secqa …` with its arguments, quoted for a shell."""
    return shlex.join(["secqa", *sys.argv[1:]])
