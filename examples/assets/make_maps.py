#!/usr/bin/env python3
"""Turns the levels drawn as text (*.txt) into Tiled maps (*.tmj), and draws their tileset.

Run it after an edit of a *.txt: python3 examples/assets/make_maps.py
A level wider than a text editor is drawn in bands, one below the other, parted by a line of dashes.
Needs nothing but Python 3.
"""

import json
import struct
import zlib
from pathlib import Path

HERE = Path(__file__).parent
TILE = 16

# The tiles of tiles.png, by global id. The games draw them themselves; the picture is for Tiled.
GRASS, EARTH, PLANK, BLOCK, SPIKES, TUFT, FLOWER, FLOOR, WALL, LAVA = range(1, 11)


def read(name, band_width):
    """The rows of a level, its bands put side by side."""
    bands = [[]]
    for line in (HERE / name).read_text().splitlines():
        if line.startswith("---"):
            bands.append([])
        else:
            bands[-1].append(line.ljust(band_width))
    height = len(bands[0])
    for number, band in enumerate(bands):
        assert len(band) == height, f"{name}: band {number} has {len(band)} rows, not {height}"
        for row, line in enumerate(band):
            assert len(line) == band_width, f"{name}: band {number}, row {row} is {len(line)} wide"
    return ["".join(band[row] for band in bands) for row in range(height)]


class Map:
    """A Tiled map in the making."""

    def __init__(self, rows, properties):
        self.rows = rows
        self.properties = properties
        self.layers = []
        self.next_object = 1

    def cells(self, symbol):
        """The cells with a symbol, from left to right."""
        found = [(x, y) for y, row in enumerate(self.rows) for x, c in enumerate(row) if c == symbol]
        return sorted(found)

    def tiles(self, name, tile_of, collidable):
        width, height = len(self.rows[0]), len(self.rows)
        layer = {
            "data": [tile_of(x, y) for y in range(height) for x in range(width)],
            "height": height, "width": width, "x": 0, "y": 0,
            "id": len(self.layers) + 1, "name": name, "opacity": 1, "type": "tilelayer", "visible": True,
        }
        if collidable:
            layer["properties"] = [{"name": "collidable", "type": "bool", "value": True}]
        self.layers.append(layer)

    def objects(self, name, objects):
        for thing in objects:
            thing.update(id=self.next_object, name="", rotation=0, visible=True)
            self.next_object += 1
        self.layers.append({
            "draworder": "topdown", "id": len(self.layers) + 1, "name": name, "objects": objects,
            "opacity": 1, "type": "objectgroup", "visible": True, "x": 0, "y": 0,
        })

    def write(self, name):
        kinds = {str: "string", float: "float", int: "int", bool: "bool"}
        document = {
            "compressionlevel": -1, "height": len(self.rows), "infinite": False, "layers": self.layers,
            "nextlayerid": len(self.layers) + 1, "nextobjectid": self.next_object,
            "orientation": "orthogonal",
            "properties": [{"name": key, "type": kinds[type(value)], "value": value}
                           for key, value in sorted(self.properties.items())],
            "renderorder": "right-down", "tiledversion": "1.11.0", "tileheight": TILE,
            "tilesets": [{
                "columns": 5, "firstgid": 1, "image": "tiles.png", "imageheight": 2 * TILE,
                "imagewidth": 5 * TILE, "margin": 0, "name": "tiles", "spacing": 0, "tilecount": 10,
                "tileheight": TILE, "tilewidth": TILE,
            }],
            "tilewidth": TILE, "type": "map", "version": "1.10", "width": len(self.rows[0]),
        }
        text = json.dumps(document, indent=1)
        for layer in self.layers:  # one line of numbers for each row of tiles
            if "data" in layer:
                data, width = layer["data"], layer["width"]
                rows = [",".join(map(str, data[i:i + width])) for i in range(0, len(data), width)]
                long = json.dumps(layer["data"], indent=1).replace("\n", "\n   ")
                text = text.replace(long, "[\n" + ",\n".join(rows) + "\n   ]", 1)
        (HERE / name).write_text(text + "\n")
        print(f"{name}: {len(self.rows[0])} x {len(self.rows)} tiles, {self.next_object - 1} objects")


def point(kind, x, y):
    return {"type": kind, "point": True, "x": x, "y": y, "width": 0, "height": 0}


def rectangle(kind, x, y, width, height):
    return {"type": kind, "x": x, "y": y, "width": width, "height": height}


