"""Words a draft as the text of a question.

The paper's words and rewordings of them are patterns; all else says the query itself. Companies
are named as people do: mostly by short name, sometimes with the ticker behind it, sometimes by the
ticker alone (the paper's "company's stock symbol to refer to the company").
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import partial
from random import Random

from secqa.benchmark.draft import Draft
from secqa.benchmark.fact_table import Entity
from secqa.facts.fact import MetricFact, StatedFact
from secqa.facts.resolve.concept_labels import bare_label
from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.metrics.metric import GENERAL, Circumstances, Metric, names_that_hold, without_terms
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Choose, Lookup, Query, lookups
from secqa.query.saying.english import (
    doer,
    filled,
    is_plural,
    number_word,
    phrase_of_metric,
    with_article,
)
from secqa.query.saying.say import say
from secqa.query.tree import nodes
from secqa.word_lists import any_of

PAPER, VARIED, PLAIN = "paper", "varied", "plain"
WITH_TICKER = 0.15
TICKER_ALONE = 0.1
_SEEDS = 10**6
_CALENDAR_DAYS = 92
"""A fiscal year that ends at most a quarter from December is that of the calendar to readers."""

_OF_UNITS = any_of("unit(s), unitholder(s), partner(s)")
"""Terms of partnerships for shares."""
_VERBS = {False: ("is", "was", "that"), True: ("are", "were", "those")}
_QUARTERS = ("first", "second", "third", "fourth")


patterns = partial(bundled_toml, "secqa.benchmark", "wordings.toml")
"""The paper's wordings by kind, its own first."""


def question_text(
    draft: Draft, catalogue: Catalogue, rng: Random, wording: str, definitions: bool = False
) -> str:
    """The question's text; `wording` is "paper" (its exact words), "varied" or "plain".

    Varied questions also draw among the synonyms of a metric that are in the words of filings and
    presume what holds. With `definitions` the text goes on to say what a metric that is worked out
    is made of, as in the paper's appendix D.
    """
    known = _patterns_for(draft, catalogue)
    saying = wording == PLAIN or not known or (wording == VARIED and rng.random() < 0.5)
    if saying and draft.query is not None and not draft.slots:
        seed = 0 if wording == PLAIN else rng.randrange(1, _SEEDS)
        text = _with_segments(say(draft.query, catalogue, seed, _is_fiscal(draft)), draft)
        terms = [
            phrase_of_metric(catalogue[one].name, catalogue[one].unit) for one in draft.metrics
        ]
    else:
        varied = wording == VARIED
        terms = [_term(catalogue[one], rng, varied, draft) for one in draft.metrics]
        names = [_company_name(company, rng) for company in draft.companies]
        # The paper's own words leave out what its collection made plain: that reports are annual.
        text = _filled(rng.choice(known[1:] or known) if varied else known[0], draft, names, terms)
    if not definitions:
        return text
    meanings = _definitions(draft, terms, catalogue)
    if wording == PAPER and meanings:
        return f"{text} Where {'; '.join(meanings)}."
    return " ".join((text, *(f"{one[:1].upper()}{one[1:]}." for one in meanings)))


def _with_segments(text: str, draft: Draft) -> str:
    """Says "the Consumer segment" for "Consumer"."""
    for fact in draft.gold.facts:
        if fact.metric.startswith("segment_") and "segment" not in fact.member.lower():
            name = with_article(fact.member)
            for before in ("for ", "did ", "share of "):
                called = with_article(f"{name.removeprefix('the ')} segment")
                text = text.replace(f"{before}{name}", f"{before}{called}")
    return text


def _patterns_for(draft: Draft, catalogue: Catalogue) -> tuple[str, ...]:
    """The patterns of a kind, the paper's first: no company "reports" a computed value, "what
    intangible assets did it report" asks for a list, and nobody says "Acme's dividends paid"."""
    known = patterns().get(draft.kind, ())
    paid = any(doer(catalogue[metric].name) == "by" for metric in draft.metrics)
    metrics = [catalogue[metric] for metric in draft.metrics]
    made = paid or any(
        metric.formula or (metric.period == "instant" and is_plural(metric.name))
        for metric in metrics
    )
    reports, owns = " did {company} report", "{company}'s {metric}"
    sound = (one for one in known[1:] if not ((made and reports in one) or (paid and owns in one)))
    return (*known[:1], *sound)


def plain_text(draft: Draft, catalogue: Catalogue) -> str:
    """The same question, fully specified: every company and fiscal period by name."""
    query = draft.grounded or draft.query
    return say(Query(query.outputs), catalogue, 0) if query and not draft.slots else ""


