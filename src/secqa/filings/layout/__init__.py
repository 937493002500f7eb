"""Find lines, paragraphs and tables among words at positions, for PDFs and plain text."""
