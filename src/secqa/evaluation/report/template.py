"""Pages from templates beside this module: texts are escaped, our own files stand as they are."""

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def templates() -> "Environment":
    """The templates of this folder; a name that is not given is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("secqa.evaluation", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def own_file(name: str) -> str:
    """A file of ours beside this one; nothing of a user's ever comes this way."""
    return (files(__package__ or "") / name).read_text(encoding="utf-8")
