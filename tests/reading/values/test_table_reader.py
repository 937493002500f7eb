"""Values from tables: the row, the column, the scale and the sign."""

from datetime import date

import pytest
from tests.support.reading_tables import metadata, metric, page, table

from secqa.filings.document import Metadata, Page, Statement, Table
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.metrics.metric import Metric
from secqa.reading.reader import read_by_rule, read_value_of
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import label_target, metric_target

OWN = metadata()


def read(
    asked: Metric,
    *pages: Page,
    year: int | None = 2024,
    quarter: str = "",
    document: Metadata = OWN,
) -> Reading:
    target = metric_target(asked, ReadPeriod(year, quarter))
    return read_by_rule("?", target, [(document, one) for one in pages])


def income(body: str, caption: str = "(in millions, except per share data)") -> Table:
    return table(body, caption=caption, statement=Statement.INCOME)


SALES = metric("net sales", "net sales", "sales")


def test_row_column_and_scale() -> None:
    one = page(income("| 2024 | 2023\nNet sales | $1,234 | $1,100\nCost of sales | 800 | 700"))
    assert read(SALES, one).value == 1.234e9
    assert read(SALES, one, year=2023).value == 1.1e9
    found = read(SALES, one)
    assert (found.page, found.element, found.row, found.column) == (1, 0, 1, 1)
    assert "Net sales" in found.quote
    assert "$1,234" in found.quote


def test_the_statement_goes_before_a_note() -> None:
    note = page(table("(in millions) | 2024\nNet sales | 99"), number=2)
    statement = page(income("| 2024\nNet sales | 100"))
    assert read(SALES, note, statement).value == 1e8
    assert read(SALES, note).value == 9.9e7


def test_the_total_cost_of_bought_shares_is_no_cost_of_sales() -> None:
    bought = "(in millions) | 2024\nTotal number of shares repurchased | 22\nTotal cost | 99"
    note = page(table(bought), number=2)
    assert read(load_catalogue()["cost_of_revenue"], note).value is None


def test_a_table_without_scale_takes_that_of_the_statements() -> None:
    statement = page(income("| 2024\nOther | 100"))
    note = page(table("| 2024\nNet sales | 99"), number=2)
    assert read(SALES, note, statement).value == 9.9e7


def test_payments_are_positive() -> None:
    paid = metric("dividends paid", outflow=True, statement="cash_flow")
    one = page(table("(in millions) | 2024\nDividends paid | (50)", statement=Statement.CASH_FLOW))
    assert read(paid, one).value == 5e7


def test_expenses_printed_negative_are_positive() -> None:
    costs = metric("cost of sales")
    one = page(income("| 2024\nNet sales | 100\nCost of sales | (60)"))
    assert read(costs, one).value == 6e7


@pytest.mark.parametrize(
    ("label", "printed", "net", "value"),
    [
        ("Provision for income taxes", "20", "80", 2e7),
        ("Provision for income taxes", "(20)", "80", 2e7),
        ("Income tax expense (benefit)", "(20)", "120", -2e7),
        ("Benefit (provision) for income taxes", "(20)", "80", 2e7),
        ("Benefit (provision) for income taxes", "20", "120", -2e7),
    ],
)
def test_the_arithmetic_settles_the_sign_of_taxes(
    label: str, printed: str, net: str, value: float
) -> None:
    tax = metric("income tax expense", "provision for income taxes", label)
    one = page(
        income(f"| 2024\nIncome before income taxes | 100\n{label} | {printed}\nNet income | {net}")
    )
    assert read(tax, one).value == value


def test_a_benefit_without_arithmetic() -> None:
    tax = metric("income tax expense", "benefit for income taxes")
    assert (
        read(tax, page(income("| 2024\nBenefit (provision) for income taxes | 20"))).value == -2e7
    )


