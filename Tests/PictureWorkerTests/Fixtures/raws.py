#!/usr/bin/env python3
"""Cameras' raw files without a camera: the directories, marks and previews of each format, and no picture of the sensor.

Each holds three previews where the format has room for as many: the largest shows the quarters, 480×320 and stored turned
(orientation 6, which only the raw file's own metadata tells), the next is magenta, the smallest yellow between black bars.
The layouts: TIFF 6.0; DNG 1.4; Exif 2.32; what ExifTool's documentation of tag names and exiv2 0.27 say of the rest; for
CR3 https://github.com/lclevy/canon_cr3. Needs imagemagick. Run in this folder.
"""
import struct, subprocess

def jpeg(*drawing):
    command = ["convert", *drawing, "-strip", "-quality", "60", "-sampling-factor", "4:2:0", "JPEG:-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout

LARGE = jpeg("-size", "320x480", "xc:white", "-fill", "#ff0000", "-draw", "rectangle 0,0 159,239",
             "-fill", "#00ff00", "-draw", "rectangle 160,0 319,239",
             "-fill", "#0000ff", "-draw", "rectangle 0,240 159,479", "-rotate", "-90")
MEDIUM = jpeg("-size", "240x160", "xc:#ff00ff")
SMALL = jpeg("-size", "160x120", "xc:black", "-fill", "yellow", "-draw", "rectangle 0,7 159,112")
SENSOR = b"\x00\x01\x02\x03" * 64

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, IFD = 1, 2, 3, 4, 5, 7, 13

class Block:
    """Bytes that lie elsewhere in the file; the entry holds their offset."""
    def __init__(self, content): self.content = content

class Folder:
    """A directory that an entry leads to."""
    def __init__(self, *directories): self.directories = directories

def write(out, chain, order, base=0):
    """Appends a chain of directories to `out`. Returns the offset of the first."""
    first, link = None, None
    for entries in chain:
        if len(out) % 2: out += b"\0"
        start = len(out) - base
        if link is None: first = start
        else: out[link:link + 4] = struct.pack(order + "I", start)
        count = len(entries)
        place = len(out) + 2
        link = place + 12 * count
        out += struct.pack(order + "H", count) + bytes(12 * count + 4)
        for tag, kind, value in sorted(entries, key=lambda entry: entry[0]):
            if isinstance(value, Block):
                if len(out) % 2: out += b"\0"
                number, data = 1, struct.pack(order + "I", len(out) - base)
                out += value.content
            elif isinstance(value, Folder):
                offsets = [write(out, [one], order, base) for one in value.directories]
                number, data = len(offsets), struct.pack(f"{order}{len(offsets)}I", *offsets)
            elif isinstance(value, bytes): number, data = len(value), value
            else:
                values = value if isinstance(value, list) else [value]
                number = len(values)
                if kind == RATIONAL:
                    data = b"".join(struct.pack(order + "II", *one) for one in values)
                else: data = struct.pack(f"{order}{number}{ {BYTE: 'B', SHORT: 'H'}.get(kind, 'I') }", *values)
            if len(data) > 4:
                if len(out) % 2: out += b"\0"
                data, offset = struct.pack(order + "I", len(out) - base), data
                out += offset
            out[place:place + 12] = struct.pack(order + "HHI", tag, kind, number) + data.ljust(4, b"\0")
            place += 12
    return first

def tiff(chain, order="<", magic=42, gap=b""):
    out = bytearray(b"II" if order == "<" else b"MM")
    out += struct.pack(order + "HI", magic, 8) + gap
    out[4:8] = struct.pack(order + "I", write(out, chain, order))
    return bytes(out)

def exif(maker_note=None):
    entries = [(0x829A, RATIONAL, [(1, 200)]), (0x829D, RATIONAL, [(18, 10)]), (0x8827, SHORT, 100),
               (0x9003, ASCII, b"2017:10:01 12:34:56\0"), (0x920A, RATIONAL, [(50, 1)]),
               (0xA434, ASCII, b"50 mm f/1.8\0")]
    return entries + ([(0x927C, UNDEFINED, maker_note)] if maker_note else [])

def camera(make, model, maker_note=None):
    return [(0x010F, ASCII, make.encode() + b"\0"), (0x0110, ASCII, model.encode() + b"\0"),
            (0x0112, SHORT, 6), (0x8769, LONG, Folder(exif(maker_note)))]

def interchange(content):
    return [(0x0103, SHORT, 6), (0x0201, LONG, Block(content)), (0x0202, LONG, len(content))]

def strip(content, width, height, compression, photometric, kind=None, samples=1):
    return ([] if kind is None else [(0x00FE, LONG, kind)]) + [
        (0x0100, LONG, width), (0x0101, LONG, height), (0x0102, SHORT, [8] * samples),
        (0x0103, SHORT, compression), (0x0106, SHORT, photometric), (0x0111, LONG, Block(content)),
        (0x0115, SHORT, samples), (0x0116, LONG, height), (0x0117, LONG, len(content))]

CFA, RGB, YCBCR = 32803, 2, 6
YELLOW = b"\xff\xff\x00" * (24 * 16)
rgb = strip(YELLOW, 24, 16, 1, RGB, kind=1, samples=3)

files = {
    "raw.nef": tiff([rgb + camera("NIKON CORPORATION", "NIKON D500") + [(0x014A, LONG, Folder(
        [(0x00FE, LONG, 1)] + interchange(LARGE), strip(SENSOR, 16, 16, 34713, CFA, kind=0),
        [(0x00FE, LONG, 1)] + interchange(MEDIUM)))]], ">"),
    "raw.cr2": tiff([strip(LARGE, 480, 320, 6, YCBCR, samples=3) + camera("Canon", "Canon EOS 80D"),
                     interchange(SMALL), strip(YELLOW, 24, 16, 1, RGB, samples=3),
                     strip(SENSOR, 16, 16, 6, CFA)], gap=b"CR\x02\0\0\0\0\0"),
    "raw.dng": tiff([rgb + camera("Adobe", "Any") + [(0xC612, BYTE, [1, 4, 0, 0]), (0x014A, LONG, Folder(
        strip(SENSOR, 16, 16, 1, CFA, kind=0), strip(LARGE, 480, 320, 7, YCBCR, kind=1, samples=3),
        strip(MEDIUM, 240, 160, 7, YCBCR, kind=1, samples=3)))]]),
    "raw.arw": tiff([[(0x00FE, LONG, 1)] + interchange(LARGE) + camera("SONY", "ILCE-7M3") + [
        (0x014A, LONG, Folder(strip(SENSOR, 16, 16, 32767, CFA, kind=0)))], interchange(SMALL)]),
    "raw.pef": tiff([strip(SENSOR, 16, 16, 65535, CFA) + camera("PENTAX", "PENTAX K-3"),
                     interchange(SMALL), interchange(LARGE)], ">"),
    "raw.srw": tiff([[(0x00FE, LONG, 1)] + camera("SAMSUNG", "NX500") + [(0x014A, LONG, Folder(
        interchange(LARGE), strip(SENSOR, 16, 16, 32770, CFA, kind=0)))], interchange(SMALL)]),
}

# Panasonic: its own numbers for what TIFF has others for. Exif 0x002E is the JPEG with its Exif data.
def panasonic():
    out = bytearray(b"IIU\0" + struct.pack("<I", 24) + bytes(16))
    entries = [(0x0001, UNDEFINED, b"0300"), (0x0002, SHORT, 16), (0x0003, SHORT, 16),
               (0x002E, UNDEFINED, LARGE)] + camera("Panasonic", "DMC-G85")
    write(out, [entries], "<")
    return bytes(out)
files["raw.rw2"] = panasonic()

# Olympus: the preview's place is in the camera's own notes, and counts from their beginning.
def olympus():
    def note(at):
        out = bytearray(b"OLYMPUS\0II\x03\0")
        settings = [(0x0000, UNDEFINED, b"0100"), (0x0100, LONG, 1), (0x0101, LONG, at), (0x0102, LONG, len(LARGE))]
        write(out, [[(0x2020, IFD, Folder(settings))]], "<")
        return bytes(out)
    def whole(at):
        return tiff([strip(SENSOR, 16, 16, 1, 1) + camera("OLYMPUS CORPORATION", "E-M1", note(at))], magic=0x4F52)
    plain = whole(0)
    return whole(len(plain) - plain.index(b"OLYMPUS\0II\x03\0")) + LARGE
files["raw.orf"] = olympus()

# Fujifilm: a header with the place of a whole JPEG, whose Exif data are those of the raw file.
def fujifilm():
    inner = tiff([camera("FUJIFILM", "X-T3"), interchange(SMALL)])
    marker = b"Exif\0\0" + inner
    picture = LARGE[:2] + b"\xff\xe1" + struct.pack(">H", len(marker) + 2) + marker + LARGE[2:]
    head = b"FUJIFILMCCD-RAW 0201FF389501" + b"X-T3".ljust(32, b"\0") + b"0100" + bytes(20)
    start = 160
    tail = start + len(picture)
    places = struct.pack(">6I", start, len(picture), tail, 4, tail + 4, len(SENSOR))
    return (head + places).ljust(start, b"\0") + picture + bytes(4) + SENSOR
files["raw.raf"] = fujifilm()

# Canon's third: boxes.
def box(kind, content): return struct.pack(">I", len(content) + 8) + kind + content
def canon3():
    uuid = lambda name, content: box(b"uuid", bytes.fromhex(name) + content)
    pad = lambda content: content + bytes(-len(content) % 4)
    first = [entry for entry in camera("Canon", "Canon EOS R5") if entry[0] != 0x8769]
    def movie(at):
        table = (box(b"stsd", struct.pack(">II", 0, 1) + box(b"CRAW", bytes(24) + struct.pack(">HH", 480, 320) + bytes(54)))
                 + box(b"stsz", struct.pack(">III", 0, len(LARGE), 1)) + box(b"co64", struct.pack(">IIQ", 0, 1, at)))
        track = box(b"trak", box(b"tkhd", bytes(84)) + box(b"mdia", box(b"minf", box(b"stbl", table))))
        notes = (box(b"CNCV", b"CanonCR3_001/00.09.00/00.00.00") + box(b"CMT1", tiff([first]))
                 + box(b"CMT2", tiff([exif()])) + box(b"CMT4", tiff([[(0, BYTE, [2, 3, 0, 0]),
                    (1, ASCII, b"N\0"), (2, RATIONAL, [(48, 1), (12, 1), (0, 1)]),
                    (3, ASCII, b"W\0"), (4, RATIONAL, [(16, 1), (30, 1), (0, 1)])]]))
                 + box(b"THMB", struct.pack(">IHHII", 0, 160, 120, len(SMALL), 0x10000) + pad(SMALL)))
        return box(b"moov", uuid("85c0b687820f11e08111f4ce462b6a48", notes) + box(b"mvhd", bytes(100)) + track)
    head = box(b"ftyp", b"crx \0\0\0\x01crx isom")
    xmp = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
           b'<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>')
    tail = uuid("be7acfcb97a942e89c71999491e3afac", xmp) + uuid("eaf42b5e1c984b88b9fbb7dc406e4d16", struct.pack(
        ">II", 0, 1) + box(b"PRVW", struct.pack(">IHHHHI", 0, 1, 240, 160, 1, len(MEDIUM)) + pad(MEDIUM)))
    start = len(head + movie(0) + tail) + 8
    return head + movie(start) + tail + box(b"mdat", LARGE + SENSOR)
files["raw.cr3"] = canon3()

for name, content in files.items():
    open(name, "wb").write(content)
