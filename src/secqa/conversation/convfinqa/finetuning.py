"""A split -> files for fine-tuning: chat messages, prompt and completion, and how it is spread.

Every turn is an example of its own, with the same instructions and page text that the
fine-tuned generator sends later.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from secqa.conversation.generators.prompts import ANSWER_ONLY, LANGUAGE, turn_prompt
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Record
from secqa.errors import SecqaError
from secqa.files import write_file

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.fine_tuning import FineTuningJob


@dataclass(frozen=True, slots=True)
class TrainingSplit:
    """Two parts of a set of conversations."""

    train: tuple[Record, ...]
    test: tuple[Record, ...]


def write_split(split: TrainingSplit, folder: Path) -> list[Path]:
    """Write both parts in both formats, and how they are spread; what was written."""
    files = {
        f"{name}.{form}.jsonl": _lines(lines(part))
        for name, part in (("train", split.train), ("test", split.test))
        for form, lines in (("chat", chat_lines), ("completion", completion_lines))
    }
    files["spread.json"] = json.dumps(distributions(split), indent=1) + "\n"
    for name, text in files.items():
        write_file(folder / name, text.encode())
    return [folder / name for name in files]


def chat_lines(records: Iterable[Record]) -> Iterator[dict[str, object]]:
    """Examples in OpenAI's format for fine-tuning chat models."""
    for prompt, program in _examples(records):
        yield {
            "messages": [
                {"role": "system", "content": f"{LANGUAGE}\n{ANSWER_ONLY}"},
                {"role": "user", "content": prompt},
                {"role": "assistant", "content": program},
            ]
        }


def completion_lines(records: Iterable[Record]) -> Iterator[dict[str, object]]:
    """Examples as prompt and completion."""
    for prompt, program in _examples(records):
        whole = f"{LANGUAGE}\n{ANSWER_ONLY}\n\n{prompt}"
        yield {"prompt": whole, "completion": f" {program}"}


def _examples(records: Iterable[Record]) -> Iterator[tuple[str, str]]:
    for record in records:
        history: list[Exchange] = []
        for turn in record.turns:
            if turn.program:
                yield turn_prompt(record, history, turn.question), turn.program
            history.append(Exchange(turn.question, turn.program, turn.answer))


def _lines(items: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)


RARE = 0.05
"""An operation that fewer of the conversations use is rare."""


def stratified_split(records: Sequence[Record], test_share: float, seed: int = 1) -> TrainingSplit:
    """Split conversations with gold programs; the same for the same seed.

    Raises:
        SecqaError: fewer than two conversations, or no share between 0 and 1.
    """
    usable = [r for r in records if any(turn.program for turn in r.turns)]
    if len(usable) < 2 or not 0 < test_share < 1:
        raise SecqaError(
            f"split: {len(usable)} conversations with programs and a share of {test_share}; "
            "give at least two and a share between 0 and 1"
        )
    rare = _rare_operations(usable)
    groups: dict[tuple[str, ...], list[Record]] = {}
    for record in usable:
        groups.setdefault(_stratum(record, rare), []).append(record)
    draw = random.Random(seed)
    train: list[Record] = []
    test: list[Record] = []
    owed = 0.0
    for key in sorted(groups, key=lambda k: (k[0] != "rare", k)):
        members = groups[key]
        draw.shuffle(members)
        # What rounding withheld from one group is owed by the next.
        wanted = len(members) * test_share + owed
        count = min(max(round(wanted), 1 if key[0] == "rare" and len(members) > 1 else 0),
                    len(members))  # fmt: skip
        owed = wanted - count
        test += members[:count]
        train += members[count:]
    return TrainingSplit(tuple(train), tuple(test))


def operations_of(record: Record) -> set[str]:
    """The operations that a conversation's programs use."""
    programs = [parse(turn.program) for turn in record.turns if turn.program]
    return {step.operation for program in programs for step in program.steps}


def distributions(split: TrainingSplit) -> dict[str, dict[str, tuple[float, float]]]:
    """What matters -> value -> its share of the training and of the test conversations."""
    kinds: dict[str, Callable[[Record], list[str]]] = {
        "operation": lambda r: sorted(operations_of(r)) or ["selection only"],
        "turns": lambda r: [str(len(r.turns))],
        "questions": lambda r: ["two" if _two_questions(r) else "one"],
    }
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name, kind in kinds.items():
        train = Counter(value for record in split.train for value in kind(record))
        test = Counter(value for record in split.test for value in kind(record))
        found[name] = {
            value: (
                train[value] / max(len(split.train), 1),
                test[value] / max(len(split.test), 1),
            )
            for value in sorted(train | test)
        }
    return found


