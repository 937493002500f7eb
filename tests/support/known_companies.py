"""A corpus of companies without documents: what their covers say, and nothing else."""

from dataclasses import replace
from datetime import date

from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import CompanyIndex, companies_of

_COVERS = """
Apple Inc.|AAPL|09-28|0
AMAZON COM INC|AMZN|12-31|0
Alphabet Inc.|GOOGL|12-31|0
AT&T INC.|T|12-31|0
ABBOTT LABORATORIES|ABT|12-31|0
AbbVie Inc.|ABBV|12-31|0
ADVANCED MICRO DEVICES, INC.|AMD|12-28|0
BOEING CO|BA|12-31|0
CISCO SYSTEMS, INC.|CSCO|07-27|0
COCA COLA CO|KO|12-31|0
COLGATE-PALMOLIVE COMPANY|CL|12-31|0
GENERAL DYNAMICS CORPORATION|GD|12-31|0
GENERAL MOTORS COMPANY|GM|12-31|0
HOME DEPOT, INC.|HD|02-02|1
INTEL CORPORATION|INTC|12-28|0
INTERNATIONAL BUSINESS MACHINES CORPORATION|IBM|12-31|0
Kraft Heinz Co|KHC|12-28|0
LOWES COMPANIES INC|LOW|01-31|1
Meta Platforms, Inc.|META|12-31|0
NVIDIA CORP|NVDA|01-26|0
Netflix, Inc.|NFLX|12-31|0
PROCTER & GAMBLE CO|PG|06-30|0
Target Corporation|TGT|02-01|1
Tesla, Inc.|TSLA|12-31|0
The J. M. Smucker Company|SJM|04-30|0
UNION PACIFIC CORP|UNP|12-31|0
WALMART INC.|WMT|01-31|0
WELLS FARGO & COMPANY/MN|WFC|12-31|0
"""


def _documents() -> list[Metadata]:
    documents = []
    for number, line in enumerate(_COVERS.strip().splitlines()):
        name, ticker, year_end, offset = line.split("|")
        month, day = (int(part) for part in year_end.split("-"))
        cover = Metadata(
            document_id=f"{ticker}-10-K",
            company=name,
            ticker=ticker,
            cik=f"{number:010}",
            form="10-K",
            fiscal_year=2024,
            fiscal_period="FY",
            period_end=date(2024 + int(offset), month, day),
            fiscal_year_end=year_end,
        )
        documents += [replace(cover, fiscal_year=year, period_end=None) for year in (2022, 2023)]
        documents += [cover, replace(cover, form="10-Q", fiscal_period="Q3", period_end=None)]
    return documents


DOCUMENTS = _documents()
COMPANIES: CompanyIndex = companies_of(DOCUMENTS)
