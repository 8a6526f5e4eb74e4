#!/bin/sh
# Makes the pictures of these tests again. Needs imagemagick, libvips-tools, libimage-exiftool-perl,
# libavif-bin, libheif-examples and webp; the tests themselves need none of them.
#
# Each shows four quarters when it is upright: red and green above, blue and white below.
set -e
cd "$(dirname "$0")"

quarters() { # width height
  convert -size "$1x$2" xc:white -depth 8 \
    -fill '#ff0000' -draw "rectangle 0,0 $(($1 / 2 - 1)),$(($2 / 2 - 1))" \
    -fill '#00ff00' -draw "rectangle $(($1 / 2)),0 $1,$(($2 / 2 - 1))" \
    -fill '#0000ff' -draw "rectangle 0,$(($2 / 2)) $(($1 / 2 - 1)),$2" -strip "$3"
}

quarters 64 48 PNG24:quarters.png
convert quarters.png -quality 95 -sampling-factor 4:4:4 quarters.jpg
convert quarters.png -compress lzw quarters.tiff
convert -delay 10 quarters.png -size 64x48 xc:black -loop 0 quarters.gif
vips webpsave quarters.png quarters.webp --lossless --strip
vips heifsave quarters.png quarters.avif --compression av1 --lossless --strip
vips heifsave quarters.png quarters.heic --compression hevc --Q 95 --strip
vips jxlsave quarters.png quarters.jxl --lossless --strip
vips jp2ksave quarters.png quarters.jp2 --lossless --strip
cat > quarters.svg <<'SVG'
<?xml version="1.0"?>
<!-- four quarters -->
<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">
  <rect width="64" height="48" fill="#fff"/><rect width="32" height="24" fill="#f00"/>
  <rect x="32" width="32" height="24" fill="#0f0"/><rect y="24" width="32" height="24" fill="#00f"/>
</svg>
SVG

# The eight orientations: stored turned, with the tag that turns them back.
turn() { # orientation, convert's operations
  orientation=$1
  shift
  convert quarters.png "$@" -quality 95 -sampling-factor 4:4:4 "orientation-$orientation.jpg"
  exiftool -q -overwrite_original -n "-EXIF:Orientation=$orientation" "orientation-$orientation.jpg"
}
turn 1
turn 2 -flop
turn 3 -rotate 180
turn 4 -flip
turn 5 -transpose
turn 6 -rotate -90
turn 7 -transverse
turn 8 -rotate 90
for format in png webp tiff; do
  convert quarters.png -rotate -90 "orientation-6.$format"
  exiftool -q -overwrite_original -n -EXIF:Orientation=6 "orientation-6.$format"
done
# Turned by the container (irot), with the EXIF tag beside it as phones write it.
convert quarters.png -rotate -90 stored.png
avifenc -s 8 -l --irot 3 stored.png turned-by-container.avif > /dev/null
exiftool -q -overwrite_original -n -EXIF:Orientation=6 turned-by-container.avif
rm stored.png

# Colours: one known colour in other spaces and depths.
convert -size 16x16 xc:'rgb(200,60,60)' -depth 8 PNG24:flat.png
vips icc_transform flat.png profile.tiff p3 --input-profile srgb
vips copy profile.tiff profile.png
rm profile.tiff
vips icc_transform flat.png cmyk.tiff cmyk --input-profile srgb
vips jpegsave cmyk.tiff cmyk-plain.jpg --Q 95 --strip
rm cmyk.tiff
exiftool -q -overwrite_original -icc_profile:all= cmyk-plain.jpg
convert -size 16x16 xc:'rgb(200,60,60)' -depth 16 PNG48:deep.png
convert -size 16x16 xc:'gray(50%)' -depth 8 -colorspace Gray gray.png
convert -size 16x16 xc:'gray(50%)' -colorspace Gray -quality 95 gray.jpg
convert -size 32x16 xc:none -depth 8 -fill red -draw 'rectangle 16,0 31,15' PNG32:alpha.png
rm flat.png

