"""`secqa decrypt`: what was published with its answers encrypted, back into a benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.benchmark.publish_command import PasswordFileOption


def decrypt(
    folder: Annotated[Path, typer.Argument(help="Folder made by `secqa publish --encrypt`.")],
    out: Annotated[Path, typer.Option(help="Folder for the benchmark, new or empty.")],
    password_file: PasswordFileOption = None,
) -> None:
    """Make the benchmark of one whose answers are encrypted, as it was before.

    What was encrypted by its canary needs no password.
    """
    from secqa.benchmark.formats.password import given_password
    from secqa.benchmark.formats.sealing import open_sealed

    made = open_sealed(folder, out, lambda: given_password(password_file))
    typer.echo(f"{out}: {len(made.questions)} questions ({made.fingerprint})")
