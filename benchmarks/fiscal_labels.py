"""How well fiscal labels are read without tags: `python benchmarks/fiscal_labels.py CORPUS...`.

The tags of Forms 10-K and 10-Q in CORPUS say their fiscal year, period and its end. The same pages
are read again as a reader of untagged HTML and as a reader of plain text get them, under a file
name that tells nothing.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from secqa.corpus.corpus_store import open_corpus
from secqa.filings.document import Element, Metadata, Page, Tagging
from secqa.filings.metadata.cover import read_metadata
from secqa.filings.plain_text import read_plain_text

Label = tuple[int | None, str]


def label(document: Metadata) -> Label:
    """Fiscal year and period."""
    return document.fiscal_year, document.fiscal_period


def as_text(pages: tuple[Page, ...]) -> bytes:
    """The pages as a plain text: tables in columns, form feeds between pages."""
    sheets = ("\n\n".join(_printed(element) for element in page.elements) for page in pages)
    return "\f".join(sheets).encode()


def _printed(element: Element) -> str:
    if element.table is None:
        return element.text
    rows = element.table.cells
    return "\n".join(
        f"{cells[0][:60]:60}" + "".join(f"{cell[:17]:>20}" for cell in cells[1:]) for cells in rows
    )


def read_again(gold: Metadata, pages: tuple[Page, ...]) -> Iterator[tuple[str, Metadata]]:
    """What the pages look like, and the metadata read then."""
    yield "HTML", read_metadata(pages, Tagging(), b"", "report.htm")[0]
    if gold.fiscal_period != "FY":
        yield "text", read_plain_text(as_text(pages), "report.txt").document.metadata


def main() -> None:
    """Count and print the labels that are wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--wrong", action="store_true", help="show each wrong label")
    chosen = parser.parse_args()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for corpus in map(open_corpus, chosen.corpus):
        for gold in corpus.documents:
            if "fiscal_year" in gold.guessed or not gold.form.startswith(("10-K", "10-Q")):
                continue
            if gold.fiscal_year is None:
                continue
            pages = corpus.document(gold.document_id).pages
            for kind, read in read_again(gold, pages):
                is_right = label(read) == label(gold)
                own = counts[f"{gold.form[:4]} {kind}"]
                own.update(labels=1, right=int(is_right), none=int(read.fiscal_year is None))
                own.update(end=int(read.period_end == gold.period_end))
                if chosen.wrong and not is_right:
                    print(
                        f"{kind} {gold.document_id}: {label(read)}, not {label(gold)}; ends "
                        f"{read.period_end}, not {gold.period_end}"
                    )
    for kind, own in sorted(counts.items()):
        print(
            f"{kind}: {own['right']} of {own['labels']} right, {own['none']} without a year, "
            f"{own['end']} ends right"
        )


if __name__ == "__main__":
    main()
