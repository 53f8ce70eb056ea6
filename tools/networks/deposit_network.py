"""The network that counts gems: few-shot counting, each colour known from its own deposit's set-up picture alone.

One trunk of convolutions looks at a deposit now and at the five deposits of set-up, each beside its bare picture.
Of each set-up picture attention makes one vector (the colour's appearance); each place of the deposit now is then
named by the vector it is nearest to, or bare (prototypical networks: Snell et al. 2017; counting by exemplars:
Ranjan et al. 2021). Sums over the places of each name give the distribution of its count.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH = 24
"""Channels of the trunk."""
NAMING = 16
"""Numbers that say how a place or a colour looks."""
EVIDENCE = 12
"""What is summed over the places of each name."""
OWN = torch.eye(5)
"""Which colour is which deposit's own."""
COUNTS = 9
"""0 to 8."""


def pairs_of(now: Tensor, bare: Tensor) -> Tensor:
    """Pictures (n, 3, 64, 64), 0..1, beside their bare ones: as `vision.gems.crops.pairs_of` of whole grey levels."""
    return torch.cat([4 * (now - bare), 2 * now - 1], 1)


class DepositNetwork(nn.Module):
    """Of pictures of now, and of set-up, the logits of counts; its two halves are exported by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(_convolution(6, 16, 2), _convolution(16, WIDTH, 2))
        self.blocks = nn.ModuleList(
            nn.Sequential(_convolution(WIDTH, WIDTH, 1), _convolution(WIDTH, WIDTH, 1)) for _ in range(2)
        )
        self.attention = nn.Conv2d(WIDTH, 1, 1)
        self.appearance = nn.Conv2d(WIDTH, NAMING, 1)
        self.bare = nn.Conv2d(WIDTH, 1, 1)
        self.evidence = nn.Conv2d(WIDTH, EVIDENCE, 1)
        self.sharpness = nn.Parameter(torch.tensor(1.0))
        self.count = nn.Sequential(nn.Linear(EVIDENCE + 1, 32), nn.ReLU(), nn.Linear(32, COUNTS + 2))

    def features(self, pairs: Tensor) -> Tensor:
        """Features (n, 24, 16, 16) of pictures beside their bare ones (n, 6, 64, 64), as `pairs_of` has them."""
        here = self.trunk(pairs)
        for block in self.blocks:
            here = here + block(here)
        return here

    def appearances(self, known: Tensor) -> Tensor:
        """What each colour looks like (colours, 16), from the features of its deposit at set-up."""
        weight = torch.softmax(self.attention(known).reshape(int(known.shape[0]), 1, -1), 2)
        return (self.appearance(known).reshape(int(known.shape[0]), NAMING, -1) * weight).sum(2)

    def told(self, seen: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What features of now tell, the deposits in the order of the colours.

        The logits (deposits, colours, 9) of counts; how many gems of each colour each place has (deposits, 256,
        colours); and the logits of what each place shows (deposits, 256, colours and bare).
        """
        deposits, colours = int(seen.shape[0]), int(vectors.shape[0])
        places = self.appearance(seen).reshape(deposits, NAMING, -1).transpose(1, 2)
        # Negative squared distances. Shapes are the same in all sums: OpenCV 4.10 adds (5,) to (5, 256, 5) wrongly.
        lengths = (vectors * vectors).sum(1).reshape(1, 1, colours)
        near = 2 * torch.matmul(places, vectors.t()) - lengths - (places * places).sum(2, keepdim=True)
        bare = self.bare(seen).reshape(deposits, 1, -1).transpose(1, 2)
        naming = torch.cat([near * self.sharpness, bare], 2)
        names = torch.softmax(naming, 2)[:, :, :colours]
        evidence = functional.relu(self.evidence(seen)).reshape(deposits, EVIDENCE, -1)
        sums = torch.matmul(evidence, names).transpose(1, 2)
        own = OWN.repeat(deposits // colours, 1).reshape(deposits, colours, 1)
        rest = self.count(torch.cat([sums * 0.2, own], 2))
        # Near the sum of the first evidence, by a learnt precision, and what the rest says of single counts.
        steps = torch.arange(COUNTS, dtype=seen.dtype).reshape(1, 1, COUNTS)
        apart = steps - (sums[:, :, :1] + rest[:, :, COUNTS : COUNTS + 1])
        precision = functional.softplus(rest[:, :, COUNTS + 1 :])
        return rest[:, :, :COUNTS] - precision * apart * apart, evidence[:, 0, :, None] * names, naming


class AppearanceHalf(nn.Module):
    """What is asked once, at calibration: pairs of set-up (5, 6, 64, 64) to appearances (5, 16)."""

    def __init__(self, network: DepositNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, references: Tensor) -> Tensor:
        """The appearances."""
        return self.network.appearances(self.network.features(references))


class CountingHalf(nn.Module):
    """What is asked of each picture: pairs of now (5, 6, 64, 64), and the appearances, to logits (5, 5, 9)."""

    def __init__(self, network: DepositNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, now: Tensor, appearances: Tensor) -> Tensor:
        """The logits."""
        return self.network.told(self.network.features(now), appearances)[0]


def _convolution(inputs: int, outputs: int, step: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, step, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )
