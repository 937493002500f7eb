"""`secqa fetch`: filings from EDGAR into a folder that `secqa ingest` takes."""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.edgar.client import Edgar
    from secqa.edgar.fetch import Item


def fetch(
    out: Annotated[Path, typer.Option(help="Folder to write to.")],
    companies: Annotated[
        list[str] | None, typer.Argument(help="Companies.", metavar="TICKER|CIK|NAME...")
    ] = None,
    forms: Annotated[
        str, typer.Option(help="Forms, by commas; amendments have names of their own (10-K/A).")
    ] = "10-K,10-Q",
    years: Annotated[
        str,
        typer.Option(help="Years in which the periods reported on end: 2021-2024 or 2019,2023."),
    ] = "",
    since: Annotated[str, typer.Option(help="First day of filing, such as 2024-01-31.")] = "",
    universe: Annotated[
        Path | None, typer.Option(help="File with more companies, one a line.")
    ] = None,
    identity: Annotated[
        str, typer.Option(help="Your name and e-mail address, which the SEC asks for.")
    ] = "",
    facts: Annotated[
        bool,
        typer.Option("--facts", help="Also each company's figures as EDGAR gathered them."),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List what would be fetched.")] = False,
) -> None:
    """Fetch filings from EDGAR, with their exhibits 13 and 99.

    With --facts also each company's facts, as EDGAR has gathered them since 2009: `secqa ingest`
    takes values from there where a filing has no tags, and looks for them on its pages. What is
    there already is not fetched again; an interrupted fetch goes on when it is started again.
    EDGAR_IDENTITY, EDGAR_BASE_URL and EDGAR_DATA_URL are used where they are set.
    """
    from secqa.edgar.client import Edgar
    from secqa.edgar.companies import find_ciks, read_universe
    from secqa.edgar.fetch import plan, wanted_facts
    from secqa.edgar.listing import Wanted, years_in

    names = [*(companies or []), *(read_universe(universe) if universe else [])]
    if not names:
        raise SecqaError("no companies; give tickers, CIKs or names, or a --universe file")
    wanted = Wanted(
        forms=frozenset(form.strip().upper() for form in forms.split(",") if form.strip()),
        years=years_in(years),
        since=_day(since),
    )
    edgar = Edgar(identity)
    items = plan(
        edgar,
        find_ciks(edgar, names),
        wanted,
        out,
        on_company=lambda company, filings: typer.echo(
            f"{company.name}: {filings} filings", err=True
        ),
    )
    wanted_too = wanted_facts(items) if facts else {}
    if dry_run:
        _print_plan(items)
        for path in wanted_too:
            typer.echo(f"company facts: {path}")
    else:
        _fetch_all(edgar, items, wanted_too, out)


def _fetch_all(edgar: "Edgar", items: "list[Item]", facts: dict[Path, str], out: Path) -> None:
    from secqa.edgar.client import NotFoundOnEdgar
    from secqa.edgar.fetch import fetch as fetch_one
    from secqa.edgar.fetch import fetch_facts

    missing = [item for item in items if not item.there]
    steps: list[tuple[Path, Callable[[], bool | None]]]
    steps = [(item.folder, partial(fetch_one, edgar, item)) for item in missing]
    steps += [(path, partial(fetch_facts, edgar, path, where)) for path, where in facts.items()]
    failed, untagged = [], []
    fetched = 0
    for number, (path, step) in enumerate(steps, start=1):
        typer.echo(f"{number} of {len(steps)}: {path}", err=True)
        try:
            if step() is False:
                untagged.append(path)
            fetched += number <= len(missing)
        except NotFoundOnEdgar as error:
            failed.append(str(error))
        except KeyboardInterrupt:
            typer.echo(
                "interrupted; what is whole is kept, run the same command to go on", err=True
            )
            raise typer.Exit(130) from None
    there = len(items) - len(missing)
    typer.echo(f"{out}: {fetched} filings fetched, {there} were there")
    for path in untagged:
        typer.echo(f"  {path}: no facts, EDGAR has none of this company")
    for line in failed:
        typer.echo(f"  failed: {line}")
    if failed:
        raise typer.Exit(2)


def _print_plan(items: "list[Item]") -> None:
    from secqa.cli.output import print_rows

    print_rows(
        ("company", "form", "period", "filed", "accession", "folder", "there"),
        [
            (
                item.company.name,
                item.submission.form,
                item.submission.period or "",
                item.submission.filed,
                item.submission.accession,
                item.folder,
                "yes" if item.there else "no",
            )
            for item in items
        ],
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise SecqaError(f"{text}: no such day; give it like 2024-01-31") from error
