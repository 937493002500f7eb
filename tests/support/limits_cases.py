"""Builders that `tests.benchmark.test_limits` and other tests share."""


def of_kinds(*kinds: str) -> tuple[tuple[str, float], ...]:
    return tuple((kind, 1.0) for kind in kinds)
