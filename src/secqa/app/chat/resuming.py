"""The file of a saved conversation in, the address that goes on with it out.

A file holds programs, and what a file says is not believed: the questions are asked again, and
where one now gets another program, the saved one is chosen if it is offered, and told if not.
"""

from collections.abc import Sequence
from dataclasses import replace

from secqa.app.chat.holding import Talking
from secqa.app.chat.subject import subject_of
from secqa.app.chat.talk import Talk, talk_in
from secqa.app.models import OFFLINE
from secqa.app.workplace import Workplace
from secqa.conversation.chat_session import state_in
from secqa.conversation.records.conversation_record import Record
from secqa.errors import SecqaError

_NAME = "the file"


def resumed(place: Workplace, talking: Talking, data: bytes) -> Talk:
    """The conversation of a file; SecqaError for what is none, or about what is not here."""
    state = state_in(data.decode("utf-8", "replace"), _NAME)
    try:
        about, by = str(state["record"]), str(state["generator"])
        turns = [(str(turn["question"]), str(turn["program"])) for turn in state["turns"]]
    except (KeyError, TypeError):
        raise SecqaError(f"{_NAME}: damaged; choose another, or start a new chat") from None
    talk = talk_in((("about", about), *(("q", question) for question, _ in turns)))
    if talk is None:
        raise SecqaError(f"{_NAME}: names no record; choose another, or start a new chat")
    record = subject_of(place, talking.records, talk.about).record
    if by not in talking.thinkers:
        by = OFFLINE
    programs = [program for question, program in turns if question.strip()]
    return _as_saved(replace(talk, by=by), talking, record, programs)


def _as_saved(talk: Talk, talking: Talking, record: Record, programs: Sequence[str]) -> Talk:
    """With the saved reading chosen of each turn that by itself gets another."""
    for number, program in enumerate(programs, 1):
        held = talking.hold(talk.until(number + 1), record).turns
        if len(held) == number and program and held[-1].reply.program != program:
            talk = talk.choosing(number, program)
    return talk
