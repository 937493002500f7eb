"""Parse a question into the queries that it may mean.

Read `question_mentions`, `frames`, `composition`, `parse` in this order.
"""
