"""A canary: a string that stands nowhere but in one benchmark.

Who filters training data can leave out what carries it, and a model that completes it has seen
the benchmark (as in BIG-bench, Srivastava et al. 2022). It comes from the benchmark's
fingerprint: the same questions carry the same canary, however and whenever they are published.
"""

from uuid import NAMESPACE_URL, uuid5


def canary_of(fingerprint: str) -> str:
    """The canary of the benchmark of this fingerprint."""
    guid = uuid5(NAMESPACE_URL, f"urn:secqa:benchmark:{fingerprint}")
    return f"Benchmark, not for training: leave out what holds this. secqa-canary GUID {guid}"
