import GalleryDomain

/// What the names of one shot's files have in common, where phones and programs don't give them one stem.
///
/// - Google Pixel: `PXL_20250126_164931991`, to a thousandth of a second, and then what the file is:
///   `.RAW-01.COVER.jpg`, `.RAW-01.MP.COVER.jpg`, `.RAW-02.ORIGINAL.dng`, `.MP.jpg`, `.NIGHT.jpg`, and `.dng` alone. In an export of
///   Google Photos, the clip of `.MP.jpg` is a file `.MP`.
/// - icloudpd: the clip of `IMG_1.HEIC` is `IMG_1_HEVC.MOV`.
/// - Windows phones: the raw file of `WP_1.jpg` is `WP_1__highres.dng`.
enum ShotName {
  static func ofPicture(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    pixel(name) ?? FilePath.stem(name)
  }

  static func ofRaw(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let stem = FilePath.stem(name)
    return pixel(name) ?? without("__highres", stem) ?? stem
  }

  static func ofClip(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let stem = FilePath.stem(name)
    return pixel(name) ?? without("_HEVC", stem) ?? stem
  }

  /// Whether the picture has to be a HEIC.
  static func isOfHEIF(_ name: ArraySlice<UInt8>) -> Bool {
    without("_HEVC", FilePath.stem(name)) != nil
  }

  /// Whether a file with the extension of a clip is one: `.mp` is that of many other things.
  static func isClip(_ name: ArraySlice<UInt8>) -> Bool {
    let ending = name.suffix(from: FilePath.stem(name).endIndex).map { $0 | 0x20 }
    return !ending.elementsEqual(".mp".utf8) || pixel(name) != nil
  }

  /// Whether it is the one of several that a Pixel shows.
  static func isCover(_ name: ArraySlice<UInt8>) -> Bool {
    without(".COVER", FilePath.stem(name)) != nil
  }

  private static func without(_ ending: String, _ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    stem.count > ending.utf8.count && stem.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      ? stem.dropLast(ending.utf8.count) : nil
  }

  /// - Returns: nil for other names, and for copies (`~2`, `(1)`), which are photos of their own.
  private static func pixel(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = 0x30...0x39 as ClosedRange<UInt8>
    // `PXL_`, a date, `_`, a time.
    let form = "PXL_00000000_000000000".utf8
    guard name.count > form.count,
      zip(name, form).allSatisfy({ $1 == 0x30 ? digits.contains($0) : $0 == $1 }),
      name.dropFirst(form.count).first == UInt8(ascii: ".")
    else { return nil }
    // The last part is the extension, or `MP` for a clip.
    let parts = name.dropFirst(form.count + 1).split(separator: UInt8(ascii: ".")).dropLast()
    let isKnown = parts.allSatisfy { part in
      part.allSatisfy {
        (0x41...0x5A).contains($0) || digits.contains($0) || [0x2D, 0x5F].contains($0)
      }
    }
    return isKnown ? name.prefix(form.count) : nil
  }
}
