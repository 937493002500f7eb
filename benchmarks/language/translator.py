"""Fit the translator to token pairs with PyTorch, on a GPU where there is one.

`python benchmarks/language/translator.py PAIRS OUT` needs nothing of the package but its form of
the weights, so that it can run on another machine. Each pair is seen with other wordings from time
to time, words are left out, so that their classes must do, and a metric is not linked, so that the
words must do. The weights that are kept are the running average of those of the last steps.
"""

import argparse
import copy
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from language.packing import packed_translator
from language.token_pairs import (
    PAD,
    UNKNOWN,
    WRITER_REPEATS,
    TokenPairs,
    View,
    WordingExchange,
    load_pairs,
)
from secqa.parsing.translation.network import TranslatorNetwork
from secqa.parsing.translation.translator import Translator, unpacked

_SMOOTHED, _WARM_UP, _DECAY, _NORM = 0.05, 400, 0.02, 1.0
_WITHOUT_WORD, _EXCHANGED, _UNLINKED = 0.06, 0.35, 0.2
_EXCHANGES = 6
"""Prepared ways to call the metrics of a question otherwise."""
_PLACES, _TARGET_PLACES = 112, 90
_BLOCK = 4096
"""Rows among which batches of one length are made."""


@dataclass(frozen=True, slots=True)
class FitPlan:
    """The size of a translator and how it is fitted."""

    width: int = 128
    heads: int = 4
    encoder: int = 3
    decoder: int = 2
    wide: int = 2
    """Width of the inner layer over `width`."""
    dropped: float = 0.15
    epochs: int = 16
    batch: int = 96
    fastest: float = 1.2e-3
    """The highest step of the optimiser."""
    averaged: float = 0.999
    """What the running average keeps of itself at each step."""
    seed: int = 0


PLANS = (
    FitPlan(seed=1),
    FitPlan(width=192, heads=6, encoder=4, decoder=3, dropped=0.2, batch=128, seed=2),
)
"""The networks of a translator. Larger ones, and more of them, were not better on writers left out:
right first 61.2% (width 128), 60.6% (192), 61.3% (256), two at once 62.3%, three 62.0%."""
_FURTHER_EPOCHS, _FURTHER_STEP, _REMINDER = 3, 4e-4, 0.33
"""Where fitted networks are fitted further: passes, the highest step, and the share of the pairs
that are no free questions."""


class TranslatorModel(nn.Module):  # type: ignore[misc]
    """The transformer that `parsing.translation.network` runs."""

    def __init__(self, features: int, tokens: int, plan: FitPlan) -> None:
        super().__init__()
        self.plan = plan
        width = plan.width
        self.embed = nn.EmbeddingBag(features, width, mode="sum", padding_idx=PAD)
        nn.init.normal_(self.embed.weight, std=width**-0.5 / 1.5)
        self.places = nn.Parameter(torch.randn(_PLACES, width) * 0.02)
        self.target_places = nn.Parameter(torch.randn(_TARGET_PLACES, width) * 0.02)
        self.token_embed = nn.Embedding(tokens, width)
        nn.init.normal_(self.token_embed.weight, std=width**-0.5)
        self.token_bias = nn.Parameter(torch.zeros(tokens))
        size = {"dim_feedforward": plan.wide * width, "dropout": plan.dropped}
        options: dict[str, Any] = {**size, "batch_first": True, "norm_first": True}
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(width, plan.heads, **options), plan.encoder,
            norm=nn.LayerNorm(width), enable_nested_tensor=False,
        )  # fmt: skip
        self.decoder = nn.TransformerDecoder(
            nn.TransformerDecoderLayer(width, plan.heads, **options), plan.decoder,
            norm=nn.LayerNorm(width),
        )  # fmt: skip
        self.drop = nn.Dropout(plan.dropped)

    def forward(self, source: Tensor, padding: Tensor, target: Tensor) -> Tensor:
        """Logits of the next target token at every place."""
        batch, length, bag = source.shape
        bags = self.embed(source.view(batch * length, bag)).view(batch, length, -1)
        memory = self.encoder(self.drop(bags + self.places[:length]), src_key_padding_mask=padding)
        size = target.shape[1]
        ahead = torch.triu(torch.ones(size, size, dtype=torch.bool, device=target.device), 1)
        hidden = self.decoder(
            self.drop(self.token_embed(target) + self.target_places[:size]), memory,
            tgt_mask=ahead, memory_key_padding_mask=padding,
        )  # fmt: skip
        logits: Tensor = hidden @ self.token_embed.weight.T + self.token_bias
        return logits


