"""Limits of money, calls and simultaneous calls, held before a request goes out."""

from threading import BoundedSemaphore, Lock

from secqa.errors import SecqaError
from secqa.models.model import Model, Reply, Request, Stopped, estimated_input
from secqa.models.prices import Price


def within_calls(model: Model, most: int) -> Model:
    """The model, which stops before request number `most` + 1."""
    lock = Lock()
    asked = 0

    def ask(request: Request) -> Reply:
        nonlocal asked
        with lock:
            if asked >= most:
                raise Stopped(f"{most} calls made, as many as --max-calls allows")
            asked += 1
        return model(request)

    return ask


def within_budget(model: Model, dollars: float, price: Price | None, name: str) -> Model:
    """The model, which stops before a request that would go over `dollars`.

    The tokens of a request are estimated before it goes out, and counted when its reply is
    there; only the length of replies under way is not foreseen.

    Raises SecqaError when the model's price is unknown.
    """
    if price is None:
        raise SecqaError(
            f"--budget: the price of {name} is not known; name a file of prices in "
            "SECQA_PRICES, or limit --max-calls instead"
        )
    lock = Lock()
    promised = 0.0

    def ask(request: Request) -> Reply:
        nonlocal promised
        expected = price(estimated_input(request), 0)
        with lock:
            if promised + expected > dollars:
                raise Stopped(f"${promised:.2f} spent, the next call would pass --budget {dollars}")
            promised += expected
        paid = 0.0
        try:
            reply = model(request)
            paid = price(reply.input_tokens, reply.output_tokens)
            return reply
        finally:
            with lock:
                promised += paid - expected

    return ask


def at_once(model: Model, most: int) -> Model:
    """The model, with at most `most` requests under way."""
    places = BoundedSemaphore(most)

    def ask(request: Request) -> Reply:
        with places:
            return model(request)

    return ask
