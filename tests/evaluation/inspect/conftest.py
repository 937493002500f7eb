"""The small corpus of the systems."""

from tests.systems.conftest import corpus

__all__ = ["corpus"]
