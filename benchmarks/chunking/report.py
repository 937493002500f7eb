"""The chunking study's outcomes -> the paper's tables 3 to 5 as text, JSON and one HTML page.

Rows stand beside the paper's row that they correspond to. The paper's figures are of 141
questions with dense vectors and GPT-4 texts; what ours are of is said in the same place.
"""

from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from chunking.paper import QUESTIONS, REPORTS, TABLE, Reported
from chunking.study import DEPTHS, TOP, Outcome
from secqa.files import write_file

_PAPER = {row.name: row for row in TABLE}


def figures(outcomes: Sequence[Outcome], embedder: str, model: str = "") -> dict[str, Any]:
    """Everything, for JSON."""
    return {
        "schema": 1,
        "questions": len(outcomes[0].found),
        "ranking": ranking(embedder),
        "model": model or None,
        "ways": [outcome.record() for outcome in outcomes],
        "paper": {"reports": REPORTS, "questions": QUESTIONS, "rows": [asdict(r) for r in TABLE]},
    }


def ranking(embedder: str) -> str:
    """What ranks the chunks."""
    return "BM25 over stems" if embedder == "none" else embedder


def paper_of(outcome: Outcome) -> Reported | None:
    """The paper's row that an outcome stands beside."""
    return _PAPER.get(outcome.paper)


def tables(outcomes: Sequence[Outcome], embedder: str, model: str = "") -> str:
    """Tables 3 and 4 as text, and table 5 where a model was asked."""
    lines = [
        f"{len(outcomes[0].found)} questions; chunks ranked by {ranking(embedder)}, within the "
        f"report, {TOP} contexts (of an aggregation: {TOP} of each part).",
        f"In brackets the paper's: {QUESTIONS} questions of {REPORTS} reports, dense vectors, "
        "keywords and summaries by GPT-4.",
        "",
        "Table 3. Chunks",
        f"{'':32}{'chunks':>9}{'a report':>11}{'(std)':>9}{'tables':>9}{'(std)':>9}",
    ]
    for one in outcomes:
        paper = paper_of(one)
        beside = paper.per_report if paper else None
        lines.append(
            f"{one.way:32}{one.chunks:>9,}{one.per_report[0]:>11.1f}{one.per_report[1]:>9.1f}"
            f"{one.tables_per_report[0]:>9.1f}{one.tables_per_report[1]:>9.1f}"
            + (f"   [{beside[0]:.1f} ({beside[1]:.1f})]" if beside else "")
        )
    lines += ["", "Table 4. Retrieval"]
    heads = "".join(f"{f'page@{k}':>9}" for k in DEPTHS)
    lines.append(f"{'':32}{heads}{'ROUGE-L':>9}{'BLEU':>8}{'contexts':>10}")
    for one in outcomes:
        paper = paper_of(one)
        lines.append(
            f"{one.way:32}"
            + "".join(f"{one.accuracy(k):>9.1f}" for k in DEPTHS)
            + f"{one.rouge_l:>9.3f}{one.bleu:>8.3f}{one.contexts:>10.1f}"
            + (f"   [{paper.page_accuracy} {paper.rouge} {paper.bleu}]" if paper else "")
        )
    return "\n".join([*lines, *_answers(outcomes, model)])


def _answers(outcomes: Sequence[Outcome], model: str) -> list[str]:
    """Table 5, where a model was asked."""
    if not model:
        return []
    lines = ["", f"Table 5. Answers of {model}, judged by itself; in brackets GPT-4's"]
    lines.append(f"{'':32}{'no answer':>11}{'right':>9}")
    for one in outcomes:
        if one.answered is not None:
            paper = paper_of(one)
            known = paper.answered if paper else None
            lines.append(
                f"{one.way:32}{one.answered[0]:>11.1f}{one.answered[1]:>9.1f}"
                + (f"   [{known[0]} {known[1]}]" if known else "")
            )
    return lines


def write_report(outcomes: Sequence[Outcome], embedder: str, out: Path, model: str = "") -> None:
    """Write the HTML page; SecqaError when there is no place for it."""
    write_file(out, render(outcomes, embedder, model).encode())


def render(outcomes: Sequence[Outcome], embedder: str, model: str = "") -> str:
    """The page as text: it needs no other file."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = (files("secqa.evaluation.report") / "style.css").read_text(encoding="utf-8")
    plots = [
        ("Page accuracy at 10, percent", 100.0, lambda o: o.accuracy(), lambda p: p.page_accuracy),
        ("ROUGE-L", 1.0, lambda o: o.rouge_l, lambda p: p.rouge),
        ("BLEU", 1.0, lambda o: o.bleu, lambda p: p.bleu),
    ]
    return environment.get_template("page.html.j2").render(
        style=Markup(style),
        outcomes=outcomes,
        depths=DEPTHS,
        top=TOP,
        paper_of=paper_of,
        paper={"reports": REPORTS, "questions": QUESTIONS},
        ranking=ranking(embedder),
        plots=plots,
        model=model,
    )
