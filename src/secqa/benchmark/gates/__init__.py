"""What speaks against a question, and what else answers it."""
