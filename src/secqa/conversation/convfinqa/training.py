"""Fine-tuning jobs on OpenAI or any address that speaks its protocol: start one, look at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.fine_tuning import FineTuningJob


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