# Animations: red with a transparent edge; a green spot that is cleared away; a blue one that what was below
# comes back for; a white one. Each spot lacks a corner.
for color in lime blue white; do
  convert -size 4x4 "xc:$color" -alpha set -fill none -draw 'color 0,0 point' "spot-$color.png"
done
convert -size 14x12 xc:red -background none -extent 16x12 PNG32:below.png
convert -loop 3 \( -delay 20 -dispose None below.png \) \
  \( -delay 5 -dispose Background spot-lime.png -repage 16x12+2+2 \) \
  \( -delay 1 -dispose Previous spot-blue.png -repage 16x12+8+2 \) \
  \( -delay 2 -dispose None spot-white.png -repage 16x12+2+6 \) moving.gif
for name in below spot-lime spot-blue spot-white; do
  cwebp -quiet -lossless -exact "$name.png" -o "$name.webp"
done
# WebP has no "what was below"; its blue spot stays.
webpmux -frame below.webp +200+0+0+0-b -frame spot-lime.webp +50+2+2+1+b \
  -frame spot-blue.webp +5+8+2+0+b -frame spot-white.webp +20+2+6+0+b \
  -loop 3 -bgcolor 255,0,255,0 -o moving.webp > /dev/null 2>&1
# moving.jxl isn't made here: cjxl of an APNG of 100x80 pixels, red, green and blue for 100 ms each.
rm below.* spot-*
# Not played for ever, but once, as nothing is said.
convert -delay 4 -size 4x4 xc:red xc:blue -loop 1 once.gif

# A thumbnail that is not the picture, so that a test can tell which was shown.
convert -size 160x120 xc:yellow thumbnail-only.jpg
quarters 640 480 PNG24:large.png
convert large.png -quality 80 thumbnail.jpg
exiftool -q -overwrite_original '-ThumbnailImage<=thumbnail-only.jpg' thumbnail.jpg
convert large.png -quality 80 -interlace JPEG progressive.jpg
# One with bars above and below, as cameras write for other shapes than 4:3.
convert -size 160x120 xc:black -fill yellow -draw 'rectangle 0,20 160,99' thumbnail-only.jpg
quarters 600 300 PNG24:large.png
convert large.png -quality 80 thumbnail-bars.jpg
exiftool -q -overwrite_original '-ThumbnailImage<=thumbnail-only.jpg' thumbnail-bars.jpg
rm large.png thumbnail-only.jpg

# A HEIC with a thumbnail, Exif data and XMP behind the picture.
quarters 2560 1920 PNG24:large.png
convert large.png -quality 80 large.jpg
exiftool -q -overwrite_original -Make=Canon -Model='EOS 5D' -LensModel='50 mm f/1.8' \
  -DateTimeOriginal='2017:10:01 12:34:56' -XMP-dc:Title=Title large.jpg
heif-enc --thumb 160 -q 40 -o thumbnail.heic large.jpg
rm large.png large.jpg

# What a file says about its photo.
describe() {
  exiftool -q -overwrite_original \
    -XMP-dc:Title='Вена' -XMP-dc:Description-de='auf deutsch' -XMP-dc:Description='in English' \
    -XMP-dc:Creator=A -XMP-dc:Creator=B -XMP-dc:Subject='for sale' -XMP-dc:Subject=Wien \
    -XMP-xmp:Rating=4 -XMP-xmpRights:UsageTerms='CC BY 4.0' -EXIF:Make=NIKON -EXIF:Model=D500 \
    -EXIF:LensModel='50 mm f/1.8' -EXIF:FocalLength=50 -EXIF:FNumber=1.8 \
    -EXIF:ExposureTime=1/200 -EXIF:ISO=100 -EXIF:DateTimeOriginal='2017:10:01 12:34:56' \
    -EXIF:OffsetTimeOriginal=+02:00 -EXIF:Copyright='(c) X' -EXIF:ImageDescription='not this' \
    -EXIF:GPSLatitude=48.2 -EXIF:GPSLatitudeRef=N -EXIF:GPSLongitude=16.37 \
    -EXIF:GPSLongitudeRef=W "$@"
}
cp orientation-6.jpg metadata.jpg
describe -IPTC:Keywords=Wien -IPTC:Keywords=iptc -IPTC:ObjectName='not this' metadata.jpg
cp quarters.avif metadata.avif
describe metadata.avif
cp quarters.jpg iptc.jpg
exiftool -q -overwrite_original -IPTC:ObjectName=Title -IPTC:Caption-Abstract=Caption \
  -IPTC:By-line=Author -IPTC:CopyrightNotice=Rights -IPTC:Keywords=one -IPTC:Keywords=two \
  -IPTC:DateCreated=2017:10:01 -IPTC:TimeCreated=12:34:56+02:00 iptc.jpg
