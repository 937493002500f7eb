"""Generation end to end: a corpus and its fact table in, a benchmark out.

Everything random comes from the seed, one generator a kind, so that a kind's questions do not
change when another is added.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from random import Random

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.complexity import complexity_of, documents, hops, outputs
from secqa.benchmark.dataset import Benchmark, Question, question_id
from secqa.benchmark.difficulty import difficulty_of
from secqa.benchmark.draft import Draft
from secqa.benchmark.gates.part_tables import is_told_of_part
from secqa.benchmark.gates.row_names import is_named
from secqa.benchmark.gates.validate import reason_against
from secqa.benchmark.kinds.draw import Held
from secqa.benchmark.kinds.registry import KINDS
from secqa.benchmark.question import is_one_figure, question_of
from secqa.benchmark.select import ReasonAgainst, Stream, next_good, select
from secqa.benchmark.source import Source as Source
from secqa.benchmark.source import source_of as source_of
from secqa.benchmark.stream import PRIMARY, drafts
from secqa.benchmark.suite import Suite
from secqa.benchmark.wording import question_text
from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.statement_lines import StatementLine, statement_lines
from secqa.filings.document import Document
from secqa.language.ground import years_needed
from secqa.language.query import lookups
from secqa.metrics.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Origin:
    """What the header of a benchmark tells of how it was made."""

    seed: int
    version: str
    """Of secqa."""
    command: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is asked, and what was turned away."""

    drafts: tuple[Draft, ...]
    rejected: Counter[str]
    splits: tuple[str, ...] = ()
    """Of each draft, where companies are split."""
    texts: tuple[str, ...] = ()
    """Of each draft, where they are worded already."""


def nothing_against(_draft: Draft) -> str:
    """No further reason."""
    return ""


def generate(
    source: Source,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    version: str,
    command: str,
    also: ReasonAgainst = nothing_against,
) -> Benchmark:
    """Make a benchmark; `also` tells further reasons against a question.

    Raises SecqaError when the corpus cannot fill a kind or has too few questions to give.
    """
    basis = basis_of(source, catalogue, suite)
    return written(choose(basis, seed, also), basis, Origin(seed, version, command))


def choose(basis: Basis, seed: int, also: ReasonAgainst = nothing_against) -> Chosen:
    """As many questions as the suite wants; SecqaError where there are fewer."""
    against = gate(basis, also)
    suite = basis.suite
    chosen, rejected = select(streams(basis, seed), suite.count, against, suite.partial)
    return Chosen(tuple(chosen), rejected)


def written(chosen: Chosen, basis: Basis, origin: Origin) -> Benchmark:
    """The benchmark of what was chosen, every question worded."""
    suite, seed = basis.suite, origin.seed
    rng = Random(f"{seed}/wording")
    texts = chosen.texts or tuple(
        question_text(draft, basis.catalogue, rng, suite.wording, suite.definitions)
        for draft in chosen.drafts
    )
    splits = chosen.splits or ("",) * len(texts)
    worded = zip(chosen.drafts, texts, splits, strict=True)
    questions = []
    for ordinal, (draft, text, split) in enumerate(worded, 1):
        own_id = question_id(suite.name, seed, ordinal, text, draft.gold.facts)
        questions.append(replace(question_of(draft, own_id, text, basis), split=split))
    return benchmark_with(questions, chosen.rejected, basis, origin)


def benchmark_with(
    questions: Iterable[Question], rejected: Mapping[str, int], basis: Basis, origin: Origin
) -> Benchmark:
    """Questions, and where they come from."""
    return Benchmark(
        tuple(questions),
        basis.suite.name,
        origin.seed,
        origin.version,
        basis.source.fingerprint,
        origin.command,
        dict(sorted(rejected.items())),
    )


def capacity(
    source: Source,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    most: int,
    also: Callable[[Basis], ReasonAgainst] = lambda _basis: nothing_against,
) -> dict[str, Counter[str]]:
    """How many questions of each kind and difficulty a corpus holds, up to `most` of a kind."""
    basis = basis_of(source, catalogue, suite)
    against = gate(basis, also(basis))
    counts = {}
    for stream in streams(basis, seed):
        good = iter(partial(next_good, stream.drafts, against, Counter()), None)
        counts[stream.kind] = Counter(_difficulty(draft, basis) for draft in islice(good, most))
    return counts


