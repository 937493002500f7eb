"""Rank the four systems over the filings of a corpus: `python leaderboard.py demo/corpus out`."""

import sys

import secqa

corpus = secqa.open_corpus(sys.argv[1])
out = sys.argv[2]
secqa.Benchmark.generate(corpus, "default", count=12, seed=7, out=f"{out}/bench")
runs = [
    corpus.run(f"{out}/bench", out=f"{out}/runs/{system}", system=system)
    for system in ("vanilla", "multi-query", "codegen", "codegen-docs")
]
scores = sorted(secqa.evaluate(*runs), key=lambda row: -row["accuracy"])
accuracies = [row["accuracy"] for row in scores]
for row in scores:
    place = accuracies.index(row["accuracy"]) + 1  # equal systems share a place
    print(f"{place}. {row['system']:<14}{row['accuracy']:.0%} right, {row['calls']:.1f} calls")
runs[0].report(f"{out}/report.html", runs[1:], corpus=corpus)
