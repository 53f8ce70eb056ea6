"""The table in Blender: built once from a style and a layout, then laid with one scene after another.

Needs Blender's Python module (`pip install '.[tables]'`). One stage at a time: Blender has one world.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Euler, Matrix, Vector

from tools.tables import shapes
from tools.tables.art import paint_board
from tools.tables.materials import colour_of_kelvin, glass, material, tabletop_material
from tools.tables.style import GemShape, Token

if TYPE_CHECKING:
    from pathlib import Path

    from tools.tables.style import Lighting, TableStyle
    from vision.layout import Layout, Place
    from vision.simulate.scene import CanoePiece, HandPiece, Scene

MM = 0.001
BOARD_MM = 70.0
"""The board's surface above the table: it stands on its box."""
BED_MM = 3.5
"""The river's bed lies so much lower than the board."""
GROUND_MM = 2.4
"""A deposit's ground lies so much lower than the board."""
AWAY = (9.0, 9.0, -2.0)
"""Where pieces are that are not on the table, in metres."""
CANOES_EACH, GEMS_EACH = 2, 10
"""Of each colour, on a table."""
GEMS_CUT = 10
"""So many gems of a colour are no two alike; more are copies of these."""


class Stage:
    """One table; `lay` puts a scene on it and `render` gives what the camera's sensor gets."""

    def __init__(
        self,
        style: TableStyle,
        layout: Layout,
        folder: Path,
        samples: int,
        *,
        canoes_each: int = CANOES_EACH,
        gems_each: int = GEMS_EACH,
    ) -> None:
        self.style, self.layout = style, layout
        self._canoes_each, self._gems_each = canoes_each, gems_each
        self._rng = np.random.default_rng([style.seed, 4])
        self._folder = folder
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._scene = bpy.context.scene
        _set_up_cycles(self._scene, samples, style.camera.size_px)
        self._board()
        self._surroundings()
        self._lamps: list[bpy.types.Object] = []
        self._person = self._make_person()
        self._camera = _linked(bpy.data.objects.new("camera", bpy.data.cameras.new("camera")))
        self._scene.camera = self._camera
        self._camera.data.angle = math.radians(style.camera.angle_deg)
        self._pieces()
        self.light(style.light)
        self.aim((0.0, 0.0, 0.0))

    def aim(self, knocked: tuple[float, float, float]) -> None:
        """Point the camera at the board; ``knocked`` moves it by metres across and down, and turns it by degrees."""
        camera = self.style.camera
        azimuth, tilt = math.radians(camera.azimuth_deg), math.radians(camera.tilt_deg)
        aim = Vector((0.02 + knocked[0], knocked[1], BOARD_MM * MM))
        away = Vector(
            (math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), math.cos(tilt))
        )
        self._camera.location = aim + camera.height_m * away
        forward = -away
        up = (Vector((0, 1, 0)) - Vector((0, 1, 0)).dot(forward) * forward).normalized()
        turn = Matrix((forward.cross(up), up, away)).transposed()
        roll = Matrix.Rotation(math.radians(camera.roll_deg + knocked[2]), 3, "Z")
        self._camera.rotation_euler = (turn @ roll).to_euler()
        bpy.context.view_layer.update()

    def light(self, lighting: Lighting) -> None:
        """Set the room's light."""
        for lamp in self._lamps:
            bpy.data.objects.remove(lamp)
        self._lamps = []
        for lamp in lighting.lamps:
            data = bpy.data.lights.new("lamp", "AREA")
            data.size, data.energy, data.color = lamp.size_m, lamp.watts, colour_of_kelvin(lamp.kelvin)
            made = _linked(bpy.data.objects.new("lamp", data))
            made.location = (lamp.x_m, lamp.y_m, lamp.z_m)
            made.rotation_euler = (
                (Vector((0, 0, BOARD_MM * MM)) - made.location).to_track_quat("-Z", "Y").to_euler()
            )
            self._lamps.append(made)
        world = self._scene.world or bpy.data.worlds.new("room")
        self._scene.world = world
        world.use_nodes = True
        sky = world.node_tree.nodes["Background"]
        sky.inputs[0].default_value = (*colour_of_kelvin(lighting.sky_kelvin), 1)
        sky.inputs[1].default_value = lighting.sky
        self._person.location = AWAY
        if lighting.person is not None:
            way, away = lighting.person
            self._person.location = (away * 1.2 * math.cos(way), away * math.sin(way), 0.35)

    def lay(self, scene: Scene, rng: np.random.Generator) -> None:
        """Put all pieces where the scene has them; what a scene leaves open - turns of gems, heights - is drawn."""
        for piece in self._movable:
            piece.location = AWAY
        bed = -BED_MM + self.layout.disc.thickness / 2 + 0.2
        for made, disc in zip(self._discs, scene.discs, strict=False):
            made.location, made.rotation_euler = (
                self._at(disc.x_mm, disc.y_mm, bed),
                (0, 0, rng.uniform(0, 6.28)),
            )
        free = {colour: list(gems) for colour, gems in self._gems.items()}
        counts: dict[str, int] = {}
        for canoe in scene.canoes:
            number = counts.get(canoe.colour, 0)
            counts[canoe.colour] = number + 1
            self._lay_canoe(self._canoes[canoe.colour][number], canoe, scene, free, rng)
        for lying in scene.gems:
            self._lay_gem(free[lying.colour].pop(), (lying.x_mm, lying.y_mm), -GROUND_MM, rng)
        if scene.cloud is not None:
            self._cloud.location = self._at(*scene.cloud, 0.0)
            self._cloud.rotation_euler = (0, 0, rng.uniform(-0.6, 0.6))
        if scene.buoy is not None:
            self._buoy.location = self._at(*scene.buoy, 0.2)
        if scene.hand is not None:
            self._lay_hand(scene.hand)
        bpy.context.view_layer.update()

    def render(self) -> np.ndarray:
        """The light on the sensor, (height, width, 3) linear red, green, blue; the lens is still a pinhole."""
        file = self._folder / "sensor.exr"
        self._scene.render.filepath = str(file)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(file))
        width, height = self.style.camera.size_px
        flat = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(flat)
        bpy.data.images.remove(image)
        return flat.reshape(height, width, 4)[::-1, :, :3].copy()

    def project(self, place: Place, height_mm: float = 0.0) -> tuple[float, float]:
        """Where a place on the board is in the pinhole's picture, in pixels."""
        seen = world_to_camera_view(self._scene, self._camera, Vector(self._at(*place, height_mm)))
        width, height = self.style.camera.size_px
        return seen.x * width, (1 - seen.y) * height

    def _at(self, x_mm: float, y_mm: float, z_mm: float) -> tuple[float, float, float]:
        width, height = self.layout.size
        return (x_mm - width / 2) * MM, -(y_mm - height / 2) * MM, (BOARD_MM + z_mm) * MM

    # --- building ---------------------------------------------------------------------------------------

    def _board(self) -> None:
        style, layout = self.style, self.layout
        art, river = paint_board(layout, style.board, style.seed, style.gems.colours, stickers=style.stickers)
        file = self._folder / "print.png"
        cv2.imwrite(str(file), np.ascontiguousarray(np.round(65535 * art[..., ::-1]).astype(np.uint16)))
        step = 2.0
        columns, rows = (int(side / step) + 1 for side in layout.size)
        deep = BED_MM * cv2.resize(
            cv2.GaussianBlur(river, (0, 0), 3), (columns, rows), interpolation=cv2.INTER_AREA
        )
        down, across = np.mgrid[0:rows, 0:columns] * step
        for deposit in layout.deposits.values():
            away = np.hypot(across - deposit.centre[0], down - deposit.centre[1])
            deep = np.maximum(deep, GROUND_MM * np.clip((deposit.radius + 1 - away) / 2, 0, 1))
        vertices = [
            self._at(c * step, r * step, -float(deep[r, c])) for r in range(rows) for c in range(columns)
        ]
        faces = [
            [r * columns + c, (r + 1) * columns + c, (r + 1) * columns + c + 1, r * columns + c + 1]
            for r in range(rows - 1)
            for c in range(columns - 1)
        ]
        paper = material("print", (1, 1, 1), style.board.roughness)
        picture = paper.node_tree.nodes.new("ShaderNodeTexImage")
        picture.image = bpy.data.images.load(str(file))
        picture.image.colorspace_settings.name = "Non-Color"
        paper.node_tree.links.new(
            picture.outputs["Color"], paper.node_tree.nodes["Principled BSDF"].inputs["Base Color"]
        )
        board = _mesh("board", np.array(vertices), faces, paper, scale=1.0)
        map_ = board.data.uv_layers.new()
        for loop in board.data.loops:
            row, column = divmod(loop.vertex_index, columns)
            map_.data[loop.index].uv = (column / (columns - 1), 1 - row / (rows - 1))
        width, height = (side * MM for side in layout.size)
        bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, BOARD_MM * MM / 2 - 0.003))
        box = bpy.context.object
        box.scale = (width - 0.004, height - 0.004, BOARD_MM * MM - 0.006)
        box.data.materials.append(material("box", (0.12, 0.2, 0.3), 0.5))

    def _surroundings(self) -> None:
        style, rng = self.style, self._rng
        top = tabletop_material(style.tabletop, style.tabletop_colour, rng)
        _mesh(
            "tabletop",
            np.array([(-3, -3, 0), (3, -3, 0), (3, 3, 0), (-3, 3, 0)], float),
            [[0, 1, 2, 3]],
            top,
            scale=1.0,
        )
        for number in range(int(rng.integers(2, 10))):
            x, y = self._beside()
            bpy.ops.mesh.primitive_cube_add(size=1, location=(x, y, 0.0012))
            card = bpy.context.object
            card.scale, card.rotation_euler = (0.044, 0.068, 0.002), (0, 0, rng.uniform(0, 6.28))
            colour = list(style.hulls.colours.values())[number % 7]
            card.data.materials.append(material("card", colour, 0.45))
        for _ in range(int(rng.integers(0, 4))):
            x, y = self._beside()
            tall = float(rng.uniform(0.02, 0.12))
            bpy.ops.mesh.primitive_cylinder_add(
                radius=float(rng.uniform(0.02, 0.045)), depth=tall, location=(x, y, tall / 2)
            )
            bpy.context.object.data.materials.append(material("cup", tuple(rng.uniform(0.03, 0.9, 3)), 0.3))

    def _beside(self) -> tuple[float, float]:
        width, height = (side * MM / 2 + 0.06 for side in self.layout.size)
        while True:
            x, y = self._rng.uniform(-0.46, 0.50), self._rng.uniform(-0.34, 0.34)
            if not (-width < x < width + 0.06 and -height < y < height):
                return float(x), float(y)

    def _make_person(self) -> bpy.types.Object:
        """A head and shoulders that only take light away; the camera looks past them from above."""
        bpy.ops.mesh.primitive_uv_sphere_add(radius=1, segments=24, ring_count=12)
        body = bpy.context.object
        body.scale = (0.13, 0.24, 0.32)
        body.data.materials.append(material("person", (0.05, 0.05, 0.07), 0.9))
        body.location = AWAY
        return body

    def _pieces(self) -> None:
        style, layout, rng = self.style, self.layout, self._rng
        acrylic = glass("acrylic", style.discs.tint, style.discs.roughness, 1.0, style.discs.scratches)
        self._discs = []
        for _ in range(layout_discs(layout)):
            bpy.ops.mesh.primitive_cylinder_add(
                radius=layout.disc.diameter / 2 * MM, depth=layout.disc.thickness * MM, vertices=128
            )
            disc = bpy.context.object
            disc.data.materials.append(acrylic)
            for face in disc.data.polygons:
                face.use_smooth = len(face.vertices) == 4
            edge = disc.modifiers.new("bevel", "BEVEL")
            edge.width, edge.segments = style.discs.bevel_mm * MM, 2
            self._discs.append(disc)
        vertices, faces = shapes.hull(style.hulls)
        self._canoes = {
            colour: _copies(
                [
                    _mesh(
                        colour,
                        vertices,
                        faces,
                        material(colour, paint, style.hulls.roughness, style.hulls.grain),
                        smooth=True,
                    )
                ],
                self._canoes_each,
            )
            for colour, paint in style.hulls.colours.items()
        }
        self._gems = {}
        for colour, tint in style.gems.colours.items():
            stone = glass(f"gem-{colour}", tint, style.gems.roughness, style.gems.transmission, 0.0)
            cut = [
                _mesh(
                    f"gem-{colour}",
                    *shapes.gem(style.gems.shape, style.gems.size_mm, style.gems.flatness, rng),
                    stone,
                    smooth=style.gems.shape is GemShape.BEAD,
                )
                for _ in range(GEMS_CUT)
            ]
            self._gems[colour] = _copies(cut, self._gems_each)
        self._cloud = self._make_cloud()
        self._buoy = self._make_buoy()
        self._hand = self._make_hand()
        self._movable = [
            *self._discs,
            *(canoe for pair in self._canoes.values() for canoe in pair),
            *(gem for some in self._gems.values() for gem in some),
            self._cloud,
            self._buoy,
            self._hand,
        ]

    def _make_cloud(self) -> bpy.types.Object:
        rng, (width, height) = self._rng, self.layout.pieces.cloud_size
        root = _linked(bpy.data.objects.new("cloud", None))
        white = material("cloud", self.style.cloud_colour, float(rng.uniform(0.3, 0.7)))
        thick = float(rng.uniform(2.0, 7.0))
        for number, along in enumerate(np.linspace(-0.5, 0.5, int(rng.integers(3, 6)))):
            radius = height / 2 * (1 - 0.6 * abs(along)) * rng.uniform(0.85, 1.05)
            centre = (along * (width - height) * MM, rng.uniform(-1.5, 1.5) * MM, thick / 2 * MM)
            bpy.ops.mesh.primitive_cylinder_add(
                radius=radius * MM, depth=(thick + 0.1 * number) * MM, vertices=40, location=centre
            )
            puff = bpy.context.object
            puff.data.materials.append(white)
            puff.parent = root
        return root

    def _make_buoy(self) -> bpy.types.Object:
        wide = self.layout.buoy.diameter / 2 * MM
        kind = self.style.buoy
        if kind is Token.RING:
            bpy.ops.mesh.primitive_torus_add(major_radius=0.76 * wide, minor_radius=0.24 * wide)
        elif kind is Token.DISC:
            bpy.ops.mesh.primitive_cylinder_add(radius=wide, depth=0.004, vertices=48)
        elif kind is Token.CONE:
            bpy.ops.mesh.primitive_cone_add(radius1=wide, radius2=0.3 * wide, depth=0.016, vertices=48)
        else:
            bpy.ops.mesh.primitive_uv_sphere_add(radius=wide, segments=32, ring_count=16)
        buoy = bpy.context.object
        if kind is Token.DOME:
            buoy.scale = (1, 1, 0.6)
        lift = {Token.RING: 0.24 * wide, Token.DISC: 0.002, Token.CONE: 0.008, Token.DOME: 0.0}[kind]
        buoy.data.transform(Matrix.Translation((0, 0, lift)))
        buoy.data.materials.append(material("buoy", self.style.buoy_colour, 0.4))
        return buoy

    def _make_hand(self) -> bpy.types.Object:
        """Palm, fingers and forearm of rounded limbs, pointing along +x, its palm's middle the origin."""
        skin = material("skin", self.style.skin, 0.45)
        cloth = skin if self.style.sleeve is None else material("sleeve", self.style.sleeve, 0.9)
        root = _linked(bpy.data.objects.new("hand", None))
        limbs = [((-28, 0, 0), (24, y * 0.9, -2), 12.0, skin) for y in (-24, -8, 8, 24)]
        for y, long in ((-27, 58), (-9, 70), (9, 66), (26, 52)):
            limbs.append(((36, y * 0.8, -2), (36 + 0.6 * long, y, -12), 8.0, skin))
            limbs.append(((36 + 0.6 * long, y, -12), (36 + long, y * 1.02, -30), 7.0, skin))
        limbs.append(((0, -32, -6), (46, -44, -22), 9.0, skin))
        limbs.append(((-36, 0, 2), (-120, 8, 12), 28.0, skin))
        limbs.append(((-110, 8, 12), (-460, 34, 46), 36.0, cloth))
        for start, end, radius, cover in limbs:
            _limb(root, Vector(start) * MM, Vector(end) * MM, radius * MM, cover)
        return root

    # --- laying -----------------------------------------------------------------------------------------

    def _lay_canoe(
        self,
        made: bpy.types.Object,
        canoe: CanoePiece,
        scene: Scene,
        free: dict[str, list[bpy.types.Object]],
        rng: np.random.Generator,
    ) -> None:
        onboard = 0 <= canoe.x_mm <= self.layout.size[0] and 0 <= canoe.y_mm <= self.layout.size[1]
        reach = self.layout.disc.diameter / 2
        afloat = any(math.hypot(d.x_mm - canoe.x_mm, d.y_mm - canoe.y_mm) < reach for d in scene.discs)
        river = any(math.dist((canoe.x_mm, canoe.y_mm), at) < reach for at in self.layout.spaces.values())
        keel = (
            -BOARD_MM
            if not onboard
            else -BED_MM + self.layout.disc.thickness + 0.3
            if afloat
            else -BED_MM
            if river
            else 0.0
        )
        made.location = self._at(canoe.x_mm, canoe.y_mm, keel + 0.2)
        made.rotation_euler = (0, 0, -canoe.angle_rad)
        for number, colour in enumerate(canoe.cargo):
            aside = (number - (len(canoe.cargo) - 1) / 2) * self.style.gems.size_mm
            place = (
                canoe.x_mm + aside * math.cos(canoe.angle_rad),
                canoe.y_mm + aside * math.sin(canoe.angle_rad),
            )
            self._lay_gem(free[colour].pop(), place, keel + shapes.trough_mm(self.style.hulls), rng)

    def _lay_gem(
        self, made: bpy.types.Object, place: Place, ground_mm: float, rng: np.random.Generator
    ) -> None:
        lift = self.style.gems.flatness * self.style.gems.size_mm / 2
        made.location = self._at(*place, ground_mm + lift + 0.1)
        lean = 0.35 if self.style.gems.shape.value in ("slab", "brilliant") else 3.14
        made.rotation_euler = Euler(
            (rng.uniform(-lean, lean), rng.uniform(-lean, lean), rng.uniform(0, 6.28))
        )

    def _lay_hand(self, hand: HandPiece) -> None:
        self._hand.location = self._at(hand.x_mm, hand.y_mm, hand.height_mm)
        self._hand.rotation_euler = (0, 0, -hand.angle_rad)


