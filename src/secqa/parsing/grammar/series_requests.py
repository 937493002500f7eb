"""Whether a question asks for a value in each of several periods, and in which: mentions in, the
periods gone through out.

"Trend", "by quarter", "year by year", "over the last three years": some words say it whatever else
is said, others only beside several periods. What makes one figure of them ("average", "highest",
"did it rise each year") speaks against it. Words count where they stand outside of names of
companies and metrics, so that "earnings kept over the years" asks for nothing of the kind.
"""

import re
from dataclasses import replace

from secqa.parsing.grammar.frames import order_of
from secqa.parsing.grammar.question_mentions import Mentions, MetricMention
from secqa.parsing.lexicon import MASK, NUMBER_WORDS
from secqa.query.period import Period
from secqa.query.query import Years

_METRIC = "§"
"""Stands for every character of a metric's wording."""
_STEP = r"(?:fiscal |financial |reported |reporting )*(?:years|quarters|periods)"
_MANY = (
    r"these|those|recent|(?:the )?(?:last|past|previous) (?:few|several|couple of|many)|several"
    r"|multiple|successive|consecutive|all (?:of )?(?:the|these|those)|all"
)
_NOT_LATEST = r"(?<!latest )(?<!last )(?<!recent )(?<!current )"
"""Before "quarterly": the latest quarterly figure is one."""
_VIEW = (
    r"(?:trend|history|record|view|table|trajectory|evolution|comparison|summary|picture|series|run"
    r"|stretch|look|overview|breakdown|development|progress(?:ion)?)"
)
"""What values of several periods are called together."""
_SAYS_SO = re.compile(
    r"\btrend(?:s|ed|ing|line)?\b|\btrajector(?:y|ies)\b|\bevolution\b|\bevolv(?:e|es|ed|ing)\b"
    r"|\btime[- ]?series\b|\btimeline\b|\btrack record\b|\bhistor(?:y|ic|ical|ically)\b"
    r"|\b(?:over|through|across) time\b|\b(?:over|across) the (?:years|quarters)(?=\W*$)"
    r"|\bthrough the (?:years|quarters)\b"
    r"|\bmulti[- ](?:year|quarter)\b|\b(?:yearly|quarterly)(?=[\s?.!]*$)|\bannually\b"
    rf"|\b(?:yearly|annual|quarterly|year[- ](?:over|on)[- ]year) {_VIEW}\b"
    r"|\b(years?|quarters?|periods?)[- ](?:by|after|to|for)[- ]\1\b"
    rf"|\b(?:by|per|each|every) (?:single )?(?:fiscal |reported )?(?:year|quarter|period)\b(?!-end)"
    rf"|\b(?:each|every one) of (?:the |these |those )?(?:\w+ ){{0,3}}?{_STEP}\b"
    rf"|{_NOT_LATEST}\bquarterly (?={_METRIC}|(?:\w+ )?(?:basis|results|figures|numbers|values|data"
    r"|progress))"
    r"|\bsequential(?:ly)?\b|\b(?:year|quarter)[- ]wise\b"
    rf"|\b(?:{_MANY}) {_STEP}\b"
)
"""What asks for values of several periods by itself."""
_ASKS_HOW = re.compile(
    r"\bhow (?:has|have|had|did|do|does|is|are|was|were)\b.*\b(?:chang|develop|mov|progress"
    r"|far(?:e|ed|ing)\b|perform|var[yi]|fluctuat|look|shift|track|do\b|done\b|doing\b|gone\b|go\b"
    r"|behav|unfold)\w*"
)
_DRAWS = re.compile(
    r"\b(?:chart|plot|graph|tabulate|track|lay out|walk me through|run through|trace"
    r"|table of)\b"
)
_ASKS_TO_SEE = re.compile(
    r"(?:^|[.?!:;]\s+)(?:please |just |so )?(?=(?:show|give|list|provide|display|present"
    r"|lay out|line up|set out|break|chart|plot|graph|tabulate|track|trace)\b)"
)
"""Where a sentence begins that asks for values, whatever was wondered about before it."""
_SPEAKS_OF_BEFORE = re.compile(r"\bthat (?:company|firm|one|year|quarter|figure|name)\b")
_QUARTERS = re.compile(
    rf"{_NOT_LATEST}\bquarterly (?!report|filing)|\bquarters\b"
    r"|\b(?:by|per|each|every)(?: \w+)? quarter\b"
    r"|\bquarter[- ](?:by|after|to|for|over|on|wise)[- ]?(?:quarter)?\b|\bsequential(?:ly)?\b"
    r"|\bqoq\b|\bq/q\b"
)
_ONE_FIGURE = re.compile(
    r"\b(?:averag\w*|avg|mean|median|typical\w*|sum|summed|combined|altogether|aggregated?"
    r"|cumulative\w*|add\w* (?:\w+ )?(?:up|together)|together|added|in total|all told|inclusive"
    r"|total(?:ed|led)|cagr|compound\w*|annuali[sz]ed|per annum|growth rate|rate of (?:growth"
    r"|change)|which|who|whose|what year|what quarter|when|ones?|how many|how often|count"
    r"|number of(?! §)"
    r"|by how (?:much|many)|how much|highest|lowest|largest|smallest|biggest|greatest|least"
    r"|most(?! recent)"
    r"|fewest|peak\w*|maximum|minimum|max|min|best|worst|strongest|weakest|low|high|hit|rank\w*|why"
    r"|explain\w*|reasons?|cause[sd]?|drivers?|drove|driven|because|describe\w*|discuss\w*|square"
    r"|summari[sz]e\w*|expect\w*|forecast\w*|predict\w*|next year|will|exceed\w*|than|threshold"
    r"|deviation|difference|minus|subtract\w*|deduct\w*|cagr|single)\b"
    rf"|\btotal(?! {_METRIC})\b|\bfind the (?:fiscal )?(?:year|fy|quarter)\b"
)
"""What makes one figure, a choice, an answer in words or Yes or No of several periods."""
_FOLDED = re.compile(
    r"(?<!weighted )(?<!weighted-)\baverag\w*\b|\b(?:avg|medians?|mean|middle value|cagr|highest"
    r"|lowest|longest|shortest|trough|peak|max(?:imum)?|min(?:imum)?|tally|cumulat\w*|in total"
    r"|add(?:s|ed|ing)?(?: \w+)? up|in all|total(?:led|ed|s)? up|total of|percentage (?:change"
    r"|increase|decrease)|chg|by what percent\w*|by how m\w+)\b"
)
"""The same, of words that are taken for part of a metric's wording: "average free cash flow"."""
_TOTAL = re.compile(
    r"\btotal (?!assets|liabilities|equity|debt|(?:net )?(?:revenues?|sales)|current|costs|deposits"
    r"|loans|(?:stock|share)holders)"
)
"""What may be a sum over the periods."""
_CHANGE_ALONE = re.compile(
    r"\b(?:percent\w*|per cent|pct|less|dollars|points?|bps|growth|grow\w*|grew|increase[ds]?"
    r"|decrease[ds]?|rise[ns]?|rose|f[ae]ll(?:en|s)?|declin\w*|chang\w*|chg|up|down|times|faster"
    r"|slower|year[- ](?:over|on)[- ]year|yoy|above|below|over [§¤]|ratio of|divided)\b|%|/|\+"
)
"""What does something with the values, where nothing says that all of them are wanted."""
_YES_OR_NO = re.compile(
    r"^\W*(?:did|does|do|is|was|were|are|has|have|had|whether|true or false) (?!you\b|there\b)"
    r"|\bis it (?:true|right|correct)\b|\bwhether\b|\byes or no\b"
)
_PURPOSE = re.compile(
    r"\bfor (?:a|an|the|my|our|this|that|his|her|their) [^,.:;?§¤]*?\b(?:charts?|tables?"
    r"|packs?|notes?|slides?|deck|report|history|study|file|section|column)\b(?! of\b)"
    r"|\b(?:so|since|as) (?:that )?(?:i|we) [^,.;?]*"
)
"""What the values are wanted for says nothing of them."""
_WITH_CHANGES = re.compile(
    r"\b(?:with|and|including|plus) (?:the |their |its |all )?(?:\w+ )?(?:changes?|differences)\b"
    r"|\bline up\b|\bside by side\b"
)
"""A table has the changes anyway, and its columns side by side."""
_GROWTH = re.compile(
    r"(?<=§) growth(?: rates?)?\b|\bgrowth(?: rates?)? (?:of|in) (?:the |its |their )?(?=§)"
    r"|(?<=§ )percent(?:age)? changes?\b"
)
"""Growth itself, of which a table may have a column."""
_IN_EACH = re.compile(r"\b(?:in|for|at|during|over) (?:each|every)\b|\b(years?|quarters?) by \1\b")
_HOW_MUCH = re.compile(r"\bhow (?:much|many (?:dollars|shares|employees|people))\b")
"""A sum of several periods, but not of each."""
_AS_RATIO = re.compile(
    r"%|/|\b(?:percent\w*|per cent|pct|ratios?|shares? of|relative|divided|proportion|fraction|part"
    r"|out of|multiples?|less|minus|net of|plus|sum|difference|margin)\b|\b(?:per|over|by|to) "
    r"(?:each |total )?§"
)
"""What makes one column of several metrics."""
_TAKEN_BACK = re.compile(
    r"(?:\.\.\.|…|[,;–—-])\s*(?:no|sorry|oops|wait|actually|rather|scratch that|make that"
    r"|correction|(?:or )?i mean(?:t)?)\b"
)
"""What a speaker says between what was said wrongly and what is meant."""
_UP_TO = re.compile(r"\b(?:to|through|thru|until|till|up to|ended|ending|as of|by)\b")
_NUMBER = rf"(?P<count>\d{{1,2}}|{'|'.join(NUMBER_WORDS)})"
_COUNTED = re.compile(
    rf"\b{_NUMBER}[- ](?:fiscal )?(?P<of>year|quarter)s?[- ]{_VIEW}\b"
    rf"|\b{_NUMBER.replace('count', 'worth')} (?:fiscal |full )?(?:years|quarters)(?:'|' worth)?"
    r" of (?=[§¤])"
    rf"|\b{_NUMBER.replace('count', 'ended')} (?:fiscal |reported )?(?P<ends>year|quarter)s"
    r" (?:ended|ending|to|through|up to|shown|presented|covered|reported|in the"
    r"|of (?:data|results))"
)
_RANGE = re.compile(r"\b(?:from|between|through|thru|until|to)\b|[–—-]")
_SINCE = re.compile(r"\b(?:since|starting|beginning|from|going back to|ever since)\b")
_FIRST_QUARTERS = re.compile(r"\bfirst (two|three) quarters\b")
_QUARTER = re.compile(r"\bq([1-4])\b")
_FEWEST = 3
"""Periods from which on "how did it change from … to …" asks for what lay between."""


