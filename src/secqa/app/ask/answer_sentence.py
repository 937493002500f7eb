"""The answer as one sentence, made by rule from the query and the values, each figure linked.

"Costco's net sales rose 8.2% from $249.6 billion in fiscal 2024 to $269.9 billion in fiscal 2025."
A sentence is made only where every figure it needs was read; all other answers have none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from secqa.app.addresses import Link
from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.worked_out import brief_text
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.number_text import short
from secqa.query.decisive_figures import DecisiveFigure
from secqa.query.leaves import Companies, Narrative
from secqa.query.period import Period, in_words
from secqa.query.query import Arithmetic, Choose, Compare, Growth, Lookup, Query, Series
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
        case (Lookup(),):
            return tuple(words.figure())
        case (
            Growth(Lookup() as now, Lookup() as before)
            | Arithmetic("-", Lookup() as now, Lookup() as before),
        ) if isinstance(answer.value, float | int):
            pair = [one for of in (before, now) for one in evidence if one.about == str(of)]
            by = brief_text(abs(answer.value), answer.unit, answer.form)
            return tuple(words.change(pair, by))
        case (Choose(Companies(), Lookup() as by, top=1) as choice,):
            return tuple(words.choice(by, "highest" if choice.highest else "lowest", choice.rank))
        case (Compare(Lookup(), _, _),):
            return tuple(words.comparison())
    return ()


@dataclass(frozen=True, slots=True)
class _Words:
    answer: Answer
    evidence: tuple[AnswerEvidence, ...]
    catalogue: Catalogue

    def figure(self) -> Iterator[Link]:
        """ "Intuit's net income was $3.869 billion in fiscal 2025." """
        value, read = self.answer.value, [one for one in self.evidence if one.lookup is not None]
        if len(read) == 1 and read[0].value == value and read[0].lookup:
            subject, when = self._subject(read[0].lookup), _when(read[0].lookup)
            if subject and when and isinstance(value, float | int | str):
                text = brief_text(value, self.answer.unit, self.answer.form)
                yield Link(f"{subject} {_was(subject)} ")
                yield Link(text, read[0].filing_address)
                yield Link(f" in {when}.")

    def change(self, pair: Sequence[AnswerEvidence], by: str = "") -> Iterator[Link]:
        """ "Intuit's revenue rose 15.6% from … in fiscal 2024 to … in fiscal 2025." """
        match [(one.lookup, one.value, one) for one in pair]:
            case [
                (Lookup() as before, float() | int() as old, first),
                (Lookup() as now, float() | int() as new, last),
            ]:
                subject = self._subject(now)
                if not subject or replace(now, period=before.period) != before:
                    return
                # A percentage of a ratio, or from a loss, says nothing.
                if not by and min(old, new) > 0 and last.unit != "pure":
                    by = short(abs(new / old - 1), "pure")
                verb = (
                    f"rose {by}" if new > old else f"fell {by}" if new < old else "did not change"
                )
                yield Link(f"{subject} {verb.strip()} from ")
                yield Link(short(old, first.unit), first.filing_address)
                yield Link(f" in {_when(before)} to ")
                yield Link(short(new, last.unit), last.filing_address)
                yield Link(f" in {_when(now)}.")

    def choice(self, by: Lookup, way: str, rank: int) -> Iterator[Link]:
        """ "TJX had the higher revenue in fiscal 2025: $56.36 billion; Intuit $18.831 billion." """
        named, when = self.answer.compared, _when(by)
        if rank != 1 or len(named) < 2 or not when:
            return
        if len(named) == 2:
            way = {"highest": "higher", "lowest": "lower"}[way]
        yield Link(f"{named[0].name} had the {way} {self._name(by)} in {when}: ")
        for at, one in enumerate(named[:3]):
            yield from self._figure_pieces(one, "" if at == 0 else f"{one.name} ")
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
            yield from self._figure_pieces(one, f"{one.name} was ")
            yield Link("; " if at < len(named) - 1 else ".")

    def _figure_pieces(self, one: DecisiveFigure, name: str) -> Iterator[Link]:
        places = (read.filing_address for read in self.evidence if read.value == one.value)
        if name:
            yield Link(name)
        yield Link(brief_text(one.value, one.unit, one.form), next(places, ""))

    def _name(self, lookup: Lookup) -> str:
        return self.catalogue[lookup.metric].name if lookup.metric else f"“{lookup.line}”"

    def _subject(self, lookup: Lookup) -> str:
        """ "Intuit's net income"."""
        if not isinstance(lookup.company, str) or not lookup.company or lookup.part:
            return ""
        end = "’" if lookup.company.endswith("s") else "’s"
        return f"{lookup.company}{end} {self._name(lookup)}"


def _was(subject: str) -> str:
    is_several = subject.endswith("s") and not subject.endswith("ss")
    return "were" if is_several and "number of" not in subject else "was"


def _when(lookup: Lookup) -> str:
    """ "fiscal year 2025"; "" for a period that no such words name."""
    period = lookup.period
    is_named = isinstance(period, Period) and period.year and period.span in ("year", "quarter")
    return in_words(period) if is_named and isinstance(period, Period) else ""
