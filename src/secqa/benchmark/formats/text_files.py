"""Text files of questions, pages and grades: secqa's own JSON Lines, BEIR, TREC and Inspect.

The ids of questions and pages (`document#page`) are those of the runs that `secqa run` writes, so
that trec_eval or ir-measures can score one against the other.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from secqa.benchmark.dataset import CANARY, DIFFICULTY, HEADER, QRELS, QUESTIONS, UNTIL, qrels_text
from secqa.benchmark.formats.release import Files, FormatFiles, Release, by_split, lines_of
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError

SAMPLES = "samples.jsonl"
NO_ANSWER = "cannot answer"
"""The right reply to a question that the filings do not answer."""


def jsonl_layout(release: Release) -> FormatFiles:
    """The benchmark's own files, as `secqa run` reads them; readers pass over the canary."""
    loading = (
        f"`{QUESTIONS}` has one question a line, `{HEADER}` their origin, `{QRELS}` the evidence "
        "pages in TREC format. `secqa run FOLDER` answers them."
    )
    files = {
        **_trec_grades(release),
        HEADER: lines_of([release.header]),
        QUESTIONS: lines_of(release.records),
    }
    return FormatFiles(files, loading)


def inspect_layout(release: Release) -> FormatFiles:
    """Samples as `inspect_ai.dataset.json_dataset` reads them: id, input, target, metadata."""
    loading = (
        f'`inspect_ai.dataset.json_dataset("{SAMPLES}")` gives the samples. A target is in base '
        "units (dollars, 1% as 0.01), several answers of one question are joined by `; `."
    )
    return FormatFiles({SAMPLES: lines_of(map(_sample, release.records))}, loading)


_HIDDEN = (
    *("question_id", "text", "answer", "facts", "program", "query", "plain", "why"),
    *("passages", "also", "slack"),
)
"""Fields of a question that a sample has elsewhere, or that a solver must not see."""


def _sample(record: Mapping[str, Any]) -> dict[str, Any]:
    metadata = {name: record[name] for name in record if name not in _HIDDEN}
    return {
        "id": record["question_id"],
        "input": record["text"],
        "target": target_of(record["answer"]),
        "metadata": metadata,
    }


def target_of(answer: object) -> str:
    """An answer as text, whole numbers without a point.

    Several answers are joined by "; ": a list of targets would mean that any of them is right.
    """
    if answer is None:
        return NO_ANSWER
    if isinstance(answer, list | tuple):
        return "; ".join(target_of(each) for each in answer)
    if isinstance(answer, float) and answer.is_integer():
        return str(int(answer))
    return str(answer)


def trec_layout(release: Release) -> FormatFiles:
    """Topics as TREC tools read them, and the grades."""
    topics = [f"{one['question_id']}\t{' '.join(one['text'].split())}\n" for one in release.records]
    loading = (
        "`topics.tsv` has id and question, `qrels.txt` the grades of pages in four columns, 2 for "
        "the primary statement, 1 for others that show a value."
    )
    return FormatFiles({**_trec_grades(release), "topics.tsv": "".join(topics).encode()}, loading)


def _trec_grades(release: Release) -> Files:
    return {QRELS: qrels_text(release.qrels).encode()}


def beir_layout(release: Release, corpus: Corpus) -> FormatFiles:
    """The layout of BEIR (Thakur et al. 2021): pages, questions, and grades by split.

    SecqaError when the questions are about another corpus.
    """
    corpus_id, year = release.header["corpus"], release.header.get(UNTIL)
    corpus = corpus if year is None else corpus.until(year)
    if corpus_id != corpus.fingerprint:
        raise SecqaError(
            f"{corpus.path}: is another corpus ({corpus.fingerprint}) than the benchmark was made "
            f"from ({corpus_id}); give that one"
        )
    files = {
        "corpus.jsonl": lines_of(_page_records(corpus, release.canary)),
        "queries.jsonl": lines_of(map(_query_record, release.records)),
    }
    for split, records in by_split(release.records).items():
        lines = ["query-id\tcorpus-id\tscore\n"]
        for question in (record["question_id"] for record in records):
            grades = sorted(release.qrels[question].items())
            lines += [f"{question}\t{page}\t{grade}\n" for page, grade in grades]
        files[f"qrels/{split}.tsv"] = "".join(lines).encode()
    loading = "`GenericDataLoader(FOLDER).load(split)` of BEIR gives pages, questions and grades."
    return FormatFiles(files, loading)


def _page_records(corpus: Corpus, canary: str) -> Iterator[dict[str, Any]]:
    metadata = {"metadata": {CANARY: canary}} if canary else {}
    for about in corpus.documents:
        parts = (about.company, about.form, about.fiscal_year, about.fiscal_period)
        title = " ".join(str(part) for part in parts if part)
        for number, page in enumerate(corpus.document(about.document_id).pages, 1):
            key = f"{about.document_id}#{number}"
            yield {"_id": key, "title": f"{title}, page {number}", "text": page.text} | metadata


def _query_record(record: Mapping[str, Any]) -> dict[str, Any]:
    metadata = {name: record[name] for name in (DIFFICULTY, CANARY) if name in record}
    query = {"_id": record["question_id"], "text": record["text"]}
    return {**query, "metadata": metadata} if metadata else query
