"""Fit and measure the offline judge.

    python benchmarks/judging.py fit|measure TRAIN DEV FINANCEBENCH

TRAIN and DEV are corpora of different companies, whose passages make answers that are right or
wrong by how they were made (`secqa.fit.judging`). FINANCEBENCH is a folder with the open sample's
`questions.jsonl`; `judged_answers.jsonl` has a right and a wrong answer to each of 61 of its
questions, written before the judge was fitted. The right answers to other questions about the same
report are wrong ones, too, unless both say yes or no. Every other question fits the limits for
somebody's own words, the rest measures them. `fit` writes the limits into the package.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from secqa.corpus.store import open_corpus
from secqa.evaluation.chunking.questions import EvidenceQuestion, read_questions
from secqa.evaluation.judging import offline
from secqa.evaluation.judging.case import Case
from secqa.evaluation.judging.measures import measure
from secqa.evaluation.judging.offline import Least, Limits, fitted
from secqa.evaluation.judging.polarity import yes_or_no
from secqa.fit.judging import Labelled, balanced, fit_least, judged, labelled_passages

ANSWERS = Path(__file__).with_name("judged_answers.jsonl")


def main(arguments: Sequence[str]) -> None:
    """Fit where asked to, then print how many answers are judged as they are."""
    if len(arguments) != 4 or arguments[0] not in ("fit", "measure"):
        raise SystemExit(__doc__)
    train, dev, financebench = map(Path, arguments[1:])
    passages = list(labelled_passages(open_corpus(train)))
    own_words = labelled_answers(financebench)
    if arguments[0] == "fit":
        limits = Limits(fit_least(passages), fit_least(own_words[0]))
        path = Path(offline.__file__).with_name(offline.LIMITS)
        path.write_text(json.dumps(asdict(limits)) + "\n", encoding="utf-8")
        fitted.cache_clear()
    limits = fitted()
    print(limits)
    tell("passages, fitted", passages, limits.passages)
    tell("passages, other companies", list(labelled_passages(open_corpus(dev))), limits.passages)
    tell("own words, fitted", own_words[0], limits.own_words)
    tell("own words, other questions", own_words[1], limits.own_words)


def labelled_answers(financebench: Path) -> tuple[list[Labelled], list[Labelled]]:
    """Answers to every other question of `judged_answers.jsonl`, and to the rest."""
    questions = {question.id: question for question in read_questions(financebench)}
    lines = ANSWERS.read_text(encoding="utf-8").splitlines()
    written = [
        (questions[record["financebench_id"]], str(record["answer"]), bool(record["right"]))
        for record in map(json.loads, lines)
    ]
    right = [(question, answer) for question, answer, is_right in written if is_right]
    parts: tuple[list[Labelled], list[Labelled]] = ([], [])
    for place, question in enumerate(dict.fromkeys(question for question, _, _ in written)):
        part = parts[place % 2]
        part += [
            Labelled(_case(question, answer), is_right, "written")
            for other, answer, is_right in written
            if other is question
        ]
        part += [
            Labelled(_case(question, answer), False, "another question")
            for other, answer in right
            if other is not question
            and other.report == question.report
            and None in (yes_or_no(answer), yes_or_no(question.answer))
        ]
    return parts


def _case(question: EvidenceQuestion, answer: str) -> Case:
    return Case(question.text, (question.answer,), answer)


def tell(title: str, labelled: Sequence[Labelled], least: Least) -> None:
    """Print a table by kind of answer."""
    measured = [(one, measure(one.case.golds[0], one.case)) for one in labelled]
    print(f"\n{title}: {100 * balanced(measured, least):.1f}%")
    for (right, how), share in judged(measured, least).items():
        low, high = (100 * end for end in share.interval)
        kind = "right" if right else "wrong"
        print(f"  {kind}, {how:16}{share.right:>5} of {share.total:<5}{low:.0f}–{high:.0f}%")


if __name__ == "__main__":
    main(sys.argv[1:])
