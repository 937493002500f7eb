"""A metric's value for a period, as one document states it."""

from datetime import date

from secqa.facts.fact import Fact
from secqa.facts.fiscal import FiscalPeriod
from secqa.record import record


@record
class Resolved:
    """A metric's value for a period, with the facts that say so."""

    metric: str
    period: FiscalPeriod
    start: date | None
    end: date
    value: float
    unit: str
    decimals: int | None
    concept: str
    facts: tuple[Fact, ...]
    """All facts that state it, the most precise first; of a sum, those of all its parts."""
