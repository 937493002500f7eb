"""Companies and what they are called: names, symbols, industries; where a question names them."""
