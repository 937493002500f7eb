"""Give up replies of models that are larger than any that can be used.

Providers' packages read a reply into memory as a whole, however long a server goes on sending.
"""

from collections.abc import AsyncIterator
from typing import Any

LARGEST_REPLY = 16_000_000
"""Bytes; the longest replies of today's models take less than one million."""


class ReplyTooLarge(BaseException):
    """A reply that goes on too long. No package takes it for a connection that failed."""


def limit_replies(client: Any) -> None:
    """Limit what an OpenAI-like client reads; another kind is left alone."""
    hooks = getattr(getattr(client, "_client", None), "event_hooks", None)
    if hooks is not None and _limit not in hooks["response"]:
        # Clients of one address share their connections, and so the hooks.
        client._client.event_hooks = {**hooks, "response": [*hooks["response"], _limit]}


async def _limit(response: Any) -> None:
    stream = response.stream

    async def pieces(_self: object) -> AsyncIterator[bytes]:
        size = 0
        async for piece in stream:
            size += len(piece)
            if size > LARGEST_REPLY:
                raise ReplyTooLarge(f"the reply has over {LARGEST_REPLY:,} bytes")
            yield piece

    async def close(_self: object) -> None:
        await stream.aclose()

    # Each provider's package has a stream's base class of its own, which it insists on.
    base = next(one for one in type(stream).__mro__ if one.__name__ == "AsyncByteStream")
    response.stream = type("LimitedStream", (base,), {"__aiter__": pieces, "aclose": close})()
