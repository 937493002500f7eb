"""Builders that `tests.filings.containers.test_unpacking` and other tests share."""

import io
import zipfile

HEADER = """<SEC-HEADER>0000000001-96-000002.hdr.sgml : 19960301
ACCESSION NUMBER:\t\t0000000001-96-000002
CONFORMED SUBMISSION TYPE:\t{form}
CONFORMED PERIOD OF REPORT:\t{period}
FILED AS OF DATE:\t\t19960301

FILER:
\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tHARBOUR LAMPS INC
\t\tCENTRAL INDEX KEY:\t\t\t0000000077
\t\tFISCAL YEAR END:\t\t\t{year_end}
</SEC-HEADER>
"""


HTML = "<html><body><p>FORM 10-K</p><p>Annual report of the registrant.</p></body></html>"


EXHIBIT = "ANNUAL REPORT TO SHAREOWNERS\n\nLamps sold well in every harbour.\n"


def submission(
    *documents: tuple[str, str],
    form: str = "10-K",
    period: str = "19951231",
    year_end: str = "1231",
) -> bytes:
    parts = [HEADER.format(form=form, period=period, year_end=year_end)]
    for number, (kind, body) in enumerate(documents, 1):
        parts.append(
            f"<DOCUMENT>\n<TYPE>{kind}\n<SEQUENCE>{number}\n<FILENAME>d{number}.txt\n"
            f"<TEXT>\n{body}\n</TEXT>\n</DOCUMENT>\n"
        )
    return "".join(parts).encode()


def archive(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return buffer.getvalue()
