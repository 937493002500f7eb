"""Generation end to end: a corpus and its fact table in, a benchmark out.

Everything random comes from the seed, one generator a kind, so that a kind's questions do not
change when another is added.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random

from secqa.benchmark.complexity import complexity_of
from secqa.benchmark.dataset import Answer, Benchmark, Question, RequiredFact, question_id
from secqa.benchmark.draft import Draft
from secqa.benchmark.kinds.draw import Draw, Held
from secqa.benchmark.kinds.registry import KINDS
from secqa.benchmark.names import Entity
from secqa.benchmark.readings import Alternative, Readings, printed_slack, readings_of
from secqa.benchmark.select import ReasonAgainst, Stream, next_good, select
from secqa.benchmark.stream import drafts
from secqa.benchmark.suite import Suite
from secqa.benchmark.truth import Truth, truth_of
from secqa.benchmark.validate import DocumentText, PageNumbers, numbers_in, reason_against
from secqa.benchmark.wording import plain_text, question_text
from secqa.errors import CannotAnswer, SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, compound_facts, stated_parts
from secqa.facts.table.doubt import doubts
from secqa.facts.table.gates.reason import key_of
from secqa.facts.table.gates.statement_lines import StatementLine, statement_lines
from secqa.facts.table.kind_of_company import industry_of_rows
from secqa.filings.document import Document, Metadata
from secqa.language.ground import company_named, years_needed
from secqa.language.query import Lookup
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.planning.compile import compile_query


@dataclass(frozen=True, slots=True)
class Source:
    """What questions are made from."""

    rows: tuple[MetricFact, ...]
    """The fact table of whole companies."""
    documents: tuple[Metadata, ...]
    parts: tuple[MetricFact, ...]
    """Rows about segments, regions and products."""
    page_numbers: PageNumbers
    document_text: DocumentText
    document: Callable[[str], Document]
    fingerprint: str


def source_of(corpus_path: Path) -> Source:
    """Open a corpus with its fact table; SecqaError when it is none."""
    from secqa.corpus.store import open_corpus
    from secqa.facts.table.load import load_table

    corpus = open_corpus(corpus_path)

    @cache
    def page_numbers(document_id: str, page: int) -> frozenset[str]:
        return numbers_in(corpus.page(document_id, page).text)

    @cache
    def document_text(document_id: str) -> str:
        return "\n".join(page.text for page in corpus.document(document_id).pages)

    rows, parts = load_table(corpus_path), load_table(corpus_path, parts=True)
    documents = corpus.documents
    return Source(
        rows, documents, parts, page_numbers, document_text, corpus.document, corpus.fingerprint
    )


def generate(
    source: Source,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    version: str,
    command: str,
) -> Benchmark:
    """Make a benchmark.

    Raises SecqaError when the corpus cannot fill a kind or has too few questions to give.
    """
    truth = _truth(source, catalogue, suite)
    readings = readings_of(source.rows, catalogue)
    chosen, rejected = select(
        streams(source, truth, catalogue, suite, seed),
        suite.count,
        gate(source, catalogue, truth, suite, readings),
        suite.partial,
    )
    rng = Random(f"{seed}/wording")
    industries = _industries(source.rows, catalogue)
    questions = tuple(
        _question(draft, ordinal, truth, catalogue, suite, seed, rng, industries, readings)
        for ordinal, draft in enumerate(chosen, 1)
    )
    told = dict(sorted(rejected.items()))
    return Benchmark(questions, suite.name, seed, version, source.fingerprint, command, told)


def capacity(
    source: Source, catalogue: Catalogue, suite: Suite, seed: int, most: int
) -> dict[str, int]:
    """How many questions of each kind a corpus holds, counted up to `most`."""
    truth = _truth(source, catalogue, suite)
    against = gate(source, catalogue, truth, suite, readings_of(source.rows, catalogue))
    counts = {}
    for stream in streams(source, truth, catalogue, suite, seed):
        good = iter(partial(next_good, stream.drafts, against, Counter()), None)
        counts[stream.kind] = sum(1 for _ in islice(good, most))
    return counts


def streams(
    source: Source, truth: Truth, catalogue: Catalogue, suite: Suite, seed: int
) -> list[Stream]:
    """Everything that may be asked, by kind, each kind with a generator of its own."""
    metrics = _metrics(truth, catalogue, suite)
    companies = _companies(truth, suite)
    industries = _industries(source.rows, catalogue)
    known: Held = {}
    return [
        Stream(
            kind,
            share,
            drafts(
                KINDS[kind],
                Draw(
                    truth,
                    catalogue,
                    Random(f"{seed}/{kind}"),
                    companies,
                    metrics,
                    suite.years,
                    industries,
                    source.document,
                    known,
                ),
            ),
        )
        for kind, share in suite.kinds
    ]


def gate(
    source: Source, catalogue: Catalogue, truth: Truth, suite: Suite, readings: Readings
) -> ReasonAgainst:
    """Why a draft is not asked: it is not what the suite wants, or not worth asking."""

    @cache
    def lines_of(document_id: str) -> tuple[StatementLine, ...]:
        return statement_lines(source.document(document_id))

    def reason(draft: Draft) -> str:
        if draft.why:
            # Nothing is looked up, since there is no answer.
            return ""
        told_by = [truth.documents[passage.document_id] for passage in draft.passages]
        if any(report.form not in suite.forms for report in told_by):
            return "not of the forms wanted"
        years = [report.fiscal_year or 0 for report in told_by]
        years += years_needed(draft.grounded) if draft.grounded else ()
        if any(not suite.years[0] <= year <= suite.years[1] for year in years):
            return "outside of the years wanted"
        told = complexity_of(draft, truth)
        if not suite.hops[0] <= told.hops <= suite.hops[1]:
            return "not as many hops as wanted"
        if not suite.outputs[0] <= told.outputs <= suite.outputs[1]:
            return "not as many outputs as wanted"
        if told.documents < suite.documents:
            return "fewer documents answer it"
        defined = draft.gold.worked_out if suite.definitions else ()
        told_of = set(draft.gold.facts).difference(*(found.parts for found in defined))
        if not _is_one_figure(draft) and any(map(readings.of, told_of)):
            return "a value has several readings"
        return reason_against(draft, catalogue, source.page_numbers, source.document_text, lines_of)

    return reason


def _truth(source: Source, catalogue: Catalogue, suite: Suite) -> Truth:
    """What may be asked about: values that nothing speaks against."""
    against = doubts(source.rows, catalogue)
    rows: Sequence[Found] = [row for row in source.rows if row.form in suite.forms]
    if suite.metrics != "printed":
        wanted = {metric.id for metric in catalogue.compound()}
        rows = (*rows, *compound_facts(rows, catalogue, wanted))  # type: ignore[arg-type]
    sure = [row for row in rows if not any(key_of(part) in against for part in stated_parts(row))]
    parts = [row for row in source.parts if row.form in suite.forms and key_of(row) not in against]
    return truth_of(sure, source.documents, parts, catalogue)


def _industries(rows: Sequence[MetricFact], catalogue: Catalogue) -> dict[str, str]:
    """The industry of each company, by CIK: gold programs look for nothing that it has not."""
    own: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in rows:
        own[row.cik].append(row)
    return {cik: industry_of_rows(found, catalogue) for cik, found in own.items()}


def _metrics(truth: Truth, catalogue: Catalogue, suite: Suite) -> tuple[Metric, ...]:
    """Metrics to ask about, in catalogue order; SecqaError for one without values."""
    wanted = suite.metrics
    if isinstance(wanted, str):
        printed = () if wanted == "compound" else tuple(catalogue.base())
        worked_out = () if wanted == "printed" else tuple(catalogue.compound())
        return tuple(one for one in (*printed, *worked_out) if one.id in truth.metrics)
    for metric in wanted:
        if catalogue[metric].id not in truth.metrics:
            raise SecqaError(f"metric {metric}: no document of the corpus has a value for it")
    return tuple(catalogue[metric] for metric in wanted)


def _companies(truth: Truth, suite: Suite) -> tuple[Entity, ...]:
    """Companies to ask about; SecqaError for one that is not there."""
    if not suite.companies:
        return truth.companies
    try:
        wanted = {company_named(name, truth.known).cik for name in suite.companies}
    except CannotAnswer as error:
        raise SecqaError(f"companies: {error}; `secqa documents` lists those it has") from None
    return tuple(company for company in truth.companies if company.cik in wanted)


def _question(
    draft: Draft,
    ordinal: int,
    truth: Truth,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    rng: Random,
    industries: Mapping[str, str],
    readings: Readings,
) -> Question:
    text = question_text(draft, catalogue, rng, suite.wording, suite.definitions)
    gold = draft.gold
    kinds = frozenset(industries.get(company.cik, "") for company in draft.companies)
    one = _is_one_figure(draft)
    program = ""
    if draft.grounded is not None:
        program = compile_query(draft.grounded, text, truth.known, catalogue, kinds).text
    return Question(
        question_id=question_id(suite.name, seed, ordinal, text, gold.facts),
        text=text,
        type=draft.kind,
        answer=_answer(draft),
        unit=gold.unit,
        companies=tuple(company.name for company in draft.companies),
        metrics=draft.metrics,
        facts=tuple(_required(fact) for fact in gold.facts),
        complexity=complexity_of(draft, truth),
        program=program,
        query=draft.query,
        plain=plain_text(draft, catalogue) or text,
        why=draft.why,
        passages=draft.passages,
        also=_also(draft, readings, suite.definitions),
        slack=max((printed_slack(fact) for fact in gold.facts), default=0.0) if one else 0.0,
    )


def _also(draft: Draft, readings: Readings, definitions: bool) -> tuple[Alternative, ...]:
    """What answers as well, where one figure is asked for and the question does not define it.

    Nothing else is asked of figures that have several readings.
    """
    if not _is_one_figure(draft) or (definitions and draft.gold.worked_out):
        return ()
    found: tuple[Found, ...] = (*draft.gold.worked_out, *draft.gold.facts)
    return readings.of(found[0])


def _is_one_figure(draft: Draft) -> bool:
    outputs = draft.query.outputs if draft.query else ()
    return len(outputs) == 1 and isinstance(outputs[0], Lookup) and bool(draft.gold.facts)


def _answer(draft: Draft) -> Answer:
    """The gold answer: figures, names, years; words of a passage; None where there is none."""
    if draft.passages:
        return draft.passages[0].text
    answers = draft.gold.answers
    return answers[0] if len(answers) == 1 else answers or None


def _required(fact: MetricFact) -> RequiredFact:
    return RequiredFact(**{field.name: getattr(fact, field.name) for field in fields(RequiredFact)})
