"""Find the period of each table column, and the tables that continue on the next page."""
