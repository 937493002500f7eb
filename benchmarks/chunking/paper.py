"""What the chunking paper reports in its tables 3, 4 and 5, to stand beside our own figures.

80 reports of FinanceBench and 141 questions; chunks embedded with multi-qa-mpnet-base-dot-v1,
the ten most similar taken; keywords and summaries by GPT-4.
"""

from dataclasses import dataclass

REPORTS, QUESTIONS = 80, 141


@dataclass(frozen=True, slots=True)
class Reported:
    """A row of table 4; table 3's columns where it has the row, table 5's where it has it."""

    name: str
    chunks: int
    page_accuracy: float
    rouge: float
    bleu: float
    per_report: tuple[float, float] | None = None
    """Mean and standard deviation of chunks a report."""
    answered: tuple[float, float, float] | None = None
    """Table 5: no answer, right by GPT-4, right by hand; percent."""


TABLE = (
    Reported("Base 128", 64_058, 72.34, 0.383, 0.181, (800.73, 484.11), (35.46, 29.08, 35.46)),
    Reported("Base 256", 32_051, 73.05, 0.433, 0.231, (400.64, 242.04), (25.53, 32.62, 36.88)),
    Reported("Base 512", 16_046, 68.09, 0.455, 0.250, (200.58, 121.01), (24.82, 41.84, 48.23)),
    Reported("Base Aggregation", 112_155, 83.69, 0.536, 0.277),
    Reported(
        "Keywords Chipper", 20_843, 46.10, 0.444, 0.315, (260.57, 145.80), (22.70, 43.97, 53.19)
    ),
    Reported(
        "Summary Chipper", 20_843, 62.41, 0.473, 0.350, (260.57, 145.80), (17.73, 43.97, 51.77)
    ),
    Reported(
        "Prefix & Table Description Chipper",
        20_843,
        67.38,
        0.514,
        0.400,
        (260.57, 145.80),
        (20.57, 41.13, 53.19),
    ),
    Reported("Chipper Aggregation", 62_529, 84.40, 0.568, 0.452),
)
