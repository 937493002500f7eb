"""Companies are found under any usual name, and never where none is named."""

import itertools
from datetime import date

import pytest
from tests.support.known_companies import COMPANIES

from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company, companies_of
from secqa.parsing.entities.company_mentions import link_companies
from secqa.parsing.grammar.fitted import load_fitted


def tickers(question: str) -> list[str]:
    is_usual = load_fitted().linker.is_usual
    return [mention.company.ticker for mention in link_companies(question, COMPANIES, is_usual)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is Apple's revenue?", ["AAPL"]),
        ("What is Apple’s revenue?", ["AAPL"]),
        ("APPLE INC. revenue", ["AAPL"]),
        ("the revenue of apple and amazon", ["AAPL", "AMZN"]),
        ("Amazon.com, Inc. in 2023", ["AMZN"]),
        ("Lowe's R&D against Home Depot's", ["LOW", "HD"]),
        ("HomeDepot or Wal-Mart or walmart", ["HD", "WMT", "WMT"]),
        ("Among AT&T, P&G and Coca Cola", ["T", "PG", "KO"]),
        ("Procter and Gamble, Procter & Gamble", ["PG", "PG"]),
        ("Coca-Cola and CocaCola", ["KO", "KO"]),
        ("Abbott and AbbVie", ["ABT", "ABBV"]),
        ("J.M. Smucker, J. M. Smucker, Smucker", ["SJM", "SJM", "SJM"]),
        ("IBM and International Business Machines", ["IBM", "IBM"]),
        ("Advanced Micro Devices (AMD)", ["AMD", "AMD"]),
        ("Colgate's sales and those of Wells Fargo", ["CL", "WFC"]),
        ("What is KO's debt? And T's?", ["KO", "T"]),
        ("Meta's and Union Pacific's employees", ["META", "UNP"]),
        ("General Motors and GD", ["GM", "GD"]),
        ("Target's margin", ["TGT"]),
        ("$AMD revenue in $M and $T", ["AMD"]),
        ("tsla revenue", ["TSLA"]),
        ("ibm revenue", ["IBM"]),
        ("hd goodwill on the books at fye feb 2 2025", ["HD"]),
        ("ba total debt 2024", ["BA"]),
        ("whats walmarts net income", ["WMT"]),
        ("Boeings revenue and Netflixs cash", ["BA", "NFLX"]),
        ("Gneral Motors and Wells Fargoo, Palntir", ["GM", "WFC"]),
        ("How much did amazon sell?", ["AMZN"]),
        ("ko vs pg net income 2024", ["KO", "PG"]),
        ("amds revenue", ["AMD"]),
        ("was target or walmart bigger", ["TGT", "WMT"]),
        ("Which of IBM, Target and Netflix has more debt", ["IBM", "TGT", "NFLX"]),
        ("the interest of ibm", ["IBM"]),
    ],
)
def test_named(question: str, expected: list[str]) -> None:
    assert tickers(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "general and administrative expense",  # two companies begin with it
        "the low, the target, the advanced payment",
        "a 10-K and a 10-T",
        "WHAT IS T?",  # one letter in a question all in capitals
        "how low was the cost, and were all on target",
        "union contracts in the pacific region",
        "intellectual property and metadata",
        "R&D, SG&A, PP&E, D&A and a P&L",
        "Home sales and boeings",
        "the net interest, the gap in cash, at most",
    ],
)
def test_not_named(question: str) -> None:
    assert tickers(question) == []


def test_symbols_in_parentheses_count_even_in_capitals() -> None:
    assert tickers("NET INCOME OF (T)") == ["T"]


def test_a_mention_covers_the_whole_name() -> None:
    question = "Is Wells Fargo & Company's income high?"
    (mention,) = link_companies(question, COMPANIES)
    assert question[mention.start : mention.end] == "Wells Fargo & Company's"


def _cover(name: str, ticker: str = "", cik: str = "") -> Metadata:
    return Metadata("x", name, ticker, cik or name, "10-K", 2024, "FY", date(2024, 12, 31))


def test_a_name_of_two_companies_means_neither_but_symbols_stay() -> None:
    companies = companies_of([_cover("Delta Foods Inc", "DLF"), _cover("Delta Rail Corp", "DLR")])
    assert link_companies("Delta's revenue", companies) == ()
    assert [m.company.ticker for m in link_companies("Delta Rail, DLF", companies)] == [
        "DLR",
        "DLF",
    ]


def test_made_up_names_never_outrank_printed_ones() -> None:
    companies = companies_of([_cover("Nova", "NV"), _cover("Nova Steel Works Inc", "NSW")])
    assert [m.company.ticker for m in link_companies("Nova's debt", companies)] == ["NV"]
    companies = companies_of([_cover("Bright Home Nurseries", "XX"), _cover("Other", "BHN")])
    assert [m.company.name for m in link_companies("debt of BHN", companies)] == ["Other"]


