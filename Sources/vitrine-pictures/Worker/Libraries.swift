import CVips
import Glibc
import PictureProtocol

/// The libraries of this process with their versions, as they say themselves.
///
/// They are asked by name (dlsym(3)): some come only with a module of libvips, and what a system's libvips is built with
/// differs.
enum Libraries {
  /// How a library says its version.
  private enum Statement {
    /// `const char *f(void)`; the first part of it with a digit and a dot.
    case text(String)
    /// `int f(void)`: major, minor and patch in this number system.
    case packed(String, base: UInt32)
    /// Three variables.
    case variables(String, String, String)
    /// It doesn't: a function by which its file is found.
    case file(String)
  }

  private static let statements: [(name: String, statement: Statement)] = [
    ("libvips", .text("vips_version_string")),
    ("libheif", .text("heif_get_version")),
    ("libde265", .text("de265_get_version")),
    ("dav1d", .text("dav1d_version")),
    ("aom", .text("aom_codec_version_str")),
    ("libjxl", .packed("JxlDecoderVersion", base: 1000)),
    ("libjpeg", .file("jpeg_std_error")),
    ("libpng", .packed("png_access_version_number", base: 100)),
    ("libwebp", .packed("WebPGetDecoderVersion", base: 256)),
    ("libtiff", .text("TIFFGetVersion")),
    ("openjpeg", .text("opj_version")),
    ("librsvg", .variables("rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version")),
    ("exiv2", .text("_ZN5Exiv27versionEv")),
    ("gexiv2", .packed("gexiv2_get_version", base: 100)),
    ("libchafa", .file("chafa_canvas_new")),
    ("pango", .text("pango_version_string")),
    ("cairo", .text("cairo_version_string")),
    ("fontconfig", .packed("FcGetVersion", base: 100)),
    ("glib", .variables("glib_major_version", "glib_minor_version", "glib_micro_version")),
    ("orc", .text("orc_version_string")),
    ("libdeflate", .file("libdeflate_alloc_compressor")),
    ("zlib", .text("zlibVersion")),
  ]

  /// Those that are loaded now, in a fixed order; without a version, the name of the file.
  static func inUse() -> [String] {
    statements.compactMap { name, statement in version(statement).map { "\(name) \($0)" } }
  }

  private static func version(_ statement: Statement) -> String? {
    switch statement {
    case .text(let symbol):
      guard let text = vitrine_version_text(symbol) else { return nil }
      return number(in: String(cString: text))
    case .packed(let symbol, let base):
      var packed: UInt32 = 0
      guard vitrine_version_number(symbol, &packed) != 0 else { return nil }
      return "\(packed / base / base).\(packed / base % base).\(packed % base)"
    case .variables(let major, let minor, let micro):
      let numbers = [major, minor, micro].compactMap { name -> UInt32? in
        var number: UInt32 = 0
        return vitrine_version_variable(name, &number) != 0 ? number : nil
      }
      return numbers.count == 3 ? numbers.map(String.init).joined(separator: ".") : nil
    case .file(let symbol):
      return fileName(of: symbol)
    }
  }

  /// `4.5.0` of `LIBTIFF, Version 4.5.0` and a copyright.
  private static func number(in text: String) -> String? {
    text.split(whereSeparator: \.isWhitespace)
      .first { $0.contains(where: \.isNumber) && $0.contains(".") }
      .map { String($0.drop { !$0.isNumber }) }
  }

  /// `libchafa.so.0.7.0`, links resolved.
  private static func fileName(of symbol: String) -> String? {
    guard let path = vitrine_library_of(symbol) else { return nil }
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    return String(cString: resolved ?? UnsafeMutablePointer(mutating: path)).split(separator: "/")
      .last.map(String.init)
  }
}
