"""Builders that `tests.cli.test_corpus_commands` and other tests share."""

import sys

from secqa.cli.main import main


def run(*arguments: object) -> int:
    """Run a command as `secqa` would; its exit code."""
    sys.argv = ["secqa", *map(str, arguments)]
    try:
        main()
    except SystemExit as leave:
        return int(leave.code or 0)
    return 0
