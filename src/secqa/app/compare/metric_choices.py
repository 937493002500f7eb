"""Metrics to add to a comparison: sets that analysts look at together, and a search by words."""

from collections.abc import Collection, Iterator

from secqa.app.compare.companies import begins_a_word, has_all_words
from secqa.metrics.catalogue import Catalogue, Metric

_OFFERED = 12
"""Metrics offered at once."""
STARTING_METRICS = ("revenue", "net_income")
"""Compared where an address names none."""
METRIC_SETS: dict[str, tuple[str, ...]] = {
    name: tuple(metrics.split())
    for name, metrics in {
        "Income statement": "revenue cost_of_revenue gross_profit research_and_development sga "
        "operating_income interest_expense pretax_income income_tax net_income eps_diluted "
        "shares_diluted",
        "Balance sheet": "cash short_term_investments receivables inventory current_assets ppe_net "
        "goodwill intangible_assets total_assets accounts_payable current_liabilities "
        "long_term_debt total_liabilities equity",
        "Cash flow": "operating_cash_flow capital_expenditure free_cash_flow acquisitions "
        "dividends_paid share_repurchases debt_issued debt_repaid investing_cash_flow "
        "financing_cash_flow",
        "Margins": "gross_margin operating_margin net_margin ebitda_margin free_cash_flow_margin",
        "Returns": "return_on_equity return_on_assets return_on_invested_capital "
        "return_on_capital_employed",
        "Debt": "total_debt net_debt debt_to_equity net_debt_to_ebitda interest_coverage "
        "current_ratio quick_ratio",
        "Efficiency": "asset_turnover inventory_turnover days_inventory days_sales days_payable "
        "cash_conversion_cycle",
        "Per share": "eps_diluted dividends_per_share book_value_per_share revenue_per_share "
        "free_cash_flow_per_share",
        "Banks": "net_interest_income noninterest_income credit_loss_provision net_income "
        "net_loans deposits equity return_on_assets",
    }.items()
}


def search_metrics(words: str, catalogue: Catalogue, excluded: Collection[str]) -> list[Metric]:
    """Metrics of whole companies of which a name has all the words, the likeliest first."""

    def ranked() -> Iterator[tuple[tuple[bool, ...], int, Metric]]:
        text = words.casefold()
        for place, metric in enumerate(catalogue.metrics.values()):
            if metric.axes or metric.stated or metric.id in excluded:
                continue
            name = metric.name.lower()
            if any(has_all_words(one, text) for one in (name, metric.id, *metric.synonyms)):
                order = (not name.startswith(text), text not in name)
                yield (*order, not begins_a_word(name, text)), place, metric

    return [metric for *_, metric in sorted(ranked(), key=lambda one: one[:2])][:_OFFERED]
