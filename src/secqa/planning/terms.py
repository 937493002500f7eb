"""The terms of a program: what an understood question is about as expressions.

A term is a metric, or two that are put together, of some company in some year, which are
expressions themselves. Metrics that only say what another is made of are none.
"""

from dataclasses import dataclass

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import all_parts
from secqa.planning.program import Writer
from secqa.planning.times import When
from secqa.understanding.links import MetricLink
from secqa.understanding.question import Ask
from secqa.understanding.wanted import Kind


@dataclass(frozen=True, slots=True)
class Terms:
    """The metrics asked for, by place."""

    ask: Ask
    when: When
    writer: Writer

    def name(self, place: int) -> str:
        """What a term is called."""
        term = self.all()[place]
        links = (term,) if isinstance(term, MetricLink) else term
        return " and ".join(link.name for link in links)

    def said(self, place: int) -> str:
        """What the question calls a term."""
        term = self.all()[place]
        links = (term,) if isinstance(term, MetricLink) else term
        return " and ".join(link.label for link in links)

    def all(self) -> list[MetricLink | tuple[MetricLink, MetricLink]]:
        """The metrics asked for, each once, two that are put together as a pair."""
        combine = self.ask.wanted.combine
        links: list[MetricLink | tuple[MetricLink, MetricLink]] = list(self.ask.metrics)
        if combine:
            at = combine.first
            pair = (self.ask.metrics[at], self.ask.metrics[at + 1])
            links[at : at + 2] = [pair[::-1] if combine.swapped else pair]
        return links

    def term(self, place: int, company: str, year: str) -> str:
        """The value of a term as an expression."""
        term = self.all()[place]
        if isinstance(term, MetricLink):
            return self.writer.term(term, company, year)
        sign = self.ask.wanted.combine.sign if self.ask.wanted.combine else "/"
        return f" {sign} ".join(self.writer.term(link, company, year) for link in term)

    def different(self) -> list[int]:
        """Places of the terms without repeats: "return on assets (ROA)" is one."""
        seen: dict[str, int] = {}
        for place, term in enumerate(self.all()):
            if not self._explains(term):
                seen.setdefault(self.term(place, "company", "year"), place)
        return list(seen.values())

    def _explains(self, term: MetricLink | tuple[MetricLink, MetricLink]) -> bool:
        """Whether a metric only says what another is made of: "ROA, net income by assets"."""
        if not isinstance(term, MetricLink) or term.metric is None:
            return False
        asked = {link.metric for link in self.ask.metrics if link.metric}
        return any(term.metric.id in all_parts(metric, self.writer.catalogue) for metric in asked)

    def measured(self, place: int, company: str, year: str) -> str:
        """What is compared: a value, or how it changed up to that year."""
        value = self.term(place, company, year)
        if self.ask.wanted.change is None:
            return value
        base = f"{year} - 1" if year == "year" else str(self.when.base)
        before = self.term(place, company, base)
        if not isinstance(self.all()[place], MetricLink):
            value, before = f"({value})", f"({before})"
        grows = self.ask.wanted.change is Kind.GROWTH
        return f"{value} / {before} - 1" if grows else f"{value} - {before}"

    def only(self) -> int:
        """The place of the only metric that a check or an order is about."""
        places = self.different()
        if len(places) > 1:
            names = " and ".join(self.name(place) for place in places)
            raise CannotAnswer(f"the question is about {names}; ask about one at a time")
        return places[0]
