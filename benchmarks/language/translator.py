"""Fit the translator to token pairs with PyTorch.

Each pair is seen with other wordings from time to time: the words of a metric are exchanged for
those of another one, since the form of a question does not depend on what it is about, words are
left out, so that their classes must do, and a metric is not linked, so that the words must do.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from language.examples import Example
from secqa.parsing.translation.network import TranslatorNetwork

WIDTH, HEADS, ENCODER, DECODER = 128, 4, 3, 2
_DROPPED, _SMOOTHED, _FASTEST, _WARM_UP = 0.15, 0.05, 1.2e-3, 400
_BATCH, _BLOCK = 48, 2048
_WITHOUT_WORD, _EXCHANGED, _UNLINKED = 0.06, 0.35, 0.2
_PLACES, _TARGET_PLACES = 112, 90

Wordings = Mapping[str, Sequence[Sequence[Sequence[str]]]]
"""Unit -> wordings of metrics of that unit; each is a list of bags, the first of the mention."""


class TranslatorModel(nn.Module):  # type: ignore[misc]
    """The transformer that `parsing.translation.network` runs."""

    def __init__(self, features: int, tokens: int) -> None:
        super().__init__()
        self.embed = nn.EmbeddingBag(features + 2, WIDTH, mode="sum", padding_idx=0)
        nn.init.normal_(self.embed.weight, std=WIDTH**-0.5 / 1.5)
        self.places = nn.Parameter(torch.randn(_PLACES, WIDTH) * 0.02)
        self.target_places = nn.Parameter(torch.randn(_TARGET_PLACES, WIDTH) * 0.02)
        self.token_embed = nn.Embedding(tokens, WIDTH)
        nn.init.normal_(self.token_embed.weight, std=WIDTH**-0.5)
        self.token_bias = nn.Parameter(torch.zeros(tokens))
        size = {"dim_feedforward": 2 * WIDTH, "dropout": _DROPPED}
        options: dict[str, Any] = {**size, "batch_first": True, "norm_first": True}
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(WIDTH, HEADS, **options), ENCODER,
            norm=nn.LayerNorm(WIDTH), enable_nested_tensor=False,
        )  # fmt: skip
        self.decoder = nn.TransformerDecoder(
            nn.TransformerDecoderLayer(WIDTH, HEADS, **options), DECODER, norm=nn.LayerNorm(WIDTH)
        )
        self.drop = nn.Dropout(_DROPPED)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Logits of the next target token at every place."""
        batch, length, bag = source.shape
        bags = self.embed(source.view(batch * length, bag)).view(batch, length, WIDTH)
        padding = source[:, :, 0] == 0
        memory = self.encoder(self.drop(bags + self.places[:length]), src_key_padding_mask=padding)
        size = target.shape[1]
        ahead = torch.triu(torch.ones(size, size, dtype=torch.bool), 1)
        hidden = self.decoder(
            self.drop(self.token_embed(target) + self.target_places[:size]), memory,
            tgt_mask=ahead, memory_key_padding_mask=padding,
        )  # fmt: skip
        logits: Tensor = hidden @ self.token_embed.weight.T + self.token_bias
        return logits


@dataclass(frozen=True, eq=False)
class _Vocabulary:
    features: dict[str, int]
    tokens: dict[str, int]

    @classmethod
    def of(cls, examples: Sequence[Example], tokens: Sequence[str]) -> "_Vocabulary":
        counts = Counter(f for one in examples for bag in one.source for f in set(bag))
        features = [name for name, count in counts.most_common() if count > 1]
        names = ["<pad>", "<bos>", *tokens]
        return cls(
            {name: place for place, name in enumerate(features, 2)},
            {name: place for place, name in enumerate(names)},
        )


