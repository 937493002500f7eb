"""The page of a question: its answer, how it was understood, and the pages that it rests on."""

from typing import Any
from urllib.parse import urlencode

from secqa.app.addresses import Parameters, place_address
from secqa.app.ask.answer_evidence import AnswerEvidence, evidence_of
from secqa.app.ask.answer_wording import confidence_text, footnoted_texts, query_text, value_texts
from secqa.app.ask.answers import AnswerService, QuestionAnswer
from secqa.app.ask.ask_request import AskRequest, model_in, parse_request
from secqa.app.ask.model_answers import ModelOffer, cached_answer
from secqa.app.ask.name_choices import MOST_LISTED
from secqa.app.ask.related_questions import matching_pages, next_questions, related_questions
from secqa.app.ask.start_page import corpus_holdings, example_questions
from secqa.app.evidence_view import page_part
from secqa.app.workplace import Workplace
from secqa.models.prices import dollars
from secqa.systems.confidence import load_fit


def answer_of(
    place: Workplace, given: Parameters
) -> tuple[QuestionAnswer, tuple[AnswerEvidence, ...]] | None:
    """The answer of an address with its evidence; None without a question, and for one that the
    model has not answered yet."""
    request = parse_request(given)
    answer = _answer(place, request, model_in(given)) if request else None
    if not isinstance(answer, QuestionAnswer):
        return None
    return answer, evidence_of(answer.answer, place.corpus)


def ask_page(place: Workplace, given: Parameters) -> str:
    """The page of an address."""
    request, model = parse_request(given), model_in(given)
    form: dict[str, Any] = {"view": "ask", "model": model, "models": place.models.names}
    if request is None:
        examples = example_questions(place.cached(AnswerService)).ready()
        holdings = place.cached(corpus_holdings)
        return place.render(
            "ask_start.html.j2", **form, question="", examples=examples, holdings=holdings
        )
    answer = _answer(place, request, model)
    form |= {"question": request.question, "given": dict(given)}
    if isinstance(answer, ModelOffer):
        offline = {name: text for name, text in given.items() if name != "model"}
        return place.render(
            "ask_model.html.j2", **form, offer=answer, offline=f"/ask?{urlencode(offline)}"
        )
    return _answer_page(place, given, answer, form)


def _answer(place: Workplace, request: AskRequest, model: str) -> QuestionAnswer | ModelOffer:
    if model:
        return cached_answer(place, request, model)
    return place.cached(AnswerService).ask(request)


def _answer_page(
    place: Workplace, given: Parameters, asked: QuestionAnswer, form: dict[str, Any]
) -> str:
    from secqa.evaluation.report.series_page import charted_columns
    from secqa.systems import value_words as words

    answer, model = asked.answer, form["model"]
    evidence = evidence_of(answer, place.corpus)
    first = evidence[0] if evidence else None
    is_refused = answer.value is None
    kept = {name: text for name, text in given.items() if text or name.startswith("company:")}
    return place.render(
        "ask.html.j2",
        **form,
        asked=asked,
        understood=query_text(asked.query) if asked.query else "",
        parameters=urlencode(kept),
        answer=answer,
        values=value_texts(answer),
        explanation=footnoted_texts(answer),
        confidence=confidence_text(answer, model),
        threshold=load_fit().threshold,
        evidence=evidence,
        opened=page_part(place, first.document_id, first.page, first.mark) if first else "",
        columns=charted_columns(answer),
        words=words,
        choices=place.cached(AnswerService).choices,
        most_listed=MOST_LISTED,
        next_questions=next_questions(asked, place),
        related=related_questions(asked, kept, place) if is_refused else (),
        pages=matching_pages(asked.question, place.corpus) if is_refused else (),
        readings=_other_readings(asked, kept),
        spent=place.models.spent(model) if model else None,
        limits=place.models.limits,
        dollars=dollars,
        place_address=place_address,
    )


def _other_readings(asked: QuestionAnswer, given: dict[str, str]) -> list[tuple[str, str]]:
    """The other things that the words may mean, each with its address."""
    kept = {name: text for name, text in given.items() if name in ("q", "model")}
    return [
        (query_text(query), f"/ask?{urlencode({**kept, 'reading': str(number)})}")
        for number, query in enumerate(asked.readings)
        if number != asked.request.reading
    ]
