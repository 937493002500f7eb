"""Find the companies and labels that a question names."""
