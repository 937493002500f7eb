"""Lay out charts: compute positions in pixels, which templates draw as SVG."""
