"""Whose filing it is: from its cover and tags, EDGAR's header, or its file's name."""
