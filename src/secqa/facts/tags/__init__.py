"""Read the facts that a filing tags.

`fact_sources` finds them in the pages (`ixbrl`), in an XBRL instance (`instance`) or in EDGAR's
company facts. `transforms` and `iso_times` convert printed texts by the formats of the registries.
"""
