"""Publishes a benchmark in the forms that other tools read, marked or encrypted on request."""
