"""Turn HTML into blocks, tables and inline XBRL tags; `read_html` is the entry point."""
