"""The JSON form of a query: its schema, how it is written and read."""
