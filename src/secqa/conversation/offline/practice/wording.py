"""How people ask: wordings by what a turn does, as written down in `wording.toml`."""

import random
import re
import tomllib
from functools import cache
from importlib import resources

_CHOICE = re.compile(r"\[([^\[\]]*)\]")


@cache
def phrases() -> dict[str, list[str]]:
    """Wordings by what a turn does; [x|y] is one of several, {n} is filled."""
    return tomllib.loads(resources.files(__package__).joinpath("wording.toml").read_text())


def worded(draw: random.Random, kind: str, **names: object) -> str:
    """One of the wordings of a kind, filled."""
    text = draw.choice(phrases()[kind])
    while match := _CHOICE.search(text):
        chosen = draw.choice(match[1].split("|"))
        text = text[: match.start()] + chosen + text[match.end() :]
    return " ".join(text.format(**names).split())
