"""Models in a folder, really loaded: tiny ones with random weights, made here."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import open_embedder
from secqa.retrieval.embedding.transformer import open_reranker

pytest.importorskip("sentence_transformers", reason="the extra `embed` is not installed")

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS += ["net", "income", "rose", "costs", "fell", "the", "a", "of"]


def config(transformers: Any, labels: int) -> Any:
    return transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
        num_labels=labels,
    )


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An embedder's folder and a cross-encoder's."""
    import transformers
    from sentence_transformers import SentenceTransformer, models

    made = tmp_path_factory.mktemp("models")
    (made / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    tokenizer = transformers.BertTokenizerFast(vocab_file=str(made / "vocab.txt"))
    bare, encoder, pair = made / "bare", made / "encoder", made / "pair"
    transformers.BertModel(config(transformers, 2)).save_pretrained(bare)
    transformers.BertForSequenceClassification(config(transformers, 1)).save_pretrained(pair)
    for folder in (bare, pair):
        tokenizer.save_pretrained(folder)
    word = models.Transformer(str(bare))
    SentenceTransformer(modules=[word, models.Pooling(16)]).save(str(encoder))
    return encoder, pair


def test_a_folder_embeds(folders: tuple[Path, Path]) -> None:
    embedder = open_embedder(f"local:{folders[0]}")
    assert embedder is not None
    vectors = embedder.embed(["net income rose", "costs fell"])
    assert vectors.shape == (2, 16)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert embedder.embed_query("net income rose") == pytest.approx(vectors[0], abs=1e-5)


def test_a_folder_ranks_anew(folders: tuple[Path, Path]) -> None:
    reranker = open_reranker(f"cross-encoder:{folders[1]}")
    assert reranker is not None
    scores = reranker.scores("the net income", ["net income rose", "costs fell", "net income rose"])
    assert len(scores) == 3
    assert scores[0] == pytest.approx(scores[2], abs=1e-5)
    assert scores[0] != pytest.approx(scores[1], abs=1e-9)


def test_a_folder_that_holds_no_model_is_said(tmp_path: Path) -> None:
    for opened in (
        lambda: open_embedder(f"local:{tmp_path}"),
        lambda: open_reranker(f"cross-encoder:{tmp_path}"),
    ):
        with pytest.raises(SecqaError, match="cannot be loaded"):
            opened()