def fit_translator(
    examples: Sequence[Example], weights: Mapping[str, int], epochs: int, seed: int = 0
) -> TranslatorNetwork:
    """A translator fitted to examples; `weights` tells how often each kind of writer counts, by the
    first letter of its id."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    rows = [one for one in examples for _ in range(weights.get(one.writer[0], 1))]
    tokens = sorted({t for one in examples for way in (one, *one.unlinked) for t in way.target})
    vocabulary = _Vocabulary.of(examples, tokens)
    wordings = _wordings(examples)
    model = TranslatorModel(len(vocabulary.features), len(vocabulary.tokens))
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=_FASTEST, weight_decay=0.02, betas=(0.9, 0.98)
    )
    total, step = epochs * math.ceil(len(rows) / _BATCH), 0
    for epoch in range(epochs):
        losses = []
        for batch in _batches(rows, rng):
            step += 1
            rate = min(1, step / _WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * min(step / total, 1)))
            for group in optimiser.param_groups:
                group["lr"] = _FASTEST * rate
            source, target = _tensors(batch, vocabulary, wordings, rng)
            logits = model(source, target[:, :-1])
            loss = functional.cross_entropy(
                logits.reshape(-1, logits.shape[2]), target[:, 1:].reshape(-1), ignore_index=0,
                label_smoothing=_SMOOTHED,
            )  # fmt: skip
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            losses.append(float(loss.detach()))
        print(f"  epoch {epoch + 1} of {epochs}: loss {np.mean(losses):.3f}", flush=True)
    return _exported(model, vocabulary)


def _batches(rows: Sequence[Example], rng: random.Random) -> Iterator[list[Example]]:
    order = list(range(len(rows)))
    rng.shuffle(order)
    batches = []
    for start in range(0, len(order), _BLOCK):
        block = sorted(order[start : start + _BLOCK], key=lambda at: len(rows[at].source))
        batches += [block[at : at + _BATCH] for at in range(0, len(block), _BATCH)]
    rng.shuffle(batches)
    for batch in batches:
        yield [rows[at] for at in batch]


def _tensors(
    batch: Sequence[Example], vocabulary: _Vocabulary, wordings: Wordings, rng: random.Random
) -> tuple[Tensor, Tensor]:
    batch = [_one_way(one, rng) for one in batch]
    sources = [
        [_rows_of(bag, vocabulary, rng) for bag in _exchanged(one, wordings, rng)[:_PLACES]]
        for one in batch
    ]
    length, bag = max(map(len, sources)), max(len(b) for source in sources for b in source)
    source = np.zeros((len(batch), length, bag), np.int64)
    for i, bags in enumerate(sources):
        for j, own in enumerate(bags):
            source[i, j, : len(own)] = own
    targets = [[1, *(vocabulary.tokens[token] for token in one.target)] for one in batch]
    targets = [own[:_TARGET_PLACES] for own in targets]
    target = np.zeros((len(batch), max(map(len, targets))), np.int64)
    for i, own in enumerate(targets):
        target[i, : len(own)] = own
    return torch.from_numpy(source), torch.from_numpy(target)


def _one_way(one: Example, rng: random.Random) -> Example:
    """A question as it is linked, or at times with one metric not linked."""
    return rng.choice(one.unlinked) if one.unlinked and rng.random() < _UNLINKED else one


def _rows_of(bag: Sequence[str], vocabulary: _Vocabulary, rng: random.Random) -> list[int]:
    if bag[0].startswith("word ") and rng.random() < _WITHOUT_WORD:
        bag = [name for name in bag if not name.startswith(("word ", "form "))]
    return [vocabulary.features[name] for name in bag if name in vocabulary.features] or [1]


def _wordings(examples: Sequence[Example]) -> Wordings:
    """How the examples word metrics, by unit."""
    found: defaultdict[str, list[list[list[str]]]] = defaultdict(list)
    for one in examples:
        for start, end, _ in _mentions(one.source):
            own = [[_neutral(name) for name in bag] for bag in one.source[start:end]]
            unit = next((name for name in own[0] if name.startswith("unit ")), "")
            found[unit].append(own)
    return found


def _mentions(source: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, str]]:
    """(first, behind the last, symbol) of mentions of metrics."""
    for at, bag in enumerate(source):
        if not bag[0].startswith("symbol M") or "line" in bag:
            continue
        inside = f"in {bag[0].removeprefix('symbol ')}"
        end = at + 1
        while end < len(source) and inside in source[end]:
            end += 1
        yield at, end, bag[0].removeprefix("symbol ")


def _neutral(name: str) -> str:
    return "symbol" if name.startswith("symbol ") else "in" if name.startswith("in M") else name


def _exchanged(one: Example, wordings: Wordings, rng: random.Random) -> list[list[str]]:
    """The source with some metrics called by the words of others of the same unit."""
    if rng.random() > _EXCHANGED:
        return one.source
    made: list[list[str]] = []
    last = 0
    for start, end, symbol in _mentions(one.source):
        unit = next((name for name in one.source[start] if name.startswith("unit ")), "")
        if start < last or not wordings.get(unit):
            continue
        own = rng.choice(wordings[unit])
        names = {"symbol": f"symbol {symbol}", "in": f"in {symbol}"}
        made += one.source[last:start]
        made += [[names.get(name, name) for name in bag] for bag in own]
        last = end
    return [*made, *one.source[last:]]


def _exported(model: TranslatorModel, vocabulary: _Vocabulary) -> TranslatorNetwork:
    state = {name: value.numpy().astype(np.float32) for name, value in model.state_dict().items()}
    weights = {
        "embed": state["embed.weight"],
        "places": state["places"],
        "target_places": state["target_places"],
        "token_embed": state["token_embed.weight"],
        "token_bias": state["token_bias"],
    }

    def normal(to: str, name: str) -> None:
        weights[f"{to}.scale"] = state[f"{name}.weight"]
        weights[f"{to}.shift"] = state[f"{name}.bias"]

    def attention(to: str, name: str) -> None:
        joined, shift = state[f"{name}.in_proj_weight"], state[f"{name}.in_proj_bias"]
        weights[f"{to}.query"] = joined[:WIDTH].T.copy()
        weights[f"{to}.query.shift"] = shift[:WIDTH]
        weights[f"{to}.keys"] = joined[WIDTH:].T.copy()
        weights[f"{to}.keys.shift"] = shift[WIDTH:]
        weights[f"{to}.out"] = state[f"{name}.out_proj.weight"].T.copy()
        weights[f"{to}.out.shift"] = state[f"{name}.out_proj.bias"]

    for part, layers in (("encoder", ENCODER), ("decoder", DECODER)):
        for layer in range(layers):
            to, name = f"{part}.{layer}", f"{part}.layers.{layer}"
            attention(f"{to}.self", f"{name}.self_attn")
            if part == "decoder":
                attention(f"{to}.cross", f"{name}.multihead_attn")
            for place in range(1, 3 + (part == "decoder")):
                normal(f"{to}.norm{place}", f"{name}.norm{place}")
            for end, inner in (("wide", "linear1"), ("back", "linear2")):
                weights[f"{to}.{end}"] = state[f"{name}.{inner}.weight"].T.copy()
                weights[f"{to}.{end}.shift"] = state[f"{name}.{inner}.bias"]
        normal(f"{part}.norm", f"{part}.norm")
    return TranslatorNetwork(
        vocabulary.features, tuple(vocabulary.tokens), weights, HEADS, (ENCODER, DECODER)
    )