def middle(cell):
    return cell[0] * TILE + TILE // 2, cell[1] * TILE + TILE // 2


def sidescroller():
    level = Map(read("sidescroller.txt", 64), {"physics.model": "arcade", "physics.gravity.y": 1200.0})
    rows = level.rows

    def ground(x, y):
        if rows[y][x] == "#":
            return EARTH if y == 0 or rows[y - 1][x] == "#" else GRASS
        return {"=": PLANK, "B": BLOCK, "^": SPIKES}.get(rows[y][x], 0)

    level.tiles("ground", ground, True)
    level.tiles("plants", lambda x, y: {'"': TUFT, "*": FLOWER}.get(rows[y][x], 0), False)
    (start,), (flag,) = level.cells("P"), level.cells("F")
    things = [point("start", start[0] * TILE + TILE // 2, (start[1] + 1) * TILE)]
    things += [point("coin", *middle(cell)) for cell in level.cells("o")]
    things.append(rectangle("flag", flag[0] * TILE + 4, (flag[1] - 6) * TILE, 8, 7 * TILE))
    level.objects("things", things)
    level.write("sidescroller.tmj")


def topdown():
    level = Map(read("topdown.txt", 40), {"physics.model": "arcade"})
    rows = level.rows
    level.tiles("floor", lambda x, y: 0 if rows[y][x] == "#" else FLOOR, False)
    level.tiles("walls", lambda x, y: WALL if rows[y][x] == "#" else 0, True)
    (start,), (door,) = level.cells("P"), level.cells("E")
    things = [point("start", *middle(start))]
    things += [point("coin", *middle(cell)) for cell in level.cells("o")]
    things += [point("crate", *middle(cell)) for cell in level.cells("C")]
    # Each connected patch of lava is drawn as one full rectangle.
    left = set(level.cells("~"))
    while left:
        patch, edge = set(), [min(left)]
        while edge:
            x, y = edge.pop()
            if (x, y) in left:
                left.remove((x, y))
                patch.add((x, y))
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        x0, y0 = min(x for x, _ in patch), min(y for _, y in patch)
        x1, y1 = max(x for x, _ in patch) + 1, max(y for _, y in patch) + 1
        assert len(patch) == (x1 - x0) * (y1 - y0), f"the lava at column {x0}, row {y0} is no rectangle"
        things.append(rectangle("lava", x0 * TILE, y0 * TILE, (x1 - x0) * TILE, (y1 - y0) * TILE))
    things.append(rectangle("exit", door[0] * TILE, door[1] * TILE, TILE, TILE))
    level.objects("things", things)
    level.write("topdown.tmj")


def tileset():
    """tiles.png: five columns, two rows, in the colours that the games use."""
    colour = {
        GRASS: (122, 84, 56), EARTH: (122, 84, 56), PLANK: (186, 128, 74), BLOCK: (142, 146, 160),
        SPIKES: (0, 0, 0, 0), TUFT: (0, 0, 0, 0), FLOWER: (0, 0, 0, 0), FLOOR: (58, 62, 78),
        WALL: (116, 124, 148), LAVA: (224, 92, 44),
    }

    def pixel(tile, x, y):
        base = colour[tile] if len(colour[tile]) == 4 else colour[tile] + (255,)
        if tile == GRASS and y < 5:
            return (104, 184, 72, 255)
        if tile == PLANK and (y in (0, 15) or x == 7):
            return (128, 82, 44, 255)
        if tile in (BLOCK, WALL) and (x in (0, 15) or y in (0, 15)):
            return (90, 94, 110, 255)
        if tile == SPIKES and y >= 2 and abs(x % 8 - 3.5) < (y - 1) / 4:
            return (216, 220, 228, 255)
        if tile in (TUFT, FLOWER) and y >= 11 and x % 3 == 1:
            return (80, 156, 64, 255)
        if tile == FLOWER and (x - 7) ** 2 + (y - 8) ** 2 < 9:
            return (236, 96, 128, 255)
        return base

    lines = b""
    for row in range(2 * TILE):
        lines += b"\0"
        for column in range(5 * TILE):
            tile = row // TILE * 5 + column // TILE + 1
            lines += bytes(pixel(tile, column % TILE, row % TILE))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    (HERE / "tiles.png").write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 5 * TILE, 2 * TILE, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b""))


tileset()
sidescroller()
topdown()
