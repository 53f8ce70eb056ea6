"""Materials in Blender: paint, glass, tabletops, and the colour of light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
import numpy as np

from tools.tables.style import Tabletop

if TYPE_CHECKING:
    from tools.tables.style import Colour


def material(name: str, colour: Colour, roughness: float, grain: float = 0.0) -> bpy.types.Material:
    """A surface of one colour, linear; ``grain`` is the strength of fine bumps in it."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    surface = made.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*map(float, colour), 1)
    surface.inputs["Roughness"].default_value = roughness
    if grain > 0:
        _bumps(made, scale=400, strength=grain)
    return made


def glass(
    name: str, tint: Colour, roughness: float, transmission: float, scratches: float
) -> bpy.types.Material:
    """A clear material; light of the lamps goes through it straight, as caustics are not traced."""
    made = material(name, tint, roughness)
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Transmission Weight"].default_value = transmission
    surface.inputs["IOR"].default_value = 1.49
    if scratches > 0:
        _bumps(made, scale=900, strength=scratches)
    through = nodes.new("ShaderNodeBsdfTransparent")
    through.inputs["Color"].default_value = (*(0.3 + 0.65 * float(v) for v in tint), 1)
    ray, mix = nodes.new("ShaderNodeLightPath"), nodes.new("ShaderNodeMixShader")
    links.new(ray.outputs["Is Shadow Ray"], mix.inputs[0])
    links.new(surface.outputs[0], mix.inputs[1])
    links.new(through.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return made


def _bumps(made: bpy.types.Material, scale: float, strength: float) -> None:
    nodes, links = made.node_tree.nodes, made.node_tree.links
    noise, bump = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeBump")
    noise.inputs["Scale"].default_value = scale
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = strength, 0.0005
    links.new(noise.outputs["Fac"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], nodes["Principled BSDF"].inputs["Normal"])


def tabletop_material(kind: Tabletop, colour: Colour, rng: np.random.Generator) -> bpy.types.Material:
    """What the board stands on."""
    rough = {
        Tabletop.WOOD: 0.35,
        Tabletop.CLOTH: 0.9,
        Tabletop.PLAIN: 0.5,
        Tabletop.DARK: 0.4,
        Tabletop.STRIPED: 0.9,
    }[kind]
    shade = {Tabletop.DARK: 0.08, Tabletop.PLAIN: 1.0}.get(kind, 0.8)
    made = material("tabletop", tuple(v * shade for v in colour), rough)
    if kind in (Tabletop.PLAIN, Tabletop.DARK):
        return made
    nodes, links = made.node_tree.nodes, made.node_tree.links
    place, stretch = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    links.new(place.outputs["Object"], stretch.inputs["Vector"])
    if kind is Tabletop.CLOTH:
        pattern = nodes.new("ShaderNodeTexChecker")
        pattern.inputs["Scale"].default_value = float(rng.uniform(10, 70))
        one, other = (np.clip(np.array(colour) * rng.uniform(0.3, 1.8), 0, 0.9) for _ in range(2))
        pattern.inputs["Color1"].default_value, pattern.inputs["Color2"].default_value = (
            (*one, 1),
            (*other, 1),
        )
        links.new(stretch.outputs["Vector"], pattern.inputs["Vector"])
        links.new(pattern.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
        return made
    grain = nodes.new("ShaderNodeTexWave" if kind is Tabletop.STRIPED else "ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value = float(rng.uniform(3, 9))
    stretch.inputs["Scale"].default_value = (
        1,
        1 if kind is Tabletop.STRIPED else float(rng.uniform(8, 22)),
        1,
    )
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (*(0.55 * v for v in colour), 1)
    ramp.color_ramp.elements[1].color = (*(min(1.5 * v, 1) for v in colour), 1)
    links.new(stretch.outputs["Vector"], grain.inputs["Vector"])
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return made


def colour_of_kelvin(kelvin: float) -> Colour:
    """The colour of light of this temperature, linear, its largest part 1 (a fit to the Planckian locus)."""
    warm = np.clip((kelvin - 2500) / 4000, 0, 1)
    cold = np.clip((kelvin - 6500) / 4000, 0, 1)
    return float(1 - 0.35 * cold), float(0.55 + 0.45 * warm - 0.12 * cold), float(0.22 + 0.78 * warm)
