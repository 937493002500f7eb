from dataclasses import dataclass, field

from secqa.language.linker import Linker
from secqa.language.spans import SpanScorer
from secqa.learn.head import Head


@dataclass(frozen=True, eq=False)
class Fitted:
    linker: Linker
    spans: SpanScorer
    sharpness: float = 3.0
    heads: dict[str, Head] = field(default_factory=dict)
