"""The first two pages of a sample filing: its cover with tagged facts, and its contents.

In: the report, what its source's cover says, and where the Items came to stand. Out: HTML. The
cover of a year that has no source of its own carries only what does not change: no number of
shares and no market value.
"""

from html import escape

from secqa.sample.figures import Figure
from secqa.sample.pages import Page
from secqa.sample.report import Report, long_date
from secqa.sample.tags import ContextKey, Tags

FORMS = {
    "10-K": ("ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)", "For the fiscal year ended"),
    "10-Q": ("QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d)", "For the quarterly period ended"),
    "8-K": ("CURRENT REPORT PURSUANT TO SECTION 13 OR 15(d)", "Date of earliest event reported:"),
}
MARKS = {
    "EntityIncorporationStateCountryCode": "ixt-sec:stateprovnameen",
    "SecurityExchangeName": "ixt-sec:exchnameen",
}


def cover_page(report: Report, tags: Tags, notice: str) -> str:
    """The cover."""
    covered = report.covered
    day = report.announced
    period: ContextKey = (day, day, ()) if day else (covered.start, covered.end, ())
    kind, ended = FORMS[report.form]
    end = report.announced or covered.end
    date_tag = tags.words(
        "dei:DocumentPeriodEndDate", long_date(end), period, "ixt:date-monthname-day-year-en"
    )
    form_tag = tags.words("dei:DocumentType", report.form, period)
    parts = [
        f'<div style="border:1pt solid #000000;margin-bottom:12pt;padding:4pt;text-align:center">'
        f'<span style="font-style:italic">{escape(notice)}</span></div>',
        _line("UNITED STATES", "font-weight:700;font-size:14pt"),
        _line("SECURITIES AND EXCHANGE COMMISSION", "font-weight:700;font-size:14pt"),
        _line("Washington, D.C. 20549"),
        _line(f"FORM {form_tag}", "font-weight:700;font-size:18pt"),
        _line(f"{kind} OF THE SECURITIES EXCHANGE ACT OF 1934", "font-weight:700"),
        _line(f"{ended} {date_tag}", "font-weight:700"),
        _line(_commission(report, tags, period)),
        _line(
            _fact("EntityRegistrantName", report, tags, period), "font-weight:700;font-size:20pt"
        ),
        _line(_home(report, tags, period)),
        _line("Securities registered pursuant to Section 12(b) of the Act:"),
        _securities(report, tags, period),
        *_hidden(report, tags, period),
        _line(f"Filer status: {_fact('EntityFilerCategory', report, tags, period)}"),
        *(_line(line) for line in _shares(report, tags)),
    ]
    return "".join(parts)


def _commission(report: Report, tags: Tags, period: ContextKey) -> str:
    return f"Commission File Number: {_fact('EntityFileNumber', report, tags, period)}"


def _home(report: Report, tags: Tags, period: ContextKey) -> str:
    def fact(name: str) -> str:
        return _fact(name, report, tags, period)

    return (
        f"{fact('EntityIncorporationStateCountryCode')} (state of incorporation) &#160; "
        f"{fact('EntityTaxIdentificationNumber')} (I.R.S. employer identification)<br/>"
        f"{fact('EntityAddressAddressLine1')}, {fact('EntityAddressCityOrTown')}, "
        f"{fact('EntityAddressStateOrProvince')} {fact('EntityAddressPostalZipCode')}<br/>"
        f"Telephone: {fact('CityAreaCode')} {fact('LocalPhoneNumber')}"
    )


def _fact(name: str, report: Report, tags: Tags, period: ContextKey) -> str:
    text = report.source.cover.get(name, "")
    if not text:
        return ""
    return tags.words(f"dei:{name}", escape(text, quote=False), period, MARKS.get(name, ""))


def _securities(report: Report, tags: Tags, period: ContextKey) -> str:
    names = ("Security12bTitle", "TradingSymbol", "SecurityExchangeName")
    heads = ("Title of each class", "Trading symbol", "Name of exchange on which registered")
    rows = [
        "".join(f'<td style="{_CELL}font-weight:700">{head}</td>' for head in heads),
        "".join(f'<td style="{_CELL}">{_fact(name, report, tags, period)}</td>' for name in names),
    ]
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table style="border-collapse:collapse;width:100%">{table}</table>'


_CELL = "padding:2px 4pt;text-align:center;vertical-align:top;width:33%;"


def _hidden(report: Report, tags: Tags, period: ContextKey) -> list[str]:
    """Facts that covers do not print; the year is shown through a style."""
    tags.hide("dei:EntityCentralIndexKey", report.source.cover["EntityCentralIndexKey"], period)
    tags.hide("dei:AmendmentFlag", "false", period)
    if report.form == "8-K":
        return []
    year = tags.hide("dei:DocumentFiscalYearFocus", str(report.year), period)
    quarter = f"Q{report.quarter}" if report.quarter else "FY"
    tags.hide("dei:DocumentFiscalPeriodFocus", quarter, period)
    year_end = report.source.periods[f"FY{report.year - bool(report.quarter)}"].end
    tags.hide("dei:CurrentFiscalYearEndDate", f"--{year_end:%m-%d}", period)
    return [_line(f'Fiscal year <span style="-sec-ix-hidden:{year}">{report.year}</span>')]


def _shares(report: Report, tags: Tags) -> list[str]:
    if not report.own or report.announced:
        return []
    lines = []
    for (_, key), figure in sorted(report.source.figures.items(), key=lambda item: str(item[0])):
        if key == "FLOAT":
            lines.append(
                "Market value of the voting shares held by others than affiliates: "
                f"${tags.number(figure, scale=9, most_digits=1).html} billion."
            )
        elif key == "COVER":
            held = f" ({_class(figure)})" if figure.dimensions else ""
            lines.append(
                f"Shares of common stock{held} outstanding on {long_date(figure.end)}: "
                f"{_count(figure, tags)}."
            )
    return lines


def _class(figure: Figure) -> str:
    member = figure.dimensions[0][1].partition(":")[2]
    return "Class B" if "ClassB" in member else "Class A"


def _count(figure: Figure, tags: Tags) -> str:
    if figure.decimals in ("INF", "0"):
        return tags.number(figure, scale=0).html
    return f"{tags.number(figure, scale=9, most_digits=1).html} billion"


def contents_page(pages: list[Page], labels: list[int], report: Report) -> str:
    """The table of contents: every Item and the number of its page."""
    rows = []
    for page, label in zip(pages, labels, strict=True):
        for piece in page.pieces:
            if piece.heading:
                name = piece.title if len(piece.title) < 90 else f"{piece.title[:87]}..."
                link = f'<a href="#{piece.heading}" style="color:#0000ff">{name}</a>'
                rows.append(
                    f'<tr><td style="padding:2px 1pt;text-align:left">{link}</td><td style="'
                    f'width:8%;padding:2px 1pt;text-align:right">{label}</td></tr>'
                )
    title = _line("TABLE OF CONTENTS", "font-weight:700;font-size:12pt")
    return f'{title}<table style="border-collapse:collapse;width:100%">{"".join(rows)}</table>'


def _line(html: str, look: str = "") -> str:
    return (
        '<div style="text-align:center;margin-bottom:9pt"><span style="line-height:120%;'
        f'{look}">{html}</span></div>'
    )
