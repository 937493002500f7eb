"""How many ways to ask for a metric lead to it.

In `metric_wordings.txt` a line is a metric and a question for it. The wordings above the dashes
were in sight when the catalogue's were written, those below were not and stay so: 79% of them
led to their metric when they were first tried.
"""

from pathlib import Path

from secqa.understanding.question import understand
from tests.understanding.made import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.formula import metrics_in, parse

CATALOGUE = load_catalogue()
TEXT = Path(__file__).with_name("metric_wordings.txt").read_text(encoding="utf-8")
DESIGN, HELD_OUT = (part.strip().splitlines() for part in TEXT.split("---"))


def is_linked(line: str) -> bool:
    """Whether the question leads to its metric, or to the quotient that the metric is."""
    wanted, _, question = line.partition(" | ")
    ask = understand(question, COMPANIES, CATALOGUE)
    found = {link.metric.id if link.metric else link.label for link in ask.metrics}
    formula = CATALOGUE[wanted].formula
    parts = metrics_in(parse(formula)) if formula and ask.wanted.combine else set()
    return found in ({wanted}, parts)


def share(lines: list[str]) -> float:
    missed = [line for line in lines if not is_linked(line)]
    print(*missed, sep="\n")
    return 1 - len(missed) / len(lines)


def test_wordings_the_catalogue_was_made_for() -> None:
    assert share(DESIGN) > 0.93


def test_wordings_the_catalogue_was_not_made_for() -> None:
    assert share(HELD_OUT) > 0.7
