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
    from secqa.benchmark.formats.encryption import decrypt_benchmark, read_password

    made = decrypt_benchmark(folder, out, lambda: read_password(password_file))
    typer.echo(f"{out}: {len(made.questions)} questions ({made.fingerprint})")
