"""Models in a folder, really loaded: tiny ones with random weights, made here."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from secqa.errors import SecqaError
from secqa.retrieval.vectors.embedder import open_embedder

pytest.importorskip("sentence_transformers", reason="the extra `embed` is not installed")

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS += ["net", "income", "rose", "costs", "fell", "the", "a", "of"]


def config(transformers: Any) -> Any:
    return transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedder's folder."""
    import transformers
    from sentence_transformers import SentenceTransformer, models

    made = tmp_path_factory.mktemp("models")
    (made / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    tokenizer = transformers.BertTokenizerFast(vocab_file=str(made / "vocab.txt"))
    bare, encoder = made / "bare", made / "encoder"
    transformers.BertModel(config(transformers)).save_pretrained(bare)
    tokenizer.save_pretrained(bare)
    word = models.Transformer(str(bare))
    SentenceTransformer(modules=[word, models.Pooling(16)]).save(str(encoder))
    return encoder


def test_a_folder_embeds(folder: Path) -> None:
    embedder = open_embedder(f"local:{folder}")
    assert embedder is not None
    vectors = embedder.embed(["net income rose", "costs fell"])
    assert vectors.shape == (2, 16)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert embedder.embed_query("net income rose") == pytest.approx(vectors[0], abs=1e-5)


def test_a_folder_that_holds_no_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="cannot be loaded"):
        open_embedder(f"local:{tmp_path}")
