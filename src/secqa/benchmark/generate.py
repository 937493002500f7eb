"""Generation end to end: a corpus and its fact table in, a benchmark out.

Everything random comes from the seed, one generator a template, so that a template's questions
do not change when another is added.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random

from secqa.benchmark.complexity import complexity_of
from secqa.benchmark.dataset import Benchmark, Question, RequiredFact, question_id
from secqa.benchmark.design import COMPOUND, draw, suite_templates
from secqa.benchmark.fill import Filling, fillings
from secqa.benchmark.truth import Truth, truth_of
from secqa.benchmark.validate import DocumentText, PageText, reason_against
from secqa.benchmark.wording import WORDINGS, question_text
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, compound_facts, stated_parts
from secqa.facts.table.doubt import doubts, key_of
from secqa.facts.table.kind_of_company import industry_of_rows
from secqa.filings.document import Metadata
from secqa.language.saying.english import listed
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.planning.compile import compile_query


@dataclass(frozen=True, slots=True)
class Source:
    """What questions are made from."""

    rows: tuple[MetricFact, ...]
    documents: tuple[Metadata, ...]
    page_text: PageText
    document_text: DocumentText
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What is to be generated."""

    suite: str = "all"
    count: int = 300
    seed: int = 7
    metrics: tuple[str, ...] = ()
    """Only these are asked about; all base metrics of the catalogue when empty."""
    wordings: str = "paper"
    quarters: bool = False
    """Half of the questions about a stated period ask for a quarter."""
    definitions: bool = False
    """Questions of the compound suite say what their metric is made of."""


def source_of(corpus_path: Path) -> Source:
    """Open a corpus with its fact table; SecqaError when it is none."""
    from secqa.corpus.store import open_corpus
    from secqa.facts.table.load import load_table

    corpus = open_corpus(corpus_path)

    def page_text(document_id: str, page: int) -> str:
        return corpus.page(document_id, page).text

    def document_text(document_id: str) -> str:
        return "\n".join(page.text for page in corpus.document(document_id).pages)

    rows = load_table(corpus_path)
    return Source(rows, corpus.documents, page_text, document_text, corpus.fingerprint)


def generate(
    source: Source, catalogue: Catalogue, settings: Settings, version: str, command: str
) -> Benchmark:
    """Make a benchmark.

    Raises SecqaError when the corpus cannot fill a template or has too few questions to give.
    """
    if settings.count < 1:
        raise SecqaError(f"--count {settings.count}: must be 1 or more")
    if settings.wordings not in WORDINGS:
        raise SecqaError(f"--wording {settings.wordings}: must be {listed(WORDINGS, 'or')}")
    compound = settings.suite == COMPOUND
    if settings.definitions and not compound:
        raise SecqaError("--definitions: only the compound suite has them; add --suite compound")
    asked = list(catalogue.compound() if compound else catalogue.base())
    rows: Sequence[Found] = source.rows
    if compound:
        rows = compound_facts(source.rows, catalogue, {metric.id for metric in asked})
    against = doubts(source.rows, catalogue)
    sure = [row for row in rows if not any(key_of(part) in against for part in stated_parts(row))]
    truth = truth_of(sure, source.documents)
    metrics = _metrics(truth, asked, [catalogue[metric].id for metric in settings.metrics])
    streams = [
        (
            template,
            fillings(
                template,
                truth,
                [catalogue[metric] for metric in template.metrics] or metrics,
                catalogue,
                _rng(settings, template.id),
                settings.quarters,
            ),
        )
        for template in suite_templates(settings.suite)
    ]
    chosen, rejected = draw(
        streams,
        settings.count,
        lambda filling: reason_against(filling, catalogue, source.page_text, source.document_text),
    )
    rng = _rng(settings, "wording")
    industries = _industries(source.rows, catalogue)
    questions = tuple(
        _question(filling, ordinal, truth, catalogue, settings, rng, industries)
        for ordinal, filling in enumerate(chosen, 1)
    )
    return Benchmark(
        questions,
        settings.suite,
        settings.seed,
        version,
        source.fingerprint,
        command,
        dict(sorted(rejected.items())),
    )


def _rng(settings: Settings, purpose: str) -> Random:
    return Random(f"{settings.seed}/{purpose}")


def _industries(rows: Sequence[MetricFact], catalogue: Catalogue) -> dict[str, str]:
    """The industry of each company, by CIK: gold programs look for nothing that it has not."""
    own: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in rows:
        own[row.cik].append(row)
    return {cik: industry_of_rows(found, catalogue) for cik, found in own.items()}


def _metrics(truth: Truth, asked: Sequence[Metric], wanted: Sequence[str]) -> list[Metric]:
    """Metrics to ask about, in catalogue order; SecqaError for one without values."""
    for metric_id in wanted:
        if metric_id not in {metric.id for metric in asked}:
            raise SecqaError(
                f"--metrics {metric_id}: not a metric of this suite; compound metrics are in "
                "--suite compound, all others in the other suites"
            )
        if metric_id not in truth.metrics:
            raise SecqaError(f"--metrics {metric_id}: no document of the corpus has a value for it")
    return [
        metric
        for metric in asked
        if metric.id in truth.metrics and (not wanted or metric.id in wanted)
    ]


def _question(
    filling: Filling,
    ordinal: int,
    truth: Truth,
    catalogue: Catalogue,
    settings: Settings,
    rng: Random,
    industries: Mapping[str, str],
) -> Question:
    text = question_text(filling, catalogue, rng, settings.wordings, settings.definitions)
    gold = filling.gold
    kinds = frozenset(industries[company.cik] for company in filling.companies)
    program = compile_query(filling.grounded, text, truth.known, catalogue, kinds)
    return Question(
        question_id=question_id(settings.suite, settings.seed, ordinal, text, gold.facts),
        text=text,
        type=filling.template.id,
        answer=gold.answers[0] if len(gold.answers) == 1 else gold.answers,
        unit=gold.unit,
        companies=tuple(company.name for company in filling.companies),
        metrics=filling.metrics,
        facts=tuple(_required(fact) for fact in gold.facts),
        complexity=complexity_of(filling, truth.documents),
        program=program.text,
        query=filling.query,
    )


def _required(fact: MetricFact) -> RequiredFact:
    return RequiredFact(**{field.name: getattr(fact, field.name) for field in fields(RequiredFact)})
