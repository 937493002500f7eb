"""Builders that `tests.evaluation.judging.test_model_judge` and other tests share."""

import json

from secqa.models.model import Reply, Request


class Said:
    """A model that says one thing after the other, the last for ever; keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[Request] = []

    def __call__(self, request: Request) -> Reply:
        self.asked.append(request)
        return Reply(self.replies.pop(0) if len(self.replies) > 1 else self.replies[0], 1, 1)


def verdict(same: bool, reason: str = "so it is") -> str:
    return json.dumps({"same": same, "reason": reason})
