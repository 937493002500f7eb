"""A page that can be shown: markup of ours and printed texts, each with its place, in order."""

from dataclasses import dataclass

from secqa.filings.document import Place


@dataclass(frozen=True, slots=True)
class Run:
    """A printed text and where it stands."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page; its strings are safe HTML."""

    parts: tuple[str | Run, ...]

    @property
    def runs(self) -> tuple[Run, ...]:
        """The printed texts."""
        return tuple(part for part in self.parts if isinstance(part, Run))
