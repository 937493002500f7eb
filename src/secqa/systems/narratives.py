"""Answer in words: passages of the pages that a system finds.

Where several companies or years are compared, each has its own pages, side by side. A year is
covered by the reports that carry it, the last reports are counted by their dates, and news of a day
or month stand in the current reports of that time. A refusal names what there is instead.
"""

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import MAXYEAR, date, timedelta
from itertools import chain
from time import perf_counter

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company
from secqa.parsing.ground import find_company
from secqa.query.leaves import EXHIBIT_OF_NEWS, Narrative
from secqa.query.period import LATEST, Period
from secqa.query.query import Query
from secqa.reading.passages.news import has_release
from secqa.reading.passages.question_parts import Part, by_part, once_each, parts_of
from secqa.reading.reading import PassageAnswer
from secqa.retrieval.document_fit import (
    DocumentHints,
    FiledDocuments,
    fitting_documents,
    is_current,
    is_of,
    tells_of,
)
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage
from secqa.systems.answer import Answer, refusal
from secqa.systems.confidence import DOUBTFUL
from secqa.systems.explaining.statement_moves import about_line, about_results

FindPages = Callable[[Sequence[Narrative], bool], Sequence[Sequence[RankedPage]]]
"""The pages that a system finds for each of several things to be told, best first; of the newest
reports alone where that is said and no time is asked for."""
PAGES, PAGES_EACH, PAGES_OF_SECTION = 16, 8, 48
"""Retrieved for something to be told, at least: words stand anywhere in a report. The same of each
of several periods and companies, and where all of a section is looked through."""
_MOST_IN_FULL = 2
"""Periods and companies that are told of in full; of more, each is by the best page alone."""
_PARTS_OF_LINE = 3
"""The reason of a line has as many words as one of so many parts."""
Tell = Callable[[Narrative, Sequence[RankedPage], int], PassageAnswer]
"""The passages of pages that tell it, as one of so many parts of an answer."""


def answer_in_words(
    question: str,
    query: Query,
    find: FindPages,
    tell: Tell,
    began: float,
    also: Sequence[Narrative] = (),
) -> Answer:
    """The passages for all that is to be told, and briefly what is `also`; a refusal where nothing
    of it is."""
    is_brief = len(query.narratives) > _MOST_IN_FULL
    split = ((one.topic, one) for one in query.narratives)
    parts = tuple(split if is_brief else chain.from_iterable(map(parts_of, query.narratives)))
    try:
        tellings = [telling for _, telling in parts]
        pages = _once(list(zip(parts, find(tellings, True), strict=True)))
        count = len(pages) + len(also)
        found = [tell(telling, own, count) for (_, telling), own in pages]
        for at, ((part, telling), own) in enumerate(pages):
            if not found[at].passages and telling.period == LATEST and telling.asks != "changes":
                # What the newest reports do not tell, earlier ones may.
                (own,) = find([telling], False)
                pages[at] = (part, telling), own
                found[at] = tell(telling, own, count)
        lines = [((one.topic, one), find([one], True)[0]) for one in also]
        about = [about_line(name, tell(one, own, _PARTS_OF_LINE)) for (name, one), own in lines]
        if any(one.passages for one in about):
            found[0] = about_results(found[0])
        pages, found = [*pages, *lines], [*found, *about]
    except SecqaError as error:
        return refusal(question, error, began)
    answers = [
        (part, answer)
        for ((part, telling), _), answer in zip(pages, found, strict=True)
        if answer.passages or not (also and telling.asks == "why")
    ]
    passages = once_each(by_part(answers, 1 if is_brief else None))
    answered = {part for part, answer in answers if answer.passages}
    nothing = dict.fromkeys(part for part, _ in answers if part not in answered)
    retrieved = dict.fromkeys((one.document_id, one.page) for _, own in pages for one in own)
    return Answer(
        question=question,
        value="\n\n".join(one.text for one in passages) or None,
        documents=tuple(dict.fromkeys(document for document, _ in retrieved)),
        pages=tuple(retrieved),
        passages=passages,
        notes=tuple(f'nothing is found on "{one}"' for one in nothing if passages),
        confidence=max((one.confidence for _, one in answers if one.passages), default=0.0),
        seconds=perf_counter() - began,
        error="" if passages else _nearest_text(pages, found),
    )


