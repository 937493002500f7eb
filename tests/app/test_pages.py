"""What a browser is given: answers with their evidence, filings, and nothing that data could do."""

import csv
import io
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE, EVIL_NAME
from tests.support.browser_addresses import ADDRESSES, HOSTILE, REVENUE, asking, talking
from tests.support.pages_cases import first_paper, marked

from secqa.app.ask.answers import parse_request
from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders
from secqa.query.edit import Slot

EVERY_PAGE = (
    *ADDRESSES,
    asking("What was the revenue of EVIL in 2024?"),
    asking(REVENUE, **{"company:Acme Tools": "<script>alert(1)</script>"}),
    asking(REVENUE, **{"add:1": "<script>alert(1)</script>"}),
    "/filings/EVIL-10-K-2024?find=<script>",
    "/filings/EVIL-10-K-2024/pages/1",
    "/filings/EVIL-10-K-2024/pages/2",
    "/filings/EVIL-10-K-2024/printed.css",
    "/filings/EVIL-10-K-2024/pictures/c.png",
    "/filings?only=<script>alert(1)</script>",
    "/filings/<script>alert(1)<%2Fscript>",
    "/benchmarks/made?find=<script>alert(1)</script>",
    "/benchmarks/made/made-1-0002-bb?type=<script>",
    "/benchmarks/made/made-1-0003-cc",
    "/benchmarks/<script>",
    "/runs/poor?outcome=wrong&find=<script>",
    "/runs/good/made-1-0002-bb",
    "/runs/compare?run=good&run=poor&find=<script>",
    "/runs/compare?run=<script>",
    "/runs/chart.css",
    "/chat",
    f"/chat?{urlencode({'find': HOSTILE})}",
    talking("ACME-10-K-2024#3"),
    talking("EVIL-10-K-2024#2", "What is shown?"),
    talking("<script>alert(1)</script>#1"),
    "/static/app.js",
    "/static/app.css",
    "/static/find.js",
    "/static/ask.css",
    "/compare?company=<script>alert(1)</script>&metric=<script>",
    "/static/compare.js",
    "/static/compare.css",
)
OURS = re.compile(r'<script src="/static/\w+\.js" defer></script>')


def ask(client: TestClient, question: str, **changes: str) -> str:
    """The page of a question."""
    reply = client.get("/ask", params={"q": question} | changes)
    assert reply.status_code == 200
    return reply.text


@pytest.mark.parametrize("address", EVERY_PAGE)
def test_no_page_runs_or_fetches_what_data_says(client: TestClient, address: str) -> None:
    reply = client.get(address)
    policy = reply.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert reply.headers["x-content-type-options"] == "nosniff"
    if not address.startswith("/static"):
        markup = OURS.sub("", reply.text)
        assert "<script" not in markup
        names = re.sub(r'"[^"]*"', '""', markup)
        assert not re.search(r"<[^>]*\s(?:on\w+|style)\s*=", names)
        assert not re.search(r"""(?:src|href|action)=["'](?!/|\?|#|["'])""", markup)
        assert "url(" not in markup


def test_a_value_comes_with_its_page_and_the_cell_marked(client: TestClient) -> None:
    html = ask(client, REVENUE)
    assert "$1.2 billion" in html
    assert "ACME-10-K-2024 page 3" in html
    assert marked(client.get(first_paper(html)).text) == "$1,200"
    assert "Consolidated Statements of Income" in html


@pytest.mark.parametrize(
    ("question", "changes", "texts", "absent"),
    [
        (REVENUE, {"metric:revenue": "net_income", "period:FY2024": "FY2023"},
         ("Changed to: net income of Acme Tools in FY2023", "$190 million"), "$1.2 billion"),
        (REVENUE, {"period:FY2024": "someday"}, ("is no period",), "$1.2 billion"),
        (REVENUE, {"company:Acme Tools": "Acme Tools", "metric:revenue": "total revenues",
                   "add:1": ""}, ("$1.2 billion",), "Changed to"),
        (REVENUE, {"add:1": "evil"}, ("; revenue of Evil <script>", 'name="add:2"'), "add:3"),
        (REVENUE, {"add:1": "evil", "company:Acme Tools": ""}, ("Changed to: revenue of Evil",),
         "; revenue of"),
        ("What was the revenue of Nobody Ltd in 2024?", {}, ("No direct answer:",), "Changed to"),
        ("What was the revenue of Akme in 2024?", {},
         ("Akme is not a company of the corpus", "What was the revenue of Acme Tools in 2024?</a>"),
         "Changed to"),
    ],
)  # fmt: skip
def test_a_question_is_changed_refused_or_put_right(
    client: TestClient, question: str, changes: dict[str, str], texts: tuple[str, ...], absent: str
) -> None:
    html = unescape(ask(client, question, **changes))
    assert [text for text in texts if text not in html] == []
    assert absent not in html


