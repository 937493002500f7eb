"""The card of a benchmark: what is in it and how to make it again, as Markdown."""

from collections import Counter
from collections.abc import Iterable

from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.dataset import Benchmark
from secqa.benchmark.grammar.question_kinds import title_of


def card_of(benchmark: Benchmark) -> str:
    """The text of `card.md`."""
    questions = benchmark.questions
    types = Counter(title_of(question.type) for question in questions)
    hops: Counter[str] = Counter(str(q.complexity.hops) for q in questions)
    reports = Counter(str(q.complexity.documents) for q in questions)
    metrics = Counter(metric for question in questions for metric in question.metrics)
    units = Counter(question.unit for question in questions)
    levels = by_level(question.difficulty for question in questions)
    splits = Counter(question.split for question in questions if question.split)
    companies = {fact.company for question in questions for fact in question.facts}
    documents = {fact.document_id for question in questions for fact in question.facts}
    return "\n".join(
        [
            f"# Benchmark: {benchmark.suite}, seed {benchmark.seed}",
            "",
            f"{len(questions)} questions about {len(companies)} companies, answered by "
            f"{len(documents)} documents. Made from company filings by rule; every answer is "
            "computed from tagged values, every value has the pages that show it.",
            "",
            *_table(
                ("", ""),
                [
                    ("questions", benchmark.fingerprint),
                    ("corpus", benchmark.corpus),
                    ("secqa", benchmark.version),
                    ("command", f"`{benchmark.command}`"),
                ],
            ),
            "## Questions by type",
            "",
            *_table(("type", "questions"), types.items()),
            *(["## Questions by split", ""] if splits else []),
            *(_table(("split", "questions"), splits.items()) if splits else []),
            *(["## Questions by difficulty", ""] if levels else []),
            *(_table(("expected to be", "questions"), levels.items()) if levels else []),
            "## Questions by hops, and by reports needed",
            "",
            *_table(("hops", "questions"), sorted(hops.items())),
            *_table(("reports", "questions"), sorted(reports.items())),
            "## Questions by metric",
            "",
            *_table(("metric", "questions"), metrics.most_common()),
            "## Answers by unit",
            "",
            *_table(("unit", "questions"), sorted(units.items())),
            "## Turned away by the filters",
            "",
            *_table(("reason", "fillings"), benchmark.rejected.items()),
            "## Rules",
            "",
            "- No year in the question: the company's latest 10-K. Several companies and no year: "
            "the latest fiscal year that all of them have.",
            "- A year is the company's own fiscal year. Its 10-K answers; where the corpus lacks "
            "it, the next later 10-K that carries the year.",
            "- A compound value is worked out of the figures of one document; what the company "
            "does not have counts as zero where the definition allows it.",
            "- Percentages are fractions; a percentage difference has the second company as base.",
            "- An answer is right within 1% of the gold answer, sign included.",
            "",
        ]
    )


def by_level(difficulties: Iterable[str]) -> dict[str, int]:
    """How many are of each difficulty that there is, the easy ones first."""
    counts = Counter(difficulties)
    return {level: counts[level] for level in LEVELS if counts[level]}


def _table(head: tuple[str, str], rows: Iterable[tuple[str, object]]) -> list[str]:
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in rows]
    return [*lines, ""]
