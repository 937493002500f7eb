"""Questions and pages to go on with: after an answer, and after a refusal."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from secqa.app.addresses import Link, address
from secqa.app.ask.answers import AnswerService, QuestionAnswer
from secqa.app.workplace import Workplace
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.translation.uncovered_words import strangers_of
from secqa.query.leaves import Narrative
from secqa.query.period import EACH, parse_period
from secqa.query.query import Output, Series, lookups
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.engine import company_lines

_MOST = 4
"""Related questions of one kind."""


_Figure = tuple[str, str, int | None]
"""Company, metric and year that an answer is about."""


def next_questions(reply: QuestionAnswer, place: Workplace) -> tuple[Link, ...]:
    """Questions that follow an answer: why, by period, beside others.

    Each is offered only where its words are understood so. Empty unless the answer is about one
    figure of one company.
    """
    figure = _figure_of(reply)
    return tuple(_next_questions(reply, figure, place)) if figure else ()


def _next_questions(reply: QuestionAnswer, figure: _Figure, place: Workplace) -> Iterator[Link]:
    service, (owner, metric, year) = place.cached(AnswerService), figure
    company, name = service.choices.label("company", owner), place.corpus.catalogue[metric].name
    kinds = {type(one) for one in reply.query.outputs} if reply.query else set()
    why = f"Why did the {name} of {company} change in {year}?"
    if Narrative not in kinds and year and _asks_for(Narrative, why, service):
        yield Link("Why did it change?", address("ask", given={"q": why}), why)
    by_year = f"Show the {name} of {company} by year"
    if Series not in kinds and _asks_for(Series, by_year, service):
        yield Link("By year", address("ask", given={"q": by_year}), by_year)
    comparison = address("compare", given={"company": company, "metric": metric})
    yield Link("Compare", comparison, f"The {name} of {company} beside others")


def _figure_of(reply: QuestionAnswer) -> _Figure | None:
    if reply.query is None or reply.answer.value is None:
        return None
    looked_up = lookups(reply.grounded)
    owners = {one.company for one in looked_up}
    metrics = {one.metric for one in looked_up}
    if len(owners) == len(metrics) == 1 and all(metrics):
        company, years = owners.pop(), [getattr(one.period, "year", None) for one in looked_up]
        if isinstance(company, str) and company not in ("", EACH):
            return company, metrics.pop(), max(filter(None, years), default=None)
    return None


def _asks_for(kind: type[Output], question: str, service: AnswerService) -> bool:
    try:
        outputs = service.interpret(question).query.outputs
        return any(isinstance(one, kind) for one in outputs)
    except CannotAnswer:
        return False


def related_questions(
    reply: QuestionAnswer, given: Mapping[str, str], place: Workplace
) -> tuple[Link, ...]:
    """What a refused question may have meant, in this corpus."""
    questions = (*_other_names(reply, place), *_other_years(reply, given, place))
    return tuple(dict.fromkeys((*questions, *_corrected(reply, given, place))))


def _other_names(reply: QuestionAnswer, place: Workplace) -> Iterator[Link]:
    """The question with a name that is no company's put right."""
    if reply.query is not None:
        return
    corpus, choices = place.corpus, place.cached(AnswerService).choices
    fitted, known = load_fitted(), corpus_companies(corpus)
    mentions = find_mentions(
        reply.question, known, fitted, company_lines(corpus), names_of(corpus.catalogue)
    )
    for stranger in strangers_of(mentions, fitted)[:1] if not mentions.companies else ():
        alike = [known.display_name(one) for one in known.companies_like(stranger)]
        for name in alike or choices.near("company", stranger):
            question = reply.question.replace(stranger, name, 1)
            yield Link(question, address("ask", given={"q": question}))


def _other_years(
    reply: QuestionAnswer, given: Mapping[str, str], place: Workplace
) -> Iterator[Link]:
    """The same for the years nearest to one that the company's reports do not carry."""
    owners = [now for slot, now in reply.slots if slot.kind == "company"]
    carried = place.cached(AnswerService).choices.years_of(owners)
    for slot, now in reply.slots:
        year = _year_of(now) if slot.kind == "period" else None
        if year is None or year in carried:
            continue
        near = sorted((abs(one - year), -one) for one in carried)[:_MOST]
        for _, other in near:
            changed = urlencode({**given, slot.key: f"FY{-other}"})
            yield Link(f"FY{-other} instead of {now}", f"/ask?{changed}")


def _year_of(period: str) -> int | None:
    try:
        return parse_period(period).year
    except SecqaError:
        return None


def _corrected(reply: QuestionAnswer, given: Mapping[str, str], place: Workplace) -> Iterator[Link]:
    """The same with a name that was typed wrong put right."""
    choices = place.cached(AnswerService).choices
    for slot, now in reply.slots:
        if now and choices.label(slot.kind, now) == now != slot.value:
            for name in choices.near(slot.kind, now)[:_MOST]:
                if name != now:
                    yield Link(name, f"/ask?{urlencode({**given, slot.key: name})}")
