import Glibc

/// The libraries of this process that read pictures, by the names of their files, which have versions: some come only with a module of
/// libvips, and what a system's libvips is built with differs.
enum Libraries {
  private static let names: Set<Substring> = [
    "libvips", "libheif", "libde265", "libdav1d", "libaom", "libjxl", "libjpeg", "libpng16",
    "libwebp", "libtiff", "libopenjp2", "librsvg-2", "libexiv2", "libgexiv2", "libchafa",
    "libpango-1.0", "libcairo", "libfontconfig", "libglib-2.0", "liborc-0.4", "libdeflate", "libz",
  ]

  /// Such as `libheif.so.1.15.1`, in alphabetical order.
  static func inUse() -> [String] {
    guard let maps = fopen("/proc/self/maps", "r") else { return [] }
    defer { fclose(maps) }
    var files: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0, let line {
      let path = String(cString: line).split(separator: "\n").first ?? ""
      guard let file = path.split(separator: "/").last, let end = file.firstRange(of: ".so"),
        names.contains(file[..<end.lowerBound])
      else { continue }
      files.insert(String(file))
    }
    return files.sorted()
  }
}
