"""A virtual table: pieces in millimetres, hands that move them, a camera that renders what it would see.

It knows light, perspective and what lies on what; it knows no rules. Whoever plays (bots, a demonstration)
moves the pieces of a `VirtualTable` with the functions of `moves` and `mishaps`; a `VirtualCamera` looks on.
"""

from vision.motion.river import RiverArm

from .camera import VirtualCamera
from .hand import hand_mask
from .light import Light
from .mishaps import bump, displace_disc, remove_disc, slide_disc
from .moves import (
    Pushed,
    canoes_on_space,
    carrying_disc,
    disc_on_space,
    empty_scene,
    push_disc,
    set_up,
    with_buoy_on,
    with_canoe_added,
    with_canoe_moved,
    with_canoe_on_beach,
    with_canoe_on_space,
    with_cargo,
    with_cloud_on,
    with_discs_on,
    with_gem_in,
    without_canoe,
    without_gem_in,
)
from .places import Spot, gem_spots, spots_on_beach, spots_on_space
from .render import Renderer
from .scene import CanoePiece, DiscPiece, GemPiece, HandPiece, Scene
from .slides import slide_river
from .table import VirtualTable
from .view import View

__all__ = [
    "CanoePiece",
    "DiscPiece",
    "GemPiece",
    "HandPiece",
    "Light",
    "Pushed",
    "Renderer",
    "RiverArm",
    "Scene",
    "Spot",
    "View",
    "VirtualCamera",
    "VirtualTable",
    "bump",
    "canoes_on_space",
    "carrying_disc",
    "disc_on_space",
    "displace_disc",
    "empty_scene",
    "gem_spots",
    "hand_mask",
    "push_disc",
    "remove_disc",
    "set_up",
    "slide_disc",
    "slide_river",
    "spots_on_beach",
    "spots_on_space",
    "with_buoy_on",
    "with_canoe_added",
    "with_canoe_moved",
    "with_canoe_on_beach",
    "with_canoe_on_space",
    "with_cargo",
    "with_cloud_on",
    "with_discs_on",
    "with_gem_in",
    "without_canoe",
    "without_gem_in",
]
