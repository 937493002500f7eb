"""Questions and pages to go on with: after an answer, and after a refusal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from secqa.app.addresses import filing_address
from secqa.app.ask.answers import AnswerService, QuestionAnswer
from secqa.app.printed.marks import PageMark
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.parse_confidence import strangers_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.ground import find_company
from secqa.query.period import EACH, parse_period
from secqa.query.query import Lookup, Narrative, Series, lookups
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.systems.engine import company_lines

_PAGES = 5
_EXCERPT = 260
_CARRIED = 2
"""Years before its own of which an annual report prints figures, too."""
_MOST = 4
"""Related questions of one kind."""


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """A question that follows an answer, asked in words."""

    name: str
    address: str
    question: str


@dataclass(frozen=True, slots=True)
class _Figure:
    """The figure that an answer is about."""

    company: str
    metric: str
    year: int | None


def next_questions(asked: QuestionAnswer, place: Workplace) -> tuple[NextQuestion, ...]:
    """Questions that follow an answer: why, by period, beside others.

    Each is offered only where its words are understood so. Empty unless the answer is about one
    figure of one company.
    """
    figure = _figure_of(asked, place)
    return tuple(_next_questions(asked, figure, place)) if figure else ()


def _next_questions(
    asked: QuestionAnswer, figure: _Figure, place: Workplace
) -> Iterator[NextQuestion]:
    service = place.cached(AnswerService)
    company = service.choices.label("company", figure.company)
    name = place.corpus.catalogue[figure.metric].name
    kind = type(asked.query.outputs[0]) if asked.query else None
    year = figure.year
    if kind is not Narrative and year:
        why = f"Why did the {name} of {company} change in {year}?"
        if _is_narrative(service, why):
            yield NextQuestion("Why did it change?", f"/ask?{urlencode({'q': why})}", why)
    if kind is not Series:
        by_year = f"Show the {name} of {company} by year"
        if _is_series(service, by_year):
            yield NextQuestion("By year", f"/ask?{urlencode({'q': by_year})}", by_year)
    compared = {"company": company, "metric": figure.metric}
    yield NextQuestion(
        "Compare", f"/compare?{urlencode(compared)}", f"The {name} of {company} beside others"
    )


def _figure_of(asked: QuestionAnswer, place: Workplace) -> _Figure | None:
    if asked.query is None or asked.answer.value is None:
        return None
    looked_up = lookups(asked.query)
    owners = {one.company for one in looked_up}
    metrics = {one.metric for one in looked_up}
    if len(owners) == len(metrics) == 1 and all(metrics):
        company, years = owners.pop(), [_year(one) for one in looked_up]
        if isinstance(company, str) and company not in ("", EACH):
            return _Figure(company, metrics.pop(), max(filter(None, years), default=None))
    return _narrative_figure(asked, place)


def _year(one: Lookup) -> int | None:
    return getattr(one.period, "year", None)


def _narrative_figure(asked: QuestionAnswer, place: Workplace) -> _Figure | None:
    """The figure of a question that asks for words, where it names one."""
    narratives = asked.query.narratives if asked.query else ()
    if len(narratives) != 1 or not narratives[0].company:
        return None
    try:
        links = place.cached(AnswerService).interpret(asked.question).mentions.links
    except CannotAnswer:
        return None
    metric = links[0].metrics[0] if links else ""
    return _Figure(narratives[0].company, metric, narratives[0].period.year) if metric else None


def _is_narrative(service: AnswerService, question: str) -> bool:
    try:
        return bool(service.interpret(question).query.narratives)
    except CannotAnswer:
        return False


def _is_series(service: AnswerService, question: str) -> bool:
    try:
        return isinstance(service.interpret(question).query.outputs[0], Series)
    except CannotAnswer:
        return False


@dataclass(frozen=True, slots=True)
class RelatedQuestion:
    """A question that may have been meant."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class MatchingPage:
    """A page that has words of the question."""

    document_id: str
    page: int
    label: str
    title: str
    excerpt: str
    address: str