def streams(basis: Basis, seed: int) -> list[Stream]:
    """Everything that may be asked, by kind, each kind with a generator of its own."""
    known = Held()
    return [
        Stream(kind, share, drafts(KINDS[kind], basis.draw(Random(f"{seed}/{kind}"), known)))
        for kind, share in basis.suite.kinds
    ]


def gate(basis: Basis, also: ReasonAgainst = nothing_against) -> ReasonAgainst:
    """Why a draft is not asked: it is not what the suite wants, or not worth asking."""
    suite, source = basis.suite, basis.source
    lines_of = partial(_lines_of, source.document)

    def reason(draft: Draft) -> str:
        if suite.difficulty and _difficulty(draft, basis) not in suite.difficulty:
            return "not as difficult as wanted"
        if draft.why:
            # Nothing is looked up, since there is no answer.
            return also(draft)
        told_by = [basis.truth.documents[passage.document_id] for passage in draft.passages]
        if any(report.form not in suite.forms for report in told_by):
            return "not of the forms wanted"
        years = [report.fiscal_year or 0 for report in told_by]
        years += years_needed(draft.grounded) if draft.grounded else ()
        if any(not suite.years[0] <= year <= suite.years[1] for year in years):
            return "outside of the years wanted"
        if not suite.hops[0] <= hops(draft.query) <= suite.hops[1]:
            return "not as many hops as wanted"
        if not suite.outputs[0] <= outputs(draft) <= suite.outputs[1]:
            return "not as many outputs as wanted"
        if documents(draft, basis.truth) < suite.documents:
            return "fewer documents answer it"
        defined = draft.gold.worked_out if suite.definitions else ()
        told_of = set(draft.gold.facts).difference(*(found.parts for found in defined))
        if not is_one_figure(draft) and any(map(basis.readings.of, told_of)):
            return "a value has several readings"
        if not all(is_named(fact, basis.catalogue) for fact in draft.gold.facts):
            return "the row of a value is called otherwise"
        if not all(_is_told_of_part(fact, basis) for fact in draft.gold.facts):
            return "the table of a part's value is about something else"
        if not all(_is_stated(fact, basis.catalogue) for fact in draft.gold.facts):
            return "what a note leaves over"
        if _asks_of_other_change(draft, basis.catalogue):
            return "balance sheets tell another change"
        if not _is_in_place(draft, basis):
            return "another statement prints it"
        return also(draft) or reason_against(
            draft, basis.catalogue, source.page_numbers, source.document_text, lines_of
        )

    return reason


def _difficulty(draft: Draft, basis: Basis) -> str:
    return difficulty_of(draft, complexity_of(draft, basis.truth))


@lru_cache(maxsize=4096)
def _lines_of(document: Callable[[str], Document], document_id: str) -> tuple[StatementLine, ...]:
    """What the statements of a report print; several looks at one corpus share it."""
    return statement_lines(document(document_id))


def _is_told_of_part(fact: MetricFact, basis: Basis) -> bool:
    return not fact.member or is_told_of_part(
        fact, basis.source.document(fact.document_id), basis.catalogue
    )


def _is_stated(fact: MetricFact, catalogue: Catalogue) -> bool:
    """Whether what is called "other" of a balance sheet stands there: what a note leaves over is
    another thing."""
    metric = catalogue[fact.metric]
    if metric.statement != "balance_sheet" or not metric.name.startswith("other "):
        return True
    return any(place.grade == PRIMARY for place in fact.evidence)


def _asks_of_other_change(draft: Draft, catalogue: Catalogue) -> bool:
    """Whether a change that the cash flow statement tells is asked for without naming it: that
    between two balance sheets is another."""
    asked = (one for one in lookups(draft.query) if one.metric and not one.place.statement)
    return any(catalogue[one.metric].name.startswith("change in ") for one in asked)


def _is_in_place(draft: Draft, basis: Basis) -> bool:
    """Whether the statement that a question names prints what it asks for."""
    wanted = {one.place.statement for one in lookups(draft.query)} - {""}
    for fact in draft.gold.facts if wanted else ():
        report = basis.source.document(fact.document_id)
        found = [report.by_index.get(place.element) for place in fact.evidence]
        tables = [element.table for element in found if element is not None]
        told = {table.statement.value for table in tables if table and table.statement}
        if tables and wanted.isdisjoint(told):
            return False
    return True
