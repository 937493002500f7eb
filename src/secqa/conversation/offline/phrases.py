"""The wordings of practice talks, as written down in `practice.toml`."""

import tomllib
from functools import cache
from importlib import resources


@cache
def phrases() -> dict[str, list[str]]:
    """Wordings by what a turn does; [x|y] is one of several, {n} is filled."""
    return tomllib.loads(resources.files(__package__).joinpath("practice.toml").read_text())
