"""A filing written in a few lines of text -> inline XBRL as filers publish it, and what is true.

The text begins with `key: value` lines: company, ticker, cik, form, end (further year ends may
follow, for years of 52 weeks), scale (3: thousands), shares. Pages are set apart by `---`. On a
page `# ` begins a heading and `table` a table: behind it a word for each column (`y0` this year,
`y1` the one before, `q0` quarter, `h0` year to date, `e0` its end, `.` untagged), then lines
`label | concept | figures`, heads with `^`. A `~` before a concept turns the sign, `/ps`, `/sh`
and `/pct` name other units, `@axis=member` a part of the company. After `===` come the checks:
`fact metric value` and `ask question | value | pages`; `open` where it comes out wrong so far.
"""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from html import escape

_UNITS = {"": "usd", "ps": "ps", "sh": "shares", "sh3": "shares", "sh6": "shares", "pct": "pure"}
_SCALES = {"ps": 0, "sh": 0, "sh3": 3, "sh6": 6, "pct": -2}
_DAYS_TO_COVER = timedelta(days=50)
_HEAD = """<?xml version='1.0' encoding='ASCII'?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
 xmlns:dei="d" xmlns:us-gaap="g" xmlns:srt="s" xmlns:ixt="t"><head><title>made</title></head><body>
"""
_MEASURES = """
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>
<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
<xbrli:unit id="ps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>
</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure>
</xbrli:unitDenominator></xbrli:divide></xbrli:unit>
"""
_BREAK = '<hr style="page-break-after:always"/>'


@dataclass(frozen=True, slots=True)
class Check:
    """One question, the value that answers it (None: it has no answer), and where that stands."""

    question: str
    value: float | None
    pages: frozenset[int]


