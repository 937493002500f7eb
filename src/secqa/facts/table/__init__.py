"""Build and query the fact table: metric values by company, period and document, with evidence.

Values are made of a document's facts (`metric_rows`) and of formulas (`compound`), stored
(`fact_store`), checked (`check`, `doubt`, `coverage`) and queried (`lookup`, `sql`).
"""
