"""Companies that are compared with each other, in one corpus."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.operations import is_general
from secqa.benchmark.grammar.peers import Peers
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

Circle = tuple[Entity, list[Entity]]
"""A company, and those that people compare it with."""


@dataclass(frozen=True, slots=True)
class Circles:
    """Which companies are compared; results are cached."""

    peers: Peers
    companies: tuple[Entity, ...]
    catalogue: Catalogue
    _kin: dict[tuple[str, bool], frozenset[str]] = field(default_factory=dict)
    """CIK, and whether size counts as well -> companies of the same business, by CIK."""

    def of(
        self,
        companies: Sequence[Entity],
        metrics: Sequence[Metric],
        least: int,
        alike: bool = False,
    ) -> list[Circle]:
        """Companies with enough others of their business, and of their size if `alike`; where the
        corpus has no such circle at all, those of one size do for metrics of any business."""
        by_size = (
            not alike
            and all(len(self._kin_of(one, False)) + 1 < least for one in self.companies)
            and all(is_general(metric, self.catalogue) for metric in metrics)
        )
        circles = []
        for one in companies:
            kin = () if by_size else self._kin_of(one, alike)
            others = [
                other
                for other in companies
                if other.cik in kin
                or (by_size and other is not one and self.peers.are_near(one.cik, other.cik))
            ]
            if len(others) + 1 >= least:
                circles.append((one, others))
        return circles

    def _kin_of(self, company: Entity, alike: bool) -> frozenset[str]:
        key = company.cik, alike
        if key not in self._kin:
            self._kin[key] = frozenset(
                other.cik
                for other in self.companies
                if other is not company
                and self.peers.are_alike(company.cik, other.cik)
                and (not alike or self.peers.are_near(company.cik, other.cik))
            )
        return self._kin[key]
