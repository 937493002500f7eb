"""Fit and measure the offline judge.

    python benchmarks/judging.py fit|measure TRAIN DEV FINANCEBENCH

TRAIN and DEV are corpora of different companies, whose passages make answers that are right or
wrong by how they were made (`judged_examples`).
FINANCEBENCH is a folder with the open sample's
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

from chunking.questions import EvidenceQuestion, read_questions
from judged_examples import Labelled, balanced, fit_least, judged, labelled_passages
from secqa.corpus.corpus_store import open_corpus
from secqa.evaluation.judging import rule_judge as offline
from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.rule_judge import JudgeLimits, MinimumShares, fitted
from secqa.evaluation.judging.text_overlap import measure_overlap, yes_or_no

ANSWERS = Path(__file__).with_name("judged_answers.jsonl")
PLACE = Path(offline.__file__).parent
CARD = """# What the offline judge's limits were fitted to

By `secqa fit judging TRAIN DEV FINANCEBENCH`, which writes this card anew. `benchmarks/judging.py`
and `benchmarks/judged_examples.py` say what the answers are. The written answers are by one person,
who also wrote the judge: other people's may be harder.

```
{figures}
```
"""


def main(arguments: Sequence[str]) -> None:
    """Fit where asked to, then print how many answers are judged as they are."""
    if len(arguments) != 4 or arguments[0] not in ("fit", "measure"):
        raise SystemExit(__doc__)
    train, dev, financebench = map(Path, arguments[1:])
    passages, others = (list(labelled_passages(open_corpus(path))) for path in (train, dev))
    own_words = labelled_answers(financebench)
    if arguments[0] == "fit":
        limits = JudgeLimits(fit_least(passages), fit_least(own_words[0]))
        text = json.dumps(asdict(limits)) + "\n"
        (PLACE / offline.LIMITS).write_text(text, encoding="utf-8")
        fitted.cache_clear()
    tables = [
        table("passages, fitted", passages, fitted().passages),
        table("passages of other companies", others, fitted().passages),
        table("own words, fitted", own_words[0], fitted().own_words),
        table("own words, other questions", own_words[1], fitted().own_words),
    ]
    figures = "\n\n".join(tables)
    print(figures)
    if arguments[0] == "fit":
        card = (PLACE / offline.LIMITS).with_suffix(".md")
        card.write_text(CARD.format(figures=figures), encoding="utf-8")


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


def _case(question: EvidenceQuestion, answer: str) -> JudgeCase:
    return JudgeCase(question.text, (question.answer,), answer)


def table(title: str, labelled: Sequence[Labelled], least: MinimumShares) -> str:
    """How many of each kind of answer are judged as they are."""
    measured = [(one, measure_overlap(one.case.golds[0], one.case)) for one in labelled]
    lines = [f"{title}: {100 * balanced(measured, least):.1f}%"]
    for (right, how), share in judged(measured, least).items():
        low, high = (100 * end for end in share.interval)
        kind = "right" if right else "wrong"
        lines.append(f"  {kind}, {how:17}{share.right:>5} of {share.total:<5}{low:.0f}–{high:.0f}%")
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
