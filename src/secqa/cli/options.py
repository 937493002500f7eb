"""Options that several commands share."""

import os
from typing import Annotated, Any, Literal

import typer

from secqa.corpus.address import CorpusPath, corpus_path
from secqa.errors import SecqaError

FOLDER = "FOLDER|ADDRESS"


def corpus_option(told: str) -> Any:
    """The option that names a corpus, with the words that a command tells of it."""
    return typer.Option("--corpus", parser=corpus_path, metavar=FOLDER, help=told)


_CORPUS = corpus_option(
    "Folder of the corpus, made by `secqa ingest`; or s3://bucket/prefix, gs://, az://."
)
CorpusOption = Annotated[CorpusPath, _CORPUS]
AnyCorpusOption = Annotated[CorpusPath | None, _CORPUS]
EngineOption = Annotated[
    str, typer.Option("--engine", help="Who does the work: local, or ray (a cluster of machines).")
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address", help="Of the Ray cluster: auto, host:port or ray://host:port; none starts one."
    ),
]
IdentityOption = Annotated[
    str, typer.Option("--identity", help="Your name and e-mail address, which the SEC asks for.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]

ModelOption = Annotated[
    str, typer.Option("--model", help="What thinks: offline, or provider:model as openai:gpt-5.")
]
PlannerOption = Annotated[
    str,
    typer.Option(
        "--planner",
        help="With a model: model (it writes a program), model-query (it says what is asked, "
        "with few tokens), offline-first or offline.",
    ),
]
ReaderOption = Annotated[
    str, typer.Option("--reader", help="With a model: model, offline-first or offline.")
]
RetrieverOption = Annotated[
    str,
    typer.Option(
        "--retriever",
        help="How pages are found: ranked (by what is asked), or plainly by bm25, dense or hybrid.",
    ),
]
EmbedderOption = Annotated[
    str,
    typer.Option(
        "--embedder",
        help="Of dense and hybrid, and one more vote in ranked; `secqa index` makes the vectors.",
    ),
]
StoreOption = Annotated[
    str,
    typer.Option("--store", help="Where the vectors are: lancedb, milvus:URI or weaviate:URL."),
]
BudgetOption = Annotated[
    float | None, typer.Option("--budget", help="Most US dollars to spend.", min=0)
]
MaxCallsOption = Annotated[
    int | None, typer.Option("--max-calls", help="Most requests to the model.", min=0)
]
ConcurrencyOption = Annotated[
    int, typer.Option("--concurrency", help="Questions, and requests to a model, at once.", min=1)
]
SampleOption = Annotated[
    int | None, typer.Option("--sample", help="So many, drawn at random.", min=1)
]
SeedOption = Annotated[int, typer.Option("--seed", help="Draws the same sample again.")]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Only say what it will take of the model.")
]

CompanyFactsOption = Annotated[
    bool, typer.Option("--facts", help="Also each company's figures as EDGAR gathered them.")
]
ListOnlyOption = Annotated[bool, typer.Option("--dry-run", help="List what would be fetched.")]


def engine_of(name: str, address: str | None) -> Literal["local", "ray"]:
    """The engine of that name; SecqaError for another, or where an address does not go with it."""
    if name == "ray":
        return "ray"
    if name != "local":
        raise SecqaError(f"--engine {name}: no such engine; give local or ray")
    if address is not None:
        raise SecqaError(f"--address {address}: goes with --engine ray; give that, too")
    return "local"


def as_text(argument: str | None) -> str | None:
    """An argument in words; bytes in it that are no text become question marks."""
    return os.fsencode(argument).decode(errors="replace") if argument else argument
