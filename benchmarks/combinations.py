"""Learn which metrics people combine in a question: `secqa fit combinations FILE FILE`.

Writes `src/secqa/benchmark/grammar/combinations.toml`. A question combines two metrics if its
formula or its words have both. Voices are counted, not questions: a free writer is one, and so is
all that FinanceBench or ConvFinQA asks about one company.
"""

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations
from math import log
from pathlib import Path

from language.free import FIGURES, FREE, load_free
from language.rows import DATA, load_companies
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions

OUT = Path(__file__).parents[1] / "src/secqa/benchmark/grammar/combinations.toml"
LEAST_VOICES = 4
"""Fewer voices may be one's whim."""
MOST_METRICS = 3
"""More are terms of one formula (returns, coverage), which relates none of two of them."""
LIKELY = log(0.5)
"""Least log-odds of a mention of a metric that counts."""
_FIGURE = re.compile(r'"(\w+)"\)')
Combined = tuple[str, frozenset[str]]
"""A voice and the metrics that one question of it combines."""


def free_formulas() -> Iterator[Combined]:
    """Of questions that writers composed freely, with formulas over figures."""
    for question in load_free(sorted((FREE / "train").glob("*.jsonl"))):
        figures = _FIGURE.findall(question.formula)
        yield question.writer, frozenset(FIGURES.get(one, one) for one in figures)


def questions_in(financebench: Path, convfinqa: Path) -> Iterator[tuple[str, str]]:
    """Voices and texts: FinanceBench's questions, and ConvFinQA's conversations."""
    for line in financebench.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield f"financebench {row['company']}", row["question"]
    for rows in json.loads(convfinqa.read_text(encoding="utf-8")).values():
        for row in rows:
            company = row["id"].partition("_")[2].partition("/")[0]
            yield f"convfinqa {company}", " ".join(row["dialogue"]["conv_questions"])


def named_together(financebench: Path, convfinqa: Path) -> Iterator[Combined]:
    """Of questions with words alone."""
    known, fitted = load_companies(DATA / "train"), load_fitted()
    names = names_of(load_catalogue())
    for voice, text in questions_in(financebench, convfinqa):
        links = find_mentions(text, known, fitted, names=names).links
        yield voice, frozenset(one.metrics[0] for one in links if one.odds[0] > LIKELY)


def main() -> None:
    """Count, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("financebench", type=Path, help="its questions.jsonl")
    parser.add_argument("convfinqa", type=Path, help="its conversations.json")
    chosen = parser.parse_args()
    known = load_catalogue().metrics
    voices: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for voice, metrics in chain(
        free_formulas(), named_together(chosen.financebench, chosen.convfinqa)
    ):
        if len(metrics) <= MOST_METRICS:
            for pair in combinations(sorted(metrics & known.keys()), 2):
                voices[pair].add(voice)
    related: defaultdict[str, list[str]] = defaultdict(list)
    for (first, second), by in sorted(voices.items()):
        if len(by) >= LEAST_VOICES:
            related[first].append(second)
    count = sum(map(len, related.values()))
    heard = len(set().union(*voices.values()))
    head = (
        f"# Written by `secqa fit combinations`: pairs of metrics that at least {LEAST_VOICES} of "
        f"{heard} voices combine\n# in a question, each pair once. {count} of {len(voices)}.\n"
    )
    lines = (f'{first} = "{" ".join(others)}"' for first, others in related.items())
    OUT.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    print(head)


if __name__ == "__main__":
    main()
