"""Which companies people compare: those of one business, or of one size.

Neither pages nor tags say what business a company is in. Its statements show it: how much of its
revenue goes into research, goods or selling, and what its assets are. Banks and insurers have lines
of their own (`facts.table.rows.industry_of_rows`); other companies are alike if the lines of
`peers.toml` take like shares.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import dist, inf, sqrt
from typing import Any

from secqa.benchmark.fact_table import Entity
from secqa.facts.fact import MetricFact
from secqa.files import bundled_toml
from secqa.metrics.metric import GENERAL


@dataclass(frozen=True, slots=True)
class Peers:
    """What companies have in common; without profiles any two are peers."""

    is_mixed: bool = False
    """Any two companies may be compared."""
    sizes: Mapping[str, float] = field(default_factory=dict)
    """CIK -> revenue."""
    profiles: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """CIK -> the square roots of the shares of `peers.toml`."""
    industries: Mapping[str, str] = field(default_factory=dict)
    """CIK -> the industry that its statements show."""

    def among(self, companies: Sequence[Entity], alike: bool) -> list[Entity]:
        """The first company and those of the others that suit each before, the likest first."""
        if self.is_mixed:
            return list(companies)
        first = companies[0]
        chosen: list[Entity] = []
        for company in sorted(companies, key=lambda one: self._apart(first, one)):
            if all(self._suits(company, one, alike) for one in chosen):
                chosen.append(company)
        return chosen

    def _suits(self, one: Entity, other: Entity, alike: bool) -> bool:
        """Whether two companies are of one business or of one size; of both if `alike`."""
        sizes = sorted((self.sizes.get(one.cik, 0.0), self.sizes.get(other.cik, 0.0)))
        is_near = sizes[0] > 0 and sizes[1] <= _data()["times"] * sizes[0]
        conditions = is_near, self._apart(one, other) <= _data()["apart"]
        return all(conditions) if alike else any(conditions)

    def _apart(self, one: Entity, other: Entity) -> float:
        """How far apart the businesses of two companies are: 0 within an industry."""
        industry = self.industries.get(one.cik, GENERAL)
        if industry != self.industries.get(other.cik, GENERAL):
            return inf
        profiles = self.profiles.get(one.cik), self.profiles.get(other.cik)
        if industry != GENERAL or one.cik == other.cik:
            return 0.0
        return inf if None in profiles else dist(*profiles)  # type: ignore[arg-type]


def peers_of(rows: Iterable[MetricFact], industries: Mapping[str, str], mixed: bool) -> Peers:
    """What companies have in common by their latest annual figures."""
    values: defaultdict[str, dict[tuple[int, str], float]] = defaultdict(dict)
    if not mixed:
        for row in rows:
            if row.form == "10-K" and row.fiscal_period == "FY":
                values[row.cik][row.fiscal_year, row.metric] = row.value
    sizes, profiles = {}, {}
    for cik, of_company in values.items():
        years = [
            year
            for (year, metric), value in of_company.items()
            if metric == "revenue" and value > 0
        ]
        if years:
            latest = {name: of for (year, name), of in of_company.items() if year == max(years)}
            sizes[cik] = latest["revenue"]
            profiles[cik] = [
                sqrt(min(1.0, max(0.0, latest.get(part, 0.0) / latest.get(whole, inf))))
                for whole, parts in _data()["parts"].items()
                for part in parts
            ]
    return Peers(mixed, sizes, profiles, industries)


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return bundled_toml("secqa.benchmark.grammar", "peers.toml")
