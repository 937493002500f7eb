"""Bytes of a filing -> `Document`.

`read` is the way in, `document` what comes out. Between them filings are unpacked (`containers`),
made into blocks of what is marked up (`html`) or stands at positions (`printed`: PDF, plain text),
and blocks into pages, sections and statements (`structure`). `metadata` tells whose filing it is,
`tables` what a finished table says of periods and scale.
"""
