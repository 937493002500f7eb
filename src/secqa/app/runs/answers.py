"""A scored answer in, what a page says of it out: how it ended and why, what was read and found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from secqa.app.addresses import filing_address
from secqa.app.gold import Piece, Spot, fact_said, has_page
from secqa.app.printed.marks import NO_MARK, Mark
from secqa.benchmark.dataset import qrels_of
from secqa.corpus.store import Corpus
from secqa.evaluation.report.rendering import format_value
from secqa.evaluation.scores import Score
from secqa.evaluation.verdict import is_within_margin
from secqa.systems.value_words import spoken

OUTCOMES = ("right", "wrong", "refused")


def outcome(scored: Score) -> str:
    """One of `OUTCOMES`: a refusal that is right counts as right."""
    if scored.right:
        return "right"
    return "wrong" if scored.is_answer else "refused"


def cause(scored: Score) -> str:
    """The stage at which it went wrong; "" where it is right."""
    return scored.failure.cause.value if scored.failure else ""


def said(scored: Score) -> str:
    """What was answered, in short; why nothing was, where it was refused."""
    if not scored.is_answer:
        return "no answer"
    return format_value(scored.value, scored.prediction.answer.unit or scored.question.unit)


def lost(scored: Score, corpus: Corpus) -> str:
    """The required value that was lost first: what, how much, and where it stands; "" for none."""
    fact = scored.failure.fact if scored.failure else None
    if fact is None:
        return ""
    pages = ", ".join(map(str, sorted(fact.pages)))
    value = spoken(fact.value, fact.unit)
    return f"{fact_said(fact, corpus)}: {value}, in {fact.document_id} page {pages}"


def read_pieces(scored: Score, corpus: Corpus) -> tuple[Piece, ...]:
    """What was read and quoted for an answer, each place once."""
    facts = scored.question.facts
    pieces: list[Piece] = []
    for one in dict.fromkeys(scored.prediction.answer.readings):
        mark = Mark(one.element, one.row, one.column, one.quote)
        here = bool(one.document_id) and has_page(corpus, one.document_id, one.page)
        spot = Spot(one.document_id, one.page, mark, one.quote, here)
        is_number = isinstance(one.value, int | float)
        agrees = is_number and any(is_within_margin(float(one.value), f.value) for f in facts)  # type: ignore[arg-type]
        pieces.append(
            Piece(
                "Nothing read" if one.value is None else spoken(one.value, one.unit),
                one.question,
                (spot,) if one.document_id else (),
                one.why,
                agrees,
            )
        )
    for passage in scored.prediction.answer.passages:
        here = has_page(corpus, passage.document_id, passage.page)
        mark = Mark(quote=passage.text)
        spot = Spot(passage.document_id, passage.page, mark, passage.text, here)
        gold = (passage.document_id, passage.page) in {
            (one.document_id, one.page) for one in scored.question.passages
        }
        pieces.append(Piece("Passage", passage.heading, (spot,), "", gold))
    return tuple(pieces)


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A page that was retrieved."""

    document_id: str
    page: int
    grade: int
    """2 where a primary statement or the passage stands there, 1 other evidence, 0 none."""
    address: str
    """"" where the corpus has no such page."""


def retrieved(scored: Score, corpus: Corpus) -> list[Retrieved]:
    """The pages in the order of retrieval."""
    question = scored.question
    grades = qrels_of([question])[question.question_id]
    return [
        Retrieved(
            document_id,
            page,
            grades.get(f"{document_id}#{page}", 0),
            filing_address(document_id, page, NO_MARK)
            if has_page(corpus, document_id, page)
            else "",
        )
        for document_id, page in scored.prediction.answer.pages
    ]


def fits(scored: Iterable[Score], wanted: Sequence[str]) -> bool:
    """Whether any answer, or the question, has all words."""
    answers = list(scored)
    question = answers[0].question
    text = " ".join([question.text, question.question_id, *map(said, answers)]).lower()
    return all(word in text for word in wanted)
