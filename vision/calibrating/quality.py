"""What is poor about a calibration: told while the pieces still lie as they should, in words by whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.calibration.complaint import Complaint, Poor
from vision.canoes.fleet import CANOES_EACH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vision.calibrating.set_up_evidence import SetUpEvidence


@dataclass(frozen=True, slots=True)
class QualityThresholds:
    """From where on a set-up is complained of.

    More of a field complains sooner where the field is a least value, later where it is a most value. Chosen on
    sessions 00-07 of the photo-real development tables, which are good set-ups but for the faults they are tagged with.
    """

    least_light: float = 45.0
    """Median grey level of the empty board, 0 to 255: below it colours are told apart badly."""
    most_white_share: float = 0.1
    """Share of the empty board that may be overexposed."""
    least_px_per_mm: float = 1.2
    """Pixels a millimetre of the board below which gems and rims are too small."""
    most_water_lightness: float = 1.3
    """Water so many times as light as the darker half of the spaces mirrors a lamp; shade and waves stay
    below 1.2."""
    most_sand_lightness: float = 1.25
    """Sand so many times as light as that of the darker beach mirrors a lamp."""
    most_glare_share: float = 0.3
    """Share of a space at set-up that may mirror a lamp."""
    least_colour_distance: float = 3.0
    """Standard deviations between two colours below which they are mixed up."""
    least_rim_votes: float = 0.27
    """Votes for a disc, in grey levels a pixel of its rim; bed and neighbouring rims alone get less."""


QUALITY_THRESHOLDS = QualityThresholds()


def judge(
    evidence: SetUpEvidence,
    players: Sequence[str],
    weather_at_start: int,
    thresholds: QualityThresholds = QUALITY_THRESHOLDS,
) -> tuple[Complaint, ...]:
    """All that is poor; nothing when all is well.

    ``players`` are the colours whose canoes should lie on the beaches, ``weather_at_start`` the value of the square
    where the cloud should.
    """
    return (
        *_of_the_picture(evidence, thresholds),
        *_of_glare(evidence, thresholds),
        *_of_colours(evidence, thresholds),
        *_of_the_pieces(evidence, players, weather_at_start, thresholds),
    )


def _of_the_picture(evidence: SetUpEvidence, thresholds: QualityThresholds) -> Iterator[Complaint]:
    if evidence.light < thresholds.least_light:
        yield Complaint(Poor.DARK, {"light": round(evidence.light)})
    if evidence.white_share > thresholds.most_white_share:
        yield Complaint(Poor.WHITE)
    if evidence.px_per_mm < thresholds.least_px_per_mm:
        yield Complaint(Poor.SMALL, {"scale": f"{evidence.px_per_mm:.1f}"})


def _of_glare(evidence: SetUpEvidence, thresholds: QualityThresholds) -> Iterator[Complaint]:
    """Where a lamp mirrors itself in the print, or whitens the disc that lies there."""
    mirrored = _washed_out(evidence.water_lightness, thresholds.most_water_lightness)
    mirrored += [name for name, share in evidence.glare_share.items() if share > thresholds.most_glare_share]
    for name in dict.fromkeys(mirrored):
        yield Complaint(Poor.GLARE, {"place": name})
    for name in _washed_out(evidence.sand_lightness, thresholds.most_sand_lightness):
        yield Complaint(Poor.GLARE_ON_BEACH, {"side": name})


def _washed_out(lightness: Mapping[str, float], times: float) -> list[str]:
    """Which of places that are printed alike are so many times as light as the darker half of them."""
    usual = sorted(lightness.values())[(len(lightness) - 1) // 2]
    return [name for name, value in lightness.items() if value > times * usual]


def _of_colours(evidence: SetUpEvidence, thresholds: QualityThresholds) -> Iterator[Complaint]:
    for (one, other), distance in evidence.colour_distance.items():
        if distance < thresholds.least_colour_distance:
            yield Complaint(Poor.ALIKE, {"one": one, "other": other})


def _of_the_pieces(
    evidence: SetUpEvidence, players: Sequence[str], weather_at_start: int, thresholds: QualityThresholds
) -> Iterator[Complaint]:
    """What the set-up picture, read back, does not show as the rules lay it out (B1)."""
    missing = tuple(name for name, votes in evidence.rim_votes.items() if votes < thresholds.least_rim_votes)
    if missing:
        yield Complaint(Poor.NO_DISC, {"places": missing})
    if evidence.beach is not None:
        for colour in players:
            count = evidence.beach.get(colour, 0)
            if count != CANOES_EACH:
                yield Complaint(Poor.TOGETHER, {"colour": colour, "count": count, "expected": CANOES_EACH})
    if evidence.weather not in (None, weather_at_start):
        yield Complaint(Poor.CLOUD)
