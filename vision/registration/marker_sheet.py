"""The sheet of stickers: one A4 page, exactly to scale, with a ruler to check the print.

It is a PDF file of filled rectangles and a few words, which is small enough to be written by hand (ISO 32000 is the
format), and its bytes never change. Lengths are millimetres from the page's lower left corner, as in PDF.
"""

from __future__ import annotations

import cv2

from vision.layout import default_layout

PAGE_MM = (210.0, 297.0)
"""Width and height of A4."""
POINTS_PER_MM = 72 / 25.4
"""A point, the unit of PDF, is a 72nd of an inch."""
CELLS = 8
"""A sticker is so many cells wide: 6 x 6 for the 36 bits of an AprilTag 36h11, and a black one at either end."""
QUIET_MM = 4.0
"""White around each sticker, out to where it is cut: its quiet zone, without which it is not found."""
CORNERS = {
    0: "upstream, left bank",
    1: "downstream, left bank",
    2: "downstream, right bank",
    3: "upstream, right bank",
}
"""Where on the board each sticker belongs, by its number."""


def marker_sheet() -> bytes:
    """The page as a PDF file."""
    markers = default_layout().markers
    drawn = []
    for place, number in enumerate(sorted(markers.centres)):
        left = 30.0 + (place % 2) * 80.0
        bottom = 200.0 - (place // 2) * 60.0
        drawn += _sticker(number, left, bottom, markers.size, markers.dictionary)
        drawn.append(_text(left - QUIET_MM, bottom - 11.0, f"{number}: {CORNERS[number]}", 9))
    drawn += _ruler(30.0, 70.0)
    drawn.append(_text(30.0, 255.0, "Niagara companion - stickers for the corners of the board", 13))
    drawn.append(_text(30.0, 246.0, "Print at 100 % (no scaling). The ruler below must be 100 mm long.", 10))
    drawn.append(
        _text(
            30.0,
            240.0,
            "Cut along the thin lines and stick them on the board's corners, all the same way up.",
            10,
        )
    )
    return _pdf("\n".join(drawn))


def _sticker(number: int, left: float, bottom: float, size: float, dictionary: str) -> list[str]:
    """A sticker of this size, a square for each dark cell, and the thin line along which it is cut."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = cv2.aruco.generateImageMarker(known, number, CELLS, borderBits=1)
    side = size / CELLS
    frame = _frame(left - QUIET_MM, bottom - QUIET_MM, size + 2 * QUIET_MM)
    dark = [
        _box(left + column * side, bottom + (CELLS - 1 - row) * side, side, side)
        for row in range(CELLS)
        for column in range(CELLS)
        if cells[row, column] == 0
    ]
    return [frame, *dark]


def _ruler(left: float, bottom: float) -> list[str]:
    """A ruler of 100 mm, with a mark each millimetre."""
    marks = [
        _box(left + mm, bottom, 0.2, 6.0 if mm % 50 == 0 else 4.0 if mm % 10 == 0 else 2.0)
        for mm in range(101)
    ]
    return [*marks, _text(left, bottom - 5.0, "0", 8), _text(left + 95.0, bottom - 5.0, "100 mm", 8)]


def _points(*millimetres: float) -> str:
    """Lengths as PDF wants them: in points, with a space between."""
    return " ".join(f"{value * POINTS_PER_MM:.3f}" for value in millimetres)


def _box(left: float, bottom: float, width: float, height: float) -> str:
    """A black rectangle: ``re`` draws it and ``f`` fills it."""
    return f"{_points(left, bottom, width, height)} re f"


def _frame(left: float, bottom: float, size: float) -> str:
    """The outline of a square, 0.2 points thick (``w``): ``S`` strokes it."""
    return f"0.2 w {_points(left, bottom, size, size)} re S"


def _text(left: float, bottom: float, text: str, size: int) -> str:
    """Words in Helvetica, so many points high."""
    return f"BT /F1 {size} Tf {_points(left, bottom)} Td ({text.replace('(', '[').replace(')', ']')}) Tj ET"


def _pdf(content: str) -> bytes:
    """A PDF file of one page with this content."""
    width, height = _points(*PAGE_MM).split()
    stream = content.encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    file = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return file + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (size, table, size, len(file))
    )
