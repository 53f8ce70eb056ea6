"""The last step of reading: every answer gets the probability that it is right, and one too unsure is withheld."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.confidence.calibrator import AnswerKind
from vision.sighting import (
    UNKNOWN,
    DiscState,
    canoes_of,
    cargo_of,
    disc_of,
)

if TYPE_CHECKING:
    from vision.confidence.calibrator import Calibrator
    from vision.confidence.drift import Drift
    from vision.sighting import SeenCanoe, SeenSpace, Sighting


def with_certainty(seen: Sighting, drift: Drift, calibrator: Calibrator) -> Sighting:
    """The sighting with probabilities for the detectors' grades, without what is not probable enough to be told.

    An answer without a grade stays as it is.
    """
    step = _Withholding(seen, drift, calibrator)
    spaces = {name: step.space(name, space) for name, space in seen.spaces.items()}
    told = step.told
    return replace(
        seen,
        spaces=spaces,
        insertion=seen.insertion
        if told("insertion", AnswerKind.INSERTION, given=seen.insertion is not DiscState.UNSEEN)
        else DiscState.UNSEEN,
        beach=seen.beach if told("beach", AnswerKind.BEACH, given=seen.beach is not None) else None,
        falls=seen.falls if told("falls", AnswerKind.FALLS, given=seen.falls is not None) else None,
        weather=seen.weather if told("weather", AnswerKind.WEATHER, given=seen.weather is not None) else None,
        buoy=seen.buoy if told("buoy", AnswerKind.BUOY, given=seen.buoy is not None) else None,
        deposits={
            name: gems if told(name, AnswerKind.DEPOSIT, given=gems is not None) else None
            for name, gems in seen.deposits.items()
        },
        confidence=step.confidence,
        asks_more=calibrator.complaint(drift),
    )


class _Withholding:
    """The answers of one sighting, judged one after the other."""

    def __init__(self, seen: Sighting, drift: Drift, calibrator: Calibrator) -> None:
        self._grades = seen.confidence
        self._drift = drift
        self._calibrator = calibrator
        self.confidence: dict[str, float] = {}

    def told(self, place: str, kind: AnswerKind, *, given: bool) -> bool:
        """Whether the answer about a place is told, if one was given; its probability is kept."""
        if not given or place not in self._grades:
            return given
        probability = self._calibrator.probability(kind, self._grades[place], self._drift)
        self.confidence[place] = probability
        return self._calibrator.is_told(kind, probability)

    def space(self, name: str, space: SeenSpace) -> SeenSpace:
        """A space with what is told of its disc, its canoes and their cargo."""
        disc_told = self.told(disc_of(name), AnswerKind.DISC, given=space.disc is not DiscState.UNSEEN)
        disc = space.disc if disc_told else DiscState.UNSEEN
        canoes = self._canoes(name, space.canoes)
        sure = [self.confidence[key] for key in (disc_of(name), canoes_of(name)) if key in self.confidence]
        if sure:
            self.confidence[name] = min(sure)
        return replace(space, disc=disc, canoes=canoes, offset_mm=space.offset_mm if disc_told else None)

    def _canoes(self, name: str, canoes: tuple[SeenCanoe, ...] | None) -> tuple[SeenCanoe, ...] | None:
        """The canoes of a space; none is told when one of them is not."""
        if not canoes:
            told = self.told(canoes_of(name), AnswerKind.NO_CANOE, given=canoes is not None)
            return canoes if told else None
        judged = tuple(self._canoe(canoe) for canoe in canoes)
        sure = [canoe.confidence for canoe in judged if canoe.confidence is not None]
        cargo_sure = [canoe.cargo_confidence for canoe in judged if canoe.cargo_confidence is not None]
        if not sure:
            return judged
        self.confidence[canoes_of(name)] = min(sure)
        if not self._calibrator.is_told(AnswerKind.CANOE, min(sure)):
            return None
        if cargo_sure:
            self.confidence[cargo_of(name)] = min(cargo_sure)
        return judged

    def _canoe(self, canoe: SeenCanoe) -> SeenCanoe:
        """A canoe with the probabilities of its colour and of its cargo, which is unknown when not probable enough."""
        if canoe.confidence is None or canoe.cargo_confidence is None:
            return canoe
        sure = self._calibrator.probability(AnswerKind.CANOE, canoe.confidence, self._drift)
        kind = AnswerKind.NO_CARGO if canoe.cargo is None else AnswerKind.CARGO
        cargo_sure = self._calibrator.probability(kind, canoe.cargo_confidence, self._drift)
        told = canoe.cargo == UNKNOWN or self._calibrator.is_told(kind, cargo_sure)
        return replace(
            canoe, cargo=canoe.cargo if told else UNKNOWN, confidence=sure, cargo_confidence=cargo_sure
        )
