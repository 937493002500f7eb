"""Translate a question into a query, token by token.

Read `symbols`, `source`, `query_grammar`, `network`, `beam` in this order.
"""
