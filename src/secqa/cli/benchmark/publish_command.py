"""`secqa publish`: a benchmark in the forms that other tools read."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import AnyCorpusOption

PasswordFileOption = Annotated[
    Path | None,
    typer.Option("--password-file", help="File with the password; else SECQA_PASSWORD is it."),
]


class Form(StrEnum):
    """What a benchmark can be published as."""

    JSONL = "jsonl"
    PARQUET = "parquet"
    HUGGINGFACE = "huggingface"
    BEIR = "beir"
    TREC = "trec"
    INSPECT = "inspect"


def publish(
    benchmark: Annotated[Path, typer.Argument(help="Folder made by `secqa generate`.")],
    to: Annotated[Form, typer.Option(help="The format.")],
    out: Annotated[Path, typer.Option(help="Folder to write to, new or empty.")],
    corpus: AnyCorpusOption = None,
    canary: Annotated[
        bool, typer.Option("--canary", help="Mark every file, to keep it out of training data.")
    ] = False,
    encrypt: Annotated[
        bool,
        typer.Option("--encrypt", help="Encrypt all but ids and questions, by a password."),
    ] = False,
    password_file: PasswordFileOption = None,
    canary_password: Annotated[
        bool,
        typer.Option(
            "--canary-password",
            help="Encrypt with the canary, which all can read: it keeps out crawlers only.",
        ),
    ] = False,
    license: Annotated[
        str, typer.Option("--license", help="Named in the card, as cc-by-4.0.")
    ] = "",
) -> None:
    """Write a benchmark for other tools.

    jsonl: as `secqa run` reads it. parquet: one row a question. huggingface: a dataset with its
    card, for `datasets` and the hub. beir: pages, questions and grades. trec: topics and qrels.
    inspect: samples for Inspect. What --encrypt hides, `secqa decrypt` gives back; it hides
    answers from crawlers and readers, not from who works them out of the filings again.
    """
    from secqa.benchmark.formats.encryption import read_password
    from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
    from secqa.errors import SecqaError

    if not encrypt and (password_file or canary_password):
        raise SecqaError("a password is for --encrypt; add it, or leave the password out")
    if password_file and canary_password:
        raise SecqaError("--password-file, --canary-password: one password only; leave one out")
    password = read_password(password_file) if encrypt and not canary_password else ""
    options = PublishOptions(to.value, corpus, canary, encrypt, password, license)
    made = publish_benchmark(benchmark, out, options)
    typer.echo(f"{out}: {len(made.records)} questions as {to.value}")
    if made.canary:
        typer.echo(f"canary: {made.canary}")
    if encrypt:
        kept = "by the canary: anyone can decrypt it" if canary_password else "by your password"
        typer.echo(f"answers and evidence are encrypted {kept}")
