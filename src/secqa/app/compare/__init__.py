"""Companies, metrics and periods side by side, from the fact table."""