def test_an_address_names_changes() -> None:
    given = {"q": "x", "company:Acme": "Bolt", "metric:revenue": "revenue", "period:FY2024": ""}
    request = parse_request(given)
    assert request is not None
    assert request.changes == ((Slot("company", "Acme"), "Bolt"),)


def test_names_are_typed_as_people_say_them(client: TestClient) -> None:
    html = ask(client, REVENUE, **{"company:Acme Tools": "ACME", "metric:revenue": "profit"})
    assert "Changed to: net income of Acme Tools in FY2024" in html
    assert 'value="Acme Tools" data-kind="Company" data-was="Acme Tools"' in html
    found = client.get("/find", params={"find": "acm"}).json()
    assert [one["kind"] for one in found] == ["Company", "Filing", "Ask", "Search"]
    assert found[0] == {
        "kind": "Company",
        "name": "Acme Tools",
        "detail": "ACME",
        "address": "/companies/ACME",
    }
    found = client.get("/find?find=gross+margin").json()
    metric = next(one for one in found if one["kind"] == "Metric")
    assert "revenue" in metric["detail"]
    pages = client.get("/find").json()
    assert {one["kind"] for one in pages} == {"Page"}
    assert all(client.get(one["address"]).status_code == 200 for one in pages)


def test_two_names_find_the_statement_of_a_company(client: TestClient) -> None:
    found = client.get("/find?find=acme+bal").json()
    named = next(one for one in found if one["kind"] == "Company")
    assert named["name"] == "Acme Tools: Balance sheet"
    assert "Balance sheet" in client.get(named["address"]).text


def test_errors_give_no_commands_to_type_into_a_terminal(client: TestClient) -> None:
    page = client.get("/filings/NOPE")
    assert page.status_code == 404
    assert "<p>NOPE: not in the corpus.</p>" in page.text


def test_a_name_that_is_none_is_asked_back(client: TestClient) -> None:
    html = unescape(ask(client, REVENUE, **{"metric:revenue": "net incom"}))
    assert "'net incom' is no metric here; did you mean net income" in html
    found = re.search(r'<a href="(/ask[^"]*metric%3Arevenue=net\+income)">net income</a>', html)
    assert found is not None
    assert "$240 million" in client.get(found[1]).text


def test_a_year_out_of_reach_leads_to_years_that_are_told(client: TestClient) -> None:
    html = ask(client, "What was the revenue of Acme in 2010?")
    found = re.search(r'<a href="([^"]*)">FY2024 instead of FY2010</a>', html)
    assert found is not None
    assert "$1.2 billion" in client.get(unescape(found[1])).text
    assert "Pages with these words" in html
    assert "ACME-10-K-2024 page 3" in html


def test_an_answer_leads_on(client: TestClient) -> None:
    html = ask(client, REVENUE)
    steps = re.findall(r'<a class="button" href="([^"]*)" title="[^"]*">([^<]*)</a>', html)
    assert [name for _, name in steps] == ["Why did it change?", "By year", "Compare"]
    by_year = client.get(unescape(steps[1][0])).text
    assert "<caption>total revenues" in by_year
    assert unescape(steps[2][0]) == "/compare?company=Acme+Tools&metric=revenue"