class _Views:
    """All views of pairs as tensors, with the views among which a row chooses."""

    def __init__(self, pairs: TokenPairs, device: torch.device, seed: int) -> None:
        exchange, rng = WordingExchange(pairs), random.Random(seed)
        views: list[View] = []
        choices: list[tuple[int, int, int, int]] = []
        for pair in pairs.pairs:
            first = len(views)
            views += pair.views
            views += [exchange.exchanged(pair.views[0], rng) for _ in range(_EXCHANGES)]
            choices.append((first, first + 1, first + len(pair.views), len(views)))
        own = (view for pair in pairs.pairs for view in pair.views)
        seen = Counter(row for view in own for bag in view.source for row in set(bag))
        self.known = np.array([seen[row] > 1 for row in range(len(pairs.features))])
        self.known[[PAD, UNKNOWN]] = True
        most = max(len(bag) for view in views for bag in view.source)
        source = np.zeros((len(views), _PLACES, most), np.int32)
        target = np.zeros((len(views), _TARGET_PLACES + 1), np.int32)
        for at, view in enumerate(views):
            for place, bag in enumerate(view.source[:_PLACES]):
                source[at, place, : len(bag)] = bag
            tokens = (UNKNOWN, *view.target)[: _TARGET_PLACES + 1]
            target[at, : len(tokens)] = tokens
        self.lengths = np.array([min(len(view.source), _PLACES) for view in views])
        self.targets = np.array([min(len(view.target) + 1, _TARGET_PLACES) for view in views])
        source[~self.known[source]] = PAD
        self.source = torch.from_numpy(source).to(device)
        self.target = torch.from_numpy(target).to(device)
        self.choices = np.array(choices)
        words = [name.startswith(("word ", "form ")) for name in pairs.features]
        self.words = torch.tensor(words, device=device)

    def chosen(self, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A view of each row: as it is, at times with other wordings or a metric not linked."""
        first, unlinked, exchanged, end = self.choices[rows].T
        draw, place = rng.random(len(rows)), rng.random(len(rows))
        others = exchanged + (place * (end - exchanged)).astype(int)
        bare = unlinked + (place * (exchanged - unlinked)).astype(int)
        is_bare = (draw < _UNLINKED) & (exchanged > unlinked)
        is_other = (draw >= _UNLINKED) & (draw < _UNLINKED + _EXCHANGED)
        chosen: np.ndarray = np.where(is_bare, bare, np.where(is_other, others, first))
        return chosen

    def batch(self, views: np.ndarray, without_words: float) -> tuple[Tensor, Tensor, Tensor]:
        """Sources, their padding and targets of views."""
        at = torch.from_numpy(views).to(self.source.device)
        source = self.source[at, : int(self.lengths[views].max())].long()
        lengths = torch.from_numpy(self.lengths[views]).to(source.device)
        padding = torch.arange(source.shape[1], device=source.device)[None] >= lengths[:, None]
        if without_words:
            drop = torch.rand(source.shape[:2], device=source.device) < without_words
            source = source.masked_fill(drop[:, :, None] & self.words[source], PAD)
        empty = (source.sum(dim=2) == PAD) & ~padding
        source[:, :, 0] = torch.where(empty, UNKNOWN, source[:, :, 0])
        return source, padding, self.target[at, : int(self.targets[views].max())].long()


def fit_translator(
    pairs: TokenPairs,
    plans: Sequence[FitPlan] = PLANS,
    held: TokenPairs | None = None,
    begun: Translator | None = None,
) -> Translator:
    """A translator fitted to pairs. `held` are pairs on which it is shown how many queries come out
    as they should. With `begun` its weights are fitted further, in fewer passes."""
    own = [
        _fit_network(_Task(pairs, _further(plan) if begun else plan, held, begun, place))
        for place, plan in enumerate(plans)
    ]
    names = own[0][0]
    features: Mapping[str, int] = {name: row for row, name in enumerate(names) if row > UNKNOWN}
    return Translator(features, pairs.tokens, tuple(network for _, network in own))


@dataclass(frozen=True, eq=False)
class _Task:
    """What a network is fitted to."""

    pairs: TokenPairs
    plan: FitPlan
    held: TokenPairs | None
    begun: Translator | None
    place: int
    """Of the network among those of `begun`."""


def _further(plan: FitPlan) -> FitPlan:
    return replace(plan, epochs=_FURTHER_EPOCHS, fastest=_FURTHER_STEP)


def _fit_network(task: _Task) -> tuple[list[str], TranslatorNetwork]:
    """The names of the rows of features, and the network."""
    pairs, plan, held = task.pairs, task.plan, task.held
    torch.manual_seed(plan.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    views, rng = _Views(pairs, device, plan.seed), np.random.default_rng(plan.seed)
    checks = _Views(held, device, plan.seed) if held else None
    counts = [WRITER_REPEATS.get(one.writer[0], 1) for one in pairs.pairs]
    if task.begun:
        # What the networks know already needs no more than a reminder.
        counts = [int(count > 1 or rng.random() < _REMINDER) for count in counts]
    rows = np.repeat(np.arange(len(counts)), counts)
    model = TranslatorModel(len(pairs.features), len(pairs.tokens), plan)
    if task.begun:
        _load(model, task.begun, task.place, pairs)
    model = model.to(device)
    average = copy.deepcopy(model)
    optimiser = torch.optim.AdamW(
        model.parameters(),
        lr=plan.fastest,
        weight_decay=_DECAY,
        betas=(0.9, 0.98),
        fused=device.type == "cuda",
    )
    total, step, began = plan.epochs * math.ceil(len(rows) / plan.batch), 0, time.time()
    for epoch in range(plan.epochs):
        losses = []
        for chosen in _batches(views.chosen(rows, rng), views.lengths, plan.batch, rng):
            step += 1
            rate = min(1, step / _WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * step / total))
            for group in optimiser.param_groups:
                group["lr"] = plan.fastest * rate
            loss = _loss(model, views.batch(chosen, _WITHOUT_WORD))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), _NORM)
            optimiser.step()
            _average(average, model, min(plan.averaged, step / (step + 10)))
            losses.append(loss.detach())
        right = f", right {_share_right(average, checks):.1%}" if checks else ""
        mean = float(torch.stack(losses).mean())
        spent = time.time() - began
        print(f"  epoch {epoch + 1} of {plan.epochs}: loss {mean:.3f}{right}, {spent:.0f} s",
              flush=True)  # fmt: skip
    names = [name for name, known in zip(pairs.features, views.known, strict=True) if known]
    return names, _exported(average, views.known, plan)


def _batches(
    views: np.ndarray, lengths: np.ndarray, size: int, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Batches of views of about one length, in random order."""
    order = rng.permutation(views)
    batches = []
    for start in range(0, len(order), _BLOCK):
        block = order[start : start + _BLOCK]
        block = block[np.argsort(lengths[block], kind="stable")]
        batches += [block[at : at + size] for at in range(0, len(block), size)]
    for at in rng.permutation(len(batches)):
        yield batches[at]


def _loss(model: nn.Module, batch: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    source, padding, target = batch
    with torch.autocast(source.device.type, torch.bfloat16, enabled=source.is_cuda):
        logits = model(source, padding, target[:, :-1])
    return functional.cross_entropy(
        logits.float().flatten(0, 1), target[:, 1:].flatten(), ignore_index=PAD,
        label_smoothing=_SMOOTHED,
    )  # fmt: skip


def _average(average: nn.Module, model: nn.Module, kept: float) -> None:
    with torch.no_grad():
        torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - kept)


def _share_right(model: nn.Module, views: _Views) -> float:
    """How many queries have each token as the likeliest after those before it."""
    model.eval()
    firsts, right = views.choices[:, 0], 0
    for at in range(0, len(firsts), 256):
        source, padding, target = views.batch(firsts[at : at + 256], 0.0)
        with torch.no_grad():
            best = model(source, padding, target[:, :-1]).argmax(dim=2)
        wanted = target[:, 1:]
        right += int(((best == wanted) | (wanted == PAD)).all(dim=1).sum())
    return right / max(len(firsts), 1)


_LAYER = {
    "norm1": "norm1", "norm2": "norm2", "norm3": "norm3", "wide": "linear1", "back": "linear2",
    "self": "self_attn", "cross": "multihead_attn",
}  # fmt: skip
"""Parts of a layer of `TranslatorNetwork` and their names in PyTorch."""


def _twins(plan: FitPlan) -> Iterator[tuple[str, str, str]]:
    """(name in `TranslatorNetwork`, name in PyTorch, kind) of the weights that both have:
    "plain", "turned", or "query" and "keys", which PyTorch has in one matrix."""
    for part, layers in (("encoder", plan.encoder), ("decoder", plan.decoder)):
        yield f"{part}.norm.scale", f"{part}.norm.weight", "plain"
        yield f"{part}.norm.shift", f"{part}.norm.bias", "plain"
        for layer in range(layers):
            for own, other in _LAYER.items():
                if part == "encoder" and own in ("norm3", "cross"):
                    continue
                to, name = f"{part}.{layer}.{own}", f"{part}.layers.{layer}.{other}"
                if own.startswith("norm"):
                    yield f"{to}.scale", f"{name}.weight", "plain"
                    yield f"{to}.shift", f"{name}.bias", "plain"
                elif own in ("wide", "back"):
                    yield to, f"{name}.weight", "turned"
                    yield f"{to}.shift", f"{name}.bias", "plain"
                else:
                    for kind in ("query", "keys"):
                        yield f"{to}.{kind}", f"{name}.in_proj_weight", kind
                        yield f"{to}.{kind}.shift", f"{name}.in_proj_bias", kind
                    yield f"{to}.out", f"{name}.out_proj.weight", "turned"
                    yield f"{to}.out.shift", f"{name}.out_proj.bias", "plain"


_WHOLE = {
    "places": "places", "target_places": "target_places", "token_embed": "token_embed.weight",
    "token_bias": "token_bias",
}  # fmt: skip


def _exported(model: TranslatorModel, known: np.ndarray, plan: FitPlan) -> TranslatorNetwork:
    state = {name: value.float().cpu().numpy() for name, value in model.state_dict().items()}
    weights = {"embed": state["embed.weight"][known]}
    weights |= {own: state[name] for own, name in _WHOLE.items()}
    for own, name, kind in _twins(plan):
        value = state[name]
        if kind in ("query", "keys"):
            value = value[: plan.width] if kind == "query" else value[plan.width :]
        weights[own] = value.T.copy() if value.ndim == 2 else value
    return TranslatorNetwork(weights, plan.heads, (plan.encoder, plan.decoder))


def _load(model: TranslatorModel, begun: Translator, place: int, pairs: TokenPairs) -> None:
    """Give a model the weights of a fitted network, row by row of features and tokens."""
    weights = begun.networks[place].weights
    state = model.state_dict()
    with torch.no_grad():
        rows = [(row, begun.features[name]) for row, name in enumerate(pairs.features)
                if name in begun.features]  # fmt: skip
        own, other = map(list, zip(*[(PAD, PAD), (UNKNOWN, UNKNOWN), *rows], strict=True))
        state["embed.weight"][own] = torch.from_numpy(weights["embed"][other])
        tokens = [(row, begun.places[name]) for row, name in enumerate(pairs.tokens)
                  if name in begun.places]  # fmt: skip
        own, other = map(list, zip(*tokens, strict=True))
        state["token_embed.weight"][own] = torch.from_numpy(weights["token_embed"][other])
        state["token_bias"][own] = torch.from_numpy(weights["token_bias"][other])
        for name in ("places", "target_places"):
            state[name].copy_(torch.from_numpy(weights[name]))
        for name, twin, kind in _twins(model.plan):
            value = torch.from_numpy(weights[name])
            value = value.T if value.ndim == 2 else value
            width = model.plan.width
            part = {"query": slice(width), "keys": slice(width, None)}.get(kind, slice(None))
            state[twin][part].copy_(value)
        model.load_state_dict(state)


def main() -> None:
    """Fit a translator to a file of pairs, shown on the writers left out of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", default="", help="writers to leave out, with commas")
    parser.add_argument("--begun", type=Path, help="a translator to fit further")
    options = parser.parse_args()
    begun = unpacked(options.begun.read_bytes()) if options.begun else None
    pairs = load_pairs(options.pairs.read_bytes())
    left_out = frozenset(filter(None, options.without.split(",")))
    free = tuple(p for p in pairs.pairs if p.writer in left_out and p.writer[0] == "f")
    held = TokenPairs(pairs.features, pairs.tokens, free) if free else None
    fitted = fit_translator(pairs.without(left_out), held=held, begun=begun)
    options.out.write_bytes(packed_translator(fitted))


if __name__ == "__main__":
    main()
