"""An answer in, out in words: its values, and all of it as Markdown with its sources."""

from collections.abc import Sequence

from secqa.app.ask.asking import Asked
from secqa.app.ask.evidence import Evidence
from secqa.app.ask.explained import explanation_of
from secqa.systems.answer import Answer
from secqa.systems.value_words import spoken


def values_said(answer: Answer) -> tuple[tuple[str, str], ...]:
    """What each value is about, "" where there is one alone, and the value in words."""
    if answer.value is None or answer.passages:
        return ()
    values = answer.value if isinstance(answer.value, tuple) else (answer.value,)
    labels = answer.labels if len(answer.labels) == len(values) else ("",) * len(values)
    return tuple(
        (label, spoken(value, answer.unit, answer.form))
        for label, value in zip(labels, values, strict=True)
    )


def markdown_of(asked: Asked, evidence: Sequence[Evidence]) -> str:
    """The answer with its sources."""
    answer = asked.answer
    lines = [f"## {_plain(asked.question)}", ""]
    if asked.is_changed:
        lines += [f"Changed to: {_plain(str(asked.query))}", ""]
    if answer.value is None:
        return "\n".join([*lines, f"Cannot answer: {_plain(answer.error)}", ""])
    for label, said in values_said(answer):
        lines += [f"- {_plain(label)}: **{_plain(said)}**" if label else f"**{_plain(said)}**"]
    if explanation := explanation_of(answer):
        lines += [_plain(explanation), ""]
    for passage in answer.passages:
        lines += [f"> {_plain(passage.text)}", ""]
    lines += [f"Note: {_plain(note)}" for note in answer.notes]
    lines += ["", f"Confidence {answer.confidence:.0%}.", "", "Sources:", ""]
    for number, one in enumerate(evidence, 1):
        printed = f' (printed "{one.label}")' if one.label else ""
        what = f": {_plain(one.said)}" if one.said else ""
        lines.append(f"{number}. {_plain(one.document_id)} page {one.page}{printed}{what}")
        if one.said:
            lines.append(f"   > {_plain(one.quote)}")
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    """Text of a filing or a question in which Markdown finds no markup."""
    folded = " ".join(text.split())
    return "".join(f"\\{one}" if one in "\\`*_[]<>#|!~&" else one for one in folded)