def test_one_company_under_its_old_and_new_name() -> None:
    old = Metadata("a", "Oldname Corp", "OLD", "7", "10-K", 2021, "FY", date(2021, 12, 31))
    new = Metadata("b", "Newname Inc", "NEW", "7", "10-K", 2023, "FY", date(2023, 12, 31))
    (company,) = companies_of([new, old])
    assert company.name == "Newname Inc"
    assert company.fiscal_years == (2021, 2023)
    for question in ("Oldname", "Newname", "OLD and", "of NEW and"):
        assert link_companies(question, companies_of([new, old])), question


@pytest.mark.parametrize(
    ("ticker", "day", "expected"),
    [
        ("AAPL", date(2024, 9, 28), (2024, 4)),
        ("AAPL", date(2024, 6, 29), (2024, 3)),
        ("AAPL", date(2023, 12, 30), (2024, 1)),
        ("HD", date(2025, 2, 2), (2024, 4)),
        ("HD", date(2024, 10, 27), (2024, 3)),
        ("WMT", date(2024, 10, 31), (2025, 3)),
        ("WMT", date(2025, 1, 31), (2025, 4)),
        ("AMD", date(2024, 12, 28), (2024, 4)),
        ("KO", date(2024, 12, 31), (2024, 4)),
        ("KO", date(2024, 3, 29), (2024, 1)),
        ("NVDA", date(2024, 10, 27), (2025, 3)),
    ],
)
def test_fiscal_quarter_of_a_date(ticker: str, day: date, expected: tuple[int, int]) -> None:
    company = next(c for c in COMPANIES if c.ticker == ticker)
    assert company.fiscal_quarter_of(day) == expected


@pytest.mark.parametrize(
    ("form", "year", "period", "end", "day", "expected"),
    [
        ("10-K", 2016, "FY", date(2016, 6, 30), date(2015, 6, 30), (2015, 4)),
        ("10-K", 2016, "FY", date(2016, 6, 30), date(2015, 12, 31), (2016, 2)),
        ("10-K", 2017, "FY", date(2017, 1, 28), date(2016, 1, 30), (2016, 4)),
        ("10-K", 2020, "FY", date(2021, 1, 2), date(2019, 12, 28), (2019, 4)),
        ("10-Q", 2023, "Q2", date(2022, 12, 31), date(2022, 6, 30), (2022, 4)),
    ],
)
def test_a_cover_without_fiscal_year_end_tells_it_by_its_close(
    form: str, year: int, period: str, end: date, day: date, expected: tuple[int, int]
) -> None:
    cover = Metadata("X", "Acme Inc.", "ACME", "1", form, year, period, end)
    assert companies_of([cover])[0].fiscal_quarter_of(day) == expected


def test_short_names_lead_back_to_their_company() -> None:
    for company in COMPANIES:
        (mention,) = link_companies(f"the debt of {company.short_name} in 2023", COMPANIES)
        assert mention.company == company


def test_an_equal_company_of_another_index_has_the_same_name() -> None:
    one, other = (companies_of([_cover("Acme Tools Corp", "ACME", "7")]) for _ in range(2))
    assert one.display_name(other[0]) == one.display_name(one[0]) == "Acme Tools"


def test_names_are_found_among_thousands_of_companies() -> None:
    consonants = "bcdfgklmnprst"
    made = [
        Company(f"{a}a{b}o{c}i Works Inc".capitalize(), f"{a}{b}{c}X".upper(), f"{a}{b}{c}")
        for a in consonants
        for b in consonants
        for c in consonants
    ]
    many = companies_of([_cover(c.name, c.ticker, c.cik) for c in made * 2])
    assert len(many.names) > 2000
    question = "Among Bacodi, Dafogi Works and KLMX, what is the revenue of the largest in 2023?"
    found = link_companies(question, many)
    assert [m.company.ticker for m in found] == ["BCDX", "DFGX", "KLMX"]


def test_a_document_without_cik_belongs_to_the_company_of_its_symbol_or_name() -> None:
    def filed(company: str, ticker: str, cik: str, year: int) -> Metadata:
        return Metadata(f"{year}", company, ticker, cik, "10-K", year, "FY", date(year, 12, 31))

    found = companies_of(
        [
            filed("CHIPS CORPORATION", "CHP", "", 2002),
            filed("Chips Corporation", "", "", 2003),
            filed("Chips Corporation", "CHP", "0000000007", 2024),
            filed("Crisps Corporation", "", "", 2024),
        ]
    )
    assert [(c.name, c.fiscal_years) for c in found] == [
        ("Chips Corporation", (2002, 2003, 2024)),
        ("Crisps Corporation", (2024,)),
    ]


def test_every_name_of_every_company_means_it_alone() -> None:
    for company in COMPANIES:
        for name in {company.short_name, company.name, company.ticker} - {""}:
            question = f"What was {name}'s net income in 2024?"
            assert {m.company.name for m in link_companies(question, COMPANIES)} == {company.name}


