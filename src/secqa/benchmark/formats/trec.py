"""Topics and grades as TREC tools read them: `topics.tsv`, `topics.xml` and `qrels.txt`.

The ids of topics and pages are those of the runs that `secqa run` writes, so that trec_eval or
ir-measures score one against the other. Where answers are encrypted there are no grades.
"""

import re
from xml.sax.saxutils import escape, quoteattr

from secqa.benchmark.dataset import CARD, DIFFICULTY, QRELS, qrels_text
from secqa.benchmark.formats.jsonl import sealed_questions
from secqa.benchmark.formats.note import card_with_note
from secqa.benchmark.formats.release import Files, Release

_LOADING = (
    "`topics.tsv` has id and question, `topics.xml` the same as TREC topics; `qrels.txt` the "
    "grades of pages in four columns, 2 for the primary statement, 1 for others that show a value."
)
_SEALED = "`topics.tsv` has id and question, `topics.xml` the same as TREC topics."
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document can hold."""


def trec_files(release: Release) -> Files:
    """Topics in two forms, and the grades."""
    topics = {record["question_id"]: " ".join(record["text"].split()) for record in release.records}
    levels = {record["question_id"]: record.get(DIFFICULTY, "") for record in release.records}
    grades = {} if release.encrypted else {QRELS: qrels_text(release.qrels).encode()}
    return {
        **grades,
        "topics.tsv": "".join(f"{name}\t{text}\n" for name, text in topics.items()).encode(),
        "topics.xml": _xml(topics, levels, release.canary).encode(),
        **sealed_questions(release),
        CARD: card_with_note(release, _SEALED if release.encrypted else _LOADING),
    }


def _xml(topics: dict[str, str], levels: dict[str, str], canary: str) -> str:
    lines = ["<topics>", *([f"<!-- {canary} -->"] if canary else [])]
    for name, text in topics.items():
        title = escape(_NO_XML.sub(" ", text))
        level = f" {DIFFICULTY}={quoteattr(levels[name])}" if levels[name] else ""
        lines.append(f"<topic number={quoteattr(name)}{level}><title>{title}</title></topic>")
    return "\n".join([*lines, "</topics>", ""])