@pytest.mark.parametrize(
    ("label", "printed", "value"),
    [
        ("Other (gains) and losses", "30", -3e7),
        ("Other (gains) and losses", "(30)", 3e7),
        ("Other (income)/deductions––net", "30", -3e7),
        ("Other expense (income), net", "(30)", 3e7),
        ("Other (expense) income, net", "30", 3e7),
        ("Other (loss) income", "(30)", -3e7),
    ],
)
def test_brackets_in_a_label_tell_what_an_income_is(label: str, printed: str, value: float) -> None:
    other = metric("other income", "other and losses", "other deductions", "other expense")
    one = page(income(f"| 2024\nNet sales | 100\n{label} | {printed}"))
    assert read(other, one).value == value


def test_a_net_loss_printed_without_mark_is_negative() -> None:
    net = metric("net income", "net income", "net loss")
    assert read(net, page(income("| 2024 | 2023\nNet loss | 12 | 9"))).value == -1.2e7


def test_a_change_of_what_is_owed_is_no_payment() -> None:
    taxes = metric("cash paid for income taxes", "income taxes, net", positive=True)
    rows = "(in millions) | 2024\nChanges in assets and liabilities:\n  Income taxes, net | (20)"
    assert read(taxes, page(table(rows, statement=Statement.CASH_FLOW))).value is None


def test_basic_and_diluted_take_their_section() -> None:
    one = page(
        income(
            """
            | 2024
            Earnings per share:
              Basic | $1.25
              Diluted | $1.20
            Weighted-average shares (in thousands):
              Basic | 80,000
              Diluted | 83,000
            """
        )
    )
    eps = metric(
        "diluted earnings per share",
        "diluted earnings per share",
        "diluted",
        unit="USD/shares",
        sections=("earnings per share",),
        not_printed=("weighted",),
    )
    shares = metric(
        "diluted shares",
        "diluted weighted-average shares",
        "diluted",
        unit="shares",
        sections=("weighted average",),
        not_printed=("earnings",),
    )
    assert read(eps, one).value == 1.2
    assert read(shares, one).value == 8.3e7


def test_percent_is_a_fraction_and_never_money() -> None:
    rate = metric("effective tax rate", unit="pure", statement="")
    one = page(table("| 2024\nEffective tax rate | 21.5%"))
    assert read(rate, one).value == pytest.approx(0.215)
    assert read(SALES, page(income("| 2024\nNet sales | 100%"))).value is None


def test_a_quarter_of_a_10_q() -> None:
    own = metadata(2024, date(2024, 6, 30), "10-Q", "Q2")
    one = page(
        income(
            "| Three Months Ended June 30, 2024 | Three Months Ended June 30, 2023"
            " | Six Months Ended June 30, 2024 | Six Months Ended June 30, 2023\n"
            "Net sales | 10 | 9 | 20 | 18"
        )
    )
    assert read(SALES, one, quarter="Q2", document=own).value == 1e7
    assert read(SALES, one, year=2023, quarter="Q2", document=own).value == 9e6
    assert read(SALES, one, document=own).value is None


def test_the_documents_own_year_goes_before_a_later_comparative() -> None:
    before = page(income("| 2023 | 2022\nNet sales | 90 | 80"))
    after = page(income("| 2024 | 2023\nNet sales | 100 | 91"))
    target = metric_target(SALES, ReadPeriod(2023))
    earlier = metadata(2023, date(2023, 12, 31))
    assert read_by_rule("?", target, [(OWN, after), (earlier, before)]).value == 9e7
    assert read_by_rule("?", target, [(OWN, after)]).value == 9.1e7


def test_nothing_found_says_why() -> None:
    found = read(SALES, page(income("| 2024\nGoodwill | 5")))
    assert found.value is None
    assert "net sales" in found.why


def test_close_rivals_lower_the_confidence() -> None:
    sure = page(income("| 2024\nNet sales | 100"))
    torn = page(income("| 2024\nNet sales | 100\nSales | 90"))
    assert read(SALES, torn).confidence < read(SALES, sure).confidence


