"""Ask a corpus over the Model Context Protocol: `python mcp_client.py demo/corpus`."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "secqa", "mcp", "--corpus", sys.argv[1], "--no-facts"]
)
QUESTION = "What was Coca-Cola's revenue in 2024?"


async def main() -> None:
    """Print the answer to one question, and the page that proves it."""
    async with Client(stdio_client(SERVER)) as client:
        result = await client.call_tool("ask", {"question": QUESTION})
        (said,) = result.content
        answer = json.loads(said.text)
        print(answer["answer"][0]["said"])
        for line in answer["evidence"]:
            print(line["document_id"], line["page"], line["filing_text"])


asyncio.run(main())
