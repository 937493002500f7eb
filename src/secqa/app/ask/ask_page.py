"""The page of a question: its answer, the query that was understood, the pages that it rests on."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.routing import Route

from secqa.app.addresses import Link, Parameters, filing_address, number_in
from secqa.app.ask.answer_evidence import (
    AnswerEvidence,
    EvidencePage,
    evidence_of,
    evidence_pages,
    marks_of,
    other_candidates,
    restatements,
)
from secqa.app.ask.answer_exports import answer_markdown, answer_sheets
from secqa.app.ask.answer_sentence import answer_sentence
from secqa.app.ask.answer_wording import (
    compared_texts,
    confidence_text,
    explanation_of,
    footnoted_texts,
    query_text,
    unreported_note,
    value_texts,
    year_ends_note,
)
from secqa.app.ask.answers import AnswerService, AskRequest, QuestionAnswer, model_in, parse_request
from secqa.app.ask.model_answers import ModelOffer, cached_answer, post_question
from secqa.app.ask.related_questions import next_questions, related_questions
from secqa.app.ask.series_view import series_groups
from secqa.app.ask.start_page import corpus_holdings, example_questions
from secqa.app.ask.suggestions import find
from secqa.app.ask.worked_out import worked_out
from secqa.app.evidence_view import page_part
from secqa.app.library.filing_list import search_pages
from secqa.app.web import Exported, To, export_routes, host_of
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.filings.rendering.marks import PageMark
from secqa.models.prices import dollars
from secqa.query.query import Compare, Query
from secqa.reading.reading import Passage
from secqa.systems.answer import Answer
from secqa.systems.confidence import DOUBTFUL, load_fit
from secqa.systems.value_words import value_text

_PAGES_OPEN = 4
"""Pages of the evidence that are shown at once; the others are folded."""
_MATCHING = 5
"""Pages with words of the question that a refusal shows."""


def routes(to: To) -> list[Route]:
    """A question with its answer, and the answer's exports."""
    return [
        Route("/ask", to(ask_page), methods=["GET"]),
        Route("/ask", to(post_question), methods=["POST"]),
        *export_routes(to, "/ask", _export),
        Route("/ask/page", to(evidence_part)),
        Route("/find", to(find)),
    ]


def _export(place: Workplace, request: Request) -> Exported:
    answer, host = answer_of(place, request.query_params), host_of(request)
    if answer is None:
        raise SecqaError("nothing was asked or answered yet; ask a question first")
    sheets = answer_sheets(*answer, place.corpus, host)
    return Exported(answer[0].question, answer_markdown(*answer, host), sheets, sheets[1])


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


def ask_page(place: Workplace, http_request: Request) -> str:
    """The page of an address."""
    given = http_request.query_params
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
            "ask_model.html.j2",
            **form,
            offer=answer,
            dollars=dollars,
            offline=f"/ask?{urlencode(offline)}",
        )
    return _answer_page(place, given, answer, form)


def _answer(place: Workplace, request: AskRequest, model: str) -> QuestionAnswer | ModelOffer:
    if model:
        return cached_answer(place, request, model)
    return place.cached(AnswerService).ask(request)


def _answer_page(
    place: Workplace, given: Parameters, reply: QuestionAnswer, form: dict[str, Any]
) -> str:
    answer, model = reply.answer, form["model"]
    evidence = evidence_of(answer, place.corpus)
    pages = evidence_pages(evidence)
    is_refused, values = answer.value is None, value_texts(answer)
    sentence = answer_sentence(answer, reply.grounded, evidence, place.corpus.catalogue)
    choices = place.cached(AnswerService).choices
    kept = {name: text for name, text in given.items() if text or name.startswith("company:")}
    return place.render(
        "ask.html.j2",
        **form,
        reply=reply,
        understood=query_text(reply.query) if reply.query else "",
        parameters=urlencode(kept),
        keep=_saved_form(reply, evidence, f"/ask?{urlencode(kept)}", sentence),
        keep_passages=[_saved_passage(reply.question, one) for one in answer.passages],
        answer=answer,
        values=values,
        explanation=footnoted_texts(answer),
        confidence=confidence_text(answer, model),
        threshold=load_fit().threshold,
        notes=[
            *answer.notes,
            *unreported_note(reply.grounded, place.corpus),
            *year_ends_note(evidence, place.corpus),
        ],
        first_pages=len(pages) if answer.passages else _PAGES_OPEN,
        is_doubtful=not is_refused and not answer.passages and answer.confidence < DOUBTFUL,
        restated=restatements(evidence, place),
        sentence=sentence,
        steps=worked_out(reply, evidence, place.corpus.catalogue),
        compared=compared_texts(answer),
        place_of_value=_places(evidence),
        series=series_groups(answer),
        evidence=pages,
        piece_of=_pieces_of(answer, pages),
        others=[
            [other_candidates(one.reading, place.corpus, answer.pages) for one in page]
            for page in pages
        ],
        choices=choices,
        periods=choices.periods_of(now for slot, now in reply.slots if slot.kind == "company"),
        next_questions=next_questions(reply, place),
        related=related_questions(reply, kept, place) if is_refused else (),
        matching=search_pages(place.corpus, reply.question, _MATCHING) if is_refused else (),
        readings=_other_readings(reply, kept),
        spent=place.models.spent(model) if model else None,
        limits=place.models.limits,
        dollars=dollars,
    )


