"""What speaks against a question."""
