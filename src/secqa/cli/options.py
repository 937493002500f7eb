"""Options that several commands share, alone and in groups.

A command takes a group as one parameter; `flatten` offers its fields to the user one by one.
"""

import os
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from secqa.corpus.corpus_address import CorpusPath, corpus_path
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.evaluation.runner import QuestionSample
    from secqa.retrieval.retriever import ChosenRetriever

FOLDER = "FOLDER|ADDRESS"


def corpus_option(help_text: str) -> Any:
    """The option that names a corpus, with a command's own help."""
    return typer.Option("--corpus", parser=corpus_path, metavar=FOLDER, help=help_text)


def corpus_argument(help_text: str) -> Any:
    """A corpus as an argument, with a command's own help."""
    return typer.Argument(parser=corpus_path, metavar=FOLDER, help=help_text)


_CORPUS = corpus_option(
    "Folder of the corpus, made by `secqa ingest`; or s3://bucket/prefix, gs://, az://."
)
CorpusOption = Annotated[CorpusPath, _CORPUS]
AnyCorpusOption = Annotated[CorpusPath | None, _CORPUS]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
IdentityOption = Annotated[
    str, typer.Option("--identity", help="Your name and e-mail address, which the SEC asks for.")
]
ReaderOption = Annotated[
    str, typer.Option("--reader", help="With a model: model, offline-first or offline.")
]
EmbedderOption = Annotated[
    str,
    typer.Option(
        "--embedder",
        help="For dense and hybrid, and one more vote in ranked; `secqa index` makes the vectors.",
    ),
]
ConcurrencyOption = Annotated[
    int, typer.Option("--concurrency", help="Questions and model requests at once.", min=1)
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Only estimate the model calls, tokens and cost.")
]
PageCountOption = Annotated[int, typer.Option("--pages", help="Pages per retrieval.")]
CompanyFactsOption = Annotated[
    bool, typer.Option("--facts", help="Also each company's figures as EDGAR gathered them.")
]
ListOnlyOption = Annotated[bool, typer.Option("--dry-run", help="List what would be fetched.")]


@dataclass(frozen=True, slots=True)
class SpendingOptions:
    """What a model may use."""

    budget: Annotated[
        float | None, typer.Option("--budget", help="Most US dollars to spend.", min=0)
    ] = None
    max_calls: Annotated[
        int | None, typer.Option("--max-calls", help="Most requests to the model.", min=0)
    ] = None


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Who plans and who reads."""

    model: Annotated[
        str,
        typer.Option(
            "--model", help="Who plans and reads: offline, or provider:model as openai:gpt-5."
        ),
    ] = "offline"
    planner: Annotated[
        str,
        typer.Option(
            "--planner",
            help="With a model: model (it writes a program), model-query (it fills a query, with "
            "few tokens), offline-first or offline.",
        ),
    ] = "model"
    reader: ReaderOption = "model"
    execute: Annotated[
        bool,
        typer.Option(
            "--execute", help="Run the program of every question in the sandbox, to check it."
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """How pages are found."""

    retriever: Annotated[
        str,
        typer.Option(
            "--retriever",
            help="How pages are found: ranked (understands the question), bm25, dense or hybrid.",
        ),
    ] = "ranked"
    embedder: EmbedderOption = "none"
    store: Annotated[
        str,
        typer.Option("--store", help="Where the vectors are: lancedb, milvus:URI or weaviate:URL."),
    ] = "lancedb"

    @property
    def chosen(self) -> "ChosenRetriever":
        """The retriever that these options name."""
        from secqa.retrieval.retriever import ChosenRetriever

        return ChosenRetriever(self.retriever, self.embedder, self.store)


@dataclass(frozen=True, slots=True)
class SubsetOptions:
    """Which part of a benchmark or of a file of conversations is used."""

    limit: Annotated[int | None, typer.Option("--limit", help="Only the first N.", min=1)] = None
    sample: Annotated[
        int | None, typer.Option("--sample", help="N of them, drawn at random.", min=1)
    ] = None
    seed: Annotated[int, typer.Option("--seed", help="Draws the same sample again.")] = 0

    @property
    def chosen(self) -> "QuestionSample":
        """The part that these options name."""
        from secqa.evaluation.runner import QuestionSample

        return QuestionSample(self.limit, self.sample, self.seed)


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Which machines do the work."""

    engine: Annotated[
        str, typer.Option("--engine", help="local, or ray: a cluster of machines.")
    ] = "local"
    address: Annotated[
        str | None,
        typer.Option(
            "--address",
            help="Of the Ray cluster: auto, host:port or ray://host:port; none starts one.",
        ),
    ] = None

    @property
    def name(self) -> Literal["local", "ray"]:
        """The engine; raises SecqaError for an unknown one, or an address that it cannot use."""
        if self.engine == "ray":
            return "ray"
        if self.engine != "local":
            raise SecqaError(f"--engine {self.engine}: no such engine; give local or ray")
        if self.address is not None:
            raise SecqaError(f"--address {self.address}: goes with --engine ray; give that, too")
        return "local"


@dataclass(frozen=True, slots=True)
class TableFileOptions:
    """Files that a table is written to."""

    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write the table to this file; - for the screen.")
    ] = None
    parquet: Annotated[
        Path | None, typer.Option("--parquet", help="Write the table to this file as Parquet.")
    ] = None


@dataclass(frozen=True, slots=True)
class AnsweringOptions:
    """How pages are found, who plans and reads, and what that may cost."""

    retrieval: RetrievalOptions
    model: ModelOptions
    spending: SpendingOptions


def flatten(function: Callable[..., None]) -> Callable[..., None]:
    """The same command with each field of a dataclass parameter as an option of its own."""
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    if not groups:
        return function
    parameters: list[Parameter] = []
    for name, parameter in signature(function).parameters.items():
        if name in groups:
            parameters += _field_parameters(groups[name])
        else:
            kind = Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(kind=kind, annotation=hints[name]))

    @wraps(function)
    def command(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = _build(group, values)
        function(**values)

    vars(command)["__signature__"] = Signature(parameters)
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _field_parameters(group: Any) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    parameters: list[Parameter] = []
    for field in fields(group):
        if is_dataclass(hints[field.name]):
            parameters += _field_parameters(hints[field.name])
            continue
        default = Parameter.empty if field.default is MISSING else field.default
        kind = Parameter.KEYWORD_ONLY
        parameters.append(
            Parameter(field.name, kind, default=default, annotation=hints[field.name])
        )
    return parameters


def _build(group: Any, values: dict[str, Any]) -> Any:
    """Take the fields of a group, and of the groups in it, out of the values of options."""
    hints = get_type_hints(group)
    return group(
        **{
            field.name: _build(hints[field.name], values)
            if is_dataclass(hints[field.name])
            else values.pop(field.name)
            for field in fields(group)
        }
    )


def as_text(argument: str | None) -> str | None:
    """An argument as text; bytes that are no text become question marks."""
    return os.fsencode(argument).decode(errors="replace") if argument else argument
