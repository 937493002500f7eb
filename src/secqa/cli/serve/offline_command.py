"""`secqa serve-offline`: the offline engine for every client that speaks OpenAI's protocol."""

from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import AnyCorpusOption, PageCountOption
from secqa.corpus.corpus_address import CorpusPath

if TYPE_CHECKING:
    from secqa.serving.offline_model import Speak
    from secqa.systems.answer import System


def serve_offline(
    corpus: AnyCorpusOption = None,
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 8417,
    pages: PageCountOption = 8,
    faults: Annotated[
        Path | None, typer.Option(help="A script of faults (JSON), to try clients with.")
    ] = None,
    requests: Annotated[
        Path | None, typer.Option(help="Answer this batch into --out, and serve nothing.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="With --requests: the file of results to write.")
    ] = None,
) -> None:
    """Serve the offline engine as a chat model, to this machine.

    Prompts of secqa (planner, reader, convfinqa, judge) are answered by rule, other messages as
    questions over the corpus. With --requests it stands in for a service that answers batches:
    `secqa run --requests-out` writes such a file, `--replies-in` takes the results.
    """
    from secqa.conversation.generators.offline_replies import conversation_thoughts
    from secqa.errors import SecqaError
    from secqa.evaluation.judging.model_judge import judge_instructions, judge_prompt_by_rule
    from secqa.serving.offline_model import offline_model
    from secqa.serving.offline_server import OfflineServer, answer_batch, read_script

    if (requests is None) != (out is None):
        raise SecqaError("serve-offline: --requests and --out go together; give both or none")
    script = read_script(faults) if faults else None
    others = {judge_instructions().strip(): judge_prompt_by_rule, **conversation_thoughts()}
    system = _system(corpus, pages) if corpus else None
    think = offline_model(speaker(system), others)
    if requests and out:
        typer.echo(f"{answer_batch(think, requests, out):,} results written to {out}")
        return
    server = OfflineServer(think, port, script, system)
    typer.echo(f"serving at {server.url}; stop with Ctrl-C")
    typer.echo(f"  export OPENAI_BASE_URL={server.url} OPENAI_API_KEY=none")
    typer.echo("  secqa run … --model openai:offline")
    if system:
        typer.echo(f"  secqa run … --system {server.url}/answer")
    server.serve()


def _system(corpus: CorpusPath, pages: int) -> "System":
    from secqa.corpus.corpus_store import open_corpus
    from secqa.systems.make import make_system

    return make_system("codegen-docs", open_corpus(corpus), pages)


def speaker(system: "System | None") -> "Speak":
    if system is None:
        return lambda _question: "No corpus is served; start secqa serve-offline with --corpus."
    from secqa.systems.value_words import spoken

    def speak(question: str) -> str:
        answer = system.answer(question)
        if answer.value is None:
            return f"I cannot answer: {answer.error}."
        values = answer.value if isinstance(answer.value, tuple) else (answer.value,)
        labels = [f"{label}: " for label in answer.labels] if len(values) > 1 else []
        lines = [
            label + spoken(value, answer.unit, answer.form)
            for label, value in zip_longest(labels, values, fillvalue="")
        ]
        read = dict.fromkeys(reading for reading in answer.readings if reading.value is not None)
        lines += [f"- {r.document_id} page {r.page}: {' '.join(r.quote.split())}" for r in read]
        return "\n".join(lines)

    return speak