def with_words(figures: Answer, narrative: Answer) -> Answer:
    """One answer of a table and what is told of it; the words' refusal where there is neither.

    Figures that were hardly read are left out: the text beside them would make them look sure.
    """
    if figures.table is None or figures.confidence < DOUBTFUL:
        return narrative
    if narrative.value is None:
        return replace(figures, notes=(*figures.notes, f"no reasons: {narrative.error}"))
    return replace(
        narrative,
        table=figures.table,
        program=figures.program,
        documents=tuple(dict.fromkeys((*figures.documents, *narrative.documents))),
        pages=tuple(dict.fromkeys((*figures.pages, *narrative.pages))),
        readings=figures.readings,
        notes=(*figures.notes, *narrative.notes),
        confidence=min(figures.confidence, narrative.confidence),
        seconds=figures.seconds,
    )


def _once(
    pages: Sequence[tuple[Part, Sequence[RankedPage]]],
) -> list[tuple[Part, Sequence[RankedPage]]]:
    """Each topic of each report once, for the latest year asked of it, with which it compares
    earlier ones; for the earliest of what is listed, since which all is listed."""
    latest = sorted(pages, key=lambda one: one[0][1].period.year or MAXYEAR)
    if not all(telling.asks == "list" for (_, telling), _ in pages):
        latest.reverse()
    reports: dict[tuple[str, str, frozenset[str]], Narrative] = {}
    for (_, telling), own in latest:
        documents = frozenset(p.document_id for p in own)
        reports.setdefault((telling.company, telling.topic, documents), telling)
    kept = set(map(id, reports.values()))
    return [one for one in pages if id(one[0][1]) in kept]


def sentence_of(telling: Narrative) -> str:
    """What to search for over a whole collection: the topic, of whom and when."""
    year = f"fiscal {telling.period.year}" if telling.period.year else ""
    day = str(telling.period.end or "")
    quarter = f"Q{telling.period.quarter}" if telling.period.quarter else ""
    named = (telling.topic, telling.company, quarter, year, day, telling.place.form)
    return ", ".join(filter(None, named))


def _nearest_text(
    pages: Sequence[tuple[Part, Sequence[RankedPage]]], found: Sequence[PassageAnswer]
) -> str:
    """That nothing answers, and what comes nearest."""
    if pages[0][0][1].asks == "changes":
        documents = dict.fromkeys(one.document_id for _, own in pages for one in own)
        return f"no statement that {pages[0][0][0]} changed is found in {', '.join(documents)}"
    nearest = max(
        (one.nearest for one in found if one.nearest), key=lambda p: p.score, default=None
    )
    if nearest is None:
        return "not found in these filings"
    place = (nearest.section and f"section {nearest.section}", nearest.heading[:80])
    where = "".join(f", {one}" for one in place if one)
    return (
        f"not found in these filings; what comes nearest is on {nearest.document_id} "
        f"page {nearest.page}{where}"
    )


_WITHIN = timedelta(days=6)
"""A Form 8-K is due four business days after what it reports, so one of them may be its date."""
_PUBLISHED = timedelta(days=100)
"""Within which a report comes out after what it tells of."""
_SHOWN = 5
"""Documents that a refusal names."""
_RISK = "risk factor"
"""Of which quarterly reports tell what changed since the annual one."""
_QUARTERS = 4
_MOST_REPORTS = 8
"""Of a company, where the newest do not tell what is asked."""


def narrative_documents(
    corpus: Corpus, telling: Narrative, newest: bool = False
) -> tuple[str, ...] | None:
    """The documents that fit what is to be told best, of these the `newest` where no time is asked
    for; None, which is all, where no company is named.

    CannotAnswer where the company has none with pages, none of the time asked for, or fewer than
    are counted back.
    """
    if not telling.company:
        return None
    company = find_company(telling.company, corpus_companies(corpus))
    own = [e.metadata for e in corpus.entries if e.pages and is_of(e.metadata, company)]
    if not own:
        raise CannotAnswer(f"the corpus has no pages of {telling.company}")
    if telling.topic and telling.period.span != "report":
        if telling.period == LATEST:
            return _latest(telling, own, newest)
        return _best(telling, company, own)
    kind = f"Form {telling.place.form}" if telling.place.form else "periodic report"
    if telling.place.section == EXHIBIT_OF_NEWS:
        kind = "press release"
    of_kind = [one for one in own if one.period_end and _is_of_kind(corpus, telling, one)]
    days = sorted({one.period_end for one in of_kind if one.period_end})
    matching = _matching_days(telling.period, days)
    if not matching:
        raise CannotAnswer(_what_there_is(kind, telling, days))
    return tuple(one.document_id for one in of_kind if one.period_end in matching)


