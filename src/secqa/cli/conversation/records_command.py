"""`secqa records`: records of a file into a MongoDB database."""

from pathlib import Path
from typing import Annotated

import typer


def records(
    file: Annotated[Path, typer.Argument(help="Records as JSON: ConvFinQA, FinQA or TAT-QA.")],
    into: Annotated[
        str, typer.Option(help="mongodb://HOST/DATABASE; its collection `records` is written.")
    ],
) -> None:
    """Put records of a file into MongoDB, where `secqa chat --records` finds them.

    A record that is there already is replaced, so the same file twice changes nothing.
    """
    from secqa.conversation.layouts import items_from
    from secqa.conversation.mongo import MongoRecords, is_mongodb
    from secqa.conversation.store import read_json
    from secqa.errors import SecqaError

    if not is_mongodb(into):
        raise SecqaError(f"--into {into}: not an address; give mongodb://HOST/DATABASE")
    items = items_from(read_json(file), str(file))
    typer.echo(f"{MongoRecords(into).add(items):,} records of {file} are there")
