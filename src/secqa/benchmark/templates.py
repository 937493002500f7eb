"""Question templates: `templates.toml` in, frozen `Template`s out, in the paper's order."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Template:
    """One kind of question; `templates.toml` explains the fields."""

    id: str
    number: int
    """As the paper numbers them, 1 to 6."""
    title: str
    suite: str
    operation: str
    period: str
    wording: str
    rewordings: tuple[str, ...]
    metrics: tuple[str, ...] = ()
    spans: tuple[int, int] = (1, 1)
    companies: tuple[int, int] = (1, 1)

    @property
    def wordings(self) -> tuple[str, ...]:
        """All wordings, the paper's own first."""
        return (self.wording, *self.rewordings)


@lru_cache
def load_templates() -> tuple[Template, ...]:
    """Read the bundled templates."""
    text = (files("secqa.benchmark") / "templates.toml").read_text(encoding="utf-8")
    return tuple(_template(name, entry) for name, entry in tomllib.loads(text).items())


def _template(template_id: str, entry: dict[str, Any]) -> Template:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Template(id=template_id, **values)
