"""The sentences and wordings by many hands, as files have them; see `CARD.md` beside them."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from language.links import Wording
from secqa.corpus.company_wordings import RowLabel
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Constant, MetricPart, Operation, parse
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.label_mentions import Lines, LinesOf
from secqa.parsing.lexicon import TRANSPARENT, tokens
from secqa.query.form.schema import from_json
from secqa.query.query import Query, lookups

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Row:
    """A question and what it means."""

    id: str
    """Its writer, and a number."""
    text: str
    query: Query | None
    """None where no filing of the collection answers it."""
    kind: str

    @property
    def writer(self) -> str:
        """Who wrote it."""
        return self.id.partition("-")[0]


def load_rows(folder: Path) -> list[Row]:
    """All sentences of a folder, by writer."""
    rows = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            query = from_json(record["query"]) if record["query"] else None
            rows.append(Row(record["id"], record["text"], query, record["kind"]))
    return rows


def load_companies(folder: Path) -> CompanyIndex:
    """The companies that the sentences of a folder are about."""
    records = json.loads((folder / "companies.json").read_text(encoding="utf-8"))
    return CompanyIndex(
        Company(**{k: _tupled(value) for k, value in record.items()}) for record in records
    )


def _tupled(value: Any) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


def load_wordings(catalogue: Catalogue, folder: Path = DATA / "wordings") -> list[Wording]:
    """Wordings of metrics by many hands, and the catalogue's own."""
    found = [
        (content_stems(text), metric.id)
        for metric in catalogue.metrics.values()
        if not metric.axes and not is_growth(metric)
        for text in (metric.name, metric.name, metric.name, *metric.synonyms, *metric.printed)
    ]
    for path in sorted(folder.glob("*.jsonl")):
        found += [one for one in _wordings(path) if not is_growth(catalogue[one[1]])]
    return [(stems, metric) for stems, metric in found if stems]


def is_growth(metric: Metric) -> bool:
    """Whether a metric is the growth of another over a year: that is asked for as an operation."""
    match parse(metric.formula) if metric.formula else None:
        case Operation("-", Operation("/", MetricPart(now, 0), MetricPart(before, 1)), Constant(1)):
            return now == before
    return False


def _wordings(path: Path) -> Iterator[Wording]:
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for text in record["wordings"]:
            yield content_stems(text), record["metric"]


def content_stems(text: str) -> tuple[str, ...]:
    """The words of a wording; a blank stands for the company."""
    return tuple(w.stem for w in tokens(text.replace("_", " ")) if w.stem not in TRANSPARENT)


def lines_said(rows: list[Row]) -> LinesOf:
    """Lines and parts that sentences ask for, by company: all that is known of filings here."""
    own: defaultdict[str, dict[str, RowLabel]] = defaultdict(dict)
    for row in rows:
        for look in lookups(row.query) if row.query else ():
            label = look.line or (look.part if isinstance(look.part, str) else "")
            if label and isinstance(look.company, str):
                own[look.company][label] = RowLabel(label, 2, int(bool(look.line)))
    by_name = {name: Lines(tuple(lines.values())) for name, lines in own.items()}

    def lines_of(company: Company) -> Lines | None:
        for name in (company.ticker, company.cik, company.short_name):
            if name in by_name:
                return by_name[name]
        return None

    return lines_of
