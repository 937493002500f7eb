"""Rank the four systems over the filings of a corpus: `python leaderboard.py demo/corpus out`."""

import sys

import secqa

corpus = secqa.open_corpus(sys.argv[1])
out = sys.argv[2]
corpus.generate("default", count=12, seed=7, out=f"{out}/bench")
runs = [
    corpus.run(f"{out}/bench", out=f"{out}/runs/{system}", system=system)
    for system in ("vanilla", "multi-query", "codegen", "codegen-docs")
]
scores = sorted(secqa.evaluate(*runs), key=lambda row: -row["accuracy"])
for place, row in enumerate(scores, 1):
    print(f"{place}. {row['system']:<14}{row['accuracy']:.0%} right, {row['calls']:.1f} calls")
secqa.report(*runs, out=f"{out}/report.html", corpus=corpus)
