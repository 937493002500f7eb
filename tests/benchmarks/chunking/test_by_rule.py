"""The chunking study's prompts are answered and judged by rule where no model is served."""

import pytest
from tests.support.page_builders import metadata

from chunking.answers import answer_from
from chunking.by_rule import study_thoughts
from chunking.questions import EvidenceQuestion
from secqa.serving.offline_model import offline_model


@pytest.mark.parametrize(
    ("context", "known", "right", "refused"),
    [
        ("Total assets were $4,100 million at December 31, 2024.", "$4100.00", True, False),
        ("Total assets were $4,100 million at December 31, 2024.", "$1870.00", False, False),
        ("We sell hammers.", "$4100.00", False, True),
    ],
)
def test_answers_are_read_and_compared(
    context: str, known: str, right: bool, refused: bool
) -> None:
    asked = "What are Acme Tools' total assets in fiscal 2024, in USD millions?"
    question = EvidenceQuestion("q", asked, "ACME", frozenset({6}), (), known)
    model = offline_model(lambda prompt: "a plain question", study_thoughts())
    found = answer_from(question, metadata(), [(6, context)], model)
    assert (found.right, found.refused) == (right, refused)
