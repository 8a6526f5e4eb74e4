#!/usr/bin/env python3
"""Thumbnails of progressive.jpg as other programs write them, for a file /srv/photos/progressive.jpg.

gdk-pixbuf writes them for GNOME, Xfce and MATE; ImageMagick puts its texts after the pixels; Qt packs texts
of 40 characters and more, as is done here by hand. Run in this folder.
"""
import ctypes, os, shutil, struct, subprocess, zlib

source = "/srv/photos/progressive.jpg"
os.makedirs("/srv/photos", exist_ok=True)
shutil.copy("progressive.jpg", source)
os.utime(source, (1506859200, 1506859200))
texts = {"Thumb::URI": f"file://{source}", "Thumb::MTime": "1506859200"}

gdk = ctypes.CDLL("libgdk_pixbuf-2.0.so.0")
gdk.gdk_pixbuf_new_from_file_at_size.restype = ctypes.c_void_p
pixbuf = ctypes.c_void_p(gdk.gdk_pixbuf_new_from_file_at_size(source.encode(), 128, 128, None))
keys = [f"tEXt::{key}".encode() for key in texts] + [b"tEXt::Software"]
values = [text.encode() for text in texts.values()] + [b"GNOME::ThumbnailFactory"]
array = ctypes.c_char_p * (len(keys) + 1)
assert gdk.gdk_pixbuf_savev(
    pixbuf, b"thumbnail-gdk.png", b"png", array(*keys, None), array(*values, None), None)

subprocess.run(["convert", source, "-thumbnail", "128x128", "thumbnail-imagemagick.png"], check=True)

plain = open("thumbnail-gdk.png", "rb").read()
packed, offset = plain[:8], 8
while offset < len(plain):
    count, kind = struct.unpack(">I4s", plain[offset:offset + 8])
    content = plain[offset + 8:offset + 8 + count]
    if kind == b"tEXt":
        keyword, text = content.split(b"\0", 1)
        kind, content = b"zTXt", keyword + b"\0\0" + zlib.compress(text)
    packed += struct.pack(">I4s", len(content), kind) + content
    packed += struct.pack(">I", zlib.crc32(kind + content))
    offset += 12 + count
open("thumbnail-packed.png", "wb").write(packed)
