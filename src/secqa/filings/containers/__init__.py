"""Unpack archives and full submissions, and join main documents with their exhibits."""
