"""New shapes of questions (SEC-QA, 5.5): composed from the grammar, or proposed by a model."""
