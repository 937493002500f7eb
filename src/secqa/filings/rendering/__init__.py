"""Render the pages of a filing as printed: safe HTML or images, with highlighted passages."""
