"""The beam prints well-typed queries only, whatever the weights are."""

import numpy as np
import pytest
from tests.support.known_companies import COMPANIES

from language.packing import packed_translator
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.translation.beam import translations
from secqa.parsing.translation.network import Floats, TranslatorNetwork
from secqa.parsing.translation.possible_queries import units_of
from secqa.parsing.translation.query_reader import query_of_tokens
from secqa.parsing.translation.source import source_tokens
from secqa.parsing.translation.symbols import symbols_of
from secqa.parsing.translation.translator import (
    Translator,
    load_translator,
    unpacked,
)

QUESTION = "Which of Apple and Boeing had the higher revenue in 2023, and by how much?"


def shaken(seed: int) -> Translator:
    """A translator with noise in its weights."""
    rng = np.random.default_rng(seed)
    fitted = load_translator()

    def noise(weight: Floats) -> Floats:
        return (weight + rng.normal(0, 0.3, weight.shape)).astype(np.float32)

    networks = (
        TranslatorNetwork({n: noise(w) for n, w in one.weights.items()}, one.heads, one.layers)
        for one in fitted.networks
    )
    return Translator(fitted.features, fitted.tokens, tuple(networks))


@pytest.mark.parametrize("seed", range(6))
def test_any_weights_print_queries(seed: int) -> None:
    catalogue = load_catalogue()
    mentions = find_mentions(QUESTION, COMPANIES, load_fitted(), names=names_of(catalogue))
    symbols = symbols_of(mentions)
    bags = source_tokens(mentions, symbols, units_of(catalogue))
    for one in translations(bags, symbols, shaken(seed)):
        query_of_tokens(one.tokens, symbols)
        assert one.score <= 0


def test_a_question_that_is_asked_again_is_not_translated_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mentions = find_mentions(QUESTION, COMPANIES, load_fitted(), names=names_of(load_catalogue()))
    symbols = symbols_of(mentions)
    bags, model = source_tokens(mentions, symbols, units_of(load_catalogue())), load_translator()
    first = translations(bags, symbols, model)
    monkeypatch.setattr(Translator, "encode", None)
    assert translations(bags, symbols, model) == first


def test_what_was_packed_computes_the_same() -> None:
    fitted = load_translator()
    again = unpacked(packed_translator(fitted))
    bags = [["^"], ["word revenu", "class high"], ["$"]]
    logs = [
        model.step(model.encode(bags), [model.places["<bos>"]], [])[0] for model in (fitted, again)
    ]
    assert np.allclose(np.exp(logs[0]), np.exp(logs[1]), atol=0.02)
    assert np.isclose(np.exp(logs[0]).sum(), 1, atol=1e-3)
