"""`secqa mcp` and `serve-offline`: serve a corpus to agents, and the offline engine as a model."""

from pathlib import Path

import typer

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.judging.model_judge import judge_instructions, judge_prompt_by_rule
from secqa.serving.offline_model import Speak, offline_model
from secqa.serving.offline_server import OfflineServer, answer_batch
from secqa.systems.answer import System
from secqa.systems.make import make_system
from secqa.systems.value_words import value_text


def mcp(corpus: CorpusPath, facts: bool = True, pages: int = 8, port: int | None = None) -> None:
    """Serve a corpus to agents: find documents and pages, read values, ask, each with its page.

    Over stdin and stdout, as agents start it themselves, or with --port over HTTP on this machine.
    """
    from secqa.retrieval.pool import page_index
    from secqa.serving.mcp.agent_server import make_server
    from secqa.serving.mcp.tools import CorpusTools

    opened = open_corpus(corpus)
    page_index(opened)  # an outdated index is an error now, not at the first question
    more = []
    if facts:
        from secqa.facts.table.lookup import facts_tool

        more.append(facts_tool(corpus))
    server = make_server(CorpusTools(opened, pages), more)
    if port is None:
        server.run("stdio")
    else:
        typer.echo(f"serving at http://127.0.0.1:{port}/mcp; stop with Ctrl-C")
        server.run("streamable-http", host="127.0.0.1", port=port)


def serve_offline(
    corpus: CorpusPath | None = None,
    port: int = 8417,
    pages: int = 8,
    requests: Path | None = None,
    out: Path | None = None,
) -> None:
    """Serve the offline engine as a chat model, to this machine.

    Prompts of secqa (planner, reader, judge) are answered by rule, other messages as
    questions over the corpus. With --requests it stands in for a service that answers batches:
    `secqa run --requests-out` writes such a file, `--replies-in` takes the results.
    """
    if (requests is None) != (out is None):
        raise SecqaError("serve-offline: --requests and --out go together; give both or none")
    others = {judge_instructions().strip(): judge_prompt_by_rule}
    system = make_system("codegen-docs", open_corpus(corpus), pages) if corpus else None
    think = offline_model(speaker(system), others)
    if requests and out:
        typer.echo(f"{answer_batch(think, requests, out):,} results written to {out}")
        return
    server = OfflineServer(think, port, system)
    typer.echo(f"serving at {server.url}; stop with Ctrl-C")
    typer.echo(f"  export OPENAI_BASE_URL={server.url} OPENAI_API_KEY=none")
    typer.echo("  secqa run … --model openai:offline")
    if system:
        typer.echo(f"  secqa run … --system {server.url}/answer")
    server.serve()


def speaker(system: System | None) -> Speak:
    """A function that answers a message in words, with the pages read."""
    if system is None:
        return lambda _question: "No corpus is served; start secqa serve-offline with --corpus."

    def speak(question: str) -> str:
        answer = system.answer(question)
        if answer.value is None:
            return f"I cannot answer: {answer.error}."
        lines = [
            ": ".join(filter(None, (label, value_text(value, answer.unit, answer.form))))
            for label, value in answer.labelled_values
        ]
        read = dict.fromkeys(reading for reading in answer.readings if reading.value is not None)
        lines += [f"- {r.document_id} page {r.page}: {' '.join(r.quote.split())}" for r in read]
        return "\n".join(lines)

    return speak
