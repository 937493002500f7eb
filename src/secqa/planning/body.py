"""Writes what a program does with its values: an understood question in, lines out.

Each operation is a few lines over terms such as `value("net income", company, year)`; the
last line sets `answer`. Which company or year a term is about is itself an expression, so that
the same term serves alone, in a loop over companies and in one over years.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from secqa.errors import CannotAnswer
from secqa.planning.program import quoted
from secqa.planning.terms import Terms
from secqa.planning.times import When
from secqa.understanding.companies import Company
from secqa.understanding.links import MetricLink
from secqa.understanding.pairing import Pair
from secqa.understanding.question import Ask
from secqa.understanding.wanted import Kind, Over, Quantifier, Returns

_MAX_ANSWERS = 24
_HOW_MUCH = re.compile(r"\bhow much\b(?!.*\b(?:each|respectively|per|every)\b)", re.IGNORECASE)
_REPEATED = {Kind.SUM, Kind.AVERAGE, Kind.GROWTH, Kind.CAGR}
"""What is done for each of several metrics."""


@dataclass(frozen=True, slots=True)
class Body:
    """The lines of a program that work the answer out."""

    ask: Ask
    companies: tuple[Company, ...]
    when: When
    terms: Terms

    def lines(self) -> list[str]:
        """Ends with the line that sets `answer`."""
        wanted = self.ask.wanted
        match wanted.kind, wanted.over:
            case Kind.BEST, Over.COMPANIES:
                return self._best("company", "symbols", f"company, {self.when.latest}")
            case Kind.BEST, Over.METRICS:
                return self._best_metric()
            case Kind.BEST, _:
                return self._best("year", self._all_years(), f"{self._first()}, year")
            case Kind.RANK, Over.COMPANIES:
                return self._ranked("company", "symbols", f"company, {self.when.latest}")
            case Kind.RANK, _:
                return self._ranked("year", self._all_years(), f"{self._first()}, year")
            case Kind.COUNT, _:
                return self._passing("answer = len(passing)")
            case Kind.FILTER, _:
                listed = 'answer = "\\n".join([str(item) for item in passing]) or "none"'
                return self._passing(listed)
            case Kind.CHECK, _:
                return self._check()
            case ((Kind.SUM | Kind.AVERAGE), _):
                return self._each(self._total)
            case ((Kind.GROWTH | Kind.CAGR), _):
                return self._each(self._change)
            case _, Over.COMPANIES:
                return self._between_companies()
            case ((Kind.DIFFERENCE | Kind.RATIO), Over.YEARS):
                return self._each(self._change)
            case _:
                return self._values()

    def labels(self) -> tuple[str, ...]:
        """What each line of the answer is about, where the program writes several values."""
        places = self.terms.different()
        if self.ask.wanted.kind in _REPEATED and len(places) > 1:
            return tuple(self.terms.name(place) for place in places)
        if self.ask.wanted.kind is not Kind.VALUE or self.ask.wanted.over is Over.COMPANIES:
            return ()
        if self.ask.pairs:
            return tuple(
                f"{pair.company.short_name}, {self.terms.name(pair.metric)}"
                + (f", {pair.year}" if pair.year else "")
                for pair in self.ask.pairs
            )
        years = self._years_named()
        if self._adds_up(places, years):
            return ()
        told = [
            (company.short_name, self.terms.name(place), str(year))
            for company, place, year in product(self.companies, places, years)
        ]
        varied = [len(set(values)) > 1 for values in zip(*told, strict=True)]
        lines = [[text for text, told in zip(t, varied, strict=True) if told] for t in told]
        return tuple(", ".join(line) for line in lines) if len(lines) > 1 else ()

    def _first(self) -> str:
        return quoted(self.companies[0].short_name)

    def _all_years(self) -> str:
        return repr(list(self.when.years))

    def _each(self, write: Callable[[int], list[str]]) -> list[str]:
        """The same done for each metric, one answer a line."""
        places = self.terms.different()
        if len(places) == 1:
            return write(places[0])
        lines = ["answers = []"]
        for place in places:
            *before, last = write(place)
            lines += [*before, f"answers.append({last.removeprefix('answer = ')})"]
        return [*lines, 'answer = "\\n".join([str(value) for value in answers])']

    def _sorted(self, item: str, items: str, place: str) -> list[str]:
        wanted = self.ask.wanted
        company, year = place.split(", ")
        ranking = self.terms.measured(wanted.ranking, company, year)
        reverse = ", reverse=True" if wanted.highest else ""
        return [
            f"ranking = {{{item}: {ranking} for {item} in {items}}}",
            f"ranked = sorted(ranking, key=lambda {item}: ranking[{item}]{reverse})",
        ]

    def _ranked(self, item: str, items: str, place: str) -> list[str]:
        lines = self._sorted(item, items, place)
        chosen = f"ranked[:{self.ask.wanted.top}]" if self.ask.wanted.top else "ranked"
        return [*lines, f'answer = "\\n".join([str(item) for item in {chosen}])']

    def _best_metric(self) -> list[str]:
        """The one of several metrics, under the name that the question has for it."""
        places = self.terms.different()
        names = [quoted(self.terms.said(place)) for place in places]
        values = [self.terms.term(place, self._first(), str(self.when.latest)) for place in places]
        reverse = ", reverse=True" if self.ask.wanted.highest else ""
        return self._chosen([
            "ranking = {",
            *(f"    {name}: {value}," for name, value in zip(names, values, strict=True)),
            "}",
            f"ranked = sorted(ranking, key=lambda metric: ranking[metric]{reverse})",
            "best = ranked[0]",
        ])  # fmt: skip

    def _chosen(self, lines: list[str]) -> list[str]:
        """The best itself, its value or its lead with it where they are asked for."""
        wanted = self.ask.wanted
        if wanted.lead:
            ahead = "ranking[best] - ranking[ranked[1]]"
            if wanted.lead is Kind.PERCENT_DIFFERENCE:
                ahead = f"({ahead}) / ranking[ranked[1]]"
            return [*lines, f"ahead = abs({ahead})", 'answer = f"{best}\\n{ahead}"']
        both = 'f"{best}\\n{ranking[best]}"'
        return [*lines, f"answer = {both if wanted.with_value else 'best'}"]

    def _best(self, item: str, items: str, place: str) -> list[str]:
        wanted = self.ask.wanted
        company, year = place.split(", ")
        lines = [*self._sorted(item, items, place), f"best = ranked[{wanted.place - 1}]"]
        if wanted.returns is Returns.VALUE:
            return [*lines, "answer = ranking[best]"]
        if wanted.returns in {Returns.COMPANY, Returns.YEAR}:
            return self._chosen(lines)
        same = self.terms.term(wanted.ranking, "company", "year")
        other = next(
            p for p in self.terms.different() if self.terms.term(p, "company", "year") != same
        )
        company, year = (text.replace(item, "best") for text in (company, year))
        value = self.terms.term(other, company, year)
        if wanted.with_value:
            return [*lines, f"other = {value}", 'answer = f"{best}\\n{other}"']
        return [*lines, f"answer = {value}"]

    def _condition(self, value: str) -> str:
        wanted = self.ask.wanted
        equal = "=" if wanted.inclusive else ""
        sign = ">" if wanted.above else "<"
        test = f"{value} {sign}{equal} {wanted.limit or 0:.15g}"
        if wanted.up_to is not None:
            test = f"{wanted.limit:.15g} <{equal} {value} <{equal} {wanted.up_to:.15g}"
        return f"not {test}" if wanted.denied else test

    def _passing(self, answer: str) -> list[str]:
        if self.ask.wanted.over is Over.COMPANIES:
            value = self._looked_at("company", str(self.when.latest))
            items = f"{{company: {value} for company in symbols}}"
        else:
            value = self._looked_at(self._first(), "year")
            items = f"{{year: {value} for year in {self._years_looked_at()}}}"
        passes = self._condition("values[item]")
        return [f"values = {items}", f"passing = [item for item in values if {passes}]", answer]

    def _looked_at(self, company: str, year: str) -> str:
        """What must pass for one company and year."""
        match self.ask.wanted.sides:
            case Over.METRICS:
                left, right = (
                    self.terms.term(place, company, year) for place in self.terms.different()[:2]
                )
                return f"{left} - ({right})"
            case Over.COMPANIES:
                left, right = (
                    self.terms.term(0, quoted(one.short_name), year) for one in self.companies[:2]
                )
                return f"{left} - ({right})"
            case _:
                return self._held_or_paid(company, year)

    def _held_or_paid(self, company: str, year: str) -> str:
        """ "Did it pay dividends?" is answered by a cash flow statement without dividends."""
        place = self.terms.only()
        term = self.terms.all()[place]
        bare = self.ask.wanted.limit == 0 and self.ask.wanted.change is None
        if bare and isinstance(term, MetricLink):
            return self.terms.writer.payment(term, company, year)
        return self.terms.measured(place, company, year)

    def _years_looked_at(self) -> str:
        """From one year to another there is a change in each year but the first."""
        wanted = self.ask.wanted
        within = wanted.quantifier and wanted.change and self.ask.periods.is_range
        return repr(list(self.when.years[1:] if within else self.when.years))

    def _check(self) -> list[str]:
        if self.ask.wanted.quantifier:
            passed = {
                Quantifier.ALL: "len(passing) == len(values)",
                Quantifier.ANY: "passing",
                Quantifier.NONE: "not passing",
            }[self.ask.wanted.quantifier]
            return self._passing(f'answer = "Yes" if {passed} else "No"')
        wanted, latest, base = self.ask.wanted, str(self.when.latest), str(self.when.base)
        sign = ">" if wanted.above else "<"
        if wanted.limit is not None:
            value = self._held_or_paid(self._first(), latest)
            lines, test = [f"value_found = {value}"], self._condition("value_found")
        elif wanted.over is Over.COMPANIES:
            lines, test = self._pair_of_companies(), f"first {sign} second"
        elif wanted.over is Over.METRICS:
            places = self.terms.different()[:2]
            left, right = (self.terms.measured(place, self._first(), latest) for place in places)
            lines, test = [f"first = {left}", f"second = {right}"], f"first {sign} second"
        else:
            lines = [
                f"latest = {self.terms.term(0, self._first(), latest)}",
                f"base = {self.terms.term(0, self._first(), base)}",
            ]
            test = f"latest {sign} base"
        return [*lines, f'answer = "Yes" if {test} else "No"']

    def _total(self, place: int) -> list[str]:
        if self.ask.wanted.over is Over.COMPANIES:
            value = self.terms.term(place, "company", str(self.when.latest))
            lines = [f"values = [{value} for company in symbols]"]
        else:
            value = self.terms.term(place, self._first(), "year")
            lines = [f"values = [{value} for year in {self._all_years()}]"]
        mean = self.ask.wanted.kind is Kind.AVERAGE
        total = "sum(values) / len(values)" if mean else "sum(values)"
        return [*lines, f"answer = {total}"]

    def _change(self, place: int) -> list[str]:
        base, latest = self.when.base, self.when.latest
        less, more = ("latest", "base") if self.ask.wanted.swapped else ("base", "latest")
        lines = [
            f"base = {self.terms.term(place, self._first(), str(base))}",
            f"latest = {self.terms.term(place, self._first(), str(latest))}",
        ]
        match self.ask.wanted.kind:
            case Kind.GROWTH:
                return [*lines, f"answer = ({more} - {less}) / base"]
            case Kind.CAGR:
                return [*lines, f"answer = (latest / base) ** (1 / {latest - base}) - 1"]
            case Kind.RATIO:
                return [*lines, "answer = latest / base"]
            case _:
                return [*lines, f"answer = {more} - {less}"]

    def _pair_of_companies(self) -> list[str]:
        if len(self.companies) != 2:
            raise CannotAnswer("two companies must be named to compare one with the other")
        places = self.terms.different()
        other = places[1] if len(places) > 1 else 0
        pairs = self.ask.pairs or (
            Pair(self.companies[0], 0, None),
            Pair(self.companies[1], other, None),
        )
        first, second = reversed(pairs) if self.ask.wanted.base_first else pairs
        return [f"first = {self._of_pair(first)}", f"second = {self._of_pair(second)}"]

    def _of_pair(self, pair: Pair) -> str:
        company, year = quoted(pair.company.short_name), str(pair.year or self.when.latest)
        return self.terms.measured(pair.metric, company, year)

    def _between_companies(self) -> list[str]:
        if len(self.companies) != 2:
            raise CannotAnswer("two companies must be named for a difference or a ratio")
        left, right = ("second", "first") if self.ask.wanted.swapped else ("first", "second")
        formulas = {
            Kind.DIFFERENCE: f"{left} - {right}",
            Kind.RATIO: f"{left} / {right}",
            # The base stays the second company.
            Kind.PERCENT_DIFFERENCE: f"({left} - {right}) / second",
        }
        return [*self._pair_of_companies(), f"answer = {formulas[self.ask.wanted.kind]}"]

    def _values(self) -> list[str]:
        """The value itself; several, one a line, where several things are named."""
        places, years = self.terms.different(), self._years_named()
        if self._adds_up(places, years):
            return self._total(places[0])
        terms = [self._of_pair(pair) for pair in self.ask.pairs] or [
            self.terms.term(place, quoted(company.short_name), str(year))
            for company, place, year in product(self.companies, places, years)
        ]
        if len(terms) == 1:
            return [f"answer = {terms[0]}"]
        if len(terms) > _MAX_ANSWERS:
            raise CannotAnswer(f"that asks for {len(terms)} values at once; ask for fewer")
        lines = ["answers = [", *(f"    {term}," for term in terms), "]"]
        return [*lines, 'answer = "\\n".join([str(value) for value in answers])']

    def _years_named(self) -> list[int]:
        time = self.ask.periods
        several = len(time.years) > 1 or time.last > 1 or time.is_range
        if time.year_over_year and not several:
            return [self.when.latest, self.when.base]
        if not several:
            return [self.when.latest]
        # "In 2024 and in 2022" is answered in that order.
        text = self.ask.question
        said = {year: re.search(rf"{year}|\b{year % 100:02}\b", text) for year in self.when.years}
        places = {year: found.start() for year, found in said.items() if found}
        return sorted(said, key=lambda year: places[year] if len(places) == len(said) else year)

    def _adds_up(self, places: list[int], years: list[int]) -> bool:
        """ "How much did it pay in the last 3 years" is one amount."""
        link = self.ask.metrics[0]
        flow = link.metric and link.metric.period == "duration" and link.metric.unit == "USD"
        single = len(places) == 1 and len(self.companies) == 1
        time = self.ask.periods
        whole = time.last or (time.is_range and _HOW_MUCH.search(self.ask.question))
        return bool(flow and single and len(years) > 1 and whole)
