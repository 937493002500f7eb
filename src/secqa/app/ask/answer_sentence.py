"""The answer as one sentence, made by rule from the query and the values, each figure linked.

"The net sales of Costco rose 8.2% from $249.6 billion in fiscal 2024 to $269.9 billion in 2025."
A sentence is made only where every figure it needs was read; all other answers have none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from secqa.app.addresses import Link
from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.worked_out import brief_text
from secqa.facts.comparison.figures import capitalized
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.number_text import short
from secqa.query.decisive_figures import DecisiveFigure
from secqa.query.leaves import Companies, Narrative
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Arithmetic,
    Choose,
    Compare,
    Count,
    Growth,
    Lookup,
    Query,
    Series,
    Value,
)
from secqa.query.saying.context import WordingContext, item_of, preposition, within
from secqa.query.saying.english import Voice
from secqa.query.saying.noun_phrases import NounPhrases
from secqa.query.saying.wording_terms import says_owner_once, shared_owner
from secqa.query.tree import map_nodes
from secqa.systems.answer import Answer


def answer_sentence(
    answer: Answer, query: Query, evidence: Sequence[AnswerEvidence], catalogue: Catalogue
) -> tuple[Link, ...]:
    """The sentence of an answer that is one value, or of the change whose reasons are passages, in
    pieces of which a figure has the address of its page; () where none can be made."""
    words = _Words(answer, tuple(evidence), catalogue)
    match query.outputs if answer.value is not None else ():
        case (Series(of=Lookup()), Narrative()):
            return tuple(words.change([one for one in evidence if one.lookup]))
        case (
            (
                Growth(Lookup() as now, Lookup() as before)
                | Arithmetic("-", Lookup() as now, Lookup() as before)
            ) as change,
        ) if isinstance(answer.value, float | int):
            pair = [one for of in (before, now) for one in evidence if one.about == str(of)]
            by = brief_text(abs(answer.value), answer.unit, answer.form)
            return tuple(words.change(pair, by)) or tuple(words.figure(change))
        case (Choose(Companies(), Lookup() as by, top=1, rank=1) as choice,):
            return tuple(words.choice(by, "highest" if choice.highest else "lowest"))
        case (Compare(Lookup(), _, _),):
            return tuple(words.comparison())
        case (Count(where=Compare(sign=sign)) as count,) if answer.compared and sign != "=":
            return tuple(words.count(count))
        case (output,) if isinstance(output, Value):
            return tuple(words.figure(output))
    return ()


@dataclass(frozen=True, slots=True)
class _Words:
    answer: Answer
    evidence: tuple[AnswerEvidence, ...]
    catalogue: Catalogue

    @property
    def phrases(self) -> NounPhrases:
        return NounPhrases(Voice(0, ""), self.catalogue)

    def figure(self, of: Value) -> Iterator[Link]:
        """ "The net income of Intuit in fiscal 2025 was $3.869 billion." """
        value, read = self.answer.value, [one for one in self.evidence if one.lookup == of]
        if not isinstance(value, float | int | str):
            return
        company, period = (None, None) if says_owner_once(of) else shared_owner((of,))
        context = WordingContext(company, period)
        phrase = self.phrases.value(map_nodes(of, _unlisted), context)
        yield Link(f"{capitalized(phrase.text)} {phrase.was} ")
        text = brief_text(value, self.answer.unit, self.answer.form)
        yield from _figure_pieces(text, [one for one in read if one.value == value])
        after = f" for {company}" if company else ""
        after += f" in {self.phrases.period(period)}" if period else ""
        yield Link(f"{after}.")

    def change(self, pair: Sequence[AnswerEvidence], by: str = "") -> Iterator[Link]:
        """ "The revenue of Intuit rose 15.6% from … in fiscal 2024 to … in fiscal 2025." """
        match [(one.lookup, one.value, one) for one in pair]:
            case [
                (Lookup() as before, float() | int() as old, first),
                (Lookup() as now, float() | int() as new, last),
            ]:
                if replace(now, period=before.period) != before:
                    return
                # A percentage of a ratio, or from a loss, says nothing.
                if not by and min(old, new) > 0 and last.unit != "pure":
                    by = short(abs(new / old - 1), "pure")
                verb = (
                    f"rose {by}" if new > old else f"fell {by}" if new < old else "did not change"
                )
                subject = self.phrases.value(now, WordingContext(period=now.period)).text
                yield Link(f"{capitalized(subject)} {verb.strip()} from ")
                yield Link(short(old, first.unit), first.filing_address)
                yield Link(f" in {self._when(before)} to ")
                yield from _figure_pieces(short(new, last.unit), [last])
                yield Link(f" in {self._when(now)}.")

    def choice(self, by: Lookup, way: str) -> Iterator[Link]:
        """ "TJX had the higher revenue in fiscal 2025: $56.36 billion; Intuit $18.831 billion." """
        named = self.answer.compared
        if len(named) < 2:
            return
        if len(named) == 2:
            way = {"highest": "higher", "lowest": "lower"}[way]
        figure = self.phrases.value(by, WordingContext(company=EACH)).bare
        yield Link(f"{named[0].name} had the {way} {figure}: ")
        for at, one in enumerate(named[:3]):
            yield from self._decisive(one, "" if at == 0 else f"{one.name} ")
            yield Link("; " if at < len(named[:3]) - 1 else "")
        rest = len(named) - 3
        yield Link(f", and {rest} more." if rest > 0 else ".")

    def comparison(self) -> Iterator[Link]:
        """ "No: operating margin of Intuit in fiscal 2025 was 26.14%; …" """
        named = self.answer.compared
        if not named:
            return
        yield Link(f"{self.answer.value}: ")
        for at, one in enumerate(named):
            yield from self._decisive(one, f"{one.name} was ")
            yield Link("; " if at < len(named) - 1 else ".")

    def count(self, of: Count) -> Iterator[Link]:
        """ "For 2 of 9 companies, the revenue in fiscal 2025 was above $20 billion: TJX, …", since
        those that pass come first."""
        number, named = int(float(str(self.answer.value))), self.answer.compared
        clause = self.phrases.clause(of.where, within(of.over, of.where, WordingContext()))
        items = item_of(of.over, plural=True)
        yield Link(
            f"{preposition(of.over).capitalize()} {number or 'none'} of {len(named)} {items}, "
        )
        yield Link(f"{clause}{': ' if number else '.'}")
        for at, one in enumerate(named[:number], 1):
            yield Link(one.name, next((read.filing_address for read in self._read(one)), ""))
            yield Link(", " if at < number else ".")

    def _decisive(self, one: DecisiveFigure, name: str) -> Iterator[Link]:
        if name:
            yield Link(name)
        yield from _figure_pieces(brief_text(one.value, one.unit, one.form), self._read(one))

    def _read(self, one: DecisiveFigure) -> list[AnswerEvidence]:
        return [read for read in self.evidence if read.value == one.value]

    def _when(self, lookup: Lookup) -> str:
        return self.phrases.period(lookup.period) if isinstance(lookup.period, Period) else ""


def _unlisted(node: object) -> object:
    """All companies of a corpus without their names."""
    return Companies() if isinstance(node, Companies) and node.every else node


def _figure_pieces(text: str, read: Sequence[AnswerEvidence]) -> Iterator[Link]:
    """A figure that leads to its page, with the printed line where the metric's name is less."""
    yield Link(text, read[0].filing_address if read else "")
    if read and read[0].line:
        yield Link(f" (printed as “{read[0].line}”)")
