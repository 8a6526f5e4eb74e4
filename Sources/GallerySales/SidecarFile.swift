import GalleryDomain

/// Where a photo's XMP sidecar lies.
enum SidecarFile {
  /// `photo.jpg.xmp`, as darktable and digiKam write it: the photo's own name with its ending, so that a raw file and
  /// its JPEG have one each.
  static func path(of photo: FileReference) -> [UInt8] { photo.path + Array(".xmp".utf8) }
}
