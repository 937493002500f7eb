"""Checks that a question passes before it is asked."""
