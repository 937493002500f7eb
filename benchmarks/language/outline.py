"""Fit the outline of queries to examples, with PyTorch on a CPU (about a minute)."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from language.examples import Example
from language.token_pairs import WRITER_REPEATS
from secqa.learning.linear import code_of
from secqa.parsing.translation.query_grammar import grammar
from secqa.parsing.translation.query_outline import OutlineModel, query_parts, question_parts

WIDTH, EPOCHS, BATCH = 96, 8, 128
_RARE_PART, _RARE_LABEL, _USUAL = 4, 60, 0.97
"""Fewest examples with a question part, with a query part; largest share with a query part."""
_LEARNING_RATE, _DECAY, _DROPOUT, _PART_DROPOUT = 4e-3, 0.05, 0.3, 0.2
"""Highest learning rate, weight decay, and dropout of hidden values and of parts of a question."""
_INT8_MAX = 127


class _Network(nn.Module):  # type: ignore[misc]
    def __init__(self, parts: int, labels: int) -> None:
        super().__init__()
        self.embed = nn.EmbeddingBag(parts, WIDTH, mode="sum")
        nn.init.normal_(self.embed.weight, std=0.05)
        self.shift = nn.Parameter(torch.zeros(WIDTH))
        self.drop = nn.Dropout(_DROPOUT)
        self.out = nn.Linear(WIDTH, labels)

    def forward(self, parts: Tensor, starts: Tensor, weights: Tensor) -> Tensor:
        hidden = self.embed(parts, starts, per_sample_weights=weights) + self.shift
        odds: Tensor = self.out(self.drop(torch.relu(hidden)))
        return odds


def fit_outline(examples: Sequence[Example]) -> OutlineModel:
    """A model that tells the parts of queries from the words of questions."""
    tokens = grammar(())
    examples = [
        one for one in examples if all(name[0] == "@" or name in tokens for name in one.target)
    ]
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    said = [[code_of(part) for part in question_parts(one.source)] for one in examples]
    target_parts = [query_parts(one.target) for one in examples]
    code_counts = Counter(code for own in said for code in own)
    codes = np.array(sorted(code for code, n in code_counts.items() if n >= _RARE_PART), np.uint32)
    parts = Counter(part for own in target_parts for part in own)
    most = _USUAL * len(examples)
    labels = tuple(sorted(part for part, n in parts.items() if _RARE_LABEL <= n <= most))
    places = {label: place for place, label in enumerate(labels)}
    targets = np.zeros((len(examples), len(labels)), np.float32)
    for row, own in enumerate(target_parts):
        targets[row, [places[part] for part in own if part in places]] = 1.0
    known = {int(code): place for place, code in enumerate(codes)}
    rows = [np.array([known[code] for code in own if code in known], np.int64) for own in said]
    order = np.array(
        [at for at, one in enumerate(examples) for _ in range(WRITER_REPEATS.get(one.writer[0], 1))]
    )
    network = _Network(len(codes), len(labels))
    optimiser = torch.optim.AdamW(network.parameters(), lr=_LEARNING_RATE, weight_decay=_DECAY)
    steps, step = EPOCHS * len(order) // BATCH, 0
    for _ in range(EPOCHS):
        rng.shuffle(order)
        for start in range(0, len(order), BATCH):
            step += 1
            for group in optimiser.param_groups:
                group["lr"] = _LEARNING_RATE * max(1 - step / (steps + BATCH), 0.0)
            chosen = order[start : start + BATCH]
            kept = [rows[at][rng.random(len(rows[at])) > _PART_DROPOUT] for at in chosen]
            loss = functional.binary_cross_entropy_with_logits(
                network(*_batch(kept)), torch.from_numpy(targets[chosen])
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return _to_model(network, codes, labels)


def _batch(rows: Sequence[np.ndarray]) -> tuple[Tensor, Tensor, Tensor]:
    """Parts of several questions in one row, where each begins, and their weights."""
    starts = np.cumsum([0, *map(len, rows[:-1])])
    weights = np.concatenate(
        [np.full(len(own), max(len(own), 1) ** -0.5, np.float32) for own in rows]
    )
    first, second, third = map(torch.from_numpy, (np.concatenate(rows), starts, weights))
    return first, second, third


def _to_model(network: _Network, codes: np.ndarray, labels: tuple[str, ...]) -> OutlineModel:
    state = {name: value.numpy() for name, value in network.state_dict().items()}
    embed = state["embed.weight"]
    scale = np.maximum(np.abs(embed).max(axis=1), 1e-8).astype(np.float32) / _INT8_MAX
    return OutlineModel(
        labels,
        codes,
        np.round(embed / scale[:, None]).astype(np.int8),
        scale,
        state["shift"].astype(np.float32),
        state["out.weight"].T.astype(np.float32),
        state["out.bias"].astype(np.float32),
    )
