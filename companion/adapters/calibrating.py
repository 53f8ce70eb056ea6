"""What calibration says, in the catalogue's words: complaints about a set-up, and why none could be learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
from vision.errors import CalibrationTrouble

if TYPE_CHECKING:
    from vision.complaints import Complaint
    from vision.errors import CalibrationError


def complaint_message(complaint: Complaint) -> Message:
    """One thing that is poor about a calibration."""
    return Message(f"poor.{complaint.about}", complaint.values)


def failure_message(error: CalibrationError) -> Message:
    """Why a board could not be learnt or found anew; what has no words of its own is quoted."""
    known = error.trouble is not CalibrationTrouble.OTHER
    said = Message(f"calibration.{error.trouble}", {"places": error.places}) if known else str(error)
    return Message("refused.calibration", {"text": said})
