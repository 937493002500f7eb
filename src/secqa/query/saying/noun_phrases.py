"""Word the values and conditions of a query as phrases within a sentence.

A company or period that all look-ups of a value share is named once. Below an `over`, its company
or period is omitted if every look-up depends on it; otherwise phrases refer to it by "its" or "in
that year".
"""

from dataclasses import dataclass, field, replace
from typing import Any

from secqa.metrics.catalogue import Catalogue
from secqa.query.dimensions import form_of, unit_of
from secqa.query.leaves import Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Count,
    Defined,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
)
from secqa.query.saying.context import (
    EACH_PERIOD,
    WordingContext,
    among,
    item_of,
    preposition,
    within,
)
from secqa.query.saying.english import (
    NounPhrase,
    amount,
    doer,
    had_most,
    is_plural,
    join_names,
    phrase_of_metric,
    possessive,
    with_article,
)
from secqa.query.saying.range_phrases import RangePhrases
from secqa.query.saying.wording_terms import contrast, is_share, same_but_period, summands, term_of


@dataclass
class NounPhrases(RangePhrases):
    """Phrases for values and conditions in a voice."""

    catalogue: Catalogue
    definitions: dict[str, str] = field(default_factory=dict)
    """Meanings of the query's own definitions by name; they follow the question."""
    pronouns: dict[Choose, str] = field(default_factory=dict)
    """Words that refer to an earlier choice."""

    def value(self, node: object, context: WordingContext) -> NounPhrase:
        """A value, with its article."""
        match node:
            case Lookup():
                return self._lookup(node, context)
            case Number():
                return NounPhrase(amount(node.value, ""))
            case Arithmetic():
                return self._arithmetic(node, context)
            case Growth() | Cagr():
                is_cagr = isinstance(node, Cagr)
                if core := same_but_period(node.of, node.base):
                    return self._over_time("cagr" if is_cagr else "growth", core, context)
                key = "cagr_between" if is_cagr else "above"
                return self._derived(key, context, of=node.of, base=node.base)
            case Absolute():
                return self._derived("absolute", context, of=node.of)
            case Defined():
                return self._defined(node, context)
            case Aggregate():
                return self._fold(node, context)
            case Count():
                slots = {"for": preposition(node.over), "over": self.over(node.over)}
                slots |= {"items": item_of(node.over, plural=True), "among": among(node.over)}
                slots["clause"] = self._clause_below(node, context)
                return NounPhrase(self.voice.say("value.number_of", **slots))
        raise TypeError(f"{type(node).__name__} is no value")

    def clause(self, node: object, context: WordingContext) -> str:
        """A condition as a sentence without its end."""
        match node:
            case Compare():
                return self.voice.say("clause.compare", **self.compared(node, context))
            case Logic(how, conditions):
                clauses = [self._inner_clause(one, context) for one in conditions]
                if how != "not":
                    few = len(clauses) < 3
                    return join_names(clauses, how) if few else f" {how} ".join(clauses)
                key = "clause.none" if len(clauses) > 1 else "clause.not"
                return self.voice.say(key, clauses="; ".join(clauses))
            case Holds():
                every, clause = self.every(node), self._clause_below(node, context)
                return self.voice.say("clause.holds", **every, clause=clause)
        raise TypeError(f"{type(node).__name__} is no condition")

    def _clause_below(self, node: Count | Holds, context: WordingContext) -> str:
        return self.clause(node.where, within(node.over, node.where, context))

    def _inner_clause(self, node: object, context: WordingContext) -> str:
        text = self.clause(node, context)
        return text if isinstance(node, Compare) else f"({text})"

    def compared(self, node: Compare, context: WordingContext) -> dict[str, str]:
        """The slots of a comparison."""
        left = self.value(node.left, context)
        if isinstance(node.right, Number):
            shown = form_of(node.left, self._unit, lambda metric: self.catalogue[metric].shown)
            unit = "" if shown in ("times", "days") else unit_of(node.left, self._unit)
            right = amount(node.right.value, unit)
        else:
            right = self.other_owner(node.left, node.right) or self.value(node.right, context).text
        sign = self.voice.say(f"words.{node.sign}")
        was = {"was": left.was, "Was": left.was.capitalize()}
        return {"left": left.text, "sign": sign, "right": right, **was}

    def options(self, over: Options, context: WordingContext, word: str = "and") -> str:
        """A list of values."""
        return join_names([self._operand(one, context).text for one in over.values], word)

    def chosen(self, choice: Choose, context: WordingContext) -> str:
        """A choice as a noun phrase."""
        if choice in self.pronouns:
            return self.pronouns[choice]
        if isinstance(choice.over, Options):
            return f"the {self.rank(choice)} of {self.options(choice.over, context)}"
        by = self.value(choice.by, within(choice.over, choice.by, context))
        item, through = item_of(choice.over), self.over(choice.over)
        slots = {"item": item, "among": among(choice.over), "over": through, "by": by.bare}
        slots |= {"rank": (rank := self.rank(choice)), "had": had_most(rank, by.bare)}
        paid = "one_that" if slots["had"].startswith("paid") else "one_with"
        key = "year_with" if isinstance(choice.over, Years) else paid
        return self.voice.say(f"value.{key}", **slots)

    def _lookup(self, node: Lookup, context: WordingContext) -> NounPhrase:
        if node.line:
            what, plural = self.voice.say("value.line", line=node.line), False
        else:
            name = phrase_of_metric(self.catalogue[node.metric].name, self._unit(node.metric))
            what, plural = name, is_plural(name)
        slots = {"what": what, "part": "", "where": ""}
        if named := self._part(node.part, context):
            slots["part"] = self.voice.say("words.for", company=named)
        if str(node.place):
            slots["where"] = self.voice.say("words.according_to", place=self.place(node.place))
        # Avoid "that it reported, as reported in the balance sheet".
        made = bool(node.metric and self.catalogue[node.metric].formula) or bool(slots["where"])
        return NounPhrase(self._of(node.company, node.period, context, made, **slots), plural)

    def _part(self, part: str | Choose, context: WordingContext) -> str:
        if isinstance(part, Choose):
            return self.chosen(part, context)
        if part == EACH:
            return "" if context.part == EACH else "it"
        return with_article(part)

    def _of(
        self,
        company: str | Choose,
        period: Period | Choose,
        context: WordingContext,
        made: bool = False,
        **slots: str,
    ) -> str:
        """A value with its company and period, unless these are already named; `made` marks
        computed values, which no company reports."""
        slots |= {"when": self._when(period, context), "of": doer(slots["what"])}
        if not company or company == context.company:
            its = company == EACH and context.its
            return self.voice.say("value.its" if its else "value.own", **slots)
        if isinstance(company, Choose):
            key = "value.of_it" if company in self.pronouns else "value.chosen"
            return self.voice.say(key, company=self.chosen(company, context), **slots)
        # "Acme's dividends paid" and "dividends paid that Acme reported" are not idiomatic.
        key = "worked_out" if made else "paid" if slots["of"] == "by" else "lookup"
        return self.voice.say(f"value.{key}", company=company, **slots)

    def _when(self, period: Period | Choose, context: WordingContext) -> str:
        if period == context.period:
            return ""
        if isinstance(period, Choose):
            return self.voice.say("words.during", period=self.chosen(period, context))
        return self.voice.say("words.during", period=self.period(period, context.span))

    def _defined(self, node: Defined, context: WordingContext) -> NounPhrase:
        """The name of a definition; its meaning follows once, without shared company and period."""
        term = term_of(node.of)
        if term is None:
            meaning, phrase = self.value(node.of, context).text, NounPhrase(f"the {node.name}")
        else:
            core, company, period = term
            meaning = self.value(core, WordingContext(EACH, EACH_PERIOD, context.part)).text
            text = self._of(company, period, context, what=node.name, part="", where="")
            phrase = NounPhrase(text, is_plural(node.name))
        if self.definitions.setdefault(node.name, meaning) != meaning:
            return self.value(node.of, context)
        return phrase

    def _operand(self, node: object, context: WordingContext) -> NounPhrase:
        """A value within another, in brackets if it is ambiguous."""
        phrase = self.value(node, context)
        slots = (node.company, node.period, node.part) if isinstance(node, Lookup) else ()
        is_long = any(isinstance(slot, Choose) for slot in slots)
        if isinstance(node, Number | Lookup | Defined) and not is_long:
            return phrase
        return NounPhrase(f"({phrase.text})", phrase.plural)

    def other_owner(self, *of: object) -> str:
        """ "Coca-Cola's" for the second of two values that differ only in company; or ""."""
        company = "" if self.voice.plain else contrast(*of)
        return self.voice.choose(("", possessive(company))) if company else ""

    def _derived(self, key: str, context: WordingContext, **of: object) -> NounPhrase:
        """A phrase of operands; the verb agrees with the first."""
        operands = {name: self._operand(one, context) for name, one in of.items()}
        # "long-term debt as a percentage of total assets", if the company is named elsewhere.
        is_share = key == "percentage" and context.company and not self.voice.plain
        slots = {
            name: one.text.removeprefix("the ") if is_share else one.text
            for name, one in operands.items()
        }
        if other := self.other_owner(*of.values()):
            slots[[*of][1]] = other
        slots["was"] = next(iter(operands.values())).was
        return self._phrase(key, slots)

    def _phrase(self, key: str, slots: dict[str, str]) -> NounPhrase:
        ask = self.voice.say(f"ask.{key}", **slots) if self.voice.has(f"ask.{key}") else ""
        return NounPhrase(self.voice.say(f"value.{key}", **slots), ask=ask)

    def _arithmetic(self, node: Arithmetic, context: WordingContext) -> NounPhrase:
        match node.sign:
            case "+":
                terms = [self._operand(one, context).text for one in summands(node)]
                return NounPhrase(self.voice.say("value.sum_of", values=join_names(terms)))
            case "-":
                if core := same_but_period(node.left, node.right):
                    return self._over_time("change", core, context)
                key = "difference"
            case "*":
                key = "product"
            case _:
                if is_share(node) and isinstance(node.left, Lookup):
                    part = self._part(node.left.part, context)
                    whole = self.value(node.right, context)
                    return self._phrase("share", {"part": part, "whole": whole.text})
                units = {unit_of(one, self._unit) for one in (node.left, node.right)}
                key = "percentage" if len(units) == 1 else "quotient"
        return self._derived(key, context, left=node.left, right=node.right)

    def _unit(self, metric: str) -> str:
        return self.catalogue[metric].unit

    def _over_time(
        self, key: str, core: tuple[Any, Period, Period], context: WordingContext
    ) -> NounPhrase:
        """The change of a value between two periods."""
        value, base, end = core
        still = replace(context, period=EACH_PERIOD)
        slots = {
            "value": self._operand(value, still).text,
            "base": self.period(base, context.span),
            "end": self.period(end, context.span),
        }
        return self._phrase(key, slots)

    def _fold(self, node: Aggregate, context: WordingContext) -> NounPhrase:
        if isinstance(node.over, Options):
            key, values = f"value.options.{node.how}", self.options(node.over, context)
            return NounPhrase(self.voice.say(key, values=values))
        inner = within(node.over, node.of, context)
        of = self.value(node.of, inner)
        plain = isinstance(node.of, Lookup | Defined)
        # "Acme's highest revenue", "the highest revenue of Acme".
        name = getattr(node.of, "company", "")
        owner = possessive(name) if isinstance(name, str) and name else "the"
        owner = owner if of.text.startswith(f"{owner} ") else "the"
        bare = of.text.removeprefix(f"{owner} ") if plain else f"value of ({of.text})"
        # Avoid "the total total revenues".
        is_total = node.how == "sum" and plain and not self.voice.plain
        how = "total" if is_total and not bare.startswith("total ") else node.how
        slots = {"of": of.text if plain else f"({of.text})", "owner": owner, "bare": bare}
        slots["across"] = "over" if isinstance(node.over, Years) else "across"
        text = self.voice.say(f"value.fold.{how}", over=self.over(node.over), **slots)
        is_bare = not text.startswith(("the sum", "the average of", "the median"))
        return NounPhrase(text, of.plural and plain and is_bare)
