"""How well questions in words are answered: `python benchmarks/passages.py CORPUS QUESTIONS...`.

QUESTIONS are files of JSON, one question a line: `question`, `document_id`, `kind`, and `passages`,
the gold ones with `page` and `text`; none where the filing does not tell. Those about documents
that CORPUS lacks are left out. Each is asked of its own document alone, or with `--system` of all
of CORPUS. By kind: whether a gold page is cited, whether a gold passage is shown in part, how much
of its words, how many words are shown.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from time import perf_counter

from language.told import ToldRow, is_part, load_told, overlap, telling_of
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.reading.passages.find import find_passages
from secqa.reading.reading import Passage
from secqa.retrieval.rank import retrieve_pages
from secqa.systems.make import make_system
from secqa.systems.narratives import PAGES, sentence_of

Ask = Callable[[ToldRow], tuple[Passage, ...] | None]
"""The passages; () for a refusal, None for a figure."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question."""

    row: ToldRow
    passages: tuple[Passage, ...] | None
    seconds: float

    @property
    def cited(self) -> bool:
        """Whether a gold page is among those shown."""
        pages = {(one.document_id, one.page) for one in self.passages or ()}
        return any((self.row.document_id, gold.page) in pages for gold in self.row.passages)

    @property
    def shown(self) -> bool:
        """Whether a piece of a gold passage is shown."""
        texts = [text for one in self.passages or () for text in one.text.split("\n")]
        return any(is_part(text, self.row.passages) for text in texts) or self.overlap[0] > 0.8

    @property
    def overlap(self) -> tuple[float, float]:
        """(recall, precision) of words."""
        return overlap([one.text for one in self.passages or ()], self.row.passages)

    @property
    def words(self) -> int:
        """How many are shown."""
        return sum(len(one.text.split()) for one in self.passages or ())


def in_its_document(corpus: Corpus) -> Ask:
    """Asks each question of its own document, whatever it is taken for."""

    def ask(row: ToldRow) -> tuple[Passage, ...]:
        telling = telling_of(row.text, corpus)
        ranked = retrieve_pages(corpus, sentence_of(telling), PAGES, [row.document_id])
        return find_passages(corpus, telling, ranked).passages

    return ask


def by_system(name: str, corpus: Corpus) -> Ask:
    """Asks a system, which has to find out what is wanted and of which document."""
    system = make_system(name, corpus)

    def ask(row: ToldRow) -> tuple[Passage, ...] | None:
        answer = system.answer(row.text)
        return None if answer.value is not None and not answer.passages else answer.passages

    return ask


def show(outcomes: Sequence[Outcome]) -> None:
    """A line for each kind, one for all, and how those fared that are not told."""
    told = [one for one in outcomes if one.row.passages]
    absent = [one for one in outcomes if not one.row.passages]
    print("kind             asked  page   shown  recall precision words  refused figures")
    for kind in (*sorted({one.row.kind for one in told}), "all"):
        own = [one for one in told if kind in (one.row.kind, "all")]
        given = [one for one in own if one.passages]
        print(
            f"{kind:16} {len(own):5} {fmean(o.cited for o in own):6.1%}"
            f" {fmean(o.shown for o in own):6.1%} {fmean(o.overlap[0] for o in own):6.1%}"
            f" {fmean([o.overlap[1] for o in given] or [0]):6.1%}"
            f" {fmean([o.words for o in given] or [0]):8.0f}"
            f" {fmean(o.passages == () for o in own):8.1%} {sum(o.passages is None for o in own):5}"
        )
    if absent:
        refused = sum(one.passages == () for one in absent)
        print(f"not told: {refused} of {len(absent)} refused")
    print(f"{1000 * fmean(one.seconds for one in outcomes):.0f} ms a question")


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--system", default="", help="ask it of all of CORPUS")
    parser.add_argument("--misses", action="store_true", help="show what does not show the answer")
    chosen = parser.parse_args()
    corpus = open_corpus(chosen.corpus)
    there = {document.document_id for document in corpus.documents}
    rows = [row for row in load_told(chosen.questions) if row.document_id in there]
    ask = by_system(chosen.system, corpus) if chosen.system else in_its_document(corpus)
    outcomes = []
    for row in rows:
        began = perf_counter()
        passages = ask(row)
        outcomes.append(Outcome(row, passages, perf_counter() - began))
        if chosen.misses and row.passages and not outcomes[-1].shown:
            print(f"\n{row.kind}, {row.document_id}: {row.text}")
            print(*(f"  gold {gold.page}: {gold.text[:200]}" for gold in row.passages), sep="\n")
            print(*(f"  shown {one.page}: {one.text[:200]}" for one in passages or ()), sep="\n")
    show(outcomes)


if __name__ == "__main__":
    main()
