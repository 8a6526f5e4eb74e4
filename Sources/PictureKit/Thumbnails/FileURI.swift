import Glibc

/// A file's address as the Thumbnail Managing Standard wants it: the canonical absolute URI.
///
/// Its bytes are what the name of a thumbnail is made of, so it is escaped exactly as GLib's
/// `g_filename_to_uri` does it, which is what GNOME, Xfce, MATE, Cinnamon and LXDE go by.
nonisolated enum FileURI {
  /// - Parameter path: Absolute and canonical, as `canonicalPath(of:)` makes it. Any bytes.
  static func make(of path: [UInt8]) -> String {
    var uri = Array("file://".utf8)
    for byte in path {
      if isPlain(byte) {
        uri.append(byte)
      } else {
        uri += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }

  /// A path from the root without `.`, `..` and doubled slashes, as `g_canonicalize_filename` makes it:
  /// by its letters, so that a link keeps its own thumbnails.
  ///
  /// - Parameter folder: Where relative paths begin; absolute.
  static func canonicalPath(of path: [UInt8], in folder: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var parts: [ArraySlice<UInt8>] = []
    let whole = path.first == slash ? path : folder + [slash] + path
    for part in whole.split(separator: slash) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? [slash] : parts.flatMap { [slash] + $0 }
  }

  /// `canonicalPath(of:in:)` in the working directory.
  static func canonicalPath(of path: [UInt8]) -> [UInt8] {
    if path.first == UInt8(ascii: "/") { return canonicalPath(of: path, in: []) }
    guard let name = getcwd(nil, 0) else { return canonicalPath(of: path, in: []) }
    defer { free(name) }
    return canonicalPath(of: path, in: Array(String(cString: name).utf8))
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: plainSigns.contains(byte)
    }
  }

  private static let plainSigns = Set("!$&'()*+,-./:=@_~".utf8)
}
