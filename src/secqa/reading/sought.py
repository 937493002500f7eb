"""What one atomic question asks a reader for, and what a reader proposes."""

from dataclasses import dataclass, replace

from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Metric
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.structure.line_names import LineNames, names_of, names_of_label
from secqa.reading.structure.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Sought:
    """One value of one company for one period."""

    names: LineNames
    unit: str
    """`USD`, `USD/shares`, `shares`, `count`, `pure` or "" when the question does not tell."""
    period: ReadPeriod
    metric: Metric | None = None
    """None when the question uses a label that is not in the catalogue."""
    name: str = ""
    """As a question says it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that a page seems to give, with how well it fits (0 to 1)."""

    value: float
    unit: str
    score: float
    metadata: Metadata
    page: int
    element: int
    row: int
    column: int
    quote: str
    place: ValueOrigin
    detail: str = ""
    """Which statement it is a line of, or the title above its table."""

    @classmethod
    def in_sentence(
        cls, sentence: Sentence, span: tuple[int, int], value: float, unit: str, score: float
    ) -> "Candidate":
        """A value that a sentence states at `span`."""
        return cls(
            value=value,
            unit=unit,
            score=score,
            metadata=sentence.metadata,
            page=sentence.page,
            element=sentence.element.index,
            row=-1,
            column=-1,
            quote=sentence.around(*span),
            place=ValueOrigin.SENTENCE,
        )

    def times(self, worth: float) -> "Candidate":
        """The same with its score weighed."""
        return self if worth == 1.0 else replace(self, score=self.score * worth)


def sought_metric(metric: Metric, period: ReadPeriod) -> Sought:
    """A metric of the catalogue for a period."""
    return Sought(
        names=names_of(metric),
        unit=metric.unit,
        period=replace(period, kind=metric.period),
        metric=metric,
        name=metric.name,
    )


def sought_label(label: str, unit: str, period: ReadPeriod) -> Sought:
    """A line under the name that a question gives it."""
    return Sought(names=names_of_label(label), unit=unit, period=period, name=label)
