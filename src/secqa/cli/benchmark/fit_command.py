"""`secqa fit`: fit the weights of the package anew."""

from typing import Annotated

import typer


def fit(
    name: Annotated[str, typer.Argument(help="Weights to fit; all are listed without it.")] = "",
    arguments: Annotated[
        list[str] | None, typer.Argument(help="What to fit them to; options come after --.")
    ] = None,
) -> None:
    """Fit the package's weights anew, in a checkout of the repository."""
    from secqa.fitting.manifest import load_manifest, run_fit

    if name:
        raise typer.Exit(run_fit(name, arguments or ()))
    for entry in load_manifest().values():
        typer.echo(f"secqa fit {entry.name:13} {entry.summary}\n    {entry.arguments or 'alone'}")
        typer.echo(f"    writes {', '.join(entry.writes)}")
