import CVips
import Glibc
import PictureProtocol

/// libvips, set up for a process that sees foreign files.
enum Vips {
  /// The loaders of each format, by the names of their classes.
  static func loaderName(of format: PictureFormat) -> String {
    switch format {
    case .jpeg: "VipsForeignLoadJpegBuffer"
    case .png: "VipsForeignLoadPngBuffer"
    case .webp: "VipsForeignLoadWebpBuffer"
    case .gif: "VipsForeignLoadNsgifBuffer"
    case .avif, .heic: "VipsForeignLoadHeifBuffer"
    case .tiff: "VipsForeignLoadTiffBuffer"
    case .svg: "VipsForeignLoadSvgBuffer"
    }
  }

  /// Starts libvips with one thread, without caches, and with all loaders blocked but those above.
  /// - Returns: Whether it started.
  static func start() -> Bool {
    // Keeps vips_init() from loading its modules: 40 ms of its 90, and ImageMagick, Poppler and OpenSlide
    // with it. The one for HEIC and AVIF is loaded with the first such picture.
    setenv("VIPSHOME", "/nonexistent", 1)
    guard vips_init("vitrine-pictures") == 0 else { return false }
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    vips_operation_block_set("VipsForeignLoad", 1)
    for format in PictureFormat.allCases where format != .avif && format != .heic {
      vips_operation_block_set(loaderName(of: format), 0)
    }
    // JPEGs are read piece by piece, so that it can be stopped.
    vips_operation_block_set("VipsForeignLoadJpegSource", 0)
    return true
  }

  /// Loads what a format needs.
  /// - Returns: Whether this installation can read it.
  static func canRead(_ format: PictureFormat) -> Bool {
    if format == .avif || format == .heic {
      guard hasHEIF else { return false }
      vips_operation_block_set(loaderName(of: format), 0)
    }
    return vips_type_find("VipsForeignLoad", nickname(of: format)) != 0
  }

  /// Whether the module's file is there, without loading it.
  static var mayReadHEIF: Bool {
    guard let path = heifModulePath else { return builtInHEIF }
    return builtInHEIF || access(path, R_OK) == 0
  }

  private static var builtInHEIF: Bool { vips_type_find("VipsForeignLoad", "heifload_buffer") != 0 }

  private static let hasHEIF: Bool = {
    if builtInHEIF { return true }
    guard let path = heifModulePath else { return false }
    return vitrine_vips_load_module(path) != 0 && builtInHEIF
  }()

  /// `vips-modules-8.14/vips-heif.so` beside the library itself.
  private static let heifModulePath: String? = {
    guard let name = vitrine_vips_library_path() else { return nil }
    let library = String(cString: name)
    guard let slash = library.lastIndex(of: "/") else { return nil }
    return "\(library[..<slash])/vips-modules-\(vips_version(0)).\(vips_version(1))/vips-heif.so"
  }()

  private static func nickname(of format: PictureFormat) -> String {
    switch format {
    case .jpeg: "jpegload_buffer"
    case .png: "pngload_buffer"
    case .webp: "webpload_buffer"
    case .gif: "gifload_buffer"
    case .avif, .heic: "heifload_buffer"
    case .tiff: "tiffload_buffer"
    case .svg: "svgload_buffer"
    }
  }

  /// Forgets what libvips said of the last picture; mere warnings are kept with its errors.
  static func forgetErrors() {
    vips_error_clear()
  }

  /// The failure that libvips' words stand for; forgets them.
  static func takeFailure() -> PictureFailure {
    let words = String(cString: vips_error_buffer())
    vips_error_clear()
    if words.contains("out of memory") || words.contains("nsufficient memory") {
      return .outOfMemory
    }
    // Where the data ran out, some loaders say nothing.
    let text = FailureText.short(words)
    return text.isEmpty ? .truncated : .broken(text)
  }
}

/// Foreign words made fit for a log.
enum FailureText {
  /// At most 200 printable ASCII characters, on one line.
  static func short(_ words: String) -> String {
    var text = ""
    for scalar in words.unicodeScalars {
      if text.utf8.count >= 200 { break }
      if scalar == "\n" {
        text += "; "
      } else if (0x20...0x7E).contains(scalar.value) {
        text.unicodeScalars.append(scalar)
      }
    }
    while text.hasSuffix("; ") { text.removeLast(2) }
    return text
  }
}
