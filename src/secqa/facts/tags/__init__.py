"""Tags -> facts.

`fact_sources` finds where the facts of a filing are: in its pages (`ixbrl`) or beside them
(`instance`, `company_facts`; `statement_places` finds the places). `transforms` reads printed
texts in the formats of the registries, with `iso_times`, `number_words` and `official_names`.
"""
