"""Where a question says its time: text in, its `Periods` out, and the text without them.

A question says its time in many ways: "FY23", "Q3 2024", "the three months ended June 30,
2024", "from 2021 to 2024", "the last 3 years", or not at all, which means the latest.
Everything read is also masked, so that a year is not taken for an amount.
"""

import re
from collections.abc import Callable

from secqa.parsing.periods import time_readers as read
from secqa.parsing.periods.said_time import Periods
from secqa.parsing.periods.time_readers import HYPHENED, LENGTHS, MONTHS, NUMBERS, ORDINALS

_YEAR = r"((?:19|20)\d\d)"
_FY = r"(?:fiscal(?: year)?s?|fy|cy|calendar(?: year)?|financial year|years?)[ ]?['’]?"
_SPAN = r"(?:to|through|thru|until|till|up to|–|—|-)"
_COUNT = rf"(\d{{1,2}}|{'|'.join(NUMBERS)})"
_NUMBER = _COUNT.replace("(", "(?:", 1)
_MONTH = rf"({'|'.join(MONTHS)}|{'|'.join(month[:3] for month in MONTHS)})\.?"
_ORDINAL = rf"({'|'.join(ORDINALS)})"
_THAN = r"(?:compared? (?:to|with)|versus|vs\.?|relative to|from|over|against|than|on|to|with)"
_BEFORE = r"previous|prior|preceding"
_LENGTH = rf"({'|'.join(LENGTHS)})"

# Two figures alone are a year where they stand as one: not "in 23 countries", not "24 percent".
_SHORT = r"['’]?[0-4]\d"
_IS_YEAR = (
    r"(?=\s*(?:$|[?!;:)]|[.,](?!\d)|(?:and|or|vs\.?|versus|than|compared|combined|together|by|was"
    r"|were|is|did|does|how|what|which|over|alone|total|please)\b))"
)


def time_phrases(text: str) -> list[tuple[int, int, Periods]]:
    """What each phrase about time says by itself, with its place `[start, end)`, in order."""
    rest = text.lower()
    found = []
    for pattern, reader in _RULES:
        while match := pattern.search(rest):
            found.append((match.start(), match.end(), reader(Periods(), match)))
            rest = rest[: match.start()] + " " * len(match.group()) + rest[match.end() :]
    return sorted(found, key=lambda phrase: phrase[0])


