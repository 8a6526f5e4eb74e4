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
    // with it. Only the one for HEIC and AVIF is loaded, by `loadHEIF()`.
    setenv("VIPSHOME", "/nonexistent", 1)
    // Keeps GIO, which librsvg reads through, from loading modules and asking a message bus.
    setenv("GIO_USE_VFS", "local", 1)
    guard vips_init("vitrine-pictures") == 0 else { return false }
    vitrine_orc_reserve_memory()
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    vips_operation_block_set("VipsForeignLoad", 1)
    for format in PictureFormat.allCases { vips_operation_block_set(loaderName(of: format), 0) }
    // JPEGs are read piece by piece, so that it can be stopped.
    vips_operation_block_set("VipsForeignLoadJpegSource", 0)
    return true
  }

  /// Whether a format can be read now.
  static func canRead(_ format: PictureFormat) -> Bool {
    vips_type_find("VipsForeignLoad", nickname(of: format)) != 0
  }

  /// Whether a format waits for `loadHEIF()`.
  static func isLoadable(_ format: PictureFormat) -> Bool {
    guard format == .heic || format == .avif, !hasLoadedHEIF else { return false }
    // Where it is built in, libheif may still load its decoders.
    return heifModulePath != nil || canRead(format)
  }

  // Only the thread of the main loop asks and loads.
  nonisolated(unsafe) private static var hasLoadedHEIF = false

  /// Loads libvips' module for HEIC and AVIF, where they are not built in, and libheif's decoders, where those are modules.
  static func loadHEIF() {
    hasLoadedHEIF = true
    if let path = heifModulePath { _ = vitrine_vips_load_module(path) }
    for format in [PictureFormat.heic, .avif] {
      vips_operation_block_set(loaderName(of: format), 0)
    }
    vitrine_heif_load_decoders()
  }

  /// `vips-modules-8.14/vips-heif.so` beside the library itself; nil where it is not there.
  private static let heifModulePath: String? = {
    guard let name = vitrine_vips_library_path() else { return nil }
    let library = String(cString: name)
    guard let slash = library.lastIndex(of: "/") else { return nil }
    let version = "\(vips_version(0)).\(vips_version(1))"
    let path = "\(library[..<slash])/vips-modules-\(version)/vips-heif.so"
    return access(path, R_OK) == 0 ? path : nil
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
