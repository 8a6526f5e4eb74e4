/// Where a photo's XMP sidecar may be.
nonisolated enum SidecarNames {
  /// The paths to try, the best first: `photo.jpg.xmp` (darktable, digiKam), then `photo.xmp` (Lightroom, exiftool),
  /// each also in upper case.
  static func paths(for photo: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    let name = photo.lastIndex(of: slash).map { photo.index(after: $0) } ?? photo.startIndex
    guard name < photo.endIndex else { return [] }
    var stems = [photo]
    // A leading dot marks a hidden file, not an extension.
    if let dot = photo[name...].lastIndex(of: UInt8(ascii: ".")), dot > name {
      stems.append(Array(photo[..<dot]))
    }
    return stems.flatMap { stem in
      [".xmp", ".XMP"].map { stem + Array($0.utf8) }
    }
    .filter { $0 != photo }
  }

}

nonisolated extension PictureFile {
  /// Opens the sidecar; an unreadable one counts as missing.
  func openSidecar() -> OpenedFile? {
    (sidecar.map { [$0] } ?? SidecarNames.paths(for: path)).lazy
      .compactMap { try? OpenedFile(path: $0) }.first
  }
}
