"""Which reports are meant where a question counts them, or asks for nothing but news."""

import pytest
from tests.support.cases import cases
from tests.support.known_companies import COMPANIES

from secqa.errors import SecqaError
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.ground import ground
from secqa.parsing.understand import understand
from secqa.query.form.schema import from_json, to_json
from secqa.query.leaves import Narrative, Scope
from secqa.query.period import Period
from secqa.query.query import Query

CATALOGUE = load_catalogue()


def told(question: str) -> tuple[Narrative, ...]:
    return understand(question, COMPANIES, CATALOGUE).query.narratives


def periods(narratives: tuple[Narrative, ...]) -> str:
    return "; ".join(str(one.period) for one in narratives)


@pytest.mark.parametrize("line", cases("parsing/reports.txt", 0), ids=lambda line: line[0])
def test_news_has_no_topic(line: tuple[str, ...]) -> None:
    question, when, section = line[:3]
    narratives = told(question)
    assert periods(narratives) == when
    assert {(one.topic, one.place) for one in narratives} == {
        ("", Scope(section=section, form="8-K"))
    }


@pytest.mark.parametrize("line", cases("parsing/reports.txt", 1), ids=lambda line: line[0])
def test_reports_are_counted_back_from_the_latest(line: tuple[str, ...]) -> None:
    question, when, topic, form = line
    narratives = told(question)
    assert periods(narratives) == when
    assert {(one.topic, one.place.form) for one in narratives} == {(topic, form)}


@pytest.mark.parametrize("line", cases("parsing/reports.txt", 2), ids=lambda line: line[0])
def test_what_names_a_topic_or_a_figure_is_no_news(line: tuple[str, ...]) -> None:
    assert all(one.topic for one in told(line[0]))


def test_their_time_is_left_to_the_documents() -> None:
    last = Query(
        (Narrative("tariffs", "AAPL", Period(span="report", back=1), place=Scope(form="10-Q")),)
    )
    assert ground(last, COMPANIES).narratives[0].period == Period(span="report", back=1)
    news = Query((Narrative("", "AAPL", Period(1999), place=Scope(form="8-K")),))
    assert ground(news, COMPANIES).narratives[0].period == Period(1999)
    assert from_json(to_json(news)) == news


def test_only_a_current_report_is_told_without_a_topic() -> None:
    nothing = to_json(Query((Narrative("", "AAPL", place=Scope(form="10-K")),)))
    with pytest.raises(SecqaError, match="must say what is asked, but of a Form 8-K"):
        from_json(nothing)
