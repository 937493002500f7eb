"""Frames: what each makes of mentions, and that every one can be told from what it made."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from language.decompose import decompose
from secqa.parsing.grammar.composition import compose
from secqa.parsing.grammar.frames import Arguments, QuestionFrame, Unfit
from secqa.parsing.grammar.parse import parts_of_kind, roles_of
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, Years

METRICS = ("revenue", "net_income", "cash", "goodwill", "inventory")
KINDS = (
    "value", "series", "change", "growth", "cagr", "multiple",
    "between.difference", "between.ratio", "between.growth",
    *(f"fold.{over}.{how}" for over in ("company", "year")
      for how in ("sum", "average", "median", "maximum", "minimum")),
    "choice.company", "choice.year", "choice.option", "rank.company", "rank.year", "rank.option",
    *(f"{kind}.{over}" for kind in ("filter", "count", "holds") for over in ("company", "year")),
    "yes.limit", "yes.metric", "yes.company", "yes.time",
)  # fmt: skip
CHOICES: dict[str, tuple[Any, ...]] = {
    "shape": (
        "a",
        "a+b",
        "a-b",
        "a/b",
        "(a-b)/c",
        "a/(b+c)",
        "a+b-c",
        "a+b+c",
        "365*a/b",
        "part/a",
    ),
    "by": ("level", "growth", "difference"),
    "output": ("item", "value", "other", "growth", "lead", "item,value", "item,other", "item,lead"),
    "high": (True, False),
    "rank": (1, 2, 3),
    "top": (1, 2, 3),
    "sign": (">", ">=", "<", "<="),
    "against": ("limit", "metric", "prior"),
    "quantifier": ("all", "any", "none"),
    "absolute": (True, False),
    "swapped": (True, False),
}
TIMES = (
    Arguments((), ()),
    Arguments((), (), periods=(Period(2024),)),
    Arguments((), (), periods=(Period(2022), Period(2024))),
    Arguments((), (), periods=(Period(2024, "quarter", 2),)),
    Arguments((), (), years=Years(last=3)),
    Arguments((), (), years=Years(first=Period(2021), final=Period(2024))),
    Arguments((), (), prior="year"),
)


@st.composite
def framed(draw: Any) -> tuple[QuestionFrame, Arguments]:
    """A frame with mentions that may suit it."""
    kind = draw(st.sampled_from(KINDS))
    over = kind.split(".")[1] if "." in kind else ""
    chosen = {name: draw(st.sampled_from(CHOICES[name])) for name in parts_of_kind(kind)}
    frame = QuestionFrame(kind, **chosen)
    if over == "option":
        frame = replace(frame, shape="a", by="level")
    count = draw(st.sampled_from([n for n in range(1, 5) if roles_of(frame, n) is not None]))
    terms = tuple(Lookup(name) for name in draw(st.permutations(METRICS))[:count])
    if frame.shape == "part/a":
        terms = (replace(terms[0], part="Rails"), *terms[1:])
    companies = ["KO"]
    if over == "company":
        companies = draw(st.sampled_from([["KO", "PG"], ["AAPL", "KO", "PG"]]))
        if not kind.startswith("yes"):
            companies = draw(st.sampled_from([companies, []]))
    elif not over or kind.startswith("between"):
        companies = draw(st.sampled_from([["KO"], ["KO", "PG"]]))
    when = draw(st.sampled_from(TIMES))
    limits = draw(st.sampled_from([(), (5.0,)]))
    everyone = not companies
    return frame, replace(
        when, companies=tuple(companies), terms=terms, limits=limits, everyone=everyone
    )


def made(frame: QuestionFrame, given: Arguments) -> Query:
    """What a frame asks for; not of interest where the mentions do not suit it."""
    try:
        return Query(compose(frame, given))
    except Unfit:
        assume(False)
        raise


@given(framed())
def test_a_frame_is_told_from_what_it_made(case: tuple[QuestionFrame, Arguments]) -> None:
    frame, given = case
    query = made(frame, given)
    told, names = decompose(query)
    terms = {f"{one.metric}|{one.part}" if one.part else one.metric: one for one in given.terms}
    again = replace(given, terms=tuple(terms[name] for name in names))
    assert made(replace(told, swapped=frame.swapped), again) == query


@given(framed())
def test_no_metric_that_is_mentioned_is_left_out(case: tuple[QuestionFrame, Arguments]) -> None:
    frame, given = case
    said = str(made(frame, given))
    assert all(one.metric.replace("_", " ") in said for one in given.terms)
    assert all(company in said for company in given.companies)


def asked(frame: QuestionFrame, *metrics: str, companies: str = "KO", **given: Any) -> str:
    """What a frame asks for, in words."""
    terms = tuple(Lookup(name) for name in metrics)
    return str(Query(compose(frame, Arguments(tuple(companies.split()), terms, **given))))


@pytest.mark.parametrize(
    ("frame", "metrics", "given", "text"),
    [
        (QuestionFrame("value", "a/(b+c)"), "cash debt equity", {},
         "(cash of KO in latest / (debt of KO in latest + equity of KO in latest))"),
        (QuestionFrame("value", "365*a/b"), "receivables revenue", {"periods": (Period(2024),)},
         "((365 * receivables of KO in FY2024) / revenue of KO in FY2024)"),
        (QuestionFrame("value"), "cash debt", {"periods": (Period(2024),)},
         "cash of KO in FY2024; debt of KO in FY2024"),
        (QuestionFrame("value"), "cash", {"periods": (Period(2024),), "prior": True},
         "cash of KO in FY2024; cash of KO in FY2023"),
        (QuestionFrame("growth"), "cash", {"periods": (Period(2024, "quarter", 3),)},
         "percent change from 2023Q3 to 2024Q3 of cash of KO"),
        (QuestionFrame("growth"), "cash", {"periods": (Period(2024), Period(2021))},
         "percent change from FY2021 to FY2024 of cash of KO"),
        (QuestionFrame("change", absolute=True), "cash", {"years": Years(last=3)},
         "size of (cash of KO in latest - cash of KO in latest-3)"),
        (QuestionFrame("growth"), "cash", {"periods": (Period(back=2),)},
         "percent change from latest-2 to latest of cash of KO"),
        (QuestionFrame("yes.limit"), "cash", {}, "cash of KO in latest > 0"),
        (QuestionFrame("yes.limit", by="growth"), "cash", {"limits": (0.05,)},
         "percent change from latest-1 to latest of cash of KO > 0.05"),
        (QuestionFrame("yes.limit"), "cash", {"limits": (7.0, 5.0)},
         "(cash of KO in latest >= 5) and (cash of KO in latest <= 7)"),
        (QuestionFrame("yes.metric", by="growth"), "revenue cash", {},
         "percent change from latest-1 to latest of revenue of KO"
         " > percent change from latest-1 to latest of cash of KO"),
    ],
)  # fmt: skip
def test_what_a_frame_makes(
    frame: QuestionFrame, metrics: str, given: dict[str, Any], text: str
) -> None:
    assert asked(frame, *metrics.split(), **given) == text


@pytest.mark.parametrize(
    ("frame", "metrics", "given"),
    [
        (QuestionFrame("value"), "", {}),
        (QuestionFrame("value"), "cash", {"companies": ""}),
        (QuestionFrame("value", "a/b"), "cash", {}),
        (QuestionFrame("value", "part/a"), "cash", {}),
        (QuestionFrame("growth"), "cash debt", {}),
        (QuestionFrame("between.ratio"), "cash", {}),
        (QuestionFrame("choice.company"), "cash", {}),
        (QuestionFrame("choice.company"), "cash", {"companies": ""}),
        (QuestionFrame("choice.year"), "cash", {"periods": (Period(2024),)}),
        (QuestionFrame("choice.option"), "cash", {}),
        (QuestionFrame("choice.company", output="other"), "cash", {"companies": "KO PG"}),
        (QuestionFrame("fold.year.sum"), "cash", {"companies": "KO PG", "years": Years(last=3)}),
        (QuestionFrame("growth"), "cash", {"periods": (Period(2022), Period(2023), Period(2024))}),
    ],
)
def test_mentions_that_do_not_suit(
    frame: QuestionFrame, metrics: str, given: dict[str, Any]
) -> None:
    with pytest.raises(Unfit):
        asked(frame, *metrics.split(), **given)
