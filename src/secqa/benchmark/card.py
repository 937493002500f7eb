"""Write the card of a benchmark as Markdown: its content and how to make it again."""

from collections import Counter
from collections.abc import Iterable, Mapping

from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.dataset import Benchmark
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.files import bundled_text


def card_of(benchmark: Benchmark) -> str:
    """The text of `card.md`."""
    questions = benchmark.questions
    facts = [fact for question in questions for fact in question.facts]
    levels = by_level(question.difficulty for question in questions)
    reports = Counter(str(question.complexity.documents) for question in questions)
    hops = Counter(str(question.complexity.hops) for question in questions)
    witnesses = Counter(str(question.witnesses) for question in questions if question.facts)
    metrics = Counter(metric for question in questions for metric in question.metrics)
    units = Counter(question.unit for question in questions)
    origin = {
        "questions": benchmark.fingerprint,
        "corpus": benchmark.corpus,
        "secqa": benchmark.version,
        "command": f"`{benchmark.command}`",
    }
    counts: tuple[tuple[str, str, Mapping[str, int]], ...] = (
        ("Questions by type", "type", Counter(title_of(one.type) for one in questions)),
        ("Questions by split", "split", Counter(one.split for one in questions if one.split)),
        ("Questions by difficulty", "expected to be", levels),
        ("Questions by hops, and by reports needed", "hops", dict(sorted(hops.items()))),
        ("", "reports", dict(sorted(reports.items()))),
        ("Questions by witnesses", "beside the tag", dict(sorted(witnesses.items()))),
        ("Questions by metric", "metric", dict(metrics.most_common())),
        ("Answers by unit", "unit", dict(sorted(units.items()))),
    )
    tables = [
        _table("", "", "", origin.items()),
        *(_table(title, name, "questions", of.items()) for title, name, of in counts if of),
        _table("Turned away by the filters", "reason", "fillings", benchmark.rejected.items()),
    ]
    template = bundled_text("secqa.benchmark", "card_template.md")
    return template.format(
        suite=benchmark.suite,
        seed=benchmark.seed,
        questions=len(questions),
        companies=len({fact.company for fact in facts}),
        documents=len({fact.document_id for fact in facts}),
        tables="\n".join(tables),
    )


def by_level(difficulties: Iterable[str]) -> dict[str, int]:
    """Number of questions of each difficulty that occurs, the easiest first."""
    counts = Counter(difficulties)
    return {level: counts[level] for level in LEVELS if counts[level]}


def _table(title: str, name: str, value: str, rows: Iterable[tuple[str, object]]) -> str:
    lines = [f"## {title}", ""] if title else []
    lines += [f"| {name} | {value} |", "|---|---|", *(f"| {key} | {of} |" for key, of in rows), ""]
    return "\n".join(lines)
