"""How a filled template is said: companies, metrics and periods in, the question's text out.

The paper's words and rewordings of them are patterns; composed wordings say the query itself.

Companies are named as people do: mostly by short name, sometimes with the ticker behind it,
sometimes by the ticker alone (the paper's "company's stock symbol to refer to the company").
"""

from collections.abc import Sequence
from random import Random

from secqa.benchmark.fill import Filling
from secqa.benchmark.names import Entity
from secqa.language.query import Period, Years, lookups, nodes
from secqa.language.saying.english import filled
from secqa.language.saying.say import say
from secqa.metrics.catalogue import Catalogue, Metric, all_parts

WORDINGS = ("paper", "varied", "composed")
WITH_TICKER = 0.15
TICKER_ALONE = 0.1

_QUARTERS = ("first", "second", "third", "fourth")


def question_text(
    filling: Filling,
    catalogue: Catalogue,
    rng: Random,
    wordings: str,
    definitions: bool = False,
) -> str:
    """The question's text; `wordings` is "paper" (its exact words), "varied" or "composed".

    Varied questions also draw among the synonyms of a metric; composed ones name it plainly, and
    say in full what the others leave to rule. With `definitions` the text goes
    on to say what the metric is made of, as in the paper's appendix D.
    """
    template = filling.template
    if wordings == "composed":
        text = say(filling.query, catalogue, seed=rng.randrange(1, 10**6))
        name = catalogue[filling.metrics[0]].name
        return f"{text} {_defined(filling.metrics[0], name, catalogue)}" if definitions else text
    varied = wordings == "varied"
    pattern = rng.choice(template.wordings) if varied else template.wording
    names = [_said(company, rng) for company in filling.companies]
    terms = [_term(catalogue[metric], rng, varied) for metric in filling.metrics]
    text = filled(pattern, **_slots(filling, names, terms))
    return f"{text} {_defined(filling.metrics[0], terms[0], catalogue)}" if definitions else text


def _defined(metric_id: str, term: str, catalogue: Catalogue) -> str:
    """ "Where free cash flow is defined as: …", and so on for what its parts are made of."""
    parts = all_parts(catalogue[metric_id], catalogue)
    inner = [m for m in catalogue.compound() if m.id in parts]
    texts = [f"{term} is defined as: {catalogue[metric_id].definition}"]
    texts += [f"{metric.name} as: {metric.definition}" for metric in inner]
    return f"Where {'; '.join(texts)}."


def period_words(period: Period) -> str:
    """ "2024" or "the second quarter of fiscal 2024"."""
    if not period.quarter:
        return str(period.year)
    return f"the {_QUARTERS[period.quarter - 1]} quarter of fiscal {period.year}"


def enumerated(names: Sequence[str]) -> str:
    """ "A and B", "A, B, and C"."""
    if len(names) <= 2:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def _slots(filling: Filling, names: list[str], terms: list[str]) -> dict[str, str]:
    slots = {
        "company": names[0],
        "company_names": enumerated(names),
        "metric": terms[0],
        "year": period_words(_stated(filling)),
        "num_year": str(_span(filling)),
    }
    slots |= {f"company{place}": name for place, name in enumerate(names, 1)}
    slots |= {f"metric{place}": term for place, term in enumerate(terms, 1)}
    return slots


def _stated(filling: Filling) -> Period:
    """The period of the first value."""
    period = lookups(filling.grounded)[0].period
    assert isinstance(period, Period)
    return period


def _span(filling: Filling) -> int:
    """How many years a question goes back; 0 for one that does not."""
    told = (
        one.last if isinstance(one, Years) else one.back
        for one in nodes(filling.query)
        if isinstance(one, Years | Period)
    )
    return max(told, default=0)


def _said(company: Entity, rng: Random) -> str:
    drawn = rng.random()
    if drawn < WITH_TICKER and company.ticker:
        return f"{company.name} ({company.ticker})"
    if drawn < WITH_TICKER + TICKER_ALONE and len(company.ticker) >= 2:
        return company.ticker
    return company.name


def _term(metric: Metric, rng: Random, varied: bool) -> str:
    return rng.choice((metric.name, *metric.synonyms)) if varied else metric.name
