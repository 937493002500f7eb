"""Word a query as a question: `generate` prints these sentences, and parsers are fitted on them.

With seed 0 the sentence is plain and complete; other seeds choose other phrasings. Companies and
years are named as in the query.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from secqa.metrics.catalogue import Catalogue
from secqa.query.leaves import AnswerForm, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Count,
    Filter,
    Holds,
    Logic,
    Lookup,
    Options,
    Query,
    Series,
)
from secqa.query.saying.context import (
    EACH_PERIOD,
    WordingContext,
    item_of,
    means_all,
    preposition,
    within,
)
from secqa.query.saying.english import NounPhrase, Voice, had_most, join_names, number_word
from secqa.query.saying.noun_phrases import NounPhrases
from secqa.query.saying.wording_terms import (
    are_plain,
    choices_in,
    compared_over_time,
    same_but_period,
    says_owner_once,
    shared_owner,
    steady,
)


def say(query: Query, catalogue: Catalogue, seed: int = 0, fiscal: bool = False) -> str:
    """Word a query as one or more sentences; `catalogue` has the names of metrics.

    With `fiscal`, years are called fiscal, to distinguish them from calendar years.
    """
    voice = Voice(seed, str(query), fiscal)
    speaker = _Speaker(voice, NounPhrases(voice, catalogue))
    parts = (speaker.questions(query.outputs), speaker.definitions(), speaker.form(query.form))
    return " ".join(chain.from_iterable(parts))


@dataclass(frozen=True, slots=True)
class _Speaker:
    voice: Voice
    phrases: NounPhrases

    def questions(self, outputs: Sequence[object]) -> Iterator[str]:
        """One sentence for each output, or one for several figures of one company and period."""
        shared = WordingContext(*shared_owner(outputs))
        if len(outputs) > 1 and shared.company and shared.period and are_plain(outputs):
            values = join_names([self.phrases.value(one, shared).text for one in outputs])
            yield self._framed(shared, self._say("values", values=values))
            return
        if series := self._series(outputs):
            yield series
            return
        for output in outputs:
            yield from self._steps(output)
            owner = (None, None) if says_owner_once(output) else shared_owner((output,))
            context = WordingContext(*owner)
            sentence = self._owner(output, context)
            yield sentence or self._framed(context, self._question(output, context))
            if isinstance(output, Choose) and output.top == 1:
                self.phrases.pronouns[output] = f"that {item_of(output.over)}"

    def _series(self, outputs: Sequence[object]) -> str:
        """One sentence for a figure of several years or companies; "" for other outputs.

        Excludes choices, which have no names to list, and repeated outputs.
        """
        found = [one for one in outputs if isinstance(one, Lookup)]
        if len(set(found)) < max(2, len(outputs)) or not are_plain(found):
            return ""
        first = found[0]
        periods = [one.period for one in found if isinstance(one.period, Period)]
        names = [one.company for one in found if isinstance(one.company, str)]
        same = {replace(one, period=first.period) for one in found} == {first}
        if same and len(periods) == len(found):
            value = self.phrases.value(first, WordingContext(period=first.period))
            years = join_names([self.phrases.period(period) for period in periods])
            return self._say("each_period", was=value.was, value=value.text, periods=years)
        same = {replace(one, company=first.company) for one in found} == {first}
        if same and len(names) == len(found):
            value = self.phrases.value(first, WordingContext(company=first.company))
            return self._say(
                "each_company", was=value.was, value=value.text, companies=join_names(names)
            )
        return ""

    def _steps(self, output: object) -> Iterator[str]:
        """A sentence for each choice that must be made first, if there are several."""
        choices = choices_in(output)
        if len(choices) < 2:
            return
        for choice in choices:
            of_year = isinstance(choice.over, Years)
            context = WordingContext(*((None, EACH_PERIOD) if of_year else (EACH, None)))
            value = self.phrases.value(choice.by, context)
            yield self._say(
                "step_year" if of_year else "step",
                First="First" if choice is choices[0] else "Then",
                over=self.phrases.over(choice.over),
                value=value.text,
                was=value.was,
                rank=(rank := self.phrases.rank(choice)),
                had=had_most(rank, value.bare),
            )
            self.phrases.pronouns[choice] = f"that {item_of(choice.over)}"

    def definitions(self) -> Iterator[str]:
        """The query's own definitions."""
        for name, meaning in self.phrases.definitions.items():
            yield _capital(self._say("definition", name=f'"{name}"', value=meaning))

    def form(self, form: AnswerForm) -> Iterator[str]:
        """The form of the answer."""
        how = []
        if form.scale:
            key = "scaled_dollars" if form.unit == "dollars" else "scaled"
            how.append(self.voice.say(f"form.{key}", scale=form.scale))
        if form.unit and (form.unit != "dollars" or not form.scale):
            how.append(self.voice.say(f"form.{form.unit}"))
        if form.decimals is not None:
            key = "decimals" if form.decimals else "whole"
            decimals = "decimal" if form.decimals == 1 else "decimals"
            number = number_word(form.decimals)
            how.append(self.voice.say(f"form.{key}", number=number, decimals=decimals))
        if how:
            yield self.voice.say("form.sentence", how=", ".join(how))

    def _say(self, key: str, **slots: object) -> str:
        return self.voice.say(f"question.{key}", **slots)

    def _framed(self, context: WordingContext, sentence: str) -> str:
        """The sentence with shared company and period in front."""
        frame = []
        if isinstance(context.company, str):
            frame.append(self.voice.say("words.for", company=context.company))
        if isinstance(context.period, Period):
            frame.append(f"in {self.phrases.period(context.period)}")
        if not frame:
            return _capital(sentence)
        if not sentence.endswith("?"):
            # "In 2024 give me the revenue" would date the giving.
            return f"{_capital(sentence[:-1])} {' '.join(frame)}{sentence[-1]}"
        rest = sentence[:1].lower() + sentence[1:]
        return self._say("framed", frame=_capital(" ".join(frame)), sentence=rest)

    def _owner(self, output: object, context: WordingContext) -> str:
        """The sentence with the shared company as the owner, or ""."""
        if not context.company or not self.voice.choose(("", "whose")):
            return ""
        if not isinstance(output, Lookup):
            return ""
        what = self.phrases.value(output, context)
        if not what.text.startswith("the "):
            return ""
        when = ""
        if isinstance(context.period, Period):
            when = f"in {self.phrases.period(context.period)}"
        value = self.voice.say("value.whose", company=context.company, what=what.bare, when=when)
        return _capital(self._say("value", was=what.was, value=value))

    def _question(self, output: object, context: WordingContext) -> str:
        match output:
            case Compare() if core := compared_over_time(output):
                return self._over_time(output, core)
            case Holds(where=Compare() as where) if sign := steady(where):
                return self._every_period(output, where, sign, context)
            case Series():
                return self._each_period(output, context)
            case Choose():
                return self._choice(output, context)
            case Filter():
                return self._passing("filter", output, context)
            case Count():
                return self._passing("count", output, context)
            case Compare():
                return self._say("compare", **self.phrases.compared(output, context))
            case Holds(where=Compare() as where):
                compared = self.phrases.compared(where, within(output.over, where, context))
                return self._say("holds", **self.phrases.every(output), **compared)
            case Logic() | Holds():
                return self._say("condition", clause=self.phrases.clause(output, context))
        value = self.phrases.value(output, context)
        # "The revenue that Acme reported minus Beta's" is not idiomatic.
        is_gap = (
            isinstance(output, Arithmetic)
            and output.sign == "-"
            and not same_but_period(output.left, output.right)
        )
        if value.ask and (self.voice.choose(("", "ask")) or (is_gap and not self.voice.plain)):
            return value.ask
        # The highest of several figures is not called calculated.
        is_found = isinstance(output, Lookup) or (
            isinstance(output, Aggregate) and output.how in ("minimum", "maximum")
        )
        key = "value" if is_found else "worked_out"
        return self._say(key, was=value.was, value=value.text)

    def _each_period(self, series: Series, context: WordingContext) -> str:
        """A value in each of several periods."""
        value = self.phrases.value(series.of, within(series.over, series.of, context))
        item, over = item_of(series.over), self.phrases.years(series.over)
        return self._say("series", value=value.text, item=item, over=over)

    def _over_time(self, node: Compare, core: tuple[Any, Period, Period]) -> str:
        """Whether something was higher, or lower, in one period than in another."""
        value, base, end = core
        phrase = self.phrases.value(value, WordingContext(period=EACH_PERIOD))
        return self._say(
            "compare_periods",
            Was=phrase.was.capitalize(),
            value=phrase.text,
            more=self.voice.say("words.more" if node.sign == ">" else "words.less"),
            base=self.phrases.period(base),
            end=self.phrases.period(end),
        )

    def _every_period(self, node: Holds, where: Compare, grow: str, context: WordingContext) -> str:
        """Whether something rose, or fell, in each of several periods."""
        inner = within(node.over, where.left, context)
        return self._say(
            "every_period",
            value=self.phrases.value(where.left, inner).text,
            grow=self.voice.say(f"words.{grow}"),
            item=item_of(node.over),
            **self.phrases.every(node),
        )

    def _passing(self, key: str, output: Filter | Count, context: WordingContext) -> str:
        """A question for the items, or their number, for which a condition holds."""
        inner = within(output.over, output.where, context)
        word = preposition(output.over)
        slots = {"for": word, "For": word.capitalize(), **self._of(output.over, plural=True)}
        if isinstance(output.where, Compare):
            return self._say(key, **slots, **self.phrases.compared(output.where, inner))
        return self._say(f"{key}_clause", **slots, clause=self.phrases.clause(output.where, inner))

    def _choice(self, choice: Choose, context: WordingContext) -> str:
        rank = self.phrases.rank(choice)
        kind = {Options: "option", Years: "when"}.get(type(choice.over), "")
        if isinstance(choice.over, Options):
            value = NounPhrase("")
            slots = {"options": self.phrases.options(choice.over, context, "or")}
        else:
            value = self.phrases.value(choice.by, within(choice.over, choice.by, context))
            slots = self._of(choice.over, choice.top != 1)
        slots |= {"value": value.text, "by": value.bare, "was": value.was, "rank": rank}
        slots["had"] = had_most(rank, value.bare)
        if choice.top == 1:
            return self._say(f"choice_{kind or 'which'}", **slots)
        ranked = self._ranked(choice, kind, slots)
        return self._say("ranking_from", sentence=ranked, rank=rank) if choice.rank > 1 else ranked

    def _ranked(self, choice: Choose, kind: str, slots: dict[str, str]) -> str:
        """A question for several items in order."""
        if choice.top:
            slots["rank"] = self.phrases.rank(replace(choice, rank=1))
            slots["had"] = had_most(slots["rank"], slots["by"])
            return self._say(f"several_{kind or 'which'}", **slots, top=number_word(choice.top))
        way = self.voice.say("words.ranked_down" if choice.highest else "words.ranked_up")
        if kind == "option":
            return self._say("ranking_option", **slots, **{"from": way})
        slots |= {"from": way, "over": slots["over"] or self.phrases.over(choice.over)}
        return self._say("ranking", **slots)

    def _of(self, over: object, plural: bool) -> dict[str, str]:
        """The slots of an `over`: "of A and B", or "companies" for all."""
        if means_all(over):
            return {"of": item_of(over, plural), "over": ""}
        return {"of": "of", "over": self.phrases.over(over)}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