def layout_discs(layout: Layout) -> int:
    """Discs that may lie on the board at once: one a space, and the next one above the rope."""
    return len(layout.spaces) + 2


def _set_up_cycles(scene: bpy.types.Scene, samples: int, size_px: tuple[int, int]) -> None:
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples = "CPU", samples
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.06
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 5, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 3
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "16"
    scene.view_settings.view_transform = "Raw"
    scene.render.use_persistent_data = True


def _linked(made: bpy.types.Object) -> bpy.types.Object:
    bpy.context.scene.collection.objects.link(made)
    return made


def _mesh(
    name: str,
    vertices: np.ndarray,
    faces: list[list[int]],
    material: bpy.types.Material,
    *,
    scale: float = MM,
    smooth: bool = False,
) -> bpy.types.Object:
    data = bpy.data.meshes.new(name)
    data.from_pydata((vertices * scale).tolist(), [], faces)
    data.update()
    for face in data.polygons:
        face.use_smooth = smooth
    data.materials.append(material)
    return _linked(bpy.data.objects.new(name, data))


def _copies(made: list[bpy.types.Object], count: int) -> list[bpy.types.Object]:
    """So many objects, at least those ``made``; the others share their meshes."""
    return [
        *made,
        *(
            _linked(bpy.data.objects.new(made[0].name, made[number % len(made)].data))
            for number in range(len(made), count)
        ),
    ]


def _limb(
    root: bpy.types.Object, start: Vector, end: Vector, radius: float, cover: bpy.types.Material
) -> None:
    way = end - start
    bpy.ops.mesh.primitive_cylinder_add(
        radius=radius, depth=way.length, vertices=24, location=(start + end) / 2
    )
    bone = bpy.context.object
    bone.rotation_euler = way.to_track_quat("Z", "Y").to_euler()
    parts = [bone]
    for tip in (start, end):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=tip, segments=24, ring_count=12)
        parts.append(bpy.context.object)
    for part in parts:
        part.data.materials.append(cover)
        part.parent = root
        for face in part.data.polygons:
            face.use_smooth = len(face.vertices) <= 4
