"""`secqa query`: a question as a `Query`: in words, as JSON, as a program, or answered."""

import sys
from pathlib import Path

import typer

from secqa.cli.runs.ask_command import print_answer
from secqa.cli.terminal import print_json
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.files import read_text
from secqa.parsing.understand import understand
from secqa.query.form.schema import from_json, published_schema, to_json
from secqa.query.query import Query
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.engine import company_lines
from secqa.systems.make import answer_query, plan_of


def query(
    question: str | None = None,
    from_json: Path | None = None,
    corpus: CorpusPath | None = None,
    schema: bool = False,
    run: bool = False,
    as_json: bool = False,
) -> None:
    """Show what a question asks for, in words and as a program, or answer it.

    --json prints the query as the corpus makes it concrete, or with --run the answer. Other
    programs write queries by the schema.
    """
    if schema:
        typer.echo(published_schema(), nl=False)
        return
    if (question is None) == (from_json is None) or corpus is None:
        raise SecqaError("query: give --schema, or --corpus with a question or --from-json FILE")
    opened = open_corpus(corpus)
    if question is not None:
        companies, lines = corpus_companies(opened), company_lines(opened)
        parsed = understand(question, companies, opened.catalogue, lines).query
    else:
        parsed = _read(from_json, opened)
    if run:
        _answer(parsed, opened, as_json)
    else:
        _show(parsed, opened, as_json)


def _read(path: Path | None, corpus: Corpus) -> Query:
    assert path is not None
    text = sys.stdin.read() if str(path) == "-" else read_text(path, "give a file of JSON")
    try:
        return from_json(text, corpus.catalogue)
    except SecqaError as error:
        raise SecqaError(f"{path}: {error}") from None


def _show(query: Query, corpus: Corpus, as_json: bool) -> None:
    plan = plan_of(query, corpus)
    if as_json:
        assert plan.query is not None
        print_json(to_json(plan.query))
    else:
        program = plan.program or f"wanted: {query.answer_kind}\n"
        typer.echo(f"{query}\n\n{program}", nl=False)


def _answer(query: Query, corpus: Corpus, as_json: bool) -> None:
    answer = answer_query(query, corpus)
    if as_json:
        print_json(answer)
    else:
        print_answer(answer, corpus, program=False)
    if answer.value is None:
        typer.echo(f"cannot answer: {answer.error}", err=True)
        raise typer.Exit(1)