def _rare_operations(records: Sequence[Record]) -> set[str]:
    counts = Counter(operation for record in records for operation in operations_of(record))
    return {operation for operation, count in counts.items() if count < RARE * len(records)}


def _stratum(record: Record, rare: set[str]) -> tuple[str, ...]:
    uses = sorted(operations_of(record) & rare)
    if uses:
        return ("rare", *uses)
    return ("usual", str(len(record.turns)), str(_two_questions(record)))


def _two_questions(record: Record) -> bool:
    return any(turn.second for turn in record.turns)


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """A fine-tuning job."""

    id: str
    status: str
    """`validating_files`, `queued`, `running`, `succeeded`, `failed` or `cancelled`."""
    model: str
    """The fine-tuned model's name, "" until there is one."""
    error: str = ""


def server() -> "OpenAI":
    """The server of `OPENAI_BASE_URL` (OpenAI where not set), with `OPENAI_API_KEY`.

    Raises:
        SecqaError: no key is set, or the extra `models` is not installed.
    """
    try:
        from openai import OpenAI, OpenAIError
    except ImportError:
        raise SecqaError("finetune: needs an extra; pip install 'secqa[models]'") from None
    try:
        return OpenAI()
    except OpenAIError:
        raise SecqaError("finetune: no key; set OPENAI_API_KEY") from None


def start(at: "OpenAI", train: Path, model: str, test: Path) -> TrainingJob:
    """Upload the examples of both parts and start a job on a base model."""
    with _in_one_line(at):
        job = at.fine_tuning.jobs.create(
            model=model, training_file=_upload(at, train), validation_file=_upload(at, test)
        )
    return _job(job)


def status(at: "OpenAI", job: str) -> TrainingJob:
    """How a job stands."""
    with _in_one_line(at):
        return _job(at.fine_tuning.jobs.retrieve(job))


def _upload(at: "OpenAI", path: Path) -> str:
    """The id of the uploaded file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SecqaError(f"{path}: {error.strerror}; make it with `secqa finetune split`") from None
    return str(at.files.create(file=(path.name, content), purpose="fine-tune").id)


@contextmanager
def _in_one_line(at: "OpenAI") -> Iterator[None]:
    """What the server or the way to it objects to, as an error of ours."""
    from openai import OpenAIError

    try:
        yield
    except OpenAIError as error:
        said = " ".join(str(error).split())[:200]
        raise SecqaError(f"{at.base_url}: {said}; check address, key, model and file") from None


def _job(job: "FineTuningJob") -> TrainingJob:
    error = job.error.message if job.error else ""
    return TrainingJob(job.id, job.status, job.fine_tuned_model or "", error)


def train_lora(
    train: Path, model: str, out: Path, *, epochs: float = 3, rank: int = 16, rate: float = 2e-4
) -> None:
    """Train adapters on a completion file and save them with the tokenizer to `out`.

    Raises:
        SecqaError: the extra `lora` is not installed, or there is no such file.
    """
    try:
        import torch
        from datasets import load_dataset
        from peft import LoraConfig
        from trl import SFTConfig, SFTTrainer
    except ImportError:
        raise SecqaError(
            f"{model}: local training needs an extra; pip install 'secqa[lora]'"
        ) from None
    if not train.is_file():
        raise SecqaError(f"{train}: no such file; make it with `secqa finetune split`")
    trainer = SFTTrainer(
        model=model,
        train_dataset=load_dataset("json", data_files=str(train), split="train"),
        args=SFTConfig(
            output_dir=str(out / "checkpoints"),
            num_train_epochs=epochs,
            learning_rate=rate,
            per_device_train_batch_size=1,
            gradient_accumulation_steps=8,
            completion_only_loss=True,
            max_length=4096,
            save_strategy="no",
            report_to=[],
            bf16=torch.cuda.is_available() and torch.cuda.is_bf16_supported(),
        ),
        peft_config=LoraConfig(
            r=rank, lora_alpha=2 * rank, target_modules="all-linear", task_type="CAUSAL_LM"
        ),
    )
    trainer.train()
    trainer.save_model(str(out))