def test_a_doubtful_answer_is_no_big_number(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure = ask(client, REVENUE)
    monkeypatch.setattr("secqa.app.ask.ask_page.DOUBTFUL", 1.0)
    doubtful = ask(client, REVENUE)
    assert 'class="value"' in sure
    assert 'class="value"' not in doubtful
    assert "No answer is likely enough to be given" in doubtful


def test_confidence_is_explained_in_words(client: TestClient) -> None:
    assert re.search(
        r"About \d+ of 100? answers with this confidence are right", ask(client, REVENUE)
    )


def test_the_start_shows_what_is_there_and_questions_that_are_answered(client: TestClient) -> None:
    html = client.get("/ask").text
    tiles = dict(re.findall(r"<dt>([^<]*)</dt><dd>(?:<a [^>]*>)?([^<]*)<", html))
    assert tiles["Filings"] == tiles["Companies"] == "2"
    assert tiles["Fiscal years"] == "2024"
    examples = re.findall(r'<a href="(/ask\?q=[^"]*)"><span class="kind">', html)
    assert examples
    assert all("Cannot answer" not in client.get(unescape(one)).text for one in examples)
    assert "<strong>$1.2 billion</strong>" in html


def test_words_are_shown_as_printed_and_marked(client: TestClient) -> None:
    html = ask(client, "What does Acme say about its largest customer?")
    assert "<blockquote>" in html
    page = marked(client.get(first_paper(html)).text)
    assert "largest customer" in page
    assert "coyote" in page


def test_other_candidates_are_told_with_the_reason(client: TestClient) -> None:
    html = ask(client, "What was the net income of Acme in 2024?")
    assert marked(client.get(first_paper(html)).text) == "$240"
    rivals = html.partition('class="rivals"')[2]
    assert not rivals or "the question" in rivals


def test_an_answer_is_taken_away_as_markdown_and_csv(client: TestClient) -> None:
    link = re.search(r'href="(/ask\.md[^"]*)"', ask(client, REVENUE))
    assert link is not None
    told = client.get(unescape(link[1])).text
    assert "**$1.2 billion ($1,200,000,000)**" in told
    assert f"1. [ACME-10-K-2024 page 3]({BASE}/filings/ACME-10-K-2024?page=3&" in told
    reply = client.get("/ask.csv", params={"q": REVENUE})
    rows = list(csv.reader(io.StringIO(reply.text)))
    assert rows[1][1:5] == ["1200000000.0", "USD", "ACME-10-K-2024", "3"]
    assert "attachment" in reply.headers["content-disposition"]
    book = client.get("/ask.xlsx", params={"q": REVENUE})
    name = "what-was-the-revenue-of-acme-in-2024.xlsx"
    assert name in book.headers["content-disposition"]
    with ZipFile(io.BytesIO(book.content)) as parts:
        links = parts.read("xl/worksheets/_rels/sheet2.xml.rels").decode()
        assert f"{BASE}/filings/ACME-10-K-2024?page=3&amp;element=" in links
        assert "understood as" in parts.read("xl/sharedStrings.xml").decode()
        answer = parts.read("xl/worksheets/sheet1.xml").decode()
        assert "<f>'Read from'!$B$2</f><v>1200000000.0</v>" in answer
        assert "<hyperlink" in answer
        assert "$#,##0" in parts.read("xl/styles.xml").decode()


def test_a_ratio_is_a_formula_over_what_was_read(client: TestClient) -> None:
    book = client.get("/ask.xlsx", params={"q": "What was the net margin of Acme in 2024?"})
    with ZipFile(io.BytesIO(book.content)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    found = re.search(r"<f>(.*?)</f><v>(.*?)</v>", sheet)
    assert found is not None
    assert found.groups() == ("'Read from'!$B$2 / 'Read from'!$B$3", "0.2")


def test_what_was_compared_is_a_formula_over_what_was_read(client: TestClient) -> None:
    question = "Was the revenue of Acme higher in 2024 than in 2023?"
    book = client.get("/ask.xlsx", params={"q": question})
    with ZipFile(io.BytesIO(book.content)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
        texts = parts.read("xl/sharedStrings.xml").decode()
    assert re.findall(r"<f>(.*?)</f><v>(.*?)</v>", sheet) == [
        ("'Read from'!$B$2", "1200000000.0"),
        ("'Read from'!$B$3", "1000000000.0"),
    ]
    assert texts.index(question) < texts.index("Yes") < texts.index("understood as")


def test_passages_and_series_stand_on_the_first_sheet(client: TestClient) -> None:
    question = "What does Acme say about its largest customer?"
    book = client.get("/ask.xlsx", params={"q": question})
    with ZipFile(io.BytesIO(book.content)) as parts:
        texts = parts.read("xl/sharedStrings.xml").decode()
    assert texts.index("We make anvils") < texts.index("understood as")
    book = client.get("/ask.xlsx", params={"q": "Show Acme's revenue by year from 2023 to 2024"})
    with ZipFile(io.BytesIO(book.content)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>'By period'!$D$3</f><v>1200000000.0</v>" in sheet


def test_a_series_has_its_table_and_picture(client: TestClient) -> None:
    question = "Show Acme's revenue by year from 2023 to 2024"
    html = ask(client, question)
    assert "<svg" in html
    assert "<caption>total revenues" in html
    assert html.count("<figure") == 1
    rows = list(csv.reader(io.StringIO(client.get("/ask.csv", params={"q": question}).text)))
    assert [row[2:4] for row in rows[1:]] == [
        ["FY2023", "1000000000.0"],
        ["FY2024", "1200000000.0"],
    ]


def test_filings_are_listed_and_filtered(client: TestClient) -> None:
    html = client.get("/filings").text
    assert "ACME-10-K-2024" in html
    assert EVIL_NAME.replace("<", "&lt;").replace(">", "&gt;") in html
    found = client.get("/filings", params={"find": "acme tools"}).text
    assert "1 of 2 filings" in found
    assert "EVIL-10-K-2024" not in found


def test_a_filing_is_read_page_by_page(client: TestClient) -> None:
    html = client.get("/filings/ACME-10-K-2024", params={"page": "2"}).text
    assert html.count('class="sheet"') == 3
    assert "anvils &amp; rockets" in html
    assert "Consolidated Statements of Income" not in html.partition('class="pages"')[2]
    assert 'data-source="/filings/ACME-10-K-2024/pages/3"' in html
    assert '#page-3" data-page="3">Item 8. Financial Statements' in html


def test_a_search_marks_its_hits(client: TestClient) -> None:
    html = client.get("/filings/ACME-10-K-2024", params={"find": "COYOTE"}).text
    assert "1 hit on 1 page" in html
    assert marked(html) == "coyote"


def test_a_search_takes_hyphens_or_leaves_them(client: TestClient) -> None:
    for words in ("coy-ote", "largest-customer", '"largest  customer"'):
        html = client.get("/filings/ACME-10-K-2024", params={"find": words, "page": 2}).text
        assert "1 hit on 1 page" in html
        assert re.search(r"<mark[^>]*>(coyote|largest customer)", html), words


def test_a_fault_of_ours_has_a_page(current: Current, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secqa.app.library.saved_page.saved_items", lambda _path: 1 / 0)
    app = make_app(current)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as browser:
        reply = browser.get("/saved")
    assert reply.status_code == 500
    assert "Something went wrong" in reply.text
    assert "content-security-policy" in reply.headers


def test_without_its_file_a_page_is_shown_as_it_was_read(folder: Path) -> None:
    with TestClient(make_app(Current(folder / "corpus", Folders())), base_url=BASE) as client:
        html = client.get("/filings/ACME-10-K-2024/pages/3?element=11&row=1&column=1").text
        assert '<span data-at="11.1.1"><mark class="seen cell">$ 1,200</mark></span>' in html
        assert "its file is not at hand" in client.get("/filings/ACME-10-K-2024").text


def test_a_file_that_is_another_now_is_not_shown(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "ACME" / "10-K-2024.html"
    other.parent.mkdir()
    other.write_text("<p>FORM 10-K</p><p>Total revenues 9,999</p>")
    place = Current(folder / "corpus", Folders((tmp_path,)))()
    assert not place.originals.printed("ACME-10-K-2024").pages


@pytest.mark.parametrize(
    "address", ["/filings/NONE", "/filings/ACME-10-K-2024/pages/9", "/filings/NONE/pages/1.png"]
)
def test_what_is_not_there_is_told(client: TestClient, address: str) -> None:
    reply = client.get(address)
    assert reply.status_code == 404
    assert "Not here" in reply.text


def test_other_names_of_this_machine_are_refused(current: Current) -> None:
    with TestClient(make_app(current), base_url="http://evil.example") as client:
        assert client.get("/ask").status_code == 403


def test_a_token_is_asked_for_and_then_kept(current: Current) -> None:
    with TestClient(make_app(current, "secret"), base_url="http://box.example") as client:
        assert client.get("/ask").status_code == 403
        assert client.get("/ask?token=wrong").status_code == 403
        reply = client.get("/ask?q=x&token=secret", follow_redirects=False)
        assert reply.headers["location"] == "/ask?q=x"
        assert "httponly" in reply.headers["set-cookie"].lower()
        assert client.get("/ask").status_code == 200
        away = client.get("http://box.example//evil.example/?token=secret", follow_redirects=False)
        assert away.headers["location"].startswith("/evil.example")


def test_no_page_sends_people_to_the_command_line(client: TestClient) -> None:
    for address in (*ADDRESSES, "/companies/ACME", "/jobs", "/saved"):
        html = re.sub(r"<code>.*?</code>", "", client.get(address).text)  # what made a benchmark
        assert not re.search(r">[^<]*\bsecqa (?:ingest|run|generate|ask|compare)\b", html)


@pytest.mark.parametrize(
    ("search", "marked"),
    [
        ("We make anvils", ["We make anvils"]),
        ("the anvils of rockets", ["anvils", "rockets"]),
        ("rocket", ["rockets"]),
        ("rock", []),
        ('"we" anvils', ["We", "anvils"]),
    ],
)
def test_a_search_marks_its_phrase_or_whole_words_that_mean_something(
    client: TestClient, search: str, marked: list[str]
) -> None:
    html = client.get("/filings/ACME-10-K-2024", params={"find": search, "page": 2}).text
    assert re.findall(r"<mark class=\"[^\"]*\">([^<]*)</mark>", html) == marked
