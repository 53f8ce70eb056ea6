"""The first run in the browser at a table that lacks something: camera, panel, voice or doctor."""

from html import unescape

import pytest

from companion.adapters.equipment import TableEquipment
from companion.adapters.panel_signals import NoAnnouncer
from companion.adapters.voice import SpokenAnnouncer
from companion.operation.doctor import examine_table
from companion.operation.settings import Settings
from companion.present.health_report import Report
from companion.service import LANGUAGES, say


def test_a_table_without_camera_and_panel_says_so_and_refuses_gently(host):
    assert "everything is entered by hand" in host.page("/setup/hardware")
    assert "without camera and panel" in host.post("/setup/shot", shot="empty").text
    assert host.get("/setup/markers.pdf").status_code == 303


class RecordedVoice:
    def __init__(self):
        self.said = []

    def speak(self, sentence):
        self.said.append(sentence)

    def close(self):
        self.said.append("silence")


@pytest.fixture
def voice():
    return RecordedVoice()


@pytest.fixture
def speech(voice):
    return SpokenAnnouncer(NoAnnouncer(), voice, "fr")


@pytest.fixture
def speaking(opened, host_of, speech, tmp_path):
    """The host of a table with a voice and without a panel."""
    file = tmp_path / "none.zip"
    equipment = TableEquipment(observer=None, panel=None, speech=speech, calibration=file)
    with opened(tmp_path, equipment=equipment) as service:
        yield host_of(service)


def test_a_voice_without_a_panel_is_tried_and_silenced_on_the_page(speaking, voice, speech):
    assert "A spoken sentence" in speaking.page("/setup/sound")
    speaking.post("/setup/sound", signal="speech")
    assert voice.said == ["Voici ma voix. Bon voyage !"]
    speaking.post("/setup/level", level="mistakes")
    assert speech.level == "mistakes"


@pytest.fixture(scope="module")
def findings():
    """What the doctor of a table without camera finds at this machine."""
    return tuple(examine_table(Settings(), None).findings)


@pytest.fixture
def examined(opened, host_of, findings, tmp_path):
    """The host of a table that has a doctor."""
    with opened(tmp_path, doctor=lambda: Report(findings)) as service:
        yield host_of(service)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_the_doctors_own_with_a_cure_for_whatever_is_not_good(examined, findings, language):
    page = unescape(examined.page(f"/setup/doctor?lang={language}"))
    for finding in findings:
        for sentence in filter(None, (finding.title, finding.says, finding.cure)):
            assert say(sentence, language) in page


def test_the_hardware_step_leads_to_the_report_where_there_is_a_doctor(examined):
    assert 'href="/setup/doctor"' in examined.page("/setup/hardware")


def test_without_a_doctor_no_step_leads_to_a_report_and_none_is_made(host):
    assert 'href="/setup/doctor"' not in host.page("/setup/hardware")
    assert "Nothing can be examined" in host.get("/setup/doctor", follow_redirects=True).text
