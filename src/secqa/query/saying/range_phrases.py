"""Word periods, ranges and places: "fiscal 2024", "the last three quarters", "all segments"."""

from dataclasses import dataclass, replace

from secqa.query.leaves import Companies, Parts, Scope, Years
from secqa.query.period import MONTHS, Period
from secqa.query.query import Choose, Holds
from secqa.query.saying.context import item_of, means_all, preposition
from secqa.query.saying.english import Voice, join_names, number_word, ordinal

_FISCAL = ("fiscal year ", "fiscal ")
"""What names of fiscal years begin with, the longest first."""


@dataclass
class RangePhrases:
    """Phrases for periods and ranges in a voice."""

    voice: Voice

    def period(self, period: Period, span: str = "year") -> str:
        """One period; `span` is the kind of period for `each`."""
        if period.each:
            return self._each(period.back, span)
        if not period.back:
            return self._base(period)
        if period == Period(back=period.back):
            key = "before_latest" if period.back == 1 else "far_before_latest"
            return self._say(key, number=number_word(period.back))
        base = self._base(replace(period, back=0))
        span = "quarter" if period.span == "quarter" and not period.quarter else "period"
        if period.back == 1 and span == "quarter":
            return self._say("one_before", span=span, period=base)
        spans = "quarter" if span == "quarter" else "year"
        number = number_word(period.back)
        spans = spans if period.back == 1 else f"{spans}s"
        return self._say("before", span=span, spans=spans, number=number, period=base)

    def years(self, years: Years) -> str:
        """A range of periods."""
        if years.periods:
            return join_names([self.period(one) for one in years.periods])
        final = self.period(years.final) if years.final else ""
        if years.last:
            of = years.final.span if years.final else "year"
            spans = str(of) if of in ("quarter", "report") else "fiscal year"
            spans = spans if years.last == 1 else f"{spans}s"
            last = self._say("last", number=number_word(years.last), spans=spans)
            if not final or years.final in (Period(), Period(span=of)):
                return last
            return self._say("until", last=last, final=final)
        if years.first is None:
            if years.by_quarter and years.final == Period(span="quarter"):
                return self._say("all_quarters")
            return self._say("all_until", final=final) if final else self._say("all_years")
        first = self.period(years.first)
        spans = "quarters" if years.by_quarter else "years"
        # Not "the years fiscal 2022 through fiscal 2024".
        for prefix in filter(first.startswith, _FISCAL):
            first, final = first.removeprefix(prefix), final.removeprefix(prefix)
            spans = "fiscal years"
        return self._say("range" if final else "since", spans=spans, first=first, final=final)

    def every(self, node: Holds) -> dict[str, str]:
        """The slots for the items of a condition."""
        slots = {"for": preposition(node.over), "over": self.over(node.over)}
        if node.how == "all" and means_all(node.over):
            return slots | {"every": self.voice.say("words.every"), "over": item_of(node.over)}
        if node.how == "all" and isinstance(node.over, Years) and len(node.over.periods) == 2:
            return slots | {"every": "both"}
        return slots | {"every": self.voice.say(f"words.{node.how}")}

    def over(self, over: object) -> str:
        """The items of an `over`."""
        match over:
            case Companies():
                return join_names(over.names) if over.names else "all companies"
            case Years():
                return self.years(over)
            case Parts():
                kinds = f"{over.kind}s"
                return f"the {kinds} {join_names(over.names)}" if over.names else f"all {kinds}"
        raise TypeError(f"{type(over).__name__} is not gone through")

    def rank(self, choice: Choose) -> str:
        """ "second highest"."""
        way = self.voice.say("words.highest" if choice.highest else "words.lowest")
        return f"{ordinal(choice.rank)} {way}" if choice.rank > 1 else way

    def place(self, place: Scope) -> str:
        """The place of a figure."""
        named = [self.voice.say(f"place.{place.statement}")] if place.statement else []
        parts = {"note": place.note, "section": place.section, "form": place.form}
        named += [self.voice.say(f"place.{k}", **{k: name}) for k, name in parts.items() if name]
        return " of ".join(named)

    def _say(self, key: str, **slots: object) -> str:
        return self.voice.say(f"period.{key}", **slots)

    def _each(self, back: int, span: str) -> str:
        if back < 2:
            return self._say("each_before" if back else "each", span=span)
        return self._say("each_further", span=span, spans=f"{span}s", number=number_word(back))

    def _base(self, period: Period) -> str:
        if period.end is not None:
            day = f"{period.end:%B} {period.end.day}, {period.end.year}"
            span = {"year": "period", "to_date": "year to date"}.get(period.span, period.span)
            return self._say("ended", span=span, day=day)
        if period.year is not None:
            fiscal = self._say("year", year=period.year)
        elif period.span == "year" or period.quarter or period.span == "half":
            fiscal = self._say("latest")
        else:
            return self._say(f"latest_{period.span}")
        quarter = period.quarter
        match period.span:
            case "year":
                return fiscal
            case "half":
                return self._say("half", fiscal=fiscal)
            case "to_date" if 0 < quarter < 4:
                return self._say("to_date", months=MONTHS[quarter - 1], fiscal=fiscal)
            case "to_date":
                return self._say("to_date_of", fiscal=fiscal)
            case "trailing" if quarter:
                return self._say("trailing", nth=ordinal(quarter), fiscal=fiscal)
            case "trailing":
                return self._say("trailing_of", fiscal=fiscal)
        if not quarter:
            return self._say("latest_quarter_of", fiscal=fiscal)
        key = "quarter" if period.year is None else "quarter_of_year"
        nth = ordinal(quarter)
        return self._say(key, nth=nth, quarter=quarter, year=period.year, fiscal=fiscal)
