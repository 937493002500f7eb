"""Say which period each column of a table is about, and which tables continue over a page."""
