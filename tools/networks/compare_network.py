"""Networks that compare a hull with references of set-up, and their export to ONNX.

One network turns each reference into a vector, once for a table; the other compares a hull with all vectors at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from pathlib import Path

WIDE, LEARNT, LOOKS = 32, 20, 2
"""Channels; how many numbers of a reference are learnt; how many colours of it are measured."""
VECTOR = LEARNT + 3 * LOOKS
OPSET = 13


class ReferenceNetwork(nn.Module):
    """References and what is bare there, (n, 6, rows, columns) Lab, to what is on them, (n, 26).

    Attention pooling (Ilse, Tomczak & Welling 2018): what is a piece has its say, the print has not. Colours are pooled
    as they are, besides what is learnt: the other network then sees how far apart two colours are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(6, 16, 5, 2, 2)
        self.around = nn.Conv2d(16, 8, 3, 1, 1)
        self.share = nn.Conv2d(8, LOOKS, 1)
        self.second = nn.Conv2d(16, WIDE, 3, 2, 1)
        self.third = nn.Conv2d(WIDE, WIDE, 3, 1, 1)
        self.out = nn.Linear(WIDE, LEARNT)

    def forward(self, references: torch.Tensor) -> torch.Tensor:
        """One vector a reference."""
        fine = torch.relu(self.first(references))
        shares = torch.sigmoid(self.share(torch.relu(self.around(fine)))) + 1e-3
        colour = nn.functional.avg_pool2d(references[:, :3], 2)
        looks = []
        for look in range(LOOKS):
            share = shares[:, look : look + 1]
            looks.append((colour * share).mean((2, 3)) / share.mean((2, 3)))
        seen = torch.relu(self.third(torch.relu(self.second(fine))))
        return torch.cat((self.out(seen.mean((2, 3))), *looks), 1)


class CompareNetwork(nn.Module):
    """Hulls and what to hold them against, (n, 6, 24, 48) Lab, and the vectors of some references, (n, 26 references).

    To logits of none and of each. All references are compared by the same weights: when they change places, so do their
    logits.
    """

    def __init__(self, references: int) -> None:
        super().__init__()
        self.references = references
        self.first = nn.Conv2d(6, 16, 5, 2, 2)
        self.second = nn.Conv2d(16, WIDE, 3, 2, 1)
        self.third = nn.Conv2d(WIDE, WIDE, 3, 1, 1)
        self.bare = nn.Conv2d(WIDE, WIDE, 1)
        self.none = nn.Linear(2 * WIDE, 1)
        self.apart = nn.Conv2d(6 * LOOKS, 16, 1)
        self.nearby = nn.Conv2d(16, 16, 3, 2, 1)
        self.learnt = nn.Linear(LEARNT, WIDE)
        self.alike = nn.Conv2d(WIDE + 16, WIDE, 1)
        self.score = nn.Linear(2 * WIDE, 1)

    def forward(self, hulls: torch.Tensor, references: torch.Tensor) -> torch.Tensor:
        """Where in the hull does it look how much like each reference?"""
        seen = torch.relu(self.third(torch.relu(self.second(torch.relu(self.first(hulls))))))
        colour = nn.functional.avg_pool2d(hulls[:, :3], 2)
        logits = [self.none(_pooled(torch.relu(self.bare(seen))))]
        for number in range(self.references):
            one = references[:, number * VECTOR : (number + 1) * VECTOR]
            off = torch.cat(
                [
                    colour - one[:, first : first + 3].unsqueeze(2).unsqueeze(3)
                    for first in range(LEARNT, VECTOR, 3)
                ],
                1,
            )
            near = torch.relu(self.nearby(torch.relu(self.apart(torch.cat((off, torch.abs(off)), 1)))))
            known = self.learnt(one[:, :LEARNT]).unsqueeze(2).unsqueeze(3)
            # Subtracted: a sum after a convolution OpenCV 5 takes for a residual of the same shape, and refuses.
            alike = torch.relu(self.alike(torch.cat((seen, near), 1)) - known.neg())
            logits.append(self.score(_pooled(alike)))
        return torch.cat(logits, 1)


def _pooled(seen: torch.Tensor) -> torch.Tensor:
    """Mean and maximum of each channel."""
    return torch.cat((seen.mean((2, 3)), seen.amax((2, 3))), 1)


def export(
    network: nn.Module, example: tuple[torch.Tensor, ...], file: Path, inputs: tuple[str, ...], output: str
) -> None:
    """Write a network; ``example`` are its inputs.

    The first input and the output are batches of any size. A second one, the vectors of a table's references, is a
    batch of one: OpenCV 4 does not find the shapes of two batches whose sizes it does not know.
    """
    network.eval()
    torch.onnx.export(
        network,
        example,
        str(file),
        input_names=list(inputs),
        output_names=[output],
        dynamic_axes={name: {0: "n"} for name in (inputs[0], output)},
        opset_version=OPSET,
        dynamo=False,
    )