def series_periods(found: Mentions) -> Years | None:
    """The periods that a question goes through one by one; None where it asks for no series."""
    whole = _PURPOSE.sub("", _TAKEN_BACK.sub(" ; ", _outside_of_names(found)))
    said = _TAKEN_BACK.sub(" ", found.question.lower())
    text = _WITH_CHANGES.sub("", _asking(whole))
    if _IN_EACH.search(text):
        text = _HOW_MUCH.sub("what", text)
    if _SAYS_SO.search(text):
        text = _GROWTH.sub("", text)
    if _FOLDED.search(said) or _ONE_FIGURE.search(text) or _YES_OR_NO.search(text) or found.amounts:
        return None
    if found.times.prior == "quarter" and _CHANGE_ALONE.search(_outside_of_times(found)):
        return None
    through = _gone_through(found, whole)
    if _SAYS_SO.search(text) or _COUNTED.search(text) or _DRAWS.search(text):
        alone = len(found.times.periods) == 1 and not (through.by_quarter or through.periods)
        return None if alone and not (through.last or _UP_TO.search(text)) else through
    if not _are_several(through) or _TOTAL.search(said):
        return None
    # "How did it change", and "net sales for the last three years", unless more is done with them.
    return None if _CHANGE_ALONE.search(_ASKS_HOW.sub("", text)) else through


