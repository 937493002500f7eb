"""Compare a pipeline of your own with ours: `python own_pipeline.py demo/corpus out`."""

import re
import sys
from typing import Any

import secqa

corpus = secqa.open_corpus(sys.argv[1])
out = sys.argv[2]


@secqa.system
def quoting(question: str) -> dict[str, Any]:
    """The line of the best page that shares most words with the question."""
    (page,) = corpus.search(question, 1)
    asked = set(re.findall(r"\w+", question.lower()))
    lines = str(page["passage"]).splitlines()
    best = max(lines, key=lambda line: len(asked & set(re.findall(r"\w+", line.lower()))))
    return {"answer": best, "pages": [{"document": page["document_id"], "page": page["page"]}]}


secqa.Benchmark.generate(corpus, "single", count=8, seed=7, out=f"{out}/bench")
mine = corpus.run(f"{out}/bench", out=f"{out}/runs/mine", system="quoting")
ours = corpus.run(f"{out}/bench", out=f"{out}/runs/ours")
for row in secqa.evaluate(mine, ours):
    print(f"{row['system']}: {row['accuracy']:.0%} right")
mine.report(f"{out}/report.html", [ours], corpus=corpus)
