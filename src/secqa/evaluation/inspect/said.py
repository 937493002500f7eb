"""What any solver said, in words -> the answer that our scorers judge.

Solvers of others have no `Answer`: they end with a line `ANSWER: …` in base units, as `FORMAT` asks
them to; a text without that line is the answer as a whole.
"""

from secqa.benchmark.formats.inspect import NO_ANSWER
from secqa.filings.numbers import parse_number
from secqa.systems.answer import Answer

FORMAT = f"""\
You answer questions about companies' financial reports.
End with one line "ANSWER: " and the answer alone: amounts in single dollars (1500000, not 1.5
million), shares and people as plain counts, percentages as fractions (0.125, not 12.5%), Yes or No,
a company's name, or a sentence where words are asked for. Several values are separated by "; ", in
the order asked for. Where it cannot be known, write "ANSWER: {NO_ANSWER}"."""
_MARK = "ANSWER:"
_MARKUP = "*_`# "
"""What models write around a line to make it stand out."""


def answer_said(question: str, text: str, several: bool) -> Answer:
    """The answer that a text gives; with `several`, one value between each two semicolons."""
    lines = [line.strip(_MARKUP) for line in text.splitlines()]
    marked = [line[len(_MARK) :].strip(_MARKUP) for line in lines if line.startswith(_MARK)]
    said = marked[-1] if marked else text.strip()
    if said.strip(" .").casefold() == NO_ANSWER:
        return Answer(question, None, error=NO_ANSWER)
    if several:
        return Answer(question, tuple(_value(part) for part in said.split(";")))
    return Answer(question, _value(said))


def _value(text: str) -> float | str:
    """A figure as it is, a percentage as a fraction; anything else as a text."""
    number = parse_number(text)
    if number is None or number.dash:
        return text.strip()
    return number.value / 100 if number.percent else number.value
