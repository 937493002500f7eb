"""Values read from filings that no tag tells about: `python benchmarks/untagged.py CORPUS`.

PDF reports and filings from before 2009 say nothing of what their numbers are, so a person has to:
`untagged.csv` holds one value a line, read from the page by eye (`other` where a second reading
can be defended). The reader is given the pages that retrieval finds in the document, as
`secqa audit` gives them.
"""

import argparse
import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.evaluation.reading_audit import PAGES
from secqa.evaluation.verdict import is_within_margin
from secqa.reading.reader import read_value_of
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import metric_target
from secqa.retrieval.rank import retrieve_pages


def read_line(line: dict[str, str], corpus: Corpus) -> tuple[Reading, list[int]]:
    """What the reader gives for a line of the file, and the pages that it was given."""
    document, metric = line["document_id"], corpus.catalogue[line["metric"]]
    metadata = corpus.entry(document).metadata
    year, (quarter, *to_date) = int(line["fiscal_year"]), line["fiscal_period"].split(" ")
    period = ReadPeriod(year) if quarter == "FY" else ReadPeriod(year, quarter)
    if to_date:
        period = replace(period, months=3 * int(quarter[1]))
    when = f"fiscal year {year}" if quarter == "FY" else f"{line['fiscal_period']} {year}"
    question = f"What is the {metric.name} of {metadata.company} in {when}?"
    numbers = [one.page for one in retrieve_pages(corpus, question, PAGES, [document])]
    pages = [(metadata, corpus.page(document, number)) for number in numbers]
    sought = metric_target(metric, period)
    return read_value_of(question, sought, pages, corpus.catalogue), numbers


def outcome(line: dict[str, str], reading: Reading) -> str:
    """`right`, `wrong` or `none`."""
    if not isinstance(reading.value, float | int):
        return "none"
    golds = [float(line[name]) for name in ("value", "other") if line[name]]
    return "right" if any(is_within_margin(reading.value, gold) for gold in golds) else "wrong"


def main() -> None:
    """Print the shares, by kind of file, and what was not right."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--values", type=Path, default=Path(__file__).with_suffix(".csv"))
    chosen = parser.parse_args()
    corpus = open_corpus(chosen.corpus)
    counts: dict[str, Counter[str]] = {}
    with chosen.values.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    for line in lines:
        read, pages = read_line(line, corpus)
        metadata, came = corpus.entry(line["document_id"]).metadata, outcome(line, read)
        kind = "PDF" if metadata.source.lower().endswith(".pdf") else "HTML and text"
        counts.setdefault(kind, Counter())[came] += 1
        if came != "right":
            print(
                f"{came}  {line['document_id']}  {line['metric']} {line['fiscal_period']} "
                f"{line['fiscal_year']}\n  meant {line['value']} ({line['other']}), page "
                f"{line['page']}: {line['line']}\n  read  {read.value} ({read.confidence}), page "
                f"{read.page} of {pages}: {read.quote or read.why}"
            )
    for kind, own in sorted(counts.items()):
        print(f"{kind}: {own['right']} of {sum(own.values())} right, {own['none']} not found")


if __name__ == "__main__":
    main()