def _definitions(draft: Draft, terms: Sequence[str], catalogue: Catalogue) -> list[str]:
    """ "free cash flow is defined as: …", for every metric that these words name."""
    texts: dict[str, str] = {}
    # Terms that only banks or insurers have are in the definition where they are in the value.
    is_general = not any(GENERAL in catalogue[fact.metric].not_in for fact in draft.gold.facts)

    lacking = [set(value.not_applicable) for value in draft.gold.worked_out]
    absent = set.intersection(*lacking) if lacking else set()

    def name_of(metric_id: str) -> str:
        return catalogue[metric_id].name

    def defined(metric: Metric, term: str) -> str:
        definition = metric.general_definition if is_general else metric.definition
        definition = without_terms(definition, map(name_of, absent))
        return f"{term} {_VERBS[is_plural(term)][0]} defined as: {definition}"

    for metric_id, term in zip(draft.metrics, terms, strict=True):
        metric = catalogue[metric_id]
        if not metric.formula:
            continue
        texts[metric_id] = defined(metric, term)
        parts = all_parts(metric, catalogue)
        for inner in catalogue.compound():
            named = any(re.search(rf"\b{re.escape(inner.name)}\b", one) for one in texts.values())
            if inner.id in parts and named:
                texts.setdefault(inner.id, defined(inner, inner.name))
    return list(texts.values())


def _is_fiscal(draft: Draft) -> bool:
    """Whether the year alone is ambiguous: a year that ends in July is only fiscal."""
    return not draft.gold.facts or any(
        abs((fact.period_end - _calendar_end(fact)).days) > _CALENDAR_DAYS
        for fact in draft.gold.facts
    )


def _calendar_end(fact: MetricFact) -> date:
    """The last day of the calendar year or quarter of the same name, within two days."""
    quarter = 4 if fact.fiscal_period == "FY" else int(fact.fiscal_period[1])
    return date(fact.fiscal_year, 3 * quarter, 30)


def period_words(period: Period, fiscal: bool = False) -> str:
    """ "2024", "fiscal 2024" or "the second quarter of fiscal 2024"."""
    if not period.quarter:
        return f"fiscal {period.year}" if fiscal else str(period.year)
    return f"the {_QUARTERS[period.quarter - 1]} quarter of fiscal {period.year}"


def enumerated(names: Sequence[str]) -> str:
    """ "A and B", "A, B, and C"."""
    if len(names) <= 2:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def _filled(pattern: str, draft: Draft, names: Sequence[str], terms: Sequence[str]) -> str:
    ranked = _ranking_first(draft, list(terms))
    if draft.slots:
        metric = ranked[0] if ranked else ""
        slots = {"company": names[0], "metric": metric, "of": doer(metric)}
        return filled(pattern, **slots | dict(draft.slots))
    period = lookups(draft.grounded)[0].period
    assert isinstance(period, Period)
    slots = {
        "company": names[0],
        "company_names": enumerated(names),
        "metric": ranked[0],
        "of": doer(ranked[0]),
        "year": period_words(period, _is_fiscal(draft)),
        "num_year": number_word(_span(draft)) if "-year" not in pattern else str(_span(draft)),
    }
    slots |= {f"company{place}": name for place, name in enumerate(names, 1)}
    slots |= {f"metric{place}": term for place, term in enumerate(ranked, 1)}
    slots |= dict(zip(("is", "was", "that"), _VERBS[is_plural(ranked[-1])], strict=True))
    return filled(pattern, **slots)


def _ranking_first(draft: Draft, terms: list[str]) -> list[str]:
    """The metric that a company is chosen by comes before the one asked of it."""
    output = draft.query.outputs[0] if draft.query else None
    chooses = isinstance(output, Lookup) and isinstance(output.company, Choose)
    return terms[::-1] if chooses else terms


def _span(draft: Draft) -> int:
    """How many years a question goes back; 0 without earlier years."""
    spans = (
        one.last if isinstance(one, Years) else one.back
        for one in nodes(draft.query)
        if isinstance(one, Years | Period)
    )
    return max(spans, default=0)


def _company_name(company: Entity, rng: Random) -> str:
    drawn = rng.random()
    if drawn < WITH_TICKER and company.ticker not in ("", company.name):
        return f"{company.name} ({company.ticker})"
    if drawn < WITH_TICKER + TICKER_ALONE and len(company.ticker) >= 2:
        return company.ticker
    return company.name


def _term(metric: Metric, rng: Random, varied: bool, draft: Draft) -> str:
    """The metric's name or, varied, a synonym of the reports whose assumptions hold."""
    facts = [fact for fact in draft.gold.facts if fact.metric == metric.id]
    holding = names_that_hold(metric, circumstances(metric.id, draft.gold.facts))
    called = [_rows(fact) for fact in facts]
    terms = [metric.name]
    # The amount of a net loss is above zero to some, and below it to others.
    signed = {name for name, presumed in metric.presumes if presumed == "negative"}
    terms += [
        one
        for one in holding[1:]
        # "Research and development" alone is no amount.
        if called and one not in signed and not metric.name.startswith(f"{one} ")
        if all(bare_label(one) in of for of in called)
    ]
    return phrase_of_metric(rng.choice(terms) if varied else metric.name, metric.unit)


def _rows(fact: MetricFact) -> frozenset[str]:
    """The labels of the rows that print it."""
    return frozenset(bare_label(place.quote.partition(" | ")[0]) for place in fact.evidence)


def circumstances(metric: str, facts: Sequence[StatedFact]) -> Circumstances:
    """Properties of a metric's values that its names may assume; computed metrics give no sign."""
    quotes = " ".join(place.quote.lower() for fact in facts for place in fact.evidence)
    return Circumstances(
        values=tuple(fact.value for fact in facts if fact.metric == metric),
        years=all(fact.fiscal_period == "FY" for fact in facts),
        units=_OF_UNITS.search(quotes) is not None,
    )
