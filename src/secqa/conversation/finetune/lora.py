"""Prompt and completion examples -> LoRA adapters for a local model, through `trl` and `peft`.

A few million weights beside a frozen model learn the program language on one graphics card, or
on a processor for a small model. The prompt is masked: only the program is learnt.
"""

from pathlib import Path

from secqa.errors import SecqaError


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
