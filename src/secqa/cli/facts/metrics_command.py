"""`secqa metrics`: what can be asked for."""

from typing import Annotated

import typer

from secqa.cli.options import AnyCorpusOption, JsonOption


def metrics(
    text: Annotated[str, typer.Argument(help="Only metrics with this in a name.")] = "",
    corpus: AnyCorpusOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the metrics that can be asked for.

    Each with its unit, its statement and how it is worked out.
    """
    from secqa.cli.terminal import print_json, print_rows
    from secqa.corpus.store import open_corpus
    from secqa.errors import SecqaError
    from secqa.metrics.catalogue import load_catalogue

    catalogue = open_corpus(corpus).catalogue if corpus is not None else load_catalogue()
    wanted = text.lower()
    found = [
        metric
        for metric in catalogue.metrics.values()
        if any(wanted in name for name in (metric.id, metric.name.lower(), *metric.synonyms))
    ]
    if not found:
        raise SecqaError(f"{text}: no metric has this in a name; `secqa metrics` lists all")
    if as_json:
        print_json(found)
        return
    print_rows(
        ["metric", "name", "unit", "statement", "worked out as"],
        [[m.id, m.name, m.unit, m.statement, m.formula] for m in found],
    )
