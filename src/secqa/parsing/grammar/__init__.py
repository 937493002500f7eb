"""A question to its readings. Read `mentions`, `frames`, `compose`, `parse` in this order."""
