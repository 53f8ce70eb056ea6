"""What the real Picamera2 class needs that a virtual camera lacks; for these tests only, never in the product.

Three things: the display library's Python module (imported for previews on a screen), the sensor's raw modes, and
the Pi's own memory for pictures. Importing this module puts them in place.
"""

import contextlib
import mmap
import os
import sys
import types
from pathlib import Path

import libcamera

REPOSITORY = Path(__file__).parents[3]
CAMERAS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
"""libcamera reads this once, when a process opens its first camera."""


class _AnyFormat:
    def __getattr__(self, name):
        return name


_display = types.ModuleType("pykms")
_display.PixelFormat = _AnyFormat()
sys.modules["pykms"] = _display

from picamera2 import Picamera2, picamera2  # noqa: E402 - it imports pykms
from picamera2.allocators import Allocator  # noqa: E402


class MemoryAllocator(Allocator):
    """Buffers in ordinary memory, where a Pi has a heap that its camera can write to."""

    def __init__(self):
        super().__init__()
        self._buffers = {}
        self._files = []
        self.sync = _Mapped

    def allocate(self, configuration, use_case):
        self.close()
        for stream in configuration:
            self._buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

    def _buffer(self, stream):
        luma = stream.stride * stream.size.height
        lengths = [luma, luma // 2] if str(stream.pixel_format) == "NV12" else [stream.frame_size]
        file = os.memfd_create("picture")
        os.ftruncate(file, sum(lengths))
        self._files.append(file)
        planes = []
        for index, length in enumerate(lengths):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file, sum(lengths[:index]), length
            planes.append(plane)
        return libcamera.FrameBuffer(planes)

    def buffers(self, stream):
        return self._buffers[stream]

    def close(self):
        for file in self._files:
            os.close(file)
        self._files, self._buffers = [], {}


class _Mapped:
    def __init__(self, allocator, buffer, write):
        self._planes = buffer.planes

    def __enter__(self):
        # libcamera gives every plane a file descriptor of its own onto the same memory.
        self._memory = mmap.mmap(self._planes[0].fd, sum(plane.length for plane in self._planes))
        return self._memory

    def __exit__(self, *arguments):
        # An array may still look at it; then it goes with the array.
        with contextlib.suppress(BufferError):
            self._memory.close()


def _modes(camera):
    formats = camera.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
    return [
        {"format": str(pixels), "size": (size.width, size.height)}
        for pixels in formats.pixel_formats
        for size in formats.sizes(pixels)
    ]


Picamera2._get_raw_modes = _modes
picamera2.DmaAllocator = MemoryAllocator


def show(folders):
    """Have a camera of each name show the pictures 0.jpg, 1.jpg … of its folder, from the next process on."""
    CAMERAS.write_text(
        "".join(
            f'"{name}":\n'
            "  supported_formats:\n"
            "  - {width: 1280, height: 720, frame_rates: [30, 60]}\n"
            "  - {width: 320, height: 180, frame_rates: [30, 60]}\n"
            f'  frames: {{path: "{folder}/"}}\n'
            '  location: "CameraLocationBack"\n'
            '  model: "imx708"\n'
            for name, folder in folders.items()
        )
    )


def number_of(name):
    """The number under which `Picamera2` opens the camera of this name; libcamera has an order of its own."""
    return [camera["Id"] for camera in Picamera2.global_camera_info()].index(name)