def series_columns(found: Mentions) -> tuple[MetricMention, ...]:
    """The metrics of a series: all but one that the question takes back, "capex, sorry, R&D"."""
    links = found.links
    for mark in _TAKEN_BACK.finditer(found.question.lower()):
        before = [k for k in links if found.tokens[k.last - 1].end <= mark.start()]
        if before and len(before) < len(links):
            links = tuple(k for k in links if k is not before[-1])
    return links


def is_growth_series(found: Mentions) -> bool:
    """Whether the column of a series is how much something grew, not what it came to."""
    return bool(_GROWTH.search(_asking(_outside_of_names(found))))


def is_ratio(found: Mentions) -> bool:
    """Whether words say that several metrics make one column."""
    return bool(_AS_RATIO.search(_outside_of_names(found)))


def _asking(text: str) -> str:
    """What follows where a question comes to what it wants to see; all of it where it does not."""
    starts = [one.end() for one in _ASKS_TO_SEE.finditer(text)]
    asking = text[starts[-1] :] if starts else text
    return text if _SPEAKS_OF_BEFORE.search(asking) else asking


def _outside_of_names(found: Mentions) -> str:
    """The question in small letters, companies and metrics masked."""
    question = found.question.replace("’", "'").lower()
    text = list(question.replace(_METRIC, " ").replace(MASK, " "))
    named = [(first, last, MASK) for _, first, last in found.companies if last > first]
    named += [(link.first, link.last, _METRIC) for link in found.links]
    for first, last, mask in named:
        start, end = found.tokens[first].start, found.tokens[last - 1].end
        text[start:end] = mask * (end - start)
    return "".join(text)


