"""Numbers in, how far they can be trusted out; nothing here knows what was asked."""
