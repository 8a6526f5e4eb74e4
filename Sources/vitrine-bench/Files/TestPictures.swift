import Foundation

/// Pictures of a camera's size, made of those of the sample gallery, without metadata: a file's name
/// is then its title.
struct TestPictures {
  /// A few different files of 12 megapixels.
  let files: [URL]

  static let width = 4000
  static let height = 3000

  /// - Throws: `BenchError.missing` without `vips` (libvips-tools) or the sample gallery.
  init(from gallery: URL, in scratch: ScratchFolder, count: Int = 8) throws {
    guard ChildProcess.exists("vips") else { throw BenchError.missing("vips (libvips-tools)") }
    let folder = try scratch.folder("originals")
    let all = FileManager.default.enumerator(at: gallery, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "jpg" }
      .sorted { $0.path < $1.path }
    guard let all, !all.isEmpty else { throw BenchError.missing("the sample gallery") }
    let grain = folder.appendingPathComponent("grain.v").path
    try ChildProcess.run(
      "vips", ["gaussnoise", grain, "\(Self.width)", "\(Self.height)", "--sigma", "8"])
    files = try all.prefix(count).enumerated().map { index, original in
      try Self.enlarge(
        original.path, grain: grain, to: folder.appendingPathComponent("picture-\(index).jpg"))
    }
    try FileManager.default.removeItem(atPath: grain)
  }

  /// To the size of a camera's picture, with a sensor's grain: without it a JPEG of that size is a
  /// quarter as long and as quickly read as it should be.
  private static func enlarge(_ original: String, grain: String, to file: URL) throws -> URL {
    let stages = (0..<3).map { file.path + ".\($0).v" }
    defer { for stage in stages { try? FileManager.default.removeItem(atPath: stage) } }
    for arguments in [
      [
        "thumbnail", original, stages[0], "\(width)", "--height", "\(height)", "--size", "force",
      ],
      ["add", stages[0], grain, stages[1]],
      ["cast", stages[1], stages[2], "uchar"],
      ["copy", stages[2], file.path + "[Q=90,strip]"],
    ] {
      try ChildProcess.run("vips", arguments)
    }
    return file
  }

  /// A folder of many names for these files, in natural order `name(of:)`.
  ///
  /// - Parameter name: What the folder is called, where the count does not tell it apart.
  func folder(of count: Int, in scratch: ScratchFolder, name: String? = nil) throws -> URL {
    let folder = try scratch.folder(name ?? "folder-\(count)")
    for index in 0..<count {
      try FileManager.default.linkItem(
        at: files[index % files.count],
        to: folder.appendingPathComponent(Self.name(of: index) + ".jpg"))
    }
    return folder
  }

  /// The name of a row's file, without its extension: digits that put it in its place, and `word`.
  static func name(of row: Int) -> String {
    let digits = String(row)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "-" + word(of: row)
  }

  /// Six letters, none of which the rows near it have at the same place.
  ///
  /// Only cells that change are written, so that just such a word appears whole in the output when
  /// a row takes the place of another, or becomes bold.
  static func word(of row: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<6).map { letters[(row + 5 * $0) % letters.count] })
  }
}