def balance(body: str) -> Table:
    return table(body, caption="(in millions)", statement=Statement.BALANCE_SHEET)


LEASES = metric(
    "lease liabilities", "total lease liabilities", "lease liabilities", period="instant",
    statement="",
)  # fmt: skip


def test_what_is_due_now_and_what_is_due_later_are_one_liability() -> None:
    one = page(
        balance(
            "| 2024\nCurrent liabilities\n  Accounts payable | 10\n  Lease liabilities | 3\n"
            "Total current liabilities | 13\nLease liabilities | 20\nTotal liabilities | 33"
        )
    )
    assert read(LEASES, one).value == 2.3e7


def test_the_part_due_within_one_year_is_not_all() -> None:
    one = page(balance("| 2024\nLease liabilities due within one year | 3"))
    assert read(LEASES, one).confidence < 0.5


def test_a_line_printed_by_business_is_their_sum() -> None:
    debt = metric("long-term debt", period="instant", statement="balance_sheet")
    body = "| 2024\nLong-term debt\n  {} | 40\n  {} | 60\nTotal liabilities | 100"
    assert read(debt, page(balance(body.format("Automotive", "Financing")))).value == 1e8
    assert read(debt, page(balance(body.format("Automotive", "Other")))).value != 1e8


def test_costs_printed_by_kind_are_their_sum() -> None:
    costs = metric("cost of sales")
    one = page(income("| 2024\nCost of sales – products | 40\nCost of sales – services | 20"))
    assert read(costs, one).value == 6e7
    whole = "| 2024\nCost of sales – products | 40\nCost of sales – other | 20\nCost of sales | 60"
    assert read(costs, page(income(whole))).value == 6e7


def test_balances_at_the_first_day_close_the_year_before() -> None:
    cash = metric("cash", "cash at end of year", "cash", period="instant", statement="cash_flow")
    flows = table(
        "(in millions) | 2024\nCash at January 1 | 5\nCash at December 31 | 6",
        statement=Statement.CASH_FLOW,
    )
    assert read(cash, page(flows)).value == 6e6
    assert read(cash, page(flows), year=2023).value == 5e6


def test_balances_that_open_a_quarter_close_the_one_before() -> None:
    cash = metric("cash", "cash", period="instant", statement="cash_flow")
    flows = table(
        "(in millions) | Three Months Ended June 30, 2024\nCash, beginning of period | 5\n"
        "Cash, end of period | 6",
        statement=Statement.CASH_FLOW,
    )
    own = metadata(2024, date(2024, 6, 30), "10-Q", "Q2")
    assert read(cash, page(flows), quarter="Q1", document=own).value == 5e6
    assert read(cash, page(flows), quarter="Q2", document=own).value == 6e6


def test_parts_whose_words_make_the_name_are_added() -> None:
    sold = metric("sales and maturities of securities", statement="cash_flow")
    flows = table(
        "(in millions) | 2024\nSales of securities | 3\nMaturities of securities | 4",
        statement=Statement.CASH_FLOW,
    )
    assert read(sold, page(flows)).value == 7e6


def test_amounts_per_share_are_no_large_numbers() -> None:
    eps = metric(
        "diluted earnings per share",
        synonyms=("earnings attributable to each share",),
        unit="USD/shares",
    )
    one = page(
        income(
            "| 2024\nNet earnings attributable to minorities | $33.5\n"
            "Net earnings attributable to Acme | $1,752.7\nEarnings per share – diluted | $2.90"
        )
    )
    assert read(eps, one).value == 2.9
    assert read(eps, one).confidence > 0.8


def test_what_was_paid_without_cash_is_no_part_of_the_name() -> None:
    additions = metric(
        "additions to property",
        not_printed=("non-cash",),
        outflow=True,
        statement="cash_flow",
    )
    flows = table(
        "(in millions) | 2024\nAdditions to property, net of $5 and $4 of non-cash items | (9)",
        statement=Statement.CASH_FLOW,
    )
    assert read(additions, page(flows)).value == 9e6


