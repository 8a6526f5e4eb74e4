import CJXL
import CVips
import Glibc
import PictureProtocol

/// libvips, set up for a process that reads files from anywhere.
enum Vips {
  /// The loaders of each format, by the names of their classes; empty if there is none.
  static func loaderName(of format: PictureFormat) -> String {
    switch format {
    case .jpeg: "VipsForeignLoadJpegBuffer"
    case .png: "VipsForeignLoadPngBuffer"
    case .webp: "VipsForeignLoadWebpBuffer"
    case .gif: "VipsForeignLoadNsgifBuffer"
    case .avif, .heic: "VipsForeignLoadHeifBuffer"
    case .tiff: "VipsForeignLoadTiffBuffer"
    case .svg: "VipsForeignLoadSvgBuffer"
    case .jpegXL: "VipsForeignLoadJxlBuffer"
    case .jpeg2000: "VipsForeignLoadJp2kBuffer"
    // Its previews have formats of their own.
    case .raw: ""
    }
  }

  /// Starts libvips with one thread, without caches, and with all loaders blocked except those above.
  /// - Returns: Whether it has started.
  static func start() -> Bool {
    // Keeps vips_init() from loading its modules: 40 ms of its 90, and ImageMagick, Poppler and OpenSlide
    // with it. Only those for HEIC, AVIF and JPEG XL are loaded.
    setenv("VIPSHOME", "/nonexistent", 1)
    // Keeps GIO, through which librsvg reads, from loading modules and connecting to a message bus.
    setenv("GIO_USE_VFS", "local", 1)
    guard vips_init("vitrine-pictures") == 0 else { return false }
    vitrine_orc_reserve_memory()
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    for module in ["heif", "jxl"] {
      if let path = path(ofModule: module) { _ = vitrine_vips_load_module(path) }
    }
    vitrine_heif_load_decoders()
    vips_operation_block_set("VipsForeignLoad", 1)
    // The empty name of `raw` would mean all operations.
    for format in PictureFormat.allCases where format != .raw {
      vips_operation_block_set(loaderName(of: format), 0)
    }
    if (vips_version(0), vips_version(1)) < (8, 16) { vitrine_jxl_stop_after_first_frame() }
    // JPEGs are read piece by piece, so that reading can be stopped.
    vips_operation_block_set("VipsForeignLoadJpegSource", 0)
    return true
  }

  /// Whether there is a loader for a format.
  static func canRead(_ format: PictureFormat) -> Bool {
    format == .raw || g_type_from_name(loaderName(of: format)) != 0
  }

  /// `vips-modules-8.14/vips-heif.so` next to the library itself; nil if it is not there, because its formats are built in or
  /// can't be read.
  private static func path(ofModule name: String) -> String? {
    guard let found = vitrine_vips_library_path() else { return nil }
    let library = String(cString: found)
    guard let slash = library.lastIndex(of: "/") else { return nil }
    let version = "\(vips_version(0)).\(vips_version(1))"
    let path = "\(library[..<slash])/vips-modules-\(version)/vips-\(name).so"
    return access(path, R_OK) == 0 ? path : nil
  }

  /// Clears libvips' messages about the last picture; mere warnings are kept with its errors.
  static func forgetErrors() {
    vips_error_clear()
  }

  /// The failure that libvips' messages describe; clears them.
  static func takeFailure() -> PictureFailure {
    let words = String(cString: vips_error_buffer())
    vips_error_clear()
    if words.contains("out of memory") || words.contains("nsufficient memory") {
      return .outOfMemory
    }
    // If the data ended early, some loaders say nothing.
    let text = FailureText.short(words)
    return text.isEmpty ? .truncated : .broken(text)
  }
}

/// Messages of libraries, made fit for a log.
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