cat > sidecar.xmp <<'XMP'
<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Beside</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>sold</rdf:li></rdf:Bag></dc:subject>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
XMP

# All that the information panel tells, and the same fields with what cannot be.
cp quarters.jpg information.jpg
exiftool -q -overwrite_original -EXIF:LensMake='NIKKOR works' -EXIF:FocalLengthIn35mmFormat=75 \
  -EXIF:MaxApertureValue=1.8 -EXIF:ExposureCompensation=-0.333 \
  -EXIF:ExposureProgram='Aperture-priority AE' -EXIF:ExposureMode=Manual \
  -EXIF:MeteringMode=Multi-segment -EXIF:LightSource=Daylight -EXIF:Flash=Fired \
  -EXIF:WhiteBalance=Auto -EXIF:SubjectDistance=3.5 -EXIF:SceneCaptureType=Landscape \
  -EXIF:GPSAltitude=171.5 -EXIF:GPSAltitudeRef='Above Sea Level' -EXIF:GPSImgDirection=214.4 \
  -EXIF:GPSDateStamp=2017:10:01 -EXIF:GPSLatitude=48.208333 -EXIF:GPSLatitudeRef=N \
  -EXIF:GPSLongitude=16.373056 -EXIF:GPSLongitudeRef=E -EXIF:CreateDate='2017:10:02 08:00:01' \
  -EXIF:ModifyDate='2018:01:02 03:04:05' -EXIF:Artist='A. Lens' -EXIF:Copyright='(c) A. Lens' \
  -EXIF:Software='Darkroom 3' -EXIF:ColorSpace=sRGB -EXIF:SerialNumber=12345 \
  -XMP-photoshop:City=Wien -XMP-photoshop:State=Wien -XMP-photoshop:Country=Austria \
  -XMP-iptcCore:Location='Am Hof' -XMP-photoshop:Headline='A walk' -XMP-photoshop:Credit=Agency \
  -XMP-photoshop:Source=Archive -XMP-xmp:Rating=4 -XMP-xmp:Label=Red -XMP-xmp:CreatorTool='Raw 5' \
  information.jpg
cp quarters.jpg impossible.jpg
exiftool -q -overwrite_original -n -EXIF:MaxApertureValue=undef -EXIF:ExposureCompensation=inf \
  -EXIF:SubjectDistance=inf -EXIF:FocalLengthIn35mmFormat=60000 -EXIF:GPSAltitude=4000000000 \
  -EXIF:GPSImgDirection=1000 -EXIF:GPSLatitude=95 -EXIF:GPSLatitudeRef=N -EXIF:GPSLongitude=999 \
  -EXIF:GPSLongitudeRef=E -EXIF:ExposureProgram=200 -EXIF:MeteringMode=99 -EXIF:Flash=9999 \
  -EXIF:ColorSpace=77 -EXIF:CreateDate='0000:00:00 00:00:00' -XMP-xmp:Rating=99 \
  -EXIF:Artist="$(printf '\033[31mred\033[0m\202')" impossible.jpg

# Restart markers, with colours in full and at half of their size.
vips gaussnoise noise.v 80 64 --sigma 40 --mean 120
vips bandjoin 'noise.v noise.v noise.v' colors.v
vips cast colors.v bytes.v uchar
vips copy bytes.v 'restarts.jpg[Q=95,strip,restart_interval=5]'
vips copy bytes.v 'restarts-half.jpg[Q=60,strip,restart_interval=3]'
rm noise.v colors.v bytes.v

python3 raws.py
