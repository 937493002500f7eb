"""Charts as data: values become positions in pixels, and templates draw them as SVG.

Charts leave room for labels, and mark their axes at round values.
"""
