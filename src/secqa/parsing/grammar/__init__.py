"""Find the mentions, the kind of answer and the form of a question."""
