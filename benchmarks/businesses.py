"""Learn which words tell of a company's business: `secqa fit businesses CORPUS`.

Writes `src/secqa/benchmark/grammar/businesses.toml`: how many companies of the corpus use a word in
their latest annual report; rarer words tell one business from another.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from secqa.benchmark.grammar.peers import words_of
from secqa.corpus.corpus_store import open_corpus

OUT = Path(__file__).parents[1] / "src/secqa/benchmark/grammar/businesses.toml"
LEAST = 3
"""Words of fewer companies count as those of one."""


def main() -> None:
    """Count, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    corpus = open_corpus(parser.parse_args().corpus)
    order = sorted(corpus.documents, key=lambda one: str(one.period_end))
    latest = {one.cik: one.document_id for one in order if one.form == "10-K"}
    companies = Counter(
        word for name in latest.values() for word in words_of(corpus.document(name))
    )
    by_count: defaultdict[int, list[str]] = defaultdict(list)
    for word, count in sorted(companies.items()):
        if count >= LEAST:
            by_count[count].append(word)
    settings = [line for line in OUT.read_text(encoding="utf-8").splitlines() if line != "[words]"]
    kept = [line for line in settings if line.startswith(("#", "alike", "times", "often"))]
    lines = [f'{count} = "{" ".join(words)}"' for count, words in sorted(by_count.items())]
    text = [*kept, f"companies = {len(latest)}", "", "[words]", *lines, ""]
    OUT.write_text("\n".join(text), encoding="utf-8")
    print(f"{len(latest)} companies, {sum(map(len, by_count.values())):,} words")


if __name__ == "__main__":
    main()
