/// How the name of a sidecar follows from its photo's; the program, which writes and moves them, and what reads pictures
/// look for the same ones.
public enum SidecarName: Hashable, Sendable {
  /// `photo.jpg.xmp`.
  case appended(String)
  /// `photo.xmp`, which all photos of that stem share.
  case replacing(String)
  /// darktable's for further edits of one photo, 1 to 99: `photo_01.jpg.xmp` (its manual, *Sidecar files*).
  case version(Int)

  private static let zero = UInt8(ascii: "0")

  /// The supported forms, with the programs that write them:
  /// - `.xmp` after the name: darktable, digiKam; instead of the extension: Lightroom, Capture One, exiftool;
  /// - `.pp3` RawTherapee, `.arp` ART, `.dop` DxO PhotoLab: after the name;
  /// - `.aae` Apple Photos, `.on1` ON1, `.acr` Camera Raw's masks, `.vrd` Canon's DPP, `.thm` cameras: instead of the
  ///   extension.
  public static let forms: [SidecarName] =
    ["xmp", "pp3", "arp", "dop"].flatMap {
      [.appended(".\($0)"), .appended(".\($0.uppercased())")]
    }
    + ["xmp", "aae", "on1", "acr", "vrd", "thm"].flatMap {
      [.replacing(".\($0)"), .replacing(".\($0.uppercased())")]
    }

  /// Those that are read, the best first.
  private static let xmp: [SidecarName] = [
    .appended(".xmp"), .appended(".XMP"), .replacing(".xmp"), .replacing(".XMP"),
  ]

  private static let endings: Set<String> = Set(
    forms.map { form in
      switch form {
      case .appended(let ending), .replacing(let ending): ending.lowercased()
      case .version: ""
      }
    })

  public static func isSidecar(_ name: [UInt8]) -> Bool {
    let ending = name[stemEnd(of: name)...]
    return endings.contains(String(decoding: ending, as: UTF8.self).lowercased())
  }

  /// The photo and the number of a further edit that has this name; nil for other names.
  public static func version(named name: [UInt8]) -> (photo: [UInt8], number: Int)? {
    let edited = Array(name.dropLast(".xmp".utf8.count))
    let end = stemEnd(of: edited)
    guard let number = Int(String(decoding: edited[..<end].suffix(2), as: UTF8.self)),
      (1...99).contains(number)
    else { return nil }
    let photo = Array(edited[..<end].dropLast("_01".utf8.count) + edited[end...])
    return Self.version(number).name(of: photo) == name ? (photo, number) : nil
  }

  /// Where the XMP sidecar of a photo may be: the paths to try, the best first.
  public static func paths(of photo: [UInt8]) -> [[UInt8]] {
    guard let last = photo.last, last != UInt8(ascii: "/") else { return [] }
    let hasEnding = stemEnd(of: photo) < photo.count
    return xmp.prefix(hasEnding ? 4 : 2).map { $0.name(of: photo) }.filter { $0 != photo }
  }

  /// - Parameter photo: The photo's name or path.
  public func name(of photo: [UInt8]) -> [UInt8] {
    let end = Self.stemEnd(of: photo)
    return switch self {
    case .appended(let ending): photo + Array(ending.utf8)
    case .replacing(let ending): Array(photo[..<end]) + Array(ending.utf8)
    case .version(let number):
      photo[..<end]
        + [UInt8(ascii: "_"), Self.zero + UInt8(number / 10), Self.zero + UInt8(number % 10)]
        + photo[end...] + Array(".xmp".utf8)
    }
  }

  /// A leading dot marks a hidden file, not an extension.
  private static func stemEnd(of path: [UInt8]) -> Int {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard let dot = path[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else {
      return path.count
    }
    return dot
  }
}
