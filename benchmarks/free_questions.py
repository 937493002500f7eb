"""How far free questions are understood: `python benchmarks/free_questions.py [FOLDER]`.

People composed these questions and wrote a formula of their answer. Nothing is read: the formula
and what the parser understands are evaluated over random figures. Whose companies the questions are
about says `companies.json` of the folder, or that of the sentences that the parser was fitted on,
with reports on the years that the formulas take.
Two tables: from several probabilities on, and by kind; with 95% intervals (Wilson 1927).
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from confidence import calibration
from held_out import LEAST, interval
from language.free import FREE, FreeQuestion, agrees, companies_of, load_free
from language.rows import DATA, load_companies
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.ground import ground
from secqa.parsing.translation.possible_queries import is_possible
from secqa.parsing.understand import understand


@dataclass(frozen=True, slots=True)
class Understanding:
    """What came of one question."""

    question: FreeQuestion
    right: bool | None
    """None where it was refused, or taken for one that wants words."""
    probability: float
    words: str
    """What was understood, in words."""
    is_impossible: bool = False
    """Whether its dimension is none that anybody asks for, or its form not the one asked for."""


def understanding_of(
    question: FreeQuestion, known: CompanyIndex, reported: CompanyIndex, catalogue: Catalogue
) -> Understanding:
    """Whether the likeliest reading of a question has the value of its formula; `reported` are the
    companies with the years that the writer had."""
    try:
        found = understand(question.text, known, catalogue)
        ground(found.query, reported)
    except CannotAnswer as reason:
        return Understanding(question, None, 0.0, str(reason))
    if found.query.narratives:
        return Understanding(question, None, 0.0, "words")
    right = bool(question.formula) and agrees(question, found.query, reported, catalogue)
    fits = is_possible(found.query, found.mentions, catalogue)
    return Understanding(question, right, found.probability, str(found.query), not fits)


def show(title: str, outcomes: Sequence[Understanding]) -> None:
    """Shares of right, wrong and refused."""
    answerable = [one for one in outcomes if one.question.formula]
    others = [one for one in outcomes if not one.question.formula]
    print(f"{title}: {len(answerable)} answerable, {len(others)} unanswerable")
    for least in LEAST:
        given = [one for one in answerable if one.right is not None and one.probability >= least]
        right = sum(bool(one.right) for one in given)
        refused = sum(one.right is None or one.probability < least for one in others)
        print(
            f"  from {least:.2f}: right {interval(right, len(answerable))}, given "
            f"{len(given) / len(answerable):.1%}, of these wrong "
            f"{interval(len(given) - right, len(given))}; unanswerable refused "
            f"{interval(refused, len(others))}"
        )
    sure = [(one.probability, one.right) for one in answerable if one.right is not None]
    print(f"  {calibration(sure)}")
    print(f"  of impossible dimension or form: {sum(one.is_impossible for one in outcomes)}")
    kinds: defaultdict[str, Counter[bool | None]] = defaultdict(Counter)
    for one in answerable:
        kinds[one.question.kind][one.right] += 1
    for kind, counts in sorted(kinds.items()):
        print(f"  {kind}: right {counts[True]}, wrong {counts[False]}, refused {counts[None]}")


def main() -> None:
    """Print the tables of each group of writers."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FREE / "heldout")
    parser.add_argument("--failures", action="store_true", help="show what was not right")
    options = parser.parse_args()
    catalogue = load_catalogue()
    groups: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(options.folder.glob("*.jsonl")):
        groups["w" if path.name[0] == "w" else "h"].append(path)
    for group, paths in groups.items():
        questions = load_free(paths)
        known = load_companies(options.folder if group == "w" else DATA / "train")
        reported = known if group == "w" else companies_of(questions, known)
        outcomes = [understanding_of(one, known, reported, catalogue) for one in questions]
        show("unseen companies" if group == "w" else "companies of the fit", outcomes)
        for one in outcomes if options.failures else ():
            if not one.right and one.question.formula:
                print(f"{one.question.id} {one.probability:.2f} {one.question.text} => {one.words}")


if __name__ == "__main__":
    main()
