#!/usr/bin/env python3
"""Makes the maps of this folder from level.txt; run it here. Needs the zstandard package.

Nothing of the library is used: the encodings are Python's own."""
import base64, gzip, json, pathlib, struct, zlib
import zstandard

HERE = pathlib.Path(__file__).parent
TILE = {".": 0, "#": 1, "a": 2 | 0x80000000, "b": 3 | 0x60000000, "c": 7}


def level():
    blocks = (HERE / "level.txt").read_text().split("\n\n")[1:]
    return {b.split()[0]: [[TILE[c] for c in row] for row in b.split()[1:]] for b in blocks}


def packed(cells, coding):
    raw = struct.pack(f"<{len(cells)}I", *cells)
    raw = {
        "base64": lambda: raw,
        "zlib": lambda: zlib.compress(raw),
        "gzip": lambda: gzip.compress(raw, mtime=0),
        "zstd": lambda: zstandard.ZstdCompressor().compress(raw),
    }[coding]()
    return base64.b64encode(raw).decode()


def attrs(coding):
    if coding == "array":
        return {}
    if coding == "csv":
        return {"encoding": "csv"}
    return {"encoding": "base64"} | ({} if coding == "base64" else {"compression": coding})


def data(cells, coding, xml):
    if coding == "array":
        return "".join(f'<tile gid="{c}"/>' if c else "<tile/>" for c in cells) if xml else cells
    if coding == "csv":
        rows = [",".join(map(str, cells[i:i + 7])) for i in range(0, len(cells), 7)]
        return "\n" + ",\n".join(rows) + "\n" if xml else cells
    return "\n   " + packed(cells, coding) + "\n  " if xml else packed(cells, coding)


def prop(name, kind, value):
    return {"name": name, "type": kind, "value": value}


MAP_PROPERTIES = [
    prop("physics.model", "string", "arcade"),
    prop("physics.gravity.y", "float", 1600.5),
    prop("physics.drag.x", "int", 2),
    prop("author", "string", "Zoë\nof <the> house"),
    prop("night", "bool", False),
]
TILESETS = [("one", 1, 4), ("two", 5, 6)]


def tileset(name, first, count):
    return {"name": name, "tilewidth": 16, "tileheight": 16, "tilecount": count, "columns": 2, "margin": 0,
            "spacing": 0, "image": name + ".png", "imagewidth": 32, "imageheight": 16 * count // 2,
            "properties": [prop("material", "string", "stone of " + name)],
            "tiles": [{"id": 2, "type": "spike", "properties": [prop("damage", "int", 3)],
                       "objectgroup": {"draworder": "index", "name": "", "objects": [
                           {"id": 1, "name": "", "type": "", "x": 0, "y": 8, "width": 16, "height": 8,
                            "rotation": 0, "visible": True}],
                           "opacity": 1, "type": "objectgroup", "visible": True, "x": 0, "y": 0}}]}


def value_xml(p):
    v = p["value"]
    text = {True: "true", False: "false"}[v] if isinstance(v, bool) else str(v)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    kind = "" if p["type"] == "string" else f' type="{p["type"]}"'
    if "\n" in text:
        return f'<property name="{p["name"]}"{kind}>{text}</property>'
    return f'<property name="{p["name"]}"{kind} value="{text}"/>'


def properties_xml(ps):
    return "<properties>" + "".join(map(value_xml, ps)) + "</properties>" if ps else ""


def tileset_xml(t, first=None):
    head = f' firstgid="{first}"' if first else ' version="1.10"'
    tile = t["tiles"][0]
    return (f'<tileset{head} name="{t["name"]}" tilewidth="16" tileheight="16" tilecount="{t["tilecount"]}" '
            f'columns="2">{properties_xml(t["properties"])}<image source="{t["image"]}" width="32" '
            f'height="{t["imageheight"]}"/><tile id="2" type="spike">{properties_xml(tile["properties"])}'
            '<objectgroup draworder="index"><object id="1" x="0" y="8" width="16" height="8"/></objectgroup>'
            '</tile></tileset>\n')


def layers():
    grids = level()
    flat = {name: [c for row in rows for c in row] for name, rows in grids.items()}
    return [
        dict(id=1, name="Ground", cells=flat["Ground"], properties=[prop("collidable", "bool", True)]),
        dict(id=2, name="Clouds", cells=flat["Clouds"], properties=[prop("collidable", "bool", False)], opacity=0.5),
        dict(id=3, name="Outer", offsetx=8, offsety=-4, opacity=0.5, group=[
            dict(id=4, name="Inner", offsetx=100.5, visible=False, group=[
                dict(id=5, name="Deep", cells=flat["Deep"], offsetx=-0.25, offsety=2,
                     properties=[prop("collidable", "bool", True), prop("music", "file", "cave.ogg")])])]),
        dict(id=6, name="Backdrop", image="sky.png"),
    ]


def layer_json(l, coding):
    out = {"id": l["id"], "name": l["name"], "opacity": l.get("opacity", 1), "visible": l.get("visible", True),
           "x": 0, "y": 0}
    out |= {k: l[k] for k in ("offsetx", "offsety", "properties") if k in l}
    if "group" in l:
        return out | {"type": "group", "layers": [layer_json(i, coding) for i in l["group"]]}
    if "image" in l:
        return out | {"type": "imagelayer", "image": l["image"]}
    return out | {"type": "tilelayer", "width": 7, "height": 4, "data": data(l["cells"], coding, False)} | attrs(coding)