def test_other_is_a_line_only_at_home() -> None:
    other = metric(
        "other current liabilities", "other", sections=("accrued liabilities",), period="instant"
    )
    note = "| 2024\nWages | 3\nOther | 4"
    at_home = table(note, caption="Accrued liabilities (in millions)")
    elsewhere = table(note, caption="Expenses (in millions)")
    assert read(other, page(at_home)).value == 4e6
    assert read(other, page(elsewhere)).value is None


def test_a_whole_number_is_no_rate() -> None:
    rate = metric("tax rate", unit="pure", statement="")
    assert read(rate, page(table("| 2024\nTax rate of sales | 1"))).value != 1.0
    assert read(rate, page(table("| 2024\nTax rate | 0.21"))).value == 0.21


def test_what_a_free_label_was_paid_is_positive() -> None:
    flows = table(
        "(in millions) | 2024\nPurchases of ships | (7)\nChange in debt to owners | (3)",
        statement=Statement.CASH_FLOW,
    )
    pages = [(OWN, page(flows))]
    values = [
        read_by_rule("?", label_target(label, "USD", ReadPeriod(2024)), pages).value
        for label in ("purchases of ships", "change in debt to owners")
    ]
    assert values == [7e6, -3e6]


def test_other_places_that_print_the_same_are_counted() -> None:
    first = page(income("| 2024\nNet sales | 100"))
    again = page(table("(in millions) | 2024\nNet sales | 100"), number=2)
    assert read(SALES, first).echoes == 0
    assert read(SALES, first, again).echoes == 1


def test_net_values_are_no_gross_ones() -> None:
    gross = metric("gross property", "property", period="instant", statement="")
    note = table("(in millions) | 2024 Net Book Value | 2024 Cost\nProperty | 5 | 9")
    assert read(gross, page(note)).value == 9e6


def test_what_can_never_be_below_zero_is_not_read_so() -> None:
    owed = metric("other current liabilities", period="instant", statement="balance_sheet")
    movements = table(
        "(in millions) | Total\nBalances as of December 31, 2023 | (11)\nChange | 3\n"
        "Balances as of December 31, 2024 | (8)",
        caption="Other comprehensive loss, which current assets and liabilities share",
    )
    assert read(owed, page(movements)).value is None


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("Gain on sale of businesses", 547e6),
        ("(Gain) on sale of businesses", 547e6),
        ("Gain (loss) on sale of businesses", -547e6),
    ],
)
def test_a_gain_among_expenses_is_a_gain(label: str, value: float) -> None:
    one = page(income(f"(in millions) | 2024\nCost of sales | 800\n{label} | (547)"))
    target = label_target(label, "", ReadPeriod(2024))
    assert read_by_rule("?", target, [(OWN, one)]).value == value


def test_a_line_named_as_it_is_printed_is_first_that_of_a_statement() -> None:
    note = page(
        table("(in millions) | Year Ended December 31, 2024\nOther accrued items | 18"), number=2
    )
    body = "(in millions) | 2024\nOther accrued items | 22"
    sheet = page(table(body, statement=Statement.BALANCE_SHEET))
    target = label_target("Other accrued items", "", ReadPeriod(2024))
    assert read_by_rule("?", target, [(OWN, note), (OWN, sheet)]).value == 22e6


