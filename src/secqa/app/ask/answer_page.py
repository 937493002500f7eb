"""A question in an address in, its answer with what it rests on as a page out."""

from typing import Any
from urllib.parse import urlencode

from secqa.app.addresses import Parameters, filing_address
from secqa.app.ask.asking import Asked, Asking, Wanted, wanted_in
from secqa.app.ask.choices import LISTED
from secqa.app.ask.evidence import Evidence, evidence_of
from secqa.app.ask.explained import pieces_of
from secqa.app.ask.start import examples_of, holdings_of
from secqa.app.ask.steps import steps_of
from secqa.app.ask.sure import sure_said
from secqa.app.ask.take_away import values_said
from secqa.app.ask.understood import understood_said
from secqa.app.ask.ways_on import near_of, pages_with
from secqa.app.ask.with_model import Offer, model_in, recalled
from secqa.app.part import page_part
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.models.usage import dollars
from secqa.systems.confidence import load_fit


def asked_in(place: Workplace, given: Parameters) -> tuple[Asked, tuple[Evidence, ...]] | None:
    """The question of an address with its answer and evidence; None where it asks nothing, or
    what no model has answered yet."""
    wanted = wanted_in(given)
    found = _found(place, wanted, model_in(given)) if wanted else None
    return (found, evidence_of(found.answer, place.corpus)) if isinstance(found, Asked) else None


def ask_page(place: Workplace, given: Parameters) -> str:
    """The question, its answer, and the pages that it rests on."""
    wanted, model = wanted_in(given), model_in(given)
    form: dict[str, Any] = {"view": "ask", "model": model, "models": place.models.names}
    if wanted is None:
        return _start_page(place, form)
    found = _found(place, wanted, model)
    form |= {"question": wanted.question, "given": dict(given)}
    if isinstance(found, Offer):
        return place.render("ask_model.html.j2", **form, offer=found, by_rule=_without_model(given))
    return _answer_page(place, given, found, form)


def _found(place: Workplace, wanted: Wanted, model: str) -> Asked | Offer:
    return recalled(place, wanted, model) if model else place.kept(Asking).ask(wanted)


def _start_page(place: Workplace, form: dict[str, Any]) -> str:
    examples = examples_of(place.kept(Asking)).ready()
    holdings = place.kept(holdings_of)
    return place.render(
        "ask_start.html.j2", **form, question="", examples=examples, holdings=holdings
    )


def _answer_page(place: Workplace, given: Parameters, asked: Asked, form: dict[str, Any]) -> str:
    from secqa.evaluation.report.series_page import charted_columns
    from secqa.systems import series_words as words

    answer, choices = asked.answer, place.kept(Asking).choices
    evidence = evidence_of(answer, place.corpus)
    shown = evidence[0] if evidence else None
    refused = answer.value is None
    told = {name: text for name, text in given.items() if text or name.startswith("company:")}
    return place.render(
        "ask.html.j2",
        **form,
        asked=asked,
        understood=understood_said(asked.query) if asked.query else "",
        told=urlencode(told),
        answer=answer,
        values=values_said(answer),
        pieces=pieces_of(answer),
        sure=sure_said(answer, form["model"]),
        threshold=load_fit().threshold,
        evidence=evidence,
        opened=page_part(place, shown.document_id, shown.page, shown.mark) if shown else "",
        columns=charted_columns(answer),
        words=words,
        choices=choices,
        listed=LISTED,
        steps=steps_of(asked, place),
        near=near_of(asked, told, place) if refused else (),
        pages=pages_with(asked.question, place.corpus) if refused else (),
        readings=_readings(asked, told),
        spent=place.models.spent(form["model"]) if form["model"] else None,
        limits=place.models.limits,
        dollars=dollars,
        place_address=lambda r: filing_address(
            r.document_id, r.page, Mark(r.element, r.row, r.column, r.quote)
        ),
    )


def _without_model(given: Parameters) -> str:
    return f"/ask?{urlencode({name: text for name, text in given.items() if name != 'model'})}"


def _readings(asked: Asked, told: dict[str, str]) -> list[tuple[str, str]]:
    """The other things that the words may mean, each with its address."""
    kept = {name: text for name, text in told.items() if name in ("q", "model")}
    return [
        (understood_said(query), f"/ask?{urlencode({**kept, 'reading': str(number)})}")
        for number, query in enumerate(asked.readings)
        if number != asked.wanted.reading
    ]
