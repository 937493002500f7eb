"""A corpus for agents, by the Model Context Protocol, with the extra `secqa[mcp]`."""
