"""The river's slide, read in pictures of the virtual table and in photo-real ones."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from paths import PICTURES

from vision.bench.truth import load_sessions
from vision.calibrating.calibrate import calibrate
from vision.imaging.picture_files import read_picture
from vision.layout import default_layout
from vision.motion.channel_slide import ChannelSlideReader, SlideReading
from vision.motion.river import STILL, RiverArm, RiverCounter, RiverMotion
from vision.reader import Reader
from vision.registration.register import register
from vision.simulate import HandPiece, slide_river, with_canoe_on_space

LAYOUT = default_layout()


class Table:
    """The calibrated table with a counter that looks on."""

    def __init__(self, calibrated):
        self.rng = Random(11)
        self.start = calibrated.start
        self.calibration = calibrated.calibration
        self.reader = Reader(self.calibration)
        self.tint = None
        self.slides = ChannelSlideReader(self.calibration)
        self._calibrated = calibrated

    def frame(self, scene):
        frame = self._calibrated.frame(scene)
        return frame if self.tint is None else replace(frame, bgr=self.tint(frame.bgr))

    def watched(self, scenes, hands=None):
        """The motion from the first scene to the last, hands in view in between."""
        counter = RiverCounter(LAYOUT.river)
        before = self.frame(replace(scenes[0], hand=None))
        counter.start(self.reader.read(before.bgr))
        for number, scene in enumerate(scenes):
            hand = hands(number) if hands else HandPiece(LAYOUT.river.insertion[0] - 20, 150.0, 1.5)
            frame = self.frame(replace(scene, hand=hand))
            counter.see(self.slides.read(frame.bgr, self.reader.registration.pose), frame.taken_s)
        for _ in range(3):
            after = self.frame(replace(scenes[-1], hand=None))
            counter.see(self.slides.read(after.bgr, self.reader.registration.pose), after.taken_s)
        return counter.settle(self.reader.read(after.bgr), after.taken_s)

    def canoes_on(self, scene, *spaces):
        for number, space in enumerate(spaces):
            scene = with_canoe_on_space(scene, LAYOUT, number, space, self.rng)
        return scene

    def pushes(self, scene, *arms, steps=5):
        scenes = [scene]
        for arm in arms:
            scenes.extend(slide_river(scenes[-1], LAYOUT, arm, self.rng, steps))
        return scenes


@pytest.fixture(scope="module")
def table(calibrated):
    return Table(calibrated)


def test_the_slide_follows_the_discs(table):
    scenes = table.pushes(table.canoes_on(table.start, "M3", "M5"), RiverArm.LEFT, steps=8)
    pose = table.calibration.pose
    for number, scene in enumerate(scenes[1:-1], 1):
        reading = table.slides.read(table.frame(scene).bgr, pose)
        assert reading.slide == pytest.approx(number / 8, abs=0.06)


def test_half_way_the_arm_under_way_is_told_from_the_one_that_lies_still(table):
    for arm in RiverArm:
        scenes = table.pushes(table.start, arm, steps=2)
        reading = table.slides.read(table.frame(scenes[1]).bgr, table.calibration.pose)
        moving, still = (
            (reading.left, reading.right) if arm is RiverArm.LEFT else (reading.right, reading.left)
        )
        assert moving > 0.3
        assert still < -0.3


def test_pushes_with_their_arms_and_the_canoe_over_the_falls(table):
    scenes = table.pushes(
        table.canoes_on(table.start, "L2", "M5", "R1"), RiverArm.LEFT, RiverArm.RIGHT, RiverArm.LEFT
    )
    assert table.watched(scenes) == RiverMotion(3, (RiverArm.LEFT, RiverArm.RIGHT, RiverArm.LEFT), ("red",))


def test_quick_pushes_without_a_pause(table):
    scenes = table.pushes(table.canoes_on(table.start, "M2"), RiverArm.RIGHT, RiverArm.RIGHT, steps=3)
    assert table.watched(scenes) == RiverMotion(2, (RiverArm.RIGHT, RiverArm.RIGHT), ())


def test_in_other_light_than_at_calibration(table):
    warm_and_from_the_left = np.linspace(1.0, 0.55, 1280)[None, :, None] * (0.6, 0.8, 1.0)
    table.tint = lambda bgr: (bgr * warm_and_from_the_left).astype(np.uint8)
    try:
        motion = table.watched(table.pushes(table.start, RiverArm.LEFT, steps=4))
    finally:
        table.tint = None
    assert (motion.pushed, motion.arms) == (1, (RiverArm.LEFT,))


def test_a_hand_that_moves_a_canoe_pushes_nothing(table):
    before = table.canoes_on(table.start, "M1")
    moved = with_canoe_on_space(before, LAYOUT, 0, "M2", table.rng)
    motion = table.watched([before, before, moved, moved], lambda _: HandPiece(178.0, 132.0, 1.57))
    assert motion == STILL


def test_a_push_under_a_hand_that_hides_the_river_is_not_told(table):
    scenes = table.pushes(table.start, RiverArm.LEFT, steps=6)
    across = HandPiece(330.0, 165.0, 0.1, height_mm=60.0)
    assert table.watched(scenes, lambda _: across) == RiverMotion(None)


def test_a_picture_that_shows_no_river_gives_no_slide(table):
    dark = np.zeros((720, 1280, 3), np.uint8)
    assert table.slides.read(dark, table.calibration.pose) == SlideReading(None)


@pytest.mark.parametrize("session", load_sessions(PICTURES), ids=lambda session: session.name)
def test_photo_real_discs_at_rest_have_not_slid(session):
    calibration = calibrate(
        read_picture(session.empty), read_picture(session.setup), session.players, joe=session.joe
    )
    reader = ChannelSlideReader(calibration)
    slides = []
    for truth in session.pictures:
        bgr = read_picture(truth.picture)
        found = register(
            bgr, calibration.layout, calibration.pose, calibration.reference, stickers=calibration.stickers
        )
        slides.append(reader.read(bgr, found.pose).slide)
    told = [min(slide, 1 - slide) for slide in slides if slide is not None]
    assert len(told) >= 0.7 * len(slides)
    assert max(told) <= 0.1
