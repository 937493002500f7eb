"""Companies, metrics and periods side by side, each value linked to its page."""