def related_questions(
    asked: QuestionAnswer, given: Mapping[str, str], place: Workplace
) -> tuple[RelatedQuestion, ...]:
    """What a refused question may have meant, in this corpus."""
    questions = (*_other_names(asked, place), *_other_years(asked, given, place))
    return tuple(dict.fromkeys((*questions, *_corrected(asked, given, place))))


def _other_names(asked: QuestionAnswer, place: Workplace) -> Iterator[RelatedQuestion]:
    """The question with a name that is no company's put right."""
    if asked.query is not None:
        return
    corpus, choices = place.corpus, place.cached(AnswerService).choices
    fitted, known = load_fitted(), corpus_companies(corpus)
    mentions = find_mentions(
        asked.question, known, fitted, company_lines(corpus), names_of(corpus.catalogue)
    )
    for stranger in strangers_of(mentions, fitted)[:1] if not mentions.companies else ():
        alike = [known.display_name(one) for one in known.companies_like(stranger)]
        for name in alike or choices.near("company", stranger):
            question = asked.question.replace(stranger, name, 1)
            yield RelatedQuestion(question, f"/ask?{urlencode({'q': question})}")


def _other_years(
    asked: QuestionAnswer, given: Mapping[str, str], place: Workplace
) -> Iterator[RelatedQuestion]:
    """The same for the years nearest to one that the company's reports do not carry."""
    carried = _carried(asked, place)
    for slot, now in asked.slots:
        year = _year_of(now) if slot.kind == "period" else None
        if year is None or year in carried:
            continue
        near = sorted((abs(one - year), -one) for one in carried)[:_MOST]
        for _, other in near:
            address = f"/ask?{urlencode({**given, slot.key: f'FY{-other}'})}"
            yield RelatedQuestion(f"FY{-other} instead of {now}", address)


def _carried(asked: QuestionAnswer, place: Workplace) -> frozenset[int]:
    """The fiscal years of which the annual reports of all companies asked about tell."""
    known = corpus_companies(place.corpus)
    owners = [now for slot, now in asked.slots if slot.kind == "company" and now]
    try:
        companies = [find_company(one, known) for one in owners]
    except SecqaError:
        return frozenset()
    carried = (
        {year - back for year in one.fiscal_years for back in range(_CARRIED + 1)}
        for one in companies
    )
    return frozenset(set.intersection(*carried)) if companies else frozenset()


def _year_of(period: str) -> int | None:
    try:
        return parse_period(period).year
    except SecqaError:
        return None


def _corrected(
    asked: QuestionAnswer, given: Mapping[str, str], place: Workplace
) -> Iterator[RelatedQuestion]:
    """The same with a name that was typed wrong put right."""
    choices = place.cached(AnswerService).choices
    for slot, now in asked.slots:
        if now and choices.label(slot.kind, now) == now != slot.value:
            for name in choices.near(slot.kind, now)[:_MOST]:
                if name != now:
                    yield RelatedQuestion(name, f"/ask?{urlencode({**given, slot.key: name})}")


def matching_pages(question: str, corpus: Corpus) -> tuple[MatchingPage, ...]:
    """Pages that have words of a question, the best first."""
    try:
        pages = retrieve_pages(corpus, question, _PAGES)
    except SecqaError:
        return ()
    return tuple(_matching_page(one, corpus) for one in pages)


def _matching_page(ranked: RankedPage, corpus: Corpus) -> MatchingPage:
    from secqa.retrieval.indexing.chunking import element_chunks

    page = corpus.page(ranked.document_id, ranked.page)
    chunks = element_chunks(page)
    chunk = chunks[ranked.chunk] if ranked.chunk < len(chunks) else None
    text = " ".join(chunk.text.split()) if chunk else ""
    mark = PageMark(quote=chunk.text[:_EXCERPT]) if chunk else PageMark()
    return MatchingPage(
        ranked.document_id,
        ranked.page,
        page.label,
        ", ".join(chunk.headings) if chunk else page.title,
        text[:_EXCERPT] + ("…" if len(text) > _EXCERPT else ""),
        filing_address(ranked.document_id, ranked.page, mark),
    )
