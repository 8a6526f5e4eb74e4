/// Where the XMP sidecar of a photo may be; the picture workers' reader (`SidecarNames`) looks in the same places.
package enum SidecarName {
  /// The paths to try, best first: `photo.jpg.xmp` (darktable, digiKam), then `photo.xmp` (Lightroom, exiftool), each
  /// in upper case too.
  package static func paths(of photo: [UInt8]) -> [[UInt8]] {
    let name = FilePath.lastComponent(photo)
    let stem = Array(photo.prefix(photo.count - name.count) + FilePath.stem(name))
    let stems = stem == photo ? [photo] : [photo, stem]
    return stems.flatMap { [$0 + Array(".xmp".utf8), $0 + Array(".XMP".utf8)] }
  }
}
