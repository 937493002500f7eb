"""`secqa publish` and `secqa decrypt`: a benchmark in the formats of other tools, and back."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import typer

from secqa.benchmark.formats.encryption import decrypt_benchmark, read_password
from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError

PublishFormat = Literal["jsonl", "parquet", "huggingface", "beir", "trec", "inspect"]


@dataclass(frozen=True, slots=True)
class ProtectionOptions:
    """How answers are kept out of training data."""

    canary: bool = False
    encrypt: bool = False
    password_file: Path | None = None
    canary_password: bool = False


def publish(
    benchmark: Path,
    to: PublishFormat,
    out: Path,
    protection: ProtectionOptions,
    corpus: CorpusPath | None = None,
    license: str = "",
) -> None:
    """Write a benchmark for other tools.

    jsonl: as `secqa run` reads it. parquet: one row a question. huggingface: a dataset with its
    card, for `datasets` and the hub. beir: pages, questions and grades. trec: topics and qrels.
    inspect: samples for Inspect. `secqa decrypt` reverses --encrypt, which hides answers from
    crawlers and readers, but not from people who compute them from the filings again.
    """
    own_password = protection.encrypt and not protection.canary_password
    if not protection.encrypt and (protection.password_file or protection.canary_password):
        raise SecqaError("a password is for --encrypt; add it, or leave the password out")
    if protection.password_file and protection.canary_password:
        raise SecqaError("--password-file, --canary-password: one password only; leave one out")
    password = read_password(protection.password_file) if own_password else ""
    options = PublishOptions(to, corpus, protection.canary, protection.encrypt, password, license)
    release = publish_benchmark(benchmark, out, options)
    typer.echo(f"{out}: {len(release.records)} questions as {to}")
    if release.canary:
        typer.echo(f"canary: {release.canary}")
    if protection.encrypt:
        key = "your password" if own_password else "the canary: anyone can decrypt it"
        typer.echo(f"answers and evidence are encrypted by {key}")


def decrypt(folder: Path, out: Path, password_file: Path | None = None) -> None:
    """Restore a benchmark that was published with encrypted answers.

    No password is needed where the canary encrypted it.
    """
    benchmark = decrypt_benchmark(folder, out, lambda: read_password(password_file))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")
