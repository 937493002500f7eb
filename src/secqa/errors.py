"""Errors a user can act on: one line that names the input and the remedy."""


class SecqaError(Exception):
    """An input of the user cannot be used.

    The message is one line: the input, the problem and the remedy. The command line prints it and
    exits with `exit_code`.
    """

    exit_code = 2


class CannotAnswer(SecqaError):
    """The question is understood but has no answer in the corpus."""

    exit_code = 1
