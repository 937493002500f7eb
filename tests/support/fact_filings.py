"""A filing made by hand: one income statement, one balance sheet, a discussion, and tags."""

from datetime import date

from secqa.filings.document import (
    Context,
    Document,
    Element,
    ElementType,
    Filing,
    Location,
    Metadata,
    Page,
    Statement,
    Table,
    Tag,
    Tagging,
)

METADATA = Metadata(
    *("ACME-10-K-2024", "Acme, Inc.", "ACME", "0000000007", "10-K", 2024, "FY"),
    period_end=date(2024, 12, 31),
    source="acme.html",
    sha256="ab" * 32,
)

_YEAR, _COVER = (date(2024, 1, 1), date(2024, 12, 31)), (None, date(2025, 2, 3))
_CLASS, _EQUITY = "us-gaap:StatementClassOfStockAxis", "us-gaap:StatementEquityComponentsAxis"
CONTEXTS = {
    "y24": Context(*_YEAR),
    "y23": Context(date(2023, 1, 1), date(2023, 12, 31)),
    "e24": Context(None, date(2024, 12, 31)),
    "cover": Context(*_COVER),
    "cover_a": Context(*_COVER, ((_CLASS, "us-gaap:CommonClassAMember"),)),
    "cover_b": Context(*_COVER, ((_CLASS, "us-gaap:CommonClassBMember"),)),
    "retained": Context(*_YEAR, ((_EQUITY, "us-gaap:RetainedEarningsMember"),)),
    "segment": Context(*_YEAR, (("us-gaap:StatementBusinessSegmentsAxis", "acme:RocketMember"),)),
}
UNITS = {"usd": "USD", "sh": "shares", "eps": "USD/shares"}


def table(rows: list[list[str]], statement: Statement | None) -> Table:
    return Table(
        cells=tuple(tuple(row) for row in rows),
        header_rows=1,
        columns=tuple(rows[0]),
        indents=(0.0,) * len(rows),
        statement=statement,
    )


def money(name: str, context: str, text: str, place: Location | None, **more: str) -> Tag:
    attributes = {
        "name": name,
        "contextref": context,
        "unitref": "usd",
        "decimals": "-6",
        "scale": "6",
        "format": "ixt:num-dot-decimal",
    }
    return Tag("nonFraction", attributes | more, text, place)


INCOME = table(
    [
        ["(in millions)", "2024", "2023"],
        ["Net sales", "$ 1,234", "$ 1,100"],
        ["Income tax benefit", "(56)", "78"],
        ["Diluted", "6.08", "5.50"],
    ],
    Statement.INCOME,
)
NOTE = table([["", "2024"], ["Total net sales", "1,234"], ["Unrelated", "1,234"]], None)
HIGHLIGHTS = table([["", "2024"], ["Net sales", "1,234"], ["Net sales growth", "12.2%"]], None)

TEXTS = [
    "Net sales rose to $1.234 billion. Costs of moving were $1.234 billion too, and the rest.",
    "As of December 31, 2024, we employed approximately 12,300 full-time employees worldwide.",
    "The Class A and Class B shares outstanding were 1,000 and 250.",
]


def document() -> Document:
    def text(index: int, page: int) -> Element:
        return Element(index, ElementType.NARRATIVE_TEXT, TEXTS[index], page, section="I/1")

    def grid(index: int, page: int, cells: Table) -> Element:
        return Element(index, ElementType.TABLE, "", page, section="II/8", table=cells)

    return Document(
        METADATA,
        (
            Page(1, "1", (text(0, 1), text(1, 1), text(2, 1))),
            Page(2, "2", (grid(3, 2, INCOME),)),
            Page(3, "3", (grid(4, 3, NOTE),)),
            Page(4, "4", (grid(5, 4, HIGHLIGHTS),)),
        ),
    )


def filing(*tags: Tag, hidden_places: dict[str, Location] | None = None) -> Filing:
    return Filing(
        document(),
        Tagging(tags=tags, contexts=CONTEXTS, units=UNITS, hidden_places=hidden_places or {}),
    )
