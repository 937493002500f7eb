"""Abort replies of models that are too large to be used.

Providers' packages read a whole reply into memory, without a limit on its size.
"""

from collections.abc import AsyncIterator
from typing import Any

LARGEST_REPLY = 16_000_000
"""Bytes; the longest replies of today's models are below one million."""


class ReplyTooLarge(BaseException):
    """A reply is too large; a BaseException, so that no package retries the request."""


def limit_replies(client: Any) -> None:
    """Limit the replies that an OpenAI-like client reads; other clients stay unchanged."""
    hooks = getattr(getattr(client, "_client", None), "event_hooks", None)
    if hooks is not None and _limit not in hooks["response"]:
        # Clients of one address share their connections, and thus the hooks.
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

    # Each provider's package checks for its own base class of streams.
    base = next(one for one in type(stream).__mro__ if one.__name__ == "AsyncByteStream")
    response.stream = type("LimitedStream", (base,), {"__aiter__": pieces, "aclose": close})()