def test_a_percent_sign_holds_for_the_rows_below_it() -> None:
    margin = Metric("m", "margin on assets", "pure", "duration", printed=("margin on assets",))
    body = "| 2024 | 2023\nReturn on assets | 1.14% | 1.09%\nMargin on assets | 0.18 | 0.16"
    assert read(margin, page(table(body))).value == pytest.approx(0.0018)
    levy = Metric("l", "levy", "pure", "duration", printed=("levy",))
    assert read(levy, page(table("| 2024\nTax rate | 14%\nLevy | (2.3)"))).value == -0.023
    assert read(levy, page(table("| 2024\nTax rate | 14%\nLevy | (23)"))).value is None
    paid = "| 2024 | 2023\nSales | $12 | $11\nMargin on assets | 0.18 | 0.16"
    assert read(margin, page(table(paid))).value == 0.18


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("Deliveries (homes) | 80,210 | 73,087", 80_210),
        ("Deliveries (MMBbls) | 117 | 110", 117),
        ("Deliveries (loss) | 117 | 110", 117e6),
        ("Deliveries (homes) | $117 | $110", 117e6),
    ],
)
def test_what_a_label_counts_is_no_money(row: str, value: float) -> None:
    one = page(table(f"| 2024 | 2023\n{row}", caption="(in millions)"))
    asked = label_target("deliveries", "", ReadPeriod(2024))
    assert read_by_rule("?", asked, [(OWN, one)]).value == value


def test_what_a_note_on_the_scale_leaves_out_says_nothing_of_a_column() -> None:
    sheet = table("| 2024 (in thousands, except discount rate)\nNet sales | 9\nDiscount rate | 4%")
    plain = table("| 2024 (in thousands)\nNet sales | 9\nDiscount rate | 4%")
    found, same = read(SALES, page(sheet)), read(SALES, page(plain))
    assert (found.value, found.confidence) == (9e3, same.confidence)


def test_what_is_past_due_is_a_part() -> None:
    debt = metric("loans", period="instant", statement="")
    late = table("(in millions) | 2024 Total Past Due\nLoans | 3")
    whole = table("(in millions) | 2024\nAll loans | 93")
    assert read(debt, page(late, whole)).value == 93e6


def test_an_average_balance_is_not_the_balance() -> None:
    debt = metric("borrowings", "borrowings", period="instant", statement="balance_sheet")
    average = table("| 2024 Average Balance | 2023 Average Balance\nBorrowings | 210 | 540")
    end = table("| 2024 | 2023\nBorrowings | 122 | 131")
    assert read(debt, page(average), page(end, number=2)).value == 122e6


def test_a_release_of_a_provision_keeps_its_sign() -> None:
    provision = metric("provision for credit losses", "provision for credit losses")
    body = "| 2024 | 2023\nNet interest income | 90 | 80\nProvision for credit losses | "
    assert read(provision, page(income(body + "9 | (4)")), year=2023).value == -4e6
    assert read(provision, page(income(body + "(9) | (4)")), year=2023).value == 4e6
    changes = (
        body.replace("2023", "2023 | Change", 1).replace("80", "80 | 12%") + "(9) | (4) | 125%"
    )
    assert read(provision, page(income(changes)), year=2023).value == 4e6


def test_a_line_that_is_one_part_of_a_sum_is_not_the_sum() -> None:
    short = metric("short-term borrowings", "short-term debt", period="instant")
    due = metric("current part", "current maturities of long-term debt", period="instant")
    both = metric("current debt", "short-term debt", period="instant", fallback="short + due")
    metrics = {"short": short, "due": due, "both": both}
    target = metric_target(both, ReadPeriod(2024))
    rows = "Current maturities of long-term debt | 8\nShort-term debt | 11\nOther | 1"
    body = f"(in millions) | 2024\n{rows}"
    sheet = table(body, statement=Statement.BALANCE_SHEET)
    found = read_value_of("?", target, [(OWN, page(sheet))], Catalogue(metrics))
    assert found.value == 19e6


LOANS = metric(
    "long-term debt",
    "long-term debt",
    period="instant",
    statement="balance_sheet",
    printed_parts=("mortgage notes payable", "unsecured notes payable"),
)


def test_a_part_of_what_a_section_sums_is_not_the_sum() -> None:
    income = metric("other comprehensive income", statement="comprehensive_income")
    parts = table(
        "(in millions) | 2024\nOther comprehensive income:\n  Net gains on hedges | 4",
        statement=Statement.COMPREHENSIVE_INCOME,
    )
    assert read(income, page(parts)).value is None