@dataclass
class MadeFiling:
    """The text of one file, read."""

    text: str
    contexts: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        head, _, rest = self.text.partition("\n---\n")
        self.about = dict(re.findall(r"^([\w-]+):\s*(.*)$", head, re.MULTILINE))
        body, _, self.checks = rest.partition("\n===\n")
        self.pages = body.split("\n---\n")
        self.scale = int(self.about.get("scale", 6))
        ends = [date.fromisoformat(end) for end in self.about["end"].split()]
        self.ends = ends + [_years_back(ends[-1], 1 + n) for n in range(4)]
        self.annual = self.about["form"].startswith("10-K")

    @property
    def facts(self) -> dict[str, float | None]:
        """Metric -> its value in the filing's own period; None: it has none."""
        found = re.findall(r"^fact (\w+) (\S+)$", self.checks, re.MULTILINE)
        return {metric: _number(value) for metric, value in found}

    @property
    def questions(self) -> list[Check]:
        """What can be asked of it, and is answered."""
        return self._checks("ask")

    @property
    def open_questions(self) -> list[Check]:
        """What can be asked of it, but is not answered right so far."""
        return self._checks("open")

    def _checks(self, word: str) -> list[Check]:
        found = re.findall(rf"^{word} (.+?) \| (\S+) \|(.*)$", self.checks, re.MULTILINE)
        return [
            Check(question, _number(value), frozenset(map(int, re.findall(r"\d+", pages))))
            for question, value, pages in found
        ]

    def html(self) -> str:
        """The whole document."""
        cover = self._cover()
        pages = "".join(self._page(text, number) for number, text in enumerate(self.pages, 1))
        hidden = "".join(
            self._dei(name, text)
            for name, text in (
                ("EntityCentralIndexKey", self.about["cik"]),
                ("DocumentFiscalYearFocus", self.about.get("focus", str(self.ends[0].year))),
                ("DocumentFiscalPeriodFocus", self.about.get("period", "FY")),
            )
        )
        header = (
            f'<div style="display:none"><ix:header><ix:hidden>{hidden}</ix:hidden><ix:resources>'
            f"{''.join(self.contexts.values())}{_MEASURES}</ix:resources></ix:header></div>"
        )
        html = f"{_HEAD}{header}{cover}{pages}</body></html>"
        return html.encode("ascii", "xmlcharrefreplace").decode()

    def _cover(self) -> str:
        about, end = self.about, self.ends[0]
        words = f"{end:%B} {end.day}, {end.year}"
        when = "fiscal year" if self.annual else "quarterly period"
        lines = [
            "UNITED STATES SECURITIES AND EXCHANGE COMMISSION",
            f"Form {self._dei('DocumentType', about['form'])}",
            f"For the {when} ended {self._dei('DocumentPeriodEndDate', words)}",
            f"<b>{self._dei('EntityRegistrantName', about['company'])}</b>",
            "(Exact name of registrant as specified in its charter)",
            *(f"<b>{escape(other)}</b>" for other in about.get("also", "").split(";") if other),
        ]
        if about.get("ticker"):
            lines.append(f"Trading symbol {self._dei('TradingSymbol', about['ticker'])}")
        lines += [self._shares(each.strip()) for each in about["shares"].split(";")]
        return "<div>" + "".join(f"<p>{line}</p>" for line in lines) + f"</div>{_BREAK}"

    def _shares(self, text: str) -> str:
        """ "1,000 us-gaap:CommonClassAMember Class A common stock", the member "-" for none."""
        count, _, rest = text.partition(" ")
        member, _, called = rest.partition(" ")
        at = "c0" + f"@us-gaap:StatementClassOfStockAxis={member}" * (member not in ("", "-"))
        tagged = self._tag("dei:EntityCommonStockSharesOutstanding/sh", at, count, 0)
        day = self.ends[0] + _DAYS_TO_COVER
        return f"As of {day:%B %d, %Y}, {tagged} {called or 'common shares'} were outstanding."

    def _dei(self, name: str, text: str) -> str:
        looks = ' format="ixt:date-monthname-day-year-en"' if name.endswith("Date") else ""
        when = self._context("y0" if self.annual else "h0")
        return (
            f'<ix:nonNumeric contextRef="{when}" name="dei:{name}"{looks}>{escape(text)}'
            "</ix:nonNumeric>"
        )

    def _page(self, text: str, number: int) -> str:
        html = []
        for block in re.split(r"\n\n+", text.strip("\n")):
            lines = block.split("\n")
            if lines[0].startswith("# "):
                titles = (escape(line.removeprefix("# ")) for line in lines)
                html += [f'<p style="text-align:center"><b>{title}</b></p>' for title in titles]
            elif lines[0].startswith("table "):
                html.append(self._table(lines[0].split()[1:], lines[1:]))
            else:
                html.append(f"<p>{escape(' '.join(lines))}</p>")
        return f'<div>{"".join(html)}<p style="text-align:center">{number}</p></div>{_BREAK}'

    def _table(self, columns: list[str], lines: list[str]) -> str:
        scale = self.scale
        if columns[0].startswith("scale="):
            scale = int(columns[0].removeprefix("scale="))
            columns = columns[1:]
        rows = (
            _head(line, len(columns)) if line[0] == "^" else self._row(line, columns, scale)
            for line in lines
        )
        return f'<table style="width:100%">{"".join(f"<tr>{row}</tr>" for row in rows)}</table>'

    def _row(self, line: str, columns: list[str], scale: int) -> str:
        label, concept, *values = [*(cell.strip() for cell in line.split("|")), ""][:9]
        indent = 1 + 9 * ((len(line) - len(line.lstrip())) // 2)
        html = f'<td colspan="3" style="padding-left:{indent}pt">{escape(label)}</td>'
        for column, value in zip(columns, values, strict=False):
            text = value.lstrip("$ ")
            after = ")" * text.startswith("(") + "%" * text.endswith("%")
            figure = self._tag(concept, column, text.rstrip("%)"), scale)
            html += f"<td></td><td>{'$' * ('$' in value)}</td><td>{figure}</td><td>{after}</td>"
        return html

    def _tag(self, concept: str, column: str, printed: str, scale: int) -> str:
        digits = re.search(r"[\d.,]+|—", printed)
        if digits is None or not concept or column == ".":
            return escape(printed)
        name, _, dimensions = concept.removeprefix("~").partition("@")
        name, _, unit = name.partition("/")
        number = digits.group()
        scale = _SCALES.get(unit, scale)
        negative = (printed[0] == "(") != (concept[0] == "~") and number != "—"
        looks = "ixt:fixed-zero" if number == "—" else "ixt:num-dot-decimal"
        attributes = {
            "name": name if ":" in name else f"us-gaap:{name}",
            "contextRef": self._context(column + f"@{dimensions}" * bool(dimensions)),
            "unitRef": _UNITS[unit],
            "decimals": str(len(number.partition(".")[2]) - scale),
            "scale": str(scale),
            "format": looks,
            **({"sign": "-"} if negative else {}),
        }
        told = "".join(f' {key}="{value}"' for key, value in attributes.items())
        tagged = f"<ix:nonFraction{told}>{number}</ix:nonFraction>"
        return escape(printed[: digits.start()]) + tagged + escape(printed[digits.end() :])

    def _context(self, column: str) -> str:
        """The id of a column's context, made at first use."""
        context = re.sub(r"\W", "_", column)
        if context in self.contexts:
            return context
        when, *dimensions = column.split("@")
        pairs = (part.split("=") for part in dimensions)
        members = "".join(
            f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>'
            for axis, member in pairs
        )
        segment = f"<xbrli:segment>{members}</xbrli:segment>" if members else ""
        self.contexts[context] = (
            f'<xbrli:context id="{context}"><xbrli:entity><xbrli:identifier scheme="s">'
            f"{self.about['cik']}</xbrli:identifier>{segment}</xbrli:entity><xbrli:period>"
            f"{self._period(when[0], int(when[1:]))}</xbrli:period></xbrli:context>"
        )
        return context

    def _period(self, kind: str, back: int) -> str:
        end = self.ends[back]
        if kind == "e" and back and not self.annual:
            end = date(self.ends[0].year - 1, 12, 31)
        if kind in "ec":
            day = end + _DAYS_TO_COVER * (kind == "c")
            return f"<xbrli:instant>{day}</xbrli:instant>"
        if kind == "y":
            start = self.ends[back + 1] + timedelta(days=1)
        else:
            start = _months_back(end, 3 if kind == "q" else int(self.about["months"]))
        return f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"


def _head(line: str, columns: int) -> str:
    corner, *heads = [cell.strip() for cell in line[1:].split("|")]
    span = 4 * (columns // max(len(heads), 1)) - 1
    cells = "".join(
        f'<td></td><td colspan="{span}" style="text-align:center"><b>{escape(head)}</b></td>'
        for head in heads
    )
    return f'<td colspan="3"><b>{escape(corner)}</b></td>{cells}'


def _number(text: str) -> float | None:
    return None if text == "none" else float(text)


def _years_back(end: date, years: int) -> date:
    return end.replace(year=end.year - years, day=min(end.day, 28) if end.month == 2 else end.day)


def _months_back(end: date, months: int) -> date:
    """The first day of the months that end on a day."""
    after = end + timedelta(days=1)
    count = after.year * 12 + after.month - 1 - months
    return date(count // 12, count % 12 + 1, after.day)
