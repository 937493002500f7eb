"""Divide blocks into pages and elements, and mark the Items and the primary statements."""
