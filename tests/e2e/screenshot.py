# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of Xvfb's screen, from the file in which the server keeps it (-fbdir): for tests that failed."""

import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_screenshot(folder, path):
    with open(f"{folder}/Xvfb_screen0", "rb") as file:
        dump = file.read()
    # The format of xwd: 25 numbers, a name, the colours, the lines from top to bottom, each point as blue, green, red, nothing.
    numbers = struct.unpack(">25I", dump[:100])
    begin, width, height, stride = numbers[0] + numbers[19] * 12, numbers[4], numbers[5], numbers[12]
    lines = bytearray()
    for top in range(height):
        points = dump[begin + top * stride:begin + top * stride + width * 4]
        line = bytearray(width * 3)
        line[0::3], line[1::3], line[2::3] = points[2::4], points[1::4], points[0::4]
        lines += b"\0" + line
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(bytes(lines), 6)) + chunk(b"IEND", b""))
