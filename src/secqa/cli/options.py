"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

CorpusOption = Annotated[
    Path, typer.Option("--corpus", help="Folder of the corpus, made by `secqa ingest`.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
