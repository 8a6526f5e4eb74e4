import Foundation
import Glibc

/// Pictures with the size of a camera's, made from those of the sample gallery.
///
/// They contain no titles: the file name serves as the title. Made once and kept in the temporary folder, because
/// making them takes a minute.
struct TestPictures {
  /// A kind of file, as cameras write them.
  struct Kind {
    var width: Int
    var height: Int
    var isProgressive = false
    /// Whether its EXIF data contain a thumbnail of 160×120.
    var hasThumbnail = false

    var megapixels: Double { Double(width * height) / 1e6 }

    var name: String {
      "\(width)x\(height)" + (isProgressive ? "-progressive" : "")
        + (hasThumbnail ? "-thumbnail" : "")
    }
  }

  /// 6 to 24 megapixels, 13 on average, as in the folders behind other projects' figures.
  static let kinds = [
    Kind(width: 4160, height: 3120), Kind(width: 3000, height: 2000),
    Kind(width: 6000, height: 4000), Kind(width: 5184, height: 3456),
    Kind(width: 4000, height: 3000, hasThumbnail: true),
    Kind(width: 4160, height: 3120, hasThumbnail: true),
    Kind(width: 4000, height: 3000, isProgressive: true),
    Kind(width: 3000, height: 2000, hasThumbnail: true), Kind(width: 4160, height: 3120),
  ]

  /// One file of each kind.
  let files: [URL]

  /// The baseline ones, which are read from the first line to the last.
  var baseline: [URL] { zip(files, Self.kinds).filter { !$1.isProgressive }.map(\.0) }
  var withThumbnail: [URL] { zip(files, Self.kinds).filter { $1.hasThumbnail }.map(\.0) }
  /// 13 megapixels, baseline, without a thumbnail.
  var usual: URL { files[0] }
  let folder: URL

  /// - Throws: `BenchError.missing` without `vips` (libvips-tools) or the sample gallery.
  init(from gallery: URL) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vitrine-bench-pictures-3", isDirectory: true)
    let all = FileManager.default.enumerator(at: gallery, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "jpg" }
      .sorted { $0.path < $1.path }
    guard let all, !all.isEmpty else { throw BenchError.missing("the sample gallery") }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let folder = folder
    files = try Self.kinds.enumerated().map { index, kind in
      let file = folder.appendingPathComponent("\(index)-\(kind.name).jpg")
      if !FileManager.default.fileExists(atPath: file.path) {
        guard ChildProcess.exists("vips") else { throw BenchError.missing("vips (libvips-tools)") }
        try Self.make(kind, of: all[index % all.count].path, at: file)
      }
      return file
    }
  }

  /// In the size of a camera's picture, with a sensor's grain: without it a JPEG of that size is a quarter as long, and
  /// read unrealistically fast.
  private static func make(_ kind: Kind, of original: String, at file: URL) throws {
    let stages = (0..<4).map { file.path + ".\($0).v" }
    let whole = file.path + ".whole.jpg"
    let small = file.path + ".small.jpg"
    defer { for stage in stages + [whole, small] { unlink(stage) } }
    for arguments in [
      ["gaussnoise", stages[3], "\(kind.width)", "\(kind.height)", "--sigma", "12"],
      [
        "thumbnail", original, stages[0], "\(kind.width)", "--height", "\(kind.height)", "--size",
        "force",
      ],
      ["add", stages[0], stages[3], stages[1]],
      ["cast", stages[1], stages[2], "uchar"],
      ["copy", stages[2], whole + "[Q=90,strip" + (kind.isProgressive ? ",interlace]" : "]")],
      ["thumbnail", original, small + "[Q=80,strip]", "160", "--height", "120", "--size", "force"],
    ] {
      try ChildProcess.run("vips", arguments)
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    if kind.hasThumbnail {
      bytes = EmbeddedThumbnail.put(
        try Data(contentsOf: URL(fileURLWithPath: small)), into: bytes)
    }
    // All or nothing: an interrupted run leaves no partial file.
    try bytes.write(to: file, options: .atomic)
  }

  /// A folder of many names for some of these files, all of them links.
  func folder(of files: [URL], count: Int, in scratch: ScratchFolder, name: String) throws -> URL {
    let folder = try scratch.folder(name)
    for index in 0..<count {
      try FileManager.default.linkItem(
        at: files[index % files.count],
        to: folder.appendingPathComponent(Self.name(of: index) + ".jpg"))
    }
    return folder
  }

  /// A folder of many names for these files, in natural order `name(of:)`.
  ///
  /// - Parameter name: The name of the folder, if the count is not enough to distinguish it.
  func folder(of count: Int, in scratch: ScratchFolder, name: String? = nil) throws -> URL {
    try self.folder(of: files, count: count, in: scratch, name: name ?? "folder-\(count)")
  }

  /// A folder of folders, each with so many names for copies of these files: a file of ext4 has at most 65,000 names.
  func folders(
    _ folderCount: Int, of count: Int, in scratch: ScratchFolder, name: String
  ) throws -> URL {
    let copies = try scratch.folder(name + "-files")
    for file in files {
      try FileManager.default.copyItem(
        at: file, to: copies.appendingPathComponent(file.lastPathComponent))
    }
    let files = files.map { copies.appendingPathComponent($0.lastPathComponent).path }
    for index in 0..<folderCount {
      let digits = String(index)
      let path = try scratch.folder(
        "\(name)/\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits)"
      ).path
      for row in 0..<count {
        guard link(files[row % files.count], "\(path)/\(Self.name(of: row)).jpg") == 0 else {
          throw BenchError.system(call: "link", code: errno)
        }
      }
    }
    return scratch.url.appendingPathComponent(name, isDirectory: true)
  }

  /// The name of a row's file, without its extension: digits for its position, and `word`.
  static func name(of row: Int) -> String {
    let digits = String(row)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "-" + word(of: row)
  }

  /// Six letters, none of which occurs at the same position in nearby rows.
  ///
  /// Only cells that change are written, so such a word appears as a whole in the output exactly when a row replaces
  /// another, or becomes bold.
  static func word(of row: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<6).map { letters[(row + 5 * $0) % letters.count] })
  }
}