def _is_of_kind(corpus: Corpus, telling: Narrative, document: Metadata) -> bool:
    if telling.place.form == "8-K":
        anything = telling.place.section != EXHIBIT_OF_NEWS
        return is_current(document) and (anything or has_release(corpus, document.document_id))
    forms = (telling.place.form,) if telling.place.form else ("10-K", "10-Q")
    return document.form.partition("/")[0] in forms


def _matching_days(period: Period, days: Sequence[date]) -> Sequence[date]:
    """The days, of those on which there are reports, that a time means; none where there are none.

    The last day of a month is how a month is said, too: all reports of that month are meant.
    """
    year, end = period.year, period.end
    if period.span == "report" or (end is None and year is None):
        return days[len(days) - 1 - period.back :][:1] if period.back < len(days) else ()
    if end is None:
        return [day for day in days if day.year == year]
    if end.day == monthrange(end.year, end.month)[1]:
        return [day for day in days if end.replace(day=1) <= day <= end]
    near = [(abs(day - end), day) for day in days if abs(day - end) <= _WITHIN]
    return [day for _, day in sorted(near)[:1]]


def _best(telling: Narrative, company: Company, own: Sequence[Metadata]) -> tuple[str, ...]:
    period, form = telling.period, telling.place.form
    year, quarter = period.year, period.quarter
    if period.end:
        year, quarter = company.fiscal_quarter_of(period.end)
    about = DocumentHints(
        companies=(company,),
        years=(year,) if year else (),
        quarter=quarter,
        forms=(form,) if form else (),
        day=period.end,
        adjusted=quarter == _QUARTERS and not form,  # which the release of its results tells
    )
    if period.end and not any(tells_of(about, one) for one in own):
        end = period.end
        # "Its August release" came out after the quarter that it tells of.
        after = [e for one in own if (e := one.period_end) and e <= end <= e + _PUBLISHED]
        if after and period.span != "quarter":
            return tuple(one.document_id for one in own if one.period_end == max(after))
        days = sorted({one.period_end for one in own if one.period_end})
        raise CannotAnswer(_what_there_is("report", telling, days))
    fits = fitting_documents(about, FiledDocuments(own))
    return tuple(fit.document_id for fit in fits if fit.worth == fits[0].worth)


def _latest(telling: Narrative, own: Sequence[Metadata], newest: bool) -> tuple[str, ...]:
    """Reports of no time: the last annual one and what came after it, of changes and lists the
    last one alone; without `newest` the last of all."""
    form = telling.place.form
    if telling.asks == "changes" and _RISK in telling.topic.lower():
        form = form or "10-Q"
    of_kind = [one for one in own if (one.form.startswith(form) if form else not is_current(one))]
    dated = sorted(of_kind or own, key=_ended, reverse=True)
    annual = [_ended(one) for one in dated if one.form.startswith("10-K")]
    last = _ended(dated[0])
    since = last if telling.asks in ("changes", "list") else max(annual or [last])
    kept = [one for one in dated if _ended(one) >= since] if newest else dated[:_MOST_REPORTS]
    return tuple(one.document_id for one in kept)


def _ended(document: Metadata) -> date:
    return document.period_end or date.min


def _what_there_is(kind: str, telling: Narrative, days: Sequence[date]) -> str:
    """ "the corpus has no Form 8-K of Acme for 2019-06-30; it has 2024-11-22"."""
    if not days:
        return f"the corpus has no {kind} of {telling.company}"
    shown = ", ".join([str(day) for day in reversed(days)][:_SHOWN])
    earlier = " and earlier days" if len(days) > _SHOWN else ""
    period = telling.period
    counted = period.span == "report"
    lacking = f"not {period.back + 1} {kind}s" if counted else f"no {kind}"
    when = "" if counted else f" for {period}"
    return f"the corpus has {lacking} of {telling.company}{when}; it has {shown}{earlier}"