def _places(evidence: Sequence[AnswerEvidence]) -> dict[str, str]:
    """Where each value of an answer was read, by how it is written and by its company."""
    read = [one for one in reversed(evidence) if isinstance(one.value, float | int)]
    companies = {str(one.lookup.company): one.filing_address for one in read if one.lookup}
    texts = ((value_text(one.value, one.unit), one) for one in read if one.value is not None)
    return companies | {text.partition(" (")[0]: one.filing_address for text, one in texts}


def _saved_form(
    reply: QuestionAnswer,
    evidence: Sequence[AnswerEvidence],
    address: str,
    sentence: Sequence[Link],
) -> dict[str, object]:
    """What is kept of an answer that somebody saves: its values, or its passages with pages."""
    answer = reply.answer
    texts = [f"{label}: {text}" if label else text for label, text in value_texts(answer)]
    printed = [f"{one.text} ({one.document_id} page {one.page})" for one in answer.passages]
    in_words = "".join(piece.name for piece in sentence)
    passages = filter(None, (in_words, explanation_of(answer), *printed))
    number = answer.value if isinstance(answer.value, int | float) else None
    return {
        "address": address,
        "title": reply.question,
        "text": "; ".join(texts) or "\n\n".join(passages),
        "source": f"{evidence[0].document_id} page {evidence[0].page}" if evidence else "",
        "value": number,
        "unit": answer.unit,
    }


def _saved_passage(question: str, passage: Passage) -> dict[str, object]:
    """The same of one of its passages: a page may have several."""
    mark = PageMark(quote=passage.text)
    return {
        "address": filing_address(passage.document_id, passage.page, mark),
        "title": question,
        "text": passage.text,
        "source": f"{passage.document_id} page {passage.page}",
    }


def _pieces_of(answer: Answer, pages: Sequence[EvidencePage]) -> list[int]:
    """For each passage the number of its page among the evidence."""
    numbers = {(page[0].document_id, page[0].page): at for at, page in enumerate(pages, 1)}
    return [numbers[one.document_id, one.page] for one in answer.passages]


def evidence_part(place: Workplace, request: Request) -> str:
    """A page of the evidence by itself, with its values marked, to be put into the answer's."""
    given = request.query_params
    answer = answer_of(place, given)
    pages = evidence_pages(answer[1]) if answer else ()
    number = number_in(given, "piece", 1)
    if not 1 <= number <= len(pages):
        raise SecqaError("this answer rests on no such page; ask again")
    page = pages[number - 1]
    return page_part(place, page[0].document_id, page[0].page, *marks_of(page))


def _other_readings(reply: QuestionAnswer, given: dict[str, str]) -> list[tuple[str, str]]:
    """The other things that the words may mean, each with its address."""
    kept = {name: text for name, text in given.items() if name in ("q", "model")}
    own = _without_sign(reply.readings[0]) if reply.readings else None
    return [
        (query_text(query), f"/ask?{urlencode({**kept, 'reading': str(number)})}")
        for number, query in enumerate(reply.readings)
        if number != reply.request.reading and _without_sign(query) != own
    ]


def _without_sign(query: Query) -> object:
    """A query without the sign of its comparison: whether it is above, below or equal to what."""
    return [(one.left, one.right) if isinstance(one, Compare) else one for one in query.outputs]
