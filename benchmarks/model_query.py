"""How well a model fills queries: `python benchmarks/model_query.py prompts|score FILE …`.

`prompts OUT` writes the requests that `--planner model-query` makes for free questions about unseen
companies, one JSON line each (`id`, `system`, `user`, `tokens`), for a model or a stand-in that can
be reached otherwise. `score REPLIES` reads the replies as the planner does (lines of `id` and
`reply`; a second line of an id answers the repair that `--repairs` wrote) and compares the queries
with the writers' formulas. Nothing is read from filings.
"""

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from held_out import interval
from language.free import FREE, FreeQuestion, agrees, load_free
from language.rows import load_companies
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.models.model import Model, Reply, Request, Unanswered, Usage, count_usage
from secqa.systems.planning.query_planner import PlannerInput, plan_by_query, query_request

_SHOWN = 200
"""Characters of a repair's request that are shown: its end says what is wrong."""


@dataclass(slots=True)
class RecordedReplies:
    """Gives the replies to one question in order; keeps the request that none is left for."""

    lines: list[str]
    missing: list[Request] = field(default_factory=list)

    def __call__(self, request: Request) -> Reply:
        if not self.lines:
            self.missing.append(request)
            raise Unanswered("no reply is left")
        text = self.lines.pop(0)
        return Reply(text, tokens_of(*texts_of(request)), tokens_of(text))


def texts_of(request: Request) -> tuple[str, ...]:
    """All that a model gets, the schema of a form included."""
    form = (json.dumps(request.form.schema),) if request.form else ()
    return (request.instructions, request.prompt, *form)


def tokens_of(*texts: str) -> int:
    """Tokens of texts by the encoding at hand."""
    return sum(map(_counter()[1], texts))


@lru_cache(maxsize=1)
def _counter() -> tuple[str, Callable[[str], int]]:
    """The name of a way to count tokens, and the way."""
    try:
        import tiktoken

        encoding = tiktoken.get_encoding("o200k_base")
    except (ImportError, OSError):
        return "a token for 0.75 words or 4 characters, whichever gives more", lambda text: max(
            round(len(text.split()) / 0.75), len(text) // 4
        )
    return "tokens of o200k_base", lambda text: len(encoding.encode(text))


def record_of(question_id: str, request: Request) -> dict[str, object]:
    """A request as a line of a file."""
    system, *schema = (request.instructions, *texts_of(request)[2:])
    return {
        "id": question_id,
        "system": "\n\n".join([system, *schema]),
        "user": request.prompt,
        "tokens": tokens_of(*texts_of(request)),
    }


def write_records(path: Path, records: Sequence[dict[str, object]]) -> None:
    """Write records as JSON lines."""
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    print(f"{path}: {len(records)} requests")


def questions_of(folder: Path) -> list[FreeQuestion]:
    """The free questions about companies that no question of the fit names."""
    return load_free(sorted(folder.glob("w*.jsonl")))


def write_prompts(options: argparse.Namespace, setting: PlannerInput) -> None:
    """Write the requests of questions drawn at random."""
    questions = questions_of(options.folder)
    drawn = random.Random(options.seed).sample(questions, min(options.count, len(questions)))
    records = [record_of(one.id, query_request(one.text, setting)) for one in drawn]
    write_records(options.file, records)
    total = sum(int(str(one["tokens"])) for one in records)
    print(f"{total / len(records):,.0f} a request ({_counter()[0]})")


def replies_in(path: Path) -> dict[str, list[str]]:
    """The replies of a file by question, in order."""
    replies: defaultdict[str, list[str]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        replies[record["id"]].append(record["reply"])
    return replies


def outcome_of(question: FreeQuestion, model: Model, setting: PlannerInput) -> tuple[str, str]:
    """`right`, `wrong` or `refused`, and why; refusing an unanswerable question is right."""
    try:
        plan = plan_by_query(question.text, setting=setting, model=model)
    except CannotAnswer as reason:
        return "refused" if question.formula else "right", str(reason)
    right = question.formula and agrees(question, plan.query, setting.companies, setting.catalogue)
    return "right" if right else "wrong", str(plan.query)


def print_scores(options: argparse.Namespace, setting: PlannerInput) -> None:
    """Judge the replies and print shares, calls and tokens."""
    replies = replies_in(options.file)
    asked = [one for one in questions_of(options.folder) if one.id in replies]
    spent, malformed, repairs = Usage(), 0, []
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for question in asked:
        model = RecordedReplies(replies[question.id])
        before = spent.calls
        try:
            outcome, why = outcome_of(question, count_usage(model, spent), setting)
        except Unanswered:
            outcome, why = "malformed", model.missing[0].prompt[-_SHOWN:]
            repairs.append(record_of(question.id, model.missing[0]))
        malformed += outcome == "malformed" or spent.calls > before + 1
        kinds[question.kind][outcome] += 1
        if options.failures and outcome != "right":
            print(f"{question.id} {outcome}: {question.text}\n  {why}\n  {question.formula}")
    for kind, counts in [*sorted(kinds.items()), ("all", sum(kinds.values(), Counter()))]:
        told = ", ".join(f"{name} {count}" for name, count in counts.most_common())
        print(f"{kind}: {interval(counts['right'], counts.total())} right ({told})")
    calls = f"{spent.calls / len(asked):.2f} calls and {spent.tokens / len(asked):,.0f}"
    print(f"a question: {calls} {_counter()[0]}; {malformed} first replies malformed")
    if options.repairs and repairs:
        write_records(options.repairs, repairs)


def main() -> None:
    """Write requests or judge replies."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("step", choices=("prompts", "score"))
    parser.add_argument("file", type=Path, help="requests to write, or replies to judge")
    parser.add_argument("--folder", type=Path, default=FREE / "heldout", help="of the questions")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--failures", action="store_true", help="show what was not right")
    parser.add_argument("--repairs", type=Path, help="write the second requests there")
    options = parser.parse_args()
    setting = PlannerInput(load_companies(options.folder), load_catalogue())
    (write_prompts if options.step == "prompts" else print_scores)(options, setting)


if __name__ == "__main__":
    main()