def test_two_companies_named_together_are_both_meant() -> None:
    for one, other in itertools.permutations(COMPANIES, 2):
        question = f"Did {one.short_name} earn more than {other.short_name} in 2023?"
        found = [m.company.name for m in link_companies(question, COMPANIES)]
        assert found == [one.name, other.name]


def test_a_full_stop_makes_no_other_company() -> None:
    one = Metadata("A-10-K-2023", "Acme Works Inc", "", "7", "10-K", 2023, "FY", None)
    other = Metadata("B-10-K-2021", "ACME WORKS, INC.", "", "", "10-K", 2021, "FY", None)
    (company,) = companies_of([one, other])
    assert company.fiscal_years == (2021, 2023)


def test_names_of_before_count_where_no_other_company_has_them() -> None:
    documents = [cover("Alpha Platforms, Inc.", "ALF"), cover("Beta Corp", "BET")]
    companies = companies_of(documents, {"ALF": ["Gamma Search", "Beta"]})
    found = link_companies("Gamma Search, Gamma's sales and Beta", companies)
    assert [mention.company.ticker for mention in found] == ["ALF", "ALF", "BET"]


def test_no_company_is_called_what_another_one_is() -> None:
    documents = [cover("Alpha Platforms, Inc.", "ALF"), cover("Beta Foods Corp", "BET")]
    alpha, beta = companies_of(documents, {"ALF": ["Beta Foods Inc"], "BET": ["Beta Foods"]})
    assert (alpha.other_names, beta.other_names) == ((), ("Beta Foods",))


def test_a_misspelt_name_that_could_be_two_is_none() -> None:
    companies = companies_of([cover("Canton Corp", "CAN"), cover("Cantor Corp", "CTR")])
    assert not link_companies("the revenue of Cantow", companies)
    assert link_companies("the revenue of Canton", companies)[0].company.ticker == "CAN"


def cover(name: str, ticker: str) -> Metadata:
    return Metadata(
        document_id=ticker,
        company=name,
        ticker=ticker,
        cik=ticker,
        form="10-K",
        fiscal_year=2024,
        fiscal_period="FY",
        period_end=date(2024, 12, 31),
    )


def test_companies_named_alike_are_told() -> None:
    companies = companies_of(
        [cover("Marathon Digital Inc", "MAR"), cover("Marathon Oil Co", "MRO")]
    )
    assert not link_companies("Marathon's revenue", companies)
    assert {c.ticker for c in companies.companies_like("Marathon")} == {"MAR", "MRO"}
    assert companies.companies_like("Zebra") == companies.companies_like("Marathon Oil") == ()


@pytest.mark.parametrize("said", ["Maple & Crest's debt", "Maple and Crest", "Maple & Crest Homes"])
def test_two_joined_words_are_a_name(said: str) -> None:
    companies = companies_of([cover("Maple & Crest Homes Corporation", "MCRH")])
    (mention,) = link_companies(said, companies)
    assert said[mention.start : mention.end].endswith(("Crest", "Crest's", "Homes"))


def test_a_legal_form_with_points_is_no_part_of_the_name() -> None:
    companies = companies_of([cover("Longhorn Midstream Partners, L.P.", "LHMP")])
    assert companies[0].short_name == "Longhorn Midstream Partners"
    (mention,) = link_companies("Longhorn Midstream Partners and others", companies)
    assert mention.end == len("Longhorn Midstream Partners")


@pytest.mark.parametrize("question", ["Mondelez's revenue", "What did Mondelēz earn?"])
def test_accents_need_not_be_typed(question: str) -> None:
    (mention,) = link_companies(
        question, companies_of([cover("Mondelēz International, Inc.", "MDLZ")])
    )
    assert question[mention.start : mention.end].startswith("Mondel")
    assert mention.company.short_name == "Mondelēz International"


@pytest.mark.parametrize("name", ["X Corp", "M", "Inc.", "A & B"])
def test_odd_names_of_companies_harm_no_other(name: str) -> None:
    known = companies_of([_cover(name), _cover("Acme Tools, Inc.")])
    found = link_companies("Acme's debt in $ M and the rest", known)
    assert [link.company.name for link in found] == ["Acme Tools, Inc."]


def test_joined_initials_are_a_name() -> None:
    known = companies_of([_cover("S&P Global Inc."), _cover("Acme Tools, Inc.")])
    for question in ("Why did S&P's ratings jump?", "S&P revenue", "Was S & P sued?"):
        assert [link.company.name for link in link_companies(question, known)] == [
            "S&P Global Inc."
        ]
    assert link_companies("P/E and P&L", known) == ()


def test_what_names_nobody_is_no_company() -> None:
    named = Metadata("a", "Acme Tools", "", "", "10-K", 2024, "FY", date(2024, 12, 31))
    nameless = Metadata("b", "", "", "", "", None, "", None)
    assert [one.name for one in companies_of([named, nameless])] == ["Acme Tools"]
