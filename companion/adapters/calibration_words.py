"""What calibration says, in the catalogue's words: complaints about a set-up, and why none could be learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.message import Message
from vision.errors import CalibrationTrouble

if TYPE_CHECKING:
    from vision.calibration.complaint import Complaint
    from vision.errors import CalibrationError


def complaint_message(complaint: Complaint) -> Message:
    """One thing that is poor about a calibration."""
    return Message(f"poor.{complaint.about}", complaint.values)


def reason_of(error: CalibrationError) -> Message | str:
    """Why there is no calibration; what has no words of its own is quoted."""
    if error.trouble is CalibrationTrouble.OTHER:
        return str(error)
    return Message(f"calibration.{error.trouble}", {"places": error.places})


def failure_message(error: CalibrationError) -> Message:
    """Why a board could not be learnt or found anew."""
    return Message("refused.calibration", {"text": reason_of(error)})
