"""What the primary statements look like: the lines and headings that accounting gives them.

Patterns are for row labels and headings in lower case, without notes in parentheses.
"""

import re
from dataclasses import dataclass

from secqa.filings.document import Statement


@dataclass(frozen=True, slots=True)
class StatementForm:
    """What one statement looks like."""

    statement: Statement
    needed: re.Pattern[str]
    """Stands in the text of every such table."""
    anchors: tuple[re.Pattern[str], ...]
    """Lines that nearly every such statement has."""
    lines: re.Pattern[str]
    """Lines that are usual in it."""
    heading: re.Pattern[str]
    fewest_rows: int


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


def _all(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, patterns))


_NET_INCOME = r"^(?:consolidated )?net (?:income|earnings|loss|profit)|^profit\b(?! before| margin)"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_OWNERS = r"(?:(?:stock|share)(?:holder|owner)s?.{0,3}|owners?.{0,3}|members?.{0,3}|total )"

INCOME = StatementForm(
    Statement.INCOME,
    re.compile(r"net income|net earnings|net loss|net \(loss|earnings per|profit per"),
    _all(
        r"^(?:total )?(?:net )?(?:operating )?(?:sales|revenues?)|^total (?:net )?revenues?"
        r"|^(?:total )?interest income|^premiums",
        r"cost of|expenses?$|^selling|^research and dev|^general and|^compensation|^claims",
        r"income taxe?s?|tax (?:expense|provision|benefit)",
        _NET_INCOME,
        r"per (?:common )?(?:share|unit)|^basic|^diluted|dilut",
    ),
    _any(
        r"revenue|^net sales|^sales|cost of|^gross (?:profit|margin)|^operating (?:income|profit)",
        r"(?:income|loss|earnings) (?:from|before)|^interest|income taxe?s?|^selling|^general and",
        r"^research|^amortization|^other (?:income|expense)|^total (?:operating|costs|other)",
        _NET_INCOME,
        r"noncontrolling|per (?:common )?share|^basic|^diluted|^weighted|dividends? (?:decl|per)",
        r"impairment|restructuring|equity in|^provision|^premiums|^claims",
    ),
    re.compile(
        r"statements? of (?:\w+ ){0,3}(?:operations|income|earnings|loss)\b|"
        r"(?:income|earnings|operations) statements?|statements? of (?:\w+ )?and comprehensive"
    ),
    6,
)
COMPREHENSIVE = StatementForm(
    Statement.COMPREHENSIVE_INCOME,
    re.compile(r"comprehensive"),
    _all(
        _NET_INCOME,
        r"(?:total )?comprehensive (?:income|loss|earnings|\(loss)",
        r"other comprehensive|currency|unrealized|pension|derivative|hedg|benefit plan",
    ),
    _any(
        _NET_INCOME,
        r"comprehensive|currency translation|unrealized|pension|retirement|postretirement",
        r"derivative|hedg|available.for.sale|reclassif|net of tax|tax (?:expense|benefit|effect)",
        r"noncontrolling|securities|investments|benefit plan|actuarial|prior service|cumulative",
    ),
    re.compile(r"comprehensive (?:income|loss|earnings|\(loss|\(income)"),
    4,
)
BALANCE_SHEET = StatementForm(
    Statement.BALANCE_SHEET,
    re.compile(r"total assets|total liabilities|liabilities and"),
    _all(
        r"^total assets",
        r"^total liabilities(?:,? .*)?(?:equity|deficit|investment)|^total equity and liab",
        r"^(?:accounts|trade|total) (?:payables?|current liab)|^total liabilities|^deposits",
        r"^retained|accumulated deficit|^reinvested|earnings (?:retained|reinvested)|^accumulated",
        rf"^total {_OWNERS}.*(?:equity|deficit|investment)|^total equity",
        r"^cash",
    ),
    _any(
        r"^cash|securities|receivable|^inventor|^prepaid|^total|^property|^goodwill|intangible",
        r"^other (?:current|non|long|assets|liab)|^deferred|payable|^accrued|^long.term|debt",
        r"lease|^common|^preferred|paid.in|^retained|^accumulated|^treasury|noncontrolling",
        r"^investments?|borrowings|^commitments|equity|^income taxes|^assets|^liabilities",
    ),
    re.compile(
        r"balance sheets?|statements? of (?:consolidated )?financial (?:position|condition)"
    ),
    7,
)
CASH_FLOW = StatementForm(
    Statement.CASH_FLOW,
    re.compile(r"operating activities|investing activities|financing activities|operations"),
    _all(
        r"(?:cash|net).*(?:operating activities|operations)|^total.*operating activities",
        r"(?:cash|net).*investing activities|^total.*investing activities|investing activities",
        r"(?:cash|net).*financing activities|^total.*financing activities|financing activities",
        r"^depreciation|amortization",
        r"(?:cash|end|beginning).*(?:beginning|end) ?(?:of|balance|,|$)|(?:increase|change).* cash",
    ),
    _any(
        r"activities|^net (?:income|earnings|loss|change|increase|decrease)|^depreciation",
        r"amortization|compensation|^deferred|receivable|inventor|payable|accrued|^other",
        r"^purchases?|^proceeds|^repayments?|^payments?|^issuance|^repurchase|dividends|^capital",
        r"acquisition|^cash|exchange rate|impairment|^borrowings|debt|maturit|income taxes",
        r"^sales? of",
    ),
    re.compile(r"cash flows?"),
    10,
)
EQUITY = StatementForm(
    Statement.EQUITY,
    re.compile(r"balance|dividend|repurchase|issu|compensation"),
    _all(
        rf"^balances?\b|balance,|beginning|^(?:as of |at )?(?:{_MONTHS}) \d",
        r"^net (?:income|loss|earnings)|^consolidated net|comprehensive",
        r"repurchase|issu|compensation|dividends|stock|shares",
    ),
    _any(
        r"balance|^net (?:income|loss|earnings)|comprehensive|dividend|repurchase|purchase|issu",
        r"compensation|stock|shares|noncontrolling|treasury|retire|tax|currency|cumulative|^other",
        rf"beginning|end of|^(?:as of |at )?(?:{_MONTHS}) \d",
    ),
    re.compile(
        rf"statements? of (?:consolidated )?(?:changes in )?{_OWNERS}?.{{0,40}}(?:equity|deficit"
        r"|investment)|changes in (?:consolidated )?.{0,40}equity"
    ),
    4,
)
FORMS = (INCOME, COMPREHENSIVE, BALANCE_SHEET, CASH_FLOW, EQUITY)
EQUITY_NOTE = re.compile(rf"{_OWNERS}.{{0,3}}equity|changes in (?:\w+ )?equity|\bequity\W*$")
"""Titles over what quarterly reports may show in place of a statement of equity."""
EQUITY_COLUMNS = re.compile(
    r"common|preferred|paid.in|capital|retained|accumulated|treasury|comprehensive|noncontrolling"
    r"|total|deficit|earnings|equity|shares|amount"
)
NOT_PRIMARY = re.compile(
    r"parent|guarantor|consolidating|segment|non.gaap|adjusted|pro.forma|selected|summar"
    r"|reconcil|discontinued|quarterly|unconsolidated|registrant only|supplement"
    r"|schedule|excluding|excerpt|eliminations|as a percent"
    r"|(?<!statement of )(?<!statements of )results of operations"
)
CHANGE = re.compile(r"change|variance|%|percent|incr|decr|\bvs\b|fav")
