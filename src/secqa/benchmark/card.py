"""The card of a benchmark: what is in it and how to make it again, as Markdown."""

from collections import Counter
from collections.abc import Iterable

from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.dataset import Benchmark
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.files import bundled_text


def card_of(benchmark: Benchmark) -> str:
    """The text of `card.md`."""
    questions = benchmark.questions
    facts = [fact for question in questions for fact in question.facts]
    splits = Counter(question.split for question in questions if question.split)
    levels = by_level(question.difficulty for question in questions)
    hops = Counter(str(question.complexity.hops) for question in questions)
    reports = Counter(str(question.complexity.documents) for question in questions)
    witnesses = Counter(str(question.witnesses) for question in questions if question.facts)
    metrics = Counter(metric for question in questions for metric in question.metrics)
    types = Counter(title_of(question.type) for question in questions)
    units = Counter(question.unit for question in questions)
    origin = {
        "questions": benchmark.fingerprint,
        "corpus": benchmark.corpus,
        "secqa": benchmark.version,
        "command": f"`{benchmark.command}`",
    }
    tables = [
        _table("", "", "", origin.items()),
        _table("Questions by type", "type", "questions", types.items()),
        _table("Questions by split", "split", "questions", splits.items()) if splits else "",
        _table("Questions by difficulty", "expected to be", "questions", levels.items())
        if levels
        else "",
        _table(
            "Questions by hops, and by reports needed", "hops", "questions", sorted(hops.items())
        ),
        _table("", "reports", "questions", sorted(reports.items())),
        _table("Questions by witnesses", "beside the tag", "questions", sorted(witnesses.items())),
        _table("Questions by metric", "metric", "questions", metrics.most_common()),
        _table("Answers by unit", "unit", "questions", sorted(units.items())),
        _table("Turned away by the filters", "reason", "fillings", benchmark.rejected.items()),
    ]
    template = bundled_text("secqa.benchmark", "card_template.md")
    return template.format(
        suite=benchmark.suite,
        seed=benchmark.seed,
        questions=len(questions),
        companies=len({fact.company for fact in facts}),
        documents=len({fact.document_id for fact in facts}),
        tables="\n".join(filter(None, tables)),
    )


def by_level(difficulties: Iterable[str]) -> dict[str, int]:
    """How many are of each difficulty that there is, the easy ones first."""
    counts = Counter(difficulties)
    return {level: counts[level] for level in LEVELS if counts[level]}


def _table(title: str, name: str, value: str, rows: Iterable[tuple[str, object]]) -> str:
    lines = [f"## {title}", ""] if title else []
    lines += [f"| {name} | {value} |", "|---|---|", *(f"| {key} | {of} |" for key, of in rows), ""]
    return "\n".join(lines)
