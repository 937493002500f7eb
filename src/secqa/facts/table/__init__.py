"""The fact table: metric values by company, period and document, with their evidence.

Its values are made of a document's facts (`metric_rows`) and of formulas (`compound`), stored
(`fact_store`), checked (`check`, `doubt`, `coverage`) and queried (`lookup`, `sql`).
"""