def _outside_of_times(found: Mentions) -> str:
    """The question in small letters, what it says of time masked."""
    text = list(found.question.lower())
    for start, end in found.times.spans:
        text[start:end] = " " * (end - start)
    return "".join(text)


def _gone_through(found: Mentions, text: str) -> Years:
    times = found.times
    if (several := _quarters_named(found, text)) is not None:
        return several
    if _QUARTERS.search(text):
        return _by_quarter(found, text)
    if times.years is not None:
        return times.years
    if len(times.periods) > 1:
        return _from_to(times.periods, text)
    final = times.periods[0] if times.periods else None
    counted = _COUNTED.search(text)
    return Years(last=_count(counted) if counted else 0, final=final)


def _by_quarter(found: Mentions, text: str) -> Years:
    """Quarters, where they are said: of the years named, else the latest or all there are."""
    years, periods = found.times.years, found.times.periods
    latest = Period(span="quarter")
    if years is not None and years.last:
        quarters = years.final is not None and years.final.span == "quarter"
        return years if quarters else Years(last=4 * years.last, final=latest)
    if years is not None:
        final = replace(years.final, span="quarter", quarter=4) if years.final else latest
        first = replace(years.first, span="quarter", quarter=1) if years.first else None
        return Years(first=first, final=final)
    if len(periods) > 1 and periods[0].span == "quarter":
        return _from_to(periods, text)
    if len(periods) > 1:
        ends = sorted(periods, key=order_of)
        first, final = (replace(one, span="quarter") for one in (ends[0], ends[-1]))
        return Years(first=replace(first, quarter=1), final=replace(final, quarter=4))
    if periods and periods[0].span == "year" and periods[0].end is None:
        whole = replace(periods[0], span="quarter")
        return Years(first=replace(whole, quarter=1), final=replace(whole, quarter=4))
    if periods and periods[0].span == "quarter" and _SINCE.search(text):
        return Years(first=periods[0], final=latest)
    counted = _COUNTED.search(text)
    final = periods[0] if periods else latest
    return Years(last=_count(counted) if counted else 0, final=final)


def _quarters_named(found: Mentions, text: str) -> Years | None:
    """Quarters of one year that are named one by one, or as its first ones."""
    own = {one.year for one in found.times.periods if one.end is None}
    if len(own) != 1 or found.times.years is not None:
        return None
    year = own.pop()
    named = [int(number) for number in _QUARTER.findall(text)]
    if first := _FIRST_QUARTERS.search(text):
        named = list(range(1, NUMBER_WORDS[first[1]] + 1))
    if len(named) < 2:
        return None
    return _from_to(tuple(Period(year, "quarter", one) for one in sorted(named)), text)


def _from_to(periods: tuple[Period, ...], text: str) -> Years:
    """Two quarters as the ends of a span where they are said so; else what is named."""
    ordered = tuple(sorted(periods, key=order_of))
    quarters = all(one.span == "quarter" and one.quarter for one in ordered)
    if len(ordered) == 2 and quarters and _RANGE.search(text):
        return Years(first=ordered[0], final=ordered[1])
    return Years(ordered)


def _count(counted: re.Match[str]) -> int:
    said = counted["count"] or counted["worth"] or counted["ended"]
    return int(said) if said.isdigit() else NUMBER_WORDS[said]


def _are_several(through: Years) -> bool:
    """Whether more than the two ends of a change are gone through, as far as it is said."""
    if through.periods:
        return len(through.periods) >= _FEWEST
    if through.first is not None and through.final is not None and not through.by_quarter:
        return (through.final.year or 0) - (through.first.year or 0) + 1 >= _FEWEST
    return through.last > 1 or through.first is not None