def test_what_is_owed_for_trade_is_the_main_part_of_a_section() -> None:
    owed = metric("accounts payable", period="instant", statement="balance_sheet")
    sheet = table(
        "(in millions) | 2024\nAccounts payable:\n  Trade | 9\n  Other | 4\nDebt | 7",
        statement=Statement.BALANCE_SHEET,
    )
    assert read(owed, page(sheet)).value == 9e6


def test_statements_that_say_no_scale_are_in_full() -> None:
    sales = "| 2024 | 2023\nNet sales | 60,180 | 13,080"
    assert read(SALES, page(income(sales, caption=""))).value == 60_180
    beside = page(table("(in thousands) | 2024\nReturns | $3"), number=2)
    assert read(SALES, page(income(sales, caption="")), beside).value == 60_180e3


def test_figures_that_all_end_in_three_zeros_are_in_full_whatever_other_tables_count_in() -> None:
    sheet = "| 2024 | 2023\nCash | 1,936,000 | 820,000\nStock | 6,916,000 | 7,580,000\n"
    sheet += "Land | 537,000 | 662,000\nNet sales | 12,732,000 | 3,222,000"
    rounded = page(income(sheet, caption=""))
    beside = page(table("(in thousands) | 2024\nReturns | $3"), number=2)
    assert read(SALES, rounded, beside).value == 12_732_000


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ("Net income | 90\nLess: income of minority | (20)\nNet income to owners | 70", 20e6),
        ("Net income | 90\nLess: income of minority | (20)\nNet income to owners | 110", -20e6),
        ("Net income | 90\nLess: income of minority | 20\nNet income to owners | 70", 20e6),
    ],
)
def test_the_lines_around_tell_how_what_is_less_is_meant(rows: str, value: float) -> None:
    minority = metric("minority income", "income of minority")
    assert read(minority, page(income(f"| 2024\n{rows}"))).value == value


@pytest.mark.parametrize(("pretax", "value"), [("75", -15e6), ("105", 15e6), ("40", 15e6)])
def test_the_sums_tell_whether_what_is_called_an_expense_was_spent(
    pretax: str, value: float
) -> None:
    other = metric("other income, net", "other expense, net")
    rows = f"Operating income | 90\nOther expense, net | (15)\nIncome before taxes | {pretax}"
    assert read(other, page(income(f"| 2024\n{rows}"))).value == value


def test_no_rate_stands_behind_a_dollar_sign() -> None:
    rate = metric("effective tax rate", unit="pure", statement="")
    taxes = page(table("| 2024 | 2024\nEffective tax rate | $ 746,917 | 31.4%"))
    assert read(rate, taxes).value == pytest.approx(0.314)


@pytest.mark.parametrize(
    ("row", "unit"),
    [("Services | 96,169", "USD"), ("Fees | $7", "USD")],
)
def test_a_line_has_the_unit_that_its_column_shows(row: str, unit: str) -> None:
    target = label_target(row.split(" | ")[0], "", ReadPeriod(2024))
    sold = page(table(f"(in millions) | 2024\nPhones | $ 201,183\n{row}"))
    assert read_by_rule("?", target, [(OWN, sold)]).unit == unit


@pytest.mark.parametrize(
    ("rows", "value"),
    [
        ("Mortgage notes payable, net | 7\nUnsecured notes payable | 9", 16e6),
        ("Mortgage notes payable, net | 7\nLong-term debt | 9", 9e6),
        ("Mortgage notes payable, net | 7\nOther | 9", 7e6),
    ],
)
def test_debt_that_is_printed_by_its_kinds_is_added_up(rows: str, value: float) -> None:
    sheet = table(
        f"(in millions) | 2024\nTotal assets | 90\n{rows}", statement=Statement.BALANCE_SHEET
    )
    assert read(LOANS, page(sheet)).value == value
