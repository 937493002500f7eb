"""A query survives being written as tokens and read again."""

from typing import get_args

import pytest
from tests.support.known_companies import COMPANIES

from language.query_writer import Unsayable, target_tokens
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.translation.query_grammar import END, NOTHING, STOP, grammar
from secqa.parsing.translation.query_reader import query_of_tokens
from secqa.parsing.translation.symbols import Symbols, symbols_of
from secqa.query.leaves import Companies, Years
from secqa.query.period import Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Count,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Output,
    Query,
)

QUESTION = "Revenue and net income of Apple and Boeing from 2021 to 2023, over $5 billion"
METRICS = tuple(load_catalogue().metrics)
REVENUE = Lookup("revenue", "Apple", Period(2021))
INCOME = Lookup("net_income", "Boeing", Period(2023))
EACH_COMPANY = Lookup("revenue", "each", Period(2023))
EACH_YEAR = Lookup("revenue", "Apple", Period(each=True))
BOTH = Companies(("Apple", "Boeing"))
SPAN = Years(first=Period(2021), final=Period(2023))
BEST = Choose(BOTH, EACH_COMPANY)


@pytest.fixture(scope="module")
def symbols() -> Symbols:
    names = names_of(load_catalogue())
    return symbols_of(find_mentions(QUESTION, COMPANIES, load_fitted(), names=names))


def test_symbols_are_numbered_in_order_of_mention(symbols: Symbols) -> None:
    assert symbols.companies == ("Apple", "Boeing")
    assert [link.metrics[0] for link in symbols.metrics] == ["revenue", "net_income"]
    assert symbols.periods == (Period(2021), Period(2023))
    assert symbols.numbers == (5e9,)


@pytest.mark.parametrize(
    "output",
    [
        REVENUE,
        Arithmetic("-", REVENUE, INCOME),
        Growth(INCOME, REVENUE),
        Cagr(Lookup("revenue", "Apple", Period(2023)), REVENUE),
        Absolute(Arithmetic("/", REVENUE, Number(365.0))),
        Aggregate("sum", EACH_COMPANY, BOTH),
        Aggregate("average", EACH_YEAR, SPAN),
        Aggregate("maximum", EACH_YEAR, Years((Period(2021), Period(2023)))),
        Aggregate("minimum", EACH_YEAR, Years(last=3)),
        BEST,
        Choose(BOTH, EACH_COMPANY, highest=False, rank=2),
        Choose(SPAN, EACH_YEAR, top=0),
        Choose(Options((REVENUE, INCOME))),
        Lookup("net_income", BEST, Period(2022)),
        Lookup("net_income", "Apple", Choose(SPAN, EACH_YEAR)),
        Compare(REVENUE, ">=", Number(5e9)),
        Logic("and", (Compare(REVENUE, ">", INCOME), Compare(INCOME, "<", REVENUE))),
        Logic("not", (Compare(REVENUE, "=", INCOME),)),
        Holds("any", SPAN, Compare(EACH_YEAR, ">", Number(0.0))),
        Count(BOTH, Compare(EACH_COMPANY, "<=", Number(5e9))),
        Filter(Companies(), Compare(EACH_COMPANY, ">", Number(5e9))),
        Lookup("inventory", "", Period(back=1)),
    ],
    ids=str,
)
def test_a_query_is_read_as_it_was_written(output: Output, symbols: Symbols) -> None:
    tokens = target_tokens(Query((output,)), symbols, METRICS)
    assert query_of_tokens(tokens, symbols) == Query((output,))
    rules = grammar(METRICS)
    assert all(token in rules for token in tokens)


def test_no_figure_is_a_token_of_its_own(symbols: Symbols) -> None:
    assert target_tokens(None, symbols, METRICS) == [NOTHING, END]
    assert query_of_tokens([NOTHING, END], symbols) is None


def test_several_outputs_follow_each_other(symbols: Symbols) -> None:
    query = Query((REVENUE, INCOME))
    assert query_of_tokens(target_tokens(query, symbols, METRICS), symbols) == query


@pytest.mark.parametrize(
    "output",
    [
        Lookup("revenue", "Intel", Period(2021)),
        Lookup("revenue", "Apple", Period(2010)),
        Compare(REVENUE, ">", Number(17.5)),
        Lookup(line="Widgets", company="Apple", period=Period(2021)),
    ],
    ids=str,
)
def test_what_the_question_does_not_mention_cannot_be_said(
    output: Output, symbols: Symbols
) -> None:
    with pytest.raises(Unsayable):
        target_tokens(Query((output,)), symbols, METRICS)


def test_every_token_of_the_grammar_needs_types_that_some_token_gives() -> None:
    rules = [rule for own in grammar(METRICS).values() for rule in own]
    given = {rule.gives for rule in rules}
    assert {need.rstrip("*") for rule in rules for need in rule.needs} <= given
    assert grammar(METRICS)[STOP] == ()
    assert len(get_args(Output)) > 1
