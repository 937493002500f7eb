"""The layout of BEIR (Thakur et al. 2021): pages to find, questions to find them for, grades.

`corpus.jsonl` has every page of the corpus as a passage, `document#page` its id as in the runs
of `secqa run`; `queries.jsonl` the questions; `qrels/SPLIT.tsv` the evidence pages under the
header that BEIR's loader skips. Where answers are encrypted there are no grades, since the page
with the evidence tells the answer.
"""

from collections.abc import Iterator
from typing import Any

from secqa.benchmark.dataset import CANARY, CARD, DIFFICULTY, UNTIL
from secqa.benchmark.formats.jsonl import sealed_questions
from secqa.benchmark.formats.note import card_with_note
from secqa.benchmark.formats.release import Files, Release, by_split, lines_of
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata

_LOADING = "`GenericDataLoader(FOLDER).load(split)` of BEIR gives pages, questions and grades."
_SEALED = "The pages and questions are as BEIR's `GenericDataLoader` reads them, without grades."


def beir_files(release: Release, corpus: Corpus) -> Files:
    """Pages, questions and grades; SecqaError when the questions are about another corpus."""
    made_from, year = release.header["corpus"], release.header.get(UNTIL)
    corpus = corpus if year is None else corpus.until(year)
    if made_from != corpus.fingerprint:
        raise SecqaError(
            f"{corpus.path}: is another corpus ({corpus.fingerprint}) than the benchmark was made "
            f"from ({made_from}); give that one"
        )
    return {
        "corpus.jsonl": lines_of(_marked(release, _passages(corpus))),
        "queries.jsonl": lines_of(_marked(release, _queries(release))),
        **_qrels(release),
        **sealed_questions(release),
        CARD: card_with_note(release, _SEALED if release.encrypted else _LOADING),
    }


def _passages(corpus: Corpus) -> Iterator[dict[str, Any]]:
    for metadata in corpus.documents:
        title = _title(metadata)
        for number, page in enumerate(corpus.document(metadata.document_id).pages, 1):
            key = f"{metadata.document_id}#{number}"
            yield {"_id": key, "title": f"{title}, page {number}", "text": page.text}


def _title(metadata: Metadata) -> str:
    parts = (metadata.company, metadata.form, metadata.fiscal_year, metadata.fiscal_period)
    return " ".join(str(part) for part in parts if part)


def _queries(release: Release) -> Iterator[dict[str, Any]]:
    for record in release.records:
        known = {name: record[name] for name in (DIFFICULTY,) if name in record}
        told = {"metadata": known} if known else {}
        yield {"_id": record["question_id"], "text": record["text"], **told}


def _marked(release: Release, records: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    mark = {CANARY: release.canary} if release.canary else {}
    for record in records:
        metadata = {**record.get("metadata", {}), **mark}
        yield {**record, "metadata": metadata} if metadata else record


def _qrels(release: Release) -> Files:
    if release.encrypted:
        return {}
    return {
        f"qrels/{split}.tsv": "".join(
            [
                "query-id\tcorpus-id\tscore\n",
                *(
                    f"{record['question_id']}\t{page}\t{grade}\n"
                    for record in records
                    for page, grade in sorted(release.qrels[record["question_id"]].items())
                ),
            ]
        ).encode()
        for split, records in by_split(list(release.records)).items()
    }
