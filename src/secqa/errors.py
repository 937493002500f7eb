"""Errors a user can act on: one line that names the input and the remedy."""


class SecqaError(Exception):
    """Something the user gave cannot be used.

    The message is one line: what was given, what is wrong with it, what to do.
    The command line prints it and exits with `exit_code`.
    """

    exit_code = 2


class CannotAnswer(SecqaError):
    """The question is understood as far as it goes, but has no answer here."""

    exit_code = 1
