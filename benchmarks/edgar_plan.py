"""All Forms 10-K and 10-Q of EDGAR in one corpus, on paper: `python benchmarks/edgar_plan.py`.

Prints hours, storage and money for some numbers of cores, from inputs that are measured by the
commands named beside them, or given; every one can be given anew (`--pages 1000000`). Prices are
counted only where they are given together with where they are from.
"""

import argparse
from dataclasses import dataclass, field, fields

from secqa.ingest.edgar.edgar_client import MOST_A_SECOND

_CORES = (2, 16, 64, 256)
_HOUR = 3600.0


def _given(default: float, source: str) -> float:
    value: float = field(default=default, metadata={"source": source})
    return value


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the plan is computed from."""

    filings: float = _given(470_000, "Forms 10-K and 10-Q on EDGAR, about")
    pages: float = _given(40_000_000, "their printed pages, about")
    requests: float = _given(
        2.1, "a filing: its page, its document, seldom an exhibit; edgar/fetch.py"
    )
    megabytes: float = _given(2.2, "a filing to fetch, unpacked; mean of 49 real ones, tagged")
    round_trip: float = _given(0.1, "seconds a request, one after the other; not measured here")
    rate: float = _given(4.6, "filings a second and core; cluster.py, one worker, 167 filings")
    share: float = _given(0.8, "of that for each further core; cluster.py, a second worker")
    kilobytes: float = _given(12.2, "a page on disk, index included; 145 filings, 10,557 pages")
    originals: float = _given(0.13, "of that more, to keep the files; the same filings")
    writer: float = _given(100.0, "documents a second of the one writer; edgar_limits.py writer")
    index: float = _given(3.8, "minutes of CPU a million pages for full text; big_corpus.py")
    line: float = _given(1_760, "bytes of memory a document in each open corpus; edgar_limits.py")
    opening: float = _given(16.5, "microseconds a document to open; edgar_limits.py lines")
    core_hour: float = _given(0, "price of an hour of a core")
    gigabyte_month: float = _given(0, "price of a gigabyte kept for a month")


@dataclass(frozen=True, slots=True)
class Hours:
    """How long each part takes with so many cores."""

    fetching: float
    reading: float
    writing: float
    indexing: float

    @property
    def total(self) -> float:
        """Fetching, reading and writing go side by side, the index comes at the end."""
        return max(self.fetching, self.reading, self.writing) + self.indexing

    @property
    def slowest(self) -> str:
        """The part that the others wait for."""
        side_by_side = ("fetching", "reading", "writing")
        return max(side_by_side, key=lambda name: float(getattr(self, name)))


def hours(inputs: Inputs, cores: int) -> Hours:
    """The plan for so many cores of readers."""
    effective = 1 + (cores - 1) * inputs.share if cores > 1 else 1
    return Hours(
        fetching=inputs.filings
        * inputs.requests
        * max(inputs.round_trip, 1 / MOST_A_SECOND)
        / _HOUR,
        reading=inputs.filings / (inputs.rate * effective) / _HOUR,
        writing=inputs.filings / inputs.writer / _HOUR,
        indexing=inputs.pages / 1e6 * inputs.index / 60,
    )


def gigabytes(inputs: Inputs) -> float:
    """What the corpus takes where it is kept."""
    return inputs.pages * inputs.kilobytes * (1 + inputs.originals) / 1e6


def main() -> None:
    """Parse the command line and print the plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    for one in fields(Inputs):
        option = f"--{one.name.replace('_', '-')}"
        parser.add_argument(
            option, type=float, default=one.default, help=str(one.metadata["source"])
        )
    parser.add_argument("--prices-from", default="", help="where prices are from, and the day")
    given = vars(parser.parse_args())
    source = given.pop("prices_from")
    inputs = Inputs(**given)
    if bool(source) != bool(inputs.core_hour or inputs.gigabyte_month):
        parser.error("prices need their source and day, and the other way round (--prices-from)")
    _print(inputs, source)


def _print(inputs: Inputs, source: str) -> None:
    print("inputs")
    for one in fields(Inputs):
        value = getattr(inputs, one.name)
        if value or not one.name.endswith(("hour", "month")):
            print(f"  {one.name:<15}{value:>14,.10g}  {one.metadata['source']}")
    print("hours           fetching  reading  writing    index    total  waits for   core hours")
    for cores in _CORES:
        plan = hours(inputs, cores)
        parts = (plan.fetching, plan.reading, plan.writing, plan.indexing, plan.total)
        print(
            f"  {cores:>4} cores   {''.join(f'{part:>9.1f}' for part in parts)}"
            f"  {plan.slowest:<9}{plan.total * cores:>13,.0f}"
        )
    print(f"corpus           {gigabytes(inputs):,.0f} GB")
    print(f"to fetch         {inputs.filings * inputs.megabytes / 1e6:,.1f} TB unpacked")
    print(
        f"each open corpus {inputs.filings * inputs.line / 1e6:,.0f} MB for the list of documents, "
        f"{inputs.filings * inputs.opening / 1e6:,.0f} s until it is read"
    )
    if not source:
        print("money            no prices given")
        return
    print(f"money            prices of {source}")
    print(f"  kept           {gigabytes(inputs) * inputs.gigabyte_month:,.0f} a month")
    for cores in _CORES:
        made = hours(inputs, cores).total * cores * inputs.core_hour
        print(f"  {cores:>4} cores     {made:>9,.0f} once")


if __name__ == "__main__":
    main()
