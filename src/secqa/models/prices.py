"""Prices of tokens: the user's own, then the published ones, otherwise unknown.

`SECQA_PRICES` names a TOML file with the user's prices in US dollars per million tokens:

    ["openai:my-model"]
    input = 0.5
    output = 2.0

Published prices come from the `genai-prices` package, and apply only at the provider's own address:
a model of the same name on another server has another price.
"""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

from secqa.errors import SecqaError
from secqa.files import read_text

Price = Callable[[int, int], float]
"""Takes input and output tokens, and returns US dollars."""


def price_of(model: str, address: str) -> Price | None:
    """The price of a `provider:model` at an address; None if it is unknown."""
    return _user_price(model) or _published_price(model, address)


def _user_price(model: str) -> Price | None:
    setting = os.environ.get("SECQA_PRICES")
    if not setting:
        return None
    try:
        table = tomllib.loads(read_text(Path(setting), "name a TOML file in SECQA_PRICES"))
    except tomllib.TOMLDecodeError as error:
        raise SecqaError(f"SECQA_PRICES={setting}: cannot be read ({error}); mend it") from None
    if model not in table:
        return None
    try:
        each_in, each_out = (float(table[model][way]) for way in ("input", "output"))
    except (KeyError, TypeError, ValueError):
        raise SecqaError(
            f"SECQA_PRICES={setting}: {model} needs numbers `input` and `output`, "
            "US dollars a million tokens"
        ) from None
    return lambda tokens_in, tokens_out: (tokens_in * each_in + tokens_out * each_out) / 1e6


def _published_price(model: str, address: str) -> Price | None:
    try:
        from genai_prices import Usage, calc_price
    except ImportError:  # installed by the extra `models`, which batches do not need
        return None

    name = model.partition(":")[2]

    def price(tokens_in: int, tokens_out: int) -> float:
        usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
        return float(calc_price(usage, name, provider_api_url=address).total_price)

    try:
        price(1, 1)
    except (LookupError, ValueError):
        return None
    return price


def dollars(cost: float | None) -> str:
    """Format a cost, or say that it is unknown."""
    if cost is None:
        return "cost unknown (no price for this model; see SECQA_PRICES)"
    return f"${cost:,.4f}" if cost < 1 else f"${cost:,.2f}"
