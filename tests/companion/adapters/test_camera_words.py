"""What is said of a camera that does not film, and of the parts of the panel: in every language, nothing quoted."""

import pytest

from companion.adapters.camera_words import away_message
from companion.operation.doctor.panel import part_message
from companion.words import LANGUAGES, say
from hardware.pins import Part, PartKind, PinLayout
from vision.errors import CameraError, CameraTrouble

TOLD = [trouble for trouble in CameraTrouble if trouble is not CameraTrouble.OTHER]
"""All but those of which only the error's own text says anything."""


@pytest.mark.parametrize("trouble", TOLD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_camera_that_shows_nothing_is_told_without_the_errors_own_text(trouble, language):
    said = say(away_message("usb:0", CameraError("english of a driver", trouble)), language)
    assert "usb:0" in said
    assert "english" not in said


def test_the_cure_of_a_ribbon_cable_is_not_that_of_a_plug():
    for trouble in (CameraTrouble.ABSENT, CameraTrouble.GONE):
        ribbon = say(away_message("picamera2", CameraError("…", trouble)))
        assert "switch the Pi off" in ribbon
        assert "switch the Pi off" not in say(away_message("usb:0", CameraError("…", trouble)))


def test_every_part_of_the_panel_has_its_own_name_in_every_language():
    parts = list(PinLayout().parts())
    for language in LANGUAGES:
        assert len({say(part_message(part), language) for part in parts}) == len(parts)
    assert say(part_message(Part(PartKind.SEAT_LAMP, 26, 6)), "de") == "Lampe von Platz 6"
