"""Learn which metrics people combine in a question: `secqa fit combinations FILE FILE`.

Writes `combinations.toml` and `operations.toml` of `src/secqa/benchmark/grammar`. A question
combines two metrics if its formula or its words have both; it compares, sums up or follows over
years the one metric that its formula has of several companies or years. Voices are counted, not
questions: a free writer is one, and so is all that FinanceBench or ConvFinQA asks about one
company.
"""

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations, product
from math import log
from pathlib import Path

from language.free import FIGURES, FREE, load_free
from language.rows import DATA, load_companies
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions

OUT = Path(__file__).parents[1] / "src/secqa/benchmark/grammar"
LEAST_VOICES = 4
"""Fewer voices may be one's whim."""
MOST_METRICS = 3
"""More are terms of one formula (returns, coverage), which relates none of two of them."""
LIKELY = log(0.5)
"""Least log-odds of a mention of a metric that counts."""
_FIGURE = re.compile(r'"(\w+)"\)')
_CELL = re.compile(r'C\("([^"]+)", *([^,]+), *"(\w+)"\)')
_RATE = re.compile(r"X/X-1|\(X-X\)/X|\(X/X\)-1|\(X-X\)/abs\(X\)")
_AVERAGE = re.compile(r"(?:sum\(\[X(?:,X)*\]\)|\(X(?:\+X)+\))/\d+")
_SUM = re.compile(r"sum\(\[X(?:,X)*\]\)|X(?:\+X)+")
Combined = tuple[str, frozenset[str]]
"""A voice and the metrics that one question of it combines."""


def free_formulas() -> Iterator[Combined]:
    """Of questions that writers composed freely, with formulas over figures."""
    for question in load_free(sorted((FREE / "train").glob("*.jsonl"))):
        figures = _FIGURE.findall(question.formula)
        yield question.writer, frozenset(FIGURES.get(one, one) for one in figures)


def operation_of(formula: str) -> tuple[str, str]:
    """What a formula does with the one metric that it has several figures of, and that metric."""
    cells = _CELL.findall(formula)
    companies, years, metrics = ({cell[place] for cell in cells} for place in range(3))
    if len(cells) < 2 or len(metrics) > 1:
        return "", ""
    shape = _CELL.sub("X", formula).replace(" ", "")
    metric: str = next(iter(metrics))
    if len(companies) > 1:
        if len(years) > 1:
            return "", ""
        if shape.startswith(("sum([X", "(sum([X", "X+X", "(X+X")):
            return "together", metric
        return ("gap" if re.fullmatch(r"X-X|abs\(X-X\)|X/X-1", shape) else "compare"), metric
    if "**" in shape:
        return "cagr", metric
    if _RATE.fullmatch(shape):
        return "growth", metric
    if _SUM.fullmatch(shape):
        return "sum", metric
    return ("average" if _AVERAGE.fullmatch(shape) else "course"), metric


def operations() -> dict[str, list[str]]:
    """Metrics that enough voices do something with, by what it is; a compound rate needs one voice
    beside those who ask for growth."""
    voices: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for question in load_free(sorted((FREE / "train").glob("*.jsonl"))):
        operation, figure = operation_of(question.formula)
        if operation:
            voices[operation][FIGURES.get(figure, figure)].add(question.writer)
    rates = voices.pop("cagr")
    known = {
        operation: sorted(metric for metric, by in of.items() if len(by) >= LEAST_VOICES)
        for operation, of in sorted(voices.items())
    }
    return known | {"cagr": [metric for metric in known["growth"] if metric in rates]}


def hops() -> dict[str, list[str]]:
    """Metrics by which enough voices choose a company or a year -> what they ask of it."""
    voices: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for question in load_free(sorted((FREE / "train").glob("*.jsonl"))):
        chosen, asked = (
            {FIGURES.get(figure, figure) for figure in _FIGURE.findall(text)}
            for text in (question.hop, question.formula)
        )
        if max(len(chosen), len(asked)) < MOST_METRICS:
            for pair in product(chosen, asked - chosen):
                voices[pair].add(question.writer)
    targets: defaultdict[str, list[str]] = defaultdict(list)
    for (one, other), by in sorted(voices.items()):
        if len(by) >= LEAST_VOICES:
            targets[one].append(other)
    return dict(targets)


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
    (OUT / "combinations.toml").write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    print(head)
    head = (
        f"# Written by `secqa fit combinations`: metrics that at least {LEAST_VOICES} voices "
        "compare, sum up or follow\n# over years.\n"
    )
    lines = (f'{one} = "{" ".join(metrics)}"' for one, metrics in operations().items())
    then = (f'{one} = "{" ".join(metrics)}"' for one, metrics in hops().items())
    head_of_then = (
        "\n# By what they choose a company or a year, and what they ask of it then.\n[then]"
    )
    text = "\n".join([head, *lines, head_of_then, *then, ""])
    (OUT / "operations.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
