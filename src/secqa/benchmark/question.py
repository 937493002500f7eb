"""A draft and its text in, the question as it is kept out: answer, facts, program, complexity."""

from dataclasses import fields

from secqa.benchmark.basis import Basis
from secqa.benchmark.complexity import complexity_of
from secqa.benchmark.dataset import Answer, Question, RequiredFact
from secqa.benchmark.difficulty import difficulty_of
from secqa.benchmark.draft import Draft
from secqa.benchmark.readings import Alternative, Readings, printed_slack
from secqa.benchmark.wording import plain_text
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found
from secqa.query.query import Lookup, lookups
from secqa.systems.planning.compile import compile_query

_REQUIRED = tuple(field.name for field in fields(RequiredFact))


def question_of(draft: Draft, question_id: str, text: str, basis: Basis) -> Question:
    """The question; CannotAnswer where no program can work out its answer."""
    gold, truth, catalogue = draft.gold, basis.truth, basis.catalogue
    kinds = frozenset(basis.industries.get(company.cik, "") for company in draft.companies)
    one, complexity = is_one_figure(draft), complexity_of(draft, truth)
    program = ""
    if draft.grounded is not None:
        program = compile_query(draft.grounded, text, truth.known, catalogue, kinds).text
    return Question(
        question_id=question_id,
        text=text,
        type=draft.kind,
        answer=_answer(draft),
        unit=gold.unit,
        companies=tuple(company.name for company in draft.companies),
        metrics=draft.metrics,
        facts=tuple(_required(fact) for fact in gold.facts),
        complexity=complexity,
        program=program,
        query=draft.query,
        plain=plain_text(draft, catalogue) or text,
        why=draft.why,
        passages=draft.passages,
        also=_also(draft, basis.readings, basis.suite.definitions),
        slack=max((printed_slack(fact) for fact in gold.facts), default=0.0) if one else 0.0,
        difficulty=difficulty_of(draft, complexity),
    )


def _also(draft: Draft, readings: Readings, definitions: bool) -> tuple[Alternative, ...]:
    """What answers as well, where one figure is asked for and the question does not define it.

    Nothing else is asked of figures that have several readings.
    """
    if not is_one_figure(draft) or (definitions and draft.gold.worked_out):
        return draft.also
    found: tuple[Found, ...] = (*draft.gold.worked_out, *draft.gold.facts)
    return readings.of(found[0])


def is_one_figure(draft: Draft) -> bool:
    """Whether one figure of a company and year that are told is asked for, as reports tell it or
    worked out by one formula."""
    outputs = draft.query.outputs if draft.query is not None and draft.gold.facts else ()
    return len(outputs) == 1 and isinstance(outputs[0], Lookup) and lookups(outputs) == outputs


def _answer(draft: Draft) -> Answer:
    """The gold answer: figures, names, years; words of a passage; None where there is none."""
    if draft.passages:
        return draft.passages[0].text
    answers = draft.gold.answers
    return answers[0] if len(answers) == 1 else answers or None


def _required(fact: MetricFact) -> RequiredFact:
    return RequiredFact(*(getattr(fact, name) for name in _REQUIRED))
