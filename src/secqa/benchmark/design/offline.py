"""The offline designer: queries composed at random, those kept whose shape is rare so far.

Each time it composes several, tries them from the rarest shape on, and keeps the first that has a
gold answer and passes the gates. Shapes of built-in kinds are not its business.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

from secqa.benchmark.basis import Basis
from secqa.benchmark.design.compose import composed
from secqa.benchmark.design.judge import judge
from secqa.benchmark.design.shapes import built_in_shapes, shape_of
from secqa.benchmark.draft import Draft
from secqa.benchmark.generate import Chosen
from secqa.benchmark.kinds.draw import Held
from secqa.benchmark.kinds.registry import DESIGNED
from secqa.benchmark.stream import draft_of
from secqa.errors import CannotAnswer, SecqaError
from secqa.query.query import Query

_AT_A_TIME = 12
_FRUITLESS = 150
"""Times in a row that none of several was any good, after which there is no more."""
_TRIED = 0.1
"""What a shape that was tried in vain counts, of one that was kept."""


def design(basis: Basis, seed: int, count: int) -> Chosen:
    """So many designed questions; SecqaError where the corpus does not give them."""
    draw = basis.draw(Random(f"{seed}/{DESIGNED}"), Held())
    known = built_in_shapes(basis, seed)
    against = judge(basis)
    shapes: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    rejected: Counter[str] = Counter()
    seen: set[str] = set()
    found: list[Draft] = []
    fruitless = 0

    def candidates() -> Iterator[tuple[str, Query]]:
        for _ in range(_AT_A_TIME):
            query = composed(draw, draw.rng.choice(draw.metrics))
            if query is not None and str(query) not in seen:
                shape = shape_of(query)
                if shape not in known:
                    yield shape, query

    while len(found) < count and fruitless < _FRUITLESS:
        fruitless += 1
        several = sorted(candidates(), key=lambda one: shapes[one[0]] + _TRIED * tried[one[0]])
        for shape, query in several:
            seen.add(str(query))
            tried[shape] += 1
            try:
                draft = draft_of(DESIGNED, query, basis.truth, basis.catalogue, basis.by_name)
                reason = against(draft)
            except CannotAnswer:
                reason = "it has no answer"
            if reason:
                rejected[reason] += 1
                continue
            found.append(draft)
            shapes[shape] += 1
            fruitless = 0
            break
    if len(found) < count:
        raise SecqaError(
            f"--count {count}: the designer finds only {len(found)} questions in this corpus; ask "
            "for fewer or ingest more reports"
        )
    return Chosen(tuple(found), rejected)