def layer_xml(l, coding):
    head = "".join(f' {k}="{int(v) if isinstance(v, bool) else v}"' for k, v in l.items()
                   if k in ("id", "name", "opacity", "visible", "offsetx", "offsety"))
    ps = properties_xml(l.get("properties"))
    if "group" in l:
        return f"<group{head}>{ps}{''.join(layer_xml(i, coding) for i in l['group'])}</group>\n"
    if "image" in l:
        return f'<imagelayer{head}><image source="{l["image"]}"/></imagelayer>\n'
    enc = "".join(f' {k}="{v}"' for k, v in attrs(coding).items())
    return f'<layer{head} width="7" height="4">{ps}<data{enc}>{data(l["cells"], coding, True)}</data></layer>\n'


MAP = {"type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "width": 7,
       "height": 4, "tilewidth": 16, "tileheight": 16, "infinite": False, "nextlayerid": 9, "nextobjectid": 30}
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
MAP_TAG = ('<map version="1.10" orientation="orthogonal" renderorder="right-down" width="7" height="4" '
           'tilewidth="16" tileheight="16" infinite="{}">')


def write(name, text):
    (HERE / name).write_text(text)


def dump(name, value):
    write(name, json.dumps(value, ensure_ascii=False) + "\n")


def level_maps():
    for name, first, count in TILESETS:
        t = tileset(name, first, count)
        dump(name + ".tsj", t | {"type": "tileset", "version": "1.10"})
        write(name + ".tsx", HEAD + tileset_xml(t))
    for i, coding in enumerate(["array", "csv", "base64", "zlib", "gzip", "zstd"]):
        # The three homes of a tileset take turns, so that each meets JSON and XML maps.
        for xml in (False, True):
            home = ["inline", "tsj", "tsx"][(i + xml) % 3]
            if xml:
                sets = "".join(tileset_xml(tileset(*t), t[1]) if home == "inline"
                               else f'<tileset firstgid="{t[1]}" source="{t[0]}.{home}"/>' for t in TILESETS)
                body = "".join(layer_xml(l, coding) for l in layers())
                write(f"level-{coding}.tmx",
                      f"{HEAD}{MAP_TAG.format(0)}\n{properties_xml(MAP_PROPERTIES)}{sets}\n{body}</map>\n")
            else:
                sets = [tileset(*t) | {"firstgid": t[1]} if home == "inline"
                        else {"firstgid": t[1], "source": f"{t[0]}.{home}"} for t in TILESETS]
                dump(f"level-{coding}.tmj", MAP | {
                    "properties": MAP_PROPERTIES, "tilesets": sets,
                    "layers": [layer_json(l, coding) for l in layers()]})


# Chunks of 4 x 4: (x, y) of the chunk, then (column, row) of the world for every cell that is not empty.
CHUNKS = {
    "Rock": [((-4, -4), {(-4, -4): 1, (-1, -1): 2}), ((0, 0), {(0, 0): 7, (3, 3): 1 | 0x40000000})],
    "Leaf": [((4, -8), {(7, -8): 3, (4, -5): 1})],
}


def infinite_maps():
    def cells(at, some):
        return [some.get((at[0] + i % 4, at[1] + i // 4), 0) for i in range(16)]

    for coding in ["array", "zlib", "zstd"]:
        out = []
        for i, (name, chunks) in enumerate(CHUNKS.items()):
            out.append({"id": i + 1, "name": name, "type": "tilelayer", "opacity": 1, "visible": True, "x": 0, "y": 0,
                        "startx": -4, "starty": -8, "width": 12, "height": 12, "offsetx": 5 * i,
                        "properties": [prop("collidable", "bool", True)],
                        "chunks": [{"x": x, "y": y, "width": 4, "height": 4,
                                    "data": data(cells((x, y), some), coding, False)}
                                   for (x, y), some in chunks]} | attrs(coding))
        sets = [{"firstgid": f, "source": n + ".tsj"} for n, f, _ in TILESETS]
        dump(f"infinite-{coding}.tmj", MAP | {"infinite": True, "tilesets": sets, "layers": out})
        body = ""
        enc = "".join(f' {k}="{v}"' for k, v in attrs(coding).items())
        for i, (name, chunks) in enumerate(CHUNKS.items()):
            inner = "".join(f'<chunk x="{x}" y="{y}" width="4" height="4">'
                            f'{data(cells((x, y), some), coding, True)}</chunk>' for (x, y), some in chunks)
            body += (f'<layer id="{i + 1}" name="{name}" width="12" height="12" offsetx="{5 * i}">'
                     f'{properties_xml([prop("collidable", "bool", True)])}<data{enc}>{inner}</data></layer>\n')
        sets = "".join(f'<tileset firstgid="{f}" source="{n}.tsx"/>' for n, f, _ in TILESETS)
        write(f"infinite-{coding}.tmx", f"{HEAD}{MAP_TAG.format(1)}{sets}\n{body}</map>\n")


if __name__ == "__main__":
    level_maps()
    infinite_maps()
