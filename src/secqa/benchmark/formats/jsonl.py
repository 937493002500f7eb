"""The benchmark's own form: `questions.jsonl`, `qrels.txt` and `card.md`, as `secqa run` reads.

The canary stands in the header and in each record, where readers of this version and later
ones pass over it.
"""

from secqa.benchmark.dataset import CARD, QRELS, QUESTIONS, qrels_text
from secqa.benchmark.formats.note import card_with_note
from secqa.benchmark.formats.release import Files, Release, questions_file

_LOADING = (
    f"`{QUESTIONS}` holds a header, then one question a line; `{QRELS}` the evidence pages in "
    "TREC format. `secqa run FOLDER` answers them."
)
_SEALED = f"`{QUESTIONS}` holds a header, then one question a line."


def jsonl_files(release: Release) -> Files:
    """The files of a benchmark, without the pages of evidence where it is encrypted."""
    files = {} if release.encrypted else {QRELS: qrels_text(release.qrels).encode()}
    loading = _SEALED if release.encrypted else _LOADING
    return files | {CARD: card_with_note(release, loading), QUESTIONS: questions_file(release)}


def sealed_questions(release: Release) -> Files:
    """What `secqa decrypt` reads, in a folder of any format; nothing where all is plain."""
    return {QUESTIONS: questions_file(release)} if release.encrypted else {}
