"""Designs questions of new shapes: offline, or with a model that proposes them."""