_Reader = Callable[[Periods, re.Match[str]], Periods]
# Longer phrases first: what an earlier rule takes, a later one no longer sees.
_RULES: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern.replace("years?", "y(?:ea)?rs?").replace(" year", " y(?:ea)?r")), reader)
    for pattern, reader in (
        (r"\b(?:(?:in|for|during|over|across|at the end of) )?(each|every|all|both|any)"
         r"(?: single)?(?: one)?(?: of)?(?: the| these| those)?(?= (?:(?:last|past|previous|recent"
         rf"|most|latest|fiscal|financial|full|{_NUMBER}) ){{0,4}}years?\b"
         rf"| (?:{_FY})?{_YEAR[1:-1]},? (?:(?:{_FY})?{_YEAR[1:-1]}|and\b))", read.each),
        (rf"\b(?:{_THAN} |in |for )?(?:the )?(?:same|corresponding|comparable) (?:fiscal )?"
         rf"(?:quarter|period) (?:(?:of|in|from|for) )?(?:the |its )?(?:last|{_BEFORE})[- ]"
         r"(?:fiscal )?year\b"
         rf"|\b(?:{_THAN} )?(?:the |its )?(?:last|{_BEFORE})[- ]year(?:'s)? (?:same |comparable )?"
         rf"(?:quarter|period)\b|\b(?:{_THAN} )?the year[- ](?:ago|earlier) (?:quarter|period)\b",
         read.year_over_year),
        (rf"\b{_THAN} (?:(?:in|during) )?(?:the |its )?(?:{_BEFORE}) (?:fiscal |reported )?quarter"
         r"(?:'s)?\b|\b(?:compared? (?:to|with)|versus|vs\.?|relative to|from|against|than|since)"
         r" (?:the )?last (?:fiscal |reported )?quarter(?:'s)?\b"
         rf"|\b(?:{_THAN} )?(?:the|a|one) quarter (?:before|earlier|ago)\b(?! last)"
         r"|\b(?:quarter[- ](?:over|on|to)[- ]quarter|qoq|q/q|q-o-q|q-on-q|sequential(?:ly)?)\b",
         read.quarter_over_quarter),
        (rf"\b{_THAN} the one (?:(?:right|just|immediately) )?before(?: it| that)?\b",
         read.one_before),
        (r"\b(?:the )?(?:quarter before last|penultimate quarter|(?:second|next)[- ](?:to[- ]last"
         r"|most recent|latest) (?:reported )?quarter)\b", read.quarters_ago),
        (rf"\b(?:the )?{_COUNT} quarters? (?:ago|before|earlier|back)\b", read.quarters_ago),
        (r"\b(?:the )?(?:last|latest|most recent|most recently reported|current|this)"
         r" (?:(?:reported |fiscal |completed )?quarter|10-?q|quarterly (?:report|filing))\b"
         r"|\b(?:the )?(?:latest|last|most recent|current) (?=quarterly\b)", read.latest_quarter),
        (rf"\b(?:the )?(?:last|past|latest|most recent|previous) {_COUNT} (?:(?:reported |fiscal )?"
         r"quarters|10-?qs|quarterly (?:reports|filings))\b", read.last_quarters),
        (rf"\b(?:the |its )?(?:{_BEFORE}) (?:fiscal |reported )?quarter\b", read.quarters_ago),
        (rf"\b(?:the )?(?:last|past|latest|most recent|previous) {_COUNT} (?:reports|filings)\b",
         read.last_reports),
        (rf"\b(?:the )?(?:last|past|latest|most recent|previous) {_COUNT} (?:10-?ks"
         r"|annual (?:reports|filings))\b", read.last),
        (r"\b(?:over |in |during )?(?:the )?(?:last|past|previous) decade\b", read.decade),
        (r"\b(?:over |in |for )?(?:the )?(?:ttm|ltm|(?:last|trailing|past|latest|previous)[- ]"
         r"(?:twelve|12)[- ]months?)\b(?: (?:period|basis))?", read.trailing),
        (rf"\b(?:the )?{_MONTH}[- ]quarter(?: of|,)? {_YEAR}\b", read.month_quarter),
        (r"\b(\d{1,2})/(\d{1,2})/((?:19|20)?\d\d)\b", read.in_numbers),
        (rf"\bmid[- ]?{_YEAR}\b", read.middle),
        (r"\b(?:six months|nine months|6 ?m(?:onths)?|9 ?m(?:onths)?) (?:through|to)(?: the)?"
         r"(?: end of)?(?= (?:the )?(?:q[23]|second|third))", read.to_date),
        (rf"\b{_LENGTH} (?:period )?(?:that |which )?(?:ended|ending|to|through)\b(?: on| in)?",
         read.length),
        (r"\b(?:fiscal )?(?:years?|twelve months|12 months|52 weeks|53 weeks)"
         r" (?:that |which )?(?:ended|ending)\b(?: on| in)?", read.year_ended),
        (rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}\b", read.on_date),
        (rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? {_YEAR}\b", read.on_date),
        (r"\b((?:19|20)\d\d-[01]\d-[0-3]\d)\b", read.iso_date),
        (rf"\b(?:(?:at|as of|by) )?(?:the )?(?:(?:end|close) of |early |late )?{_MONTH},? "
         rf"{_YEAR}\b", read.month),
        (rf"\b(?:the )?{_ORDINAL}[ -](?:fiscal )?quarters?\b(?: of| in|,)?", read.quarter_word),
        (rf"\b(?:the )?first {_LENGTH}(?: of| in)?(?= |$|[?.,])", read.first_months),
        (rf"\b(?:the )?(?!quarter){_LENGTH} (?:of|in)(?= (?:fiscal|fy|the year|{_YEAR}))",
         read.first_months),
        (rf"(?<![$.,\d])\b([369])m['’ ]{{0,2}}(?:of |in )?(?=(?:{_FY})?(?:{_YEAR[1:-1]}|\d\d)\b)",
         read.months),
        (rf"\b(?:h1|1h)['’ ]{{0,2}}(?:of |in )?(?:{_FY})?({_YEAR[1:-1]}|\d\d)\b", read.half_year),
        (rf"\b(?:h2|2h)['’ ]{{0,2}}(?:of |in )?(?:{_FY})?(?P<year>{_YEAR[1:-1]}|\d\d)\b",
         read.second_half),
        (r"\b(?:the )?(?:first half|h1|1h)(?: of| in)?\b", read.half),
        (r"\b(?:the )?(?:second half|h2|2h|last six months)(?: of| in)?\b", read.second_half),
        (rf"\b(?:the )?(?:first )?({'|'.join(HYPHENED)})\b(?: period)?", read.hyphened),
        (r"\b(?:year[- ]to[- ]date|ytd|so far this year)\b", read.to_date),
        (rf"\bq([1-4])['’ ]{{0,2}}(?:of |in )?(?:{_FY})?({_YEAR[1:-1]}|\d\d)\b", read.quarter_year),
        (rf"\b([1-4])q['’ ]{{0,2}}(?:{_FY})?({_YEAR[1:-1]}|\d\d)\b", read.quarter_year),
        (rf"\b(?:{_FY})?{_YEAR}[ -]?q([1-4])\b", read.year_quarter),
        (r"\bq([1-4])(?: of| in)?\b", read.quarter_digit),
        (rf"\bbetween (?:the )?(?:{_FY})?((?:19|20)\d\d) and (?:{_FY})?"
         r"((?:19|20)\d\d|\d\d)\b", read.between),
        (r"\bbetween (?:fy ?|fiscal )?['’]?(\d\d) and (?:fy ?['’]?|fiscal ['’]?|['’])(\d\d)\b",
         read.between),
        (rf"\b(?:from )?(?:{_FY})?((?:19|20)\d\d) ?{_SPAN} ?(?:{_FY})?((?:19|20)\d\d|\d\d)"
         r"\b", read.year_range),
        (rf"\b(?:from )?fy ?['’]?(\d\d) ?{_SPAN} ?(?:fy ?)?['’]?(\d\d)\b", read.year_range),
        (rf"(?:\bfrom )?['’](\d\d) ?{_SPAN} ?['’](\d\d)\b", read.year_range),
        (rf"\b(?:from|between) ['’]?([0-4]\d) (?:to|and|through|until) ['’]?([0-4]\d)\b{_IS_YEAR}",
         read.between),
        (rf"(?:\b(?:in|for|during|over|across|of|(?:at )?y(?:ear[- ])?e(?:nd)?) (?:both )?"
         rf"|(?={_YEAR[1:-1]}|['’]\d\d|fy))(?:{_FY})?(?:{_YEAR[1:-1]}|{_SHORT})"
         rf"(?:(?:, ?|,? (?:and|or|vs\.?|versus|to|&) ?)(?:{_FY})?{_SHORT}\b)+{_IS_YEAR}",
         read.short_years),
        (rf"(?<![\w.,$-]){_SHORT} (?:vs\.?|versus) {_SHORT}\b{_IS_YEAR}", read.short_years),
        (rf"\b(?:since|(?:going|reaching|dating) back to) (?:{_FY})?{_YEAR}\b"
         rf"|\b(?:from|starting(?: in| with| from)?|beginning(?: in| with)?) (?:{_FY})?"
         rf"{_YEAR} (?:on(?:wards?)?|forward)\b(?! to)", read.since),
        (rf"\bfrom (?:{_FY})?((?:19|20)\d\d) (?:and|into|over to) (?:{_FY})?((?:19|20)\d\d)\b",
         read.year_range),
        (rf"\b(?:the )?(?:last|past|previous|prior|preceding|latest|most recent|trailing|recent)"
         rf" {_COUNT}[ -](?:fiscal |full |financial |reported )?years?(?:[ -]period)?\b",
         read.last),
        (rf"\b(?:the )?{_COUNT} (?:last|past|latest|most recent|previous|preceding)"
         r" (?:fiscal |full |reported )?years?\b", read.last),
        (rf"\b(?:the )?{_COUNT} (?:fiscal )?years (?:to|through|up to|until|ended|ending)\b"
         r"(?: in)?", read.last),
        (rf"\b{_COUNT}[ -](?:fiscal )?years?[ -](?:period|span|stretch|window|horizon)\b",
         read.last),
        (rf"\b(?:over|during|in|across|for) (?:a |the )?(?:course of )?{_COUNT}[ -]"
         r"(?:fiscal )?years?\b", read.last),
        (rf"\b{_COUNT}[ -](?:fiscal )?(?:years?|yrs?)\b(?= (?:\w+ )?"
         r"(?:average|total|growth|cagr|compound|sum|mean))", read.last),
        (rf"\b{_COUNT} (?:fiscal )?years? (?:ago|back)\b", read.ago),
        (rf"\b(?:the )?(?:{_COUNT} )?(?:fiscal )?years? (?:before|prior to|earlier than|preceding) "
         rf"(?:{_FY})?{_YEAR}\b", read.before),
        (rf"\b(?:the )?(?:{_COUNT} )?(?:fiscal |full )?(?:years?|fy|year-end|one)"
         r"(?: (?:right|just|immediately|one))?"
         r" (?:before|prior to|previous to|earlier than|preceding|ahead of) (?:the |its |¤[¤ ]*)?"
         r"(?:fiscal )?(?:year )?(?:latest|last|most recent|most recently reported|current|newest)"
         r"(?: reported)?(?: one| (?:fiscal |reported )?year| annual (?:report|numbers))?\b",
         read.ago),
        (rf"\bback {_COUNT} years? from\b", read.ago),
        (r"\b(?:but |, )(?:(?:in|of|for) )?the one (?:(?:right|just|immediately) )?before"
         r"(?: that| it)?\b", read.previous),
        (rf"\b(?:the )?{_COUNT} (?:fiscal )?years? (?:earlier|before|prior|previously|before that)"
         rf"\b(?! (?:{_FY})?\d)", read.ago),
        (r"\b(?:the )?(?:year before last(?: year)?|penultimate (?:fiscal |reported )?year"
         r"|last[- ](?:(?:fiscal )?year )?but[- ]one(?: (?:fiscal )?year)?"
         r"|(?:second|next)[- ](?:to[- ]last|most recent|latest) (?:fiscal |reported )*year)\b",
         read.previous),
        (r"\b(?:year[- ](?:over|on)[- ]year|yoy|y/y|y-o-y)\b", read.year_over_year),
        (r"\b(?:compared? (?:to|with)|versus|vs\.?|relative to|from|over|against|than|on)"
         r" (?:(?:in|during) )?(?:the |its )?(?:previous|prior|preceding) (?:fiscal |financial )?"
         r"year(?:'s)?\b", read.year_over_year),
        (r"\b(?:than|from|over|on|to|with|against) (?:(?:in|during) )?the year (?:before|earlier)\b"
         r"|\b(?:from )?a year (?:earlier|before|ago)\b|\bthe year (?:before|earlier)\b",
         read.year_over_year),
        (r"\bsince last year\b|\b(?:than|versus|over|from) last year\b", read.year_over_year),
        (rf"\b(?:calendar(?: year)?|cy) ?['’]?({_YEAR[1:-1]}|\d\d)\b", read.calendar),
        (rf"\b(?:{_FY}){_YEAR}\b", read.year),
        (r"\bfy ?['’]?(\d\d)\b", read.year),
        (r"\bfiscal ['’](\d\d)\b", read.year),
        (rf"\b{_YEAR}\b(?! (?:employees|shares))", read.year),
        (r"(?<=in )['’](\d\d)\b|(?<![\w.])['’](\d\d)\b(?!s)", read.year),
        (r"(?<=[¤,] )['’]?([0-4]\d)\b(?!,\d|\.\d|[- ]?[kq]\b| ?(?:%|percent|per cent|million"
         r"|billion|thousand|bn|mn|mm|k|m|b|years|quarters|times|x|companies)\b| ?%)", read.year),
        (r"(?<![\w.,$%-])(?<!than )(?<!least )(?<!most )(?<!over )(?<!above )(?<!below )"
         rf"(?<!under )(?<!top )['’]?(1[5-9]|2[0-7])\b(?! (?:and|or|to) \d+(?!{_IS_YEAR}|\d))"
         r"(?=\s*(?:$|[?!;:)]|[.,](?!\d)|(?:and|or|vs\.?"
         r"|versus|than|minus|plus|to|at|for|by|over|was|were|is|did|does|how|what|which|pls|please"
         r"|thx|thanks|with|against|compared)\b))", read.year),
        (rf"(?<=\b(?:in|or) )([0-4]\d)\b{_IS_YEAR}|\bf?ye ?['’]?(\d\d)\b", read.year),
        (rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?\b(?!,? ?\d)", read.day),
        (r"\b(?:in |for |during )?(?:the )?(?:previous|prior) (?:fiscal )?year\b", read.previous),
        (r"\bper (?:fiscal |calendar )?quarter\b", read.latest),
        (r"\b(?:in |for |during |as of )?(?:the |its )?(?:latest|most recent|most recently"
         r" reported|current|last|last completed|this|last full) (?:fiscal |financial |annual )?"
         r"(?:year|year-end|annual report|10-k|annual filing|filing|period)\b", read.latest),
        (r"\b(?:fiscal )?year[- ]end\b|\bat the end of\b|\bend of(?: the)?\b"
         r"|\bfiscal(?: year)?\b|\bfy\b|\bas of\b|\bas at\b|\bcurrently\b|\bthe latest\b",
         read.latest),
    )
)  # fmt: skip
