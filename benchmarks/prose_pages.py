"""Page accuracy on questions in prose: `python benchmarks/prose_pages.py CORPUS [--json]`.

The questions of `prose_pages.jsonl`, in our own words, ask what analysts ask besides figures
(drivers, customers, lawsuits, plans, …) of 22 real 10-K and 10-Q that CORPUS must hold. Pages
that answer were noted from the outlines of the filings. A question counts at k when one of them
is among the first k of its filing. Weights and topics were designed on these questions, so this
shows what a change does, not how well unseen questions fare.
"""

import argparse
import json
from pathlib import Path
from statistics import fmean

from secqa.corpus.corpus_store import open_corpus
from secqa.retrieval.rank import retrieve_pages

DEPTHS = (1, 3, 5, 10)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--misses", action="store_true", help="show what is not found at once")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    corpus = open_corpus(arguments.corpus)
    ranks = []
    for line in Path(__file__).with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        found = retrieve_pages(corpus, asked["question"], DEPTHS[-1], [asked["document"]])
        places = (n for n, page in enumerate(found, 1) if page.page in asked["pages"])
        ranks.append(next(places, 0))
        if arguments.misses and ranks[-1] != 1:
            print(f"{ranks[-1]:3}  {asked['document']}  {asked['question']}")
    shares = {str(k): round(100 * fmean(0 < rank <= k for rank in ranks), 1) for k in DEPTHS}
    if arguments.json:
        print(json.dumps({"schema": 1, "questions": len(ranks), "accuracy": shares}))
    else:
        print(f"{len(ranks)} questions" + "".join(f"  @{k} {shares[str(k)]}" for k in DEPTHS))


if __name__ == "__main__":
    main()
