"""Questions for figures and what is told of them: what is asked for, and of which periods."""

import pytest
from tests.support.cases import cases
from tests.support.known_companies import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.ground import ground
from secqa.parsing.understand import understand
from secqa.query.leaves import Narrative, Years
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, Series

CATALOGUE = load_catalogue()


@pytest.mark.parametrize("line", cases("parsing/compound.txt"), ids=lambda line: line[0])
def test_figures_and_reasons_are_asked_for_together(line: tuple[str, ...]) -> None:
    question, *outputs = line
    assert list(map(str, understand(question, COMPANIES, CATALOGUE).query.outputs)) == outputs


@pytest.mark.parametrize("line", cases("parsing/compound.txt", 1), ids=lambda line: line[0])
def test_a_reason_alone_has_no_figure_beside_it(line: tuple[str, ...]) -> None:
    query = understand(line[0], COMPANIES, CATALOGUE).query
    assert [type(one) for one in query.outputs] == [Narrative]


def test_what_is_told_of_each_period_is_told_by_the_reports_there_are() -> None:
    each = Period(each=True)
    last = max(company.latest_year or 0 for company in COMPANIES if company.ticker == "BA")
    query = ground(
        Query(
            (
                Series(Lookup("revenue", "BA", each), Years(last=2)),
                Narrative("drivers", "BA", each, "why"),
            )
        ),
        COMPANIES,
    )
    assert [one.period for one in query.narratives][-1] == Period(last)
    assert all(not one.period.each for one in query.narratives)
