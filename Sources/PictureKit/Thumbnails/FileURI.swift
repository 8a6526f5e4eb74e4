import Files
import Glibc

/// A file's address in the form that the Thumbnail Managing Standard requires: the canonical absolute URI.
///
/// The name of a thumbnail is a hash of its bytes, so it is escaped exactly as in GLib's `g_filename_to_uri`, which
/// GNOME, Xfce, MATE, Cinnamon and LXDE use.
nonisolated enum FileURI {
  /// - Parameter path: Absolute and canonical, as returned by `canonicalPath(of:)`. May contain any bytes.
  static func make(of path: [UInt8]) -> String {
    PercentEncoding.text(path, keeping: plain, after: "file://")
  }

  private static let plain = PercentEncoding.Plain("!$&'()*+,-./:=@_~")

  /// A path from the root without `.`, `..` and double slashes, as `g_canonicalize_filename` makes it. It doesn't
  /// follow links, so a link has its own thumbnails.
  ///
  /// - Parameter folder: Where relative paths start; absolute.
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

  /// `canonicalPath(of:in:)` with the working directory.
  static func canonicalPath(of path: [UInt8]) -> [UInt8] {
    if path.first == UInt8(ascii: "/") { return canonicalPath(of: path, in: []) }
    guard let name = getcwd(nil, 0) else { return canonicalPath(of: path, in: []) }
    defer { free(name) }
    return canonicalPath(of: path, in: Array(String(cString: name).utf8))
  }
}
