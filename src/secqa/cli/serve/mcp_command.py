"""`secqa mcp`: serve a corpus to agents by the Model Context Protocol."""

from typing import Annotated

import typer

from secqa.cli.options import CorpusOption, PageCountOption


def mcp(
    corpus: CorpusOption,
    facts: Annotated[
        bool,
        typer.Option(
            "--facts/--no-facts",
            help="Offer the tool `ground_truth_facts`; leave it out for systems under test.",
        ),
    ] = True,
    pages: PageCountOption = 8,
    port: Annotated[
        int | None,
        typer.Option(
            help="Serve over streamable HTTP at this port of this machine.", min=1, max=65535
        ),
    ] = None,
) -> None:
    """Serve a corpus to agents: find documents and pages, read values, ask, each with its page.

    Over stdin and stdout, as agents start it themselves, or with --port over HTTP on this machine.
    """
    from secqa.corpus.corpus_store import open_corpus
    from secqa.retrieval.pool import page_index
    from secqa.serving.mcp.agent_server import make_server
    from secqa.serving.mcp.tools import CorpusTools

    opened = open_corpus(corpus)
    page_index(opened)  # an outdated index is an error now, not at the first question
    more = []
    if facts:
        from secqa.facts.table.lookup import ground_truth_of

        more.append(ground_truth_of(corpus))
    server = make_server(CorpusTools(opened, pages), more)
    if port is None:
        server.run("stdio")
    else:
        typer.echo(f"serving at http://127.0.0.1:{port}/mcp; stop with Ctrl-C")
        server.run("streamable-http", host="127.0.0.1", port=port)
