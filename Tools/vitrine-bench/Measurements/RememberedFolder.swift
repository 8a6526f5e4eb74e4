import Foundation

/// A folder whose files are remembered: the first reading, the lists after it, and what its screen takes.
struct RememberedFolder {
  /// 300, or 1,000 for a million files.
  let folderCount: Int

  private static let filesPerFolder = 1_000
  /// exiftool reads a tenth as fast.
  private static let foldersForOthers = 10
  private static let starts = 5

  func run(_ bench: Bench) {
    let fileCount = folderCount * Self.filesPerFolder
    let name = fileCount.formatted(.number.locale(Locale(identifier: "en"))) + " files"
    bench.measure(name) {
      let count = Double(fileCount)
      let folder = try makeFiles(bench)
      let cache = try bench.scratch.folder("cache-library")
      let environment = ["XDG_CACHE_HOME": cache.path, "XDG_STATE_HOME": cache.path + "/state"]
      func list(_ arguments: String...) throws -> ChildProcess.Cost {
        try ChildProcess.run(
          bench.vitrine, ["list", folder.path] + arguments, environment: environment)
      }

      let first = try list("--sort", "date")
      var note = ""
      if let exiftool = ChildProcess.path(of: "exiftool") {
        let part = (0..<Self.foldersForOthers).map { folder.path + "/" + Self.path(ofFolder: $0) }
        let other = try ChildProcess.run(exiftool, ["-fast2", "-r", "-csv"] + part)
        let rate = Double(Self.foldersForOthers * Self.filesPerFolder) / other.wallSeconds
        note = "exiftool -fast2 (of 10,000): \(rate.text(digits: 0))"
      }
      bench.report.figure(
        "\(name), first list by date: files a second", count / first.wallSeconds, note: note)
      let library = cache.path + "/vitrine/library.sqlite"
      let readings = cache.path + "/vitrine/readings"
      let kept = try FileManager.default.contentsOfDirectory(atPath: readings)
      let size = try ([library, library + "-wal"] + kept.map { "\(readings)/\($0)" })
        .reduce(0) { sum, path in
          guard FileManager.default.fileExists(atPath: path) else { return sum }
          return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
        }
      bench.report.figure(
        "  bytes a photo on the disk, with its words", Double(size) / count, aim: .atMost(500))

      for (name, arguments) in [
        ("date", ["--sort", "date"]),
        ("title, grouped by camera", ["--sort", "title", "--group", "camera"]),
        ("date, as JSON", ["--sort", "date", "--json"]),
      ] {
        let costs = try (0..<3).map { _ in
          try ChildProcess.run(
            bench.vitrine, ["list", folder.path] + arguments, environment: environment)
        }
        bench.report.figure(
          "  known, by \(name): lines a second",
          count / Sample(costs.map(\.wallSeconds)).median, aim: .atLeast(200_000),
          note:
            "\(Sample(costs.map { $0.cpuSeconds / count * 1e6 }).median.text(digits: 1)) µs of CPU a line"
        )
        if name == "date" {
          bench.report.figure(
            "  most memory", Double(costs.map(\.peakKilobytes).max() ?? 0) / 1024, "MB",
            aim: .atMost(150))
        }
      }
      try measureNames(bench, folder, environment, count)
      try measureScreen(bench, folder, environment)
      let filter = try list("--filter", "camera:nikon iso:>=400", "--sort", "date")
      bench.report.figure("  known, filtered", filter.wallSeconds * 1_000, "ms")
      let check = try ChildProcess.run(
        bench.vitrine, ["library", "verify"], environment: environment)
      bench.report.figure("  verify: records a second", count / check.wallSeconds)
    }
  }

  /// Programs that know names only, in the same minutes.
  private func measureNames(
    _ bench: Bench, _ folder: URL, _ environment: [String: String], _ count: Double
  ) throws {
    func milliseconds(_ program: String, _ arguments: String...) throws -> Double {
      let times = try (0..<3).map { _ in
        try ChildProcess.run(program, arguments, environment: environment).wallSeconds
      }
      return Sample(times).median * 1_000
    }
    let names = try milliseconds(bench.vitrine, "list", folder.path)
    var note = ""
    if let fd = ChildProcess.path(of: "fdfind") ?? ChildProcess.path(of: "fd") {
      let rate = count / (try milliseconds(fd, "--type", "f", ".", folder.path)) * 1_000
      note = "fd, paths alone: \(rate.text(digits: 0))"
    }
    bench.report.figure("  by name: lines a second", count / names * 1_000, note: note)
    let part = "4711"
    let search = try milliseconds(bench.vitrine, "list", folder.path, "--filter", part)
    note = ""
    if let plocate = ChildProcess.path(of: "plocate"),
      let updatedb = ChildProcess.path(of: "updatedb.plocate")
    {
      let database = folder.deletingLastPathComponent().path + "/names.db"
      try ChildProcess.run(
        updatedb,
        ["--database-root", folder.path, "--output", database, "--require-visibility", "no"])
      let time = try milliseconds(plocate, "--database", database, part)
      note =
        "plocate, which looks at names alone and not whether they are there: \(time.text(digits: 0)) ms"
    }
    bench.report.figure("  files with \(part) in their names or words", search, "ms", note: note)
  }

  /// What the screen takes, from the last key until nothing changes any more.
  private func measureScreen(
    _ bench: Bench, _ folder: URL, _ environment: [String: String]
  ) throws {
    let arguments = ["--graphics", "none", "--sort", "date", folder.path]
    var names: [Double] = []
    for _ in 0..<Self.starts {
      let session = try bench.session(arguments, environment: environment)
      names.append((try session.wait(for: "harbour") - session.startTime).milliseconds)
      session.end()
    }
    bench.report.figure(
      "  known, start → first names by date", Sample(names).median, "ms", aim: .atMost(30))

    let session = try bench.session(arguments, environment: environment)
    defer { session.end() }
    _ = try session.wait(for: "harbour")
    session.waitForQuiet(milliseconds: 2_000)
    func last(_ key: String) -> Double {
      let pressed = session.press(key)
      session.waitForQuiet(milliseconds: 500)
      return max(0, (session.lastRead - pressed).milliseconds)
    }
    bench.report.figure("  G, the last row", last("G"), "ms", aim: .atMost(50))
    bench.report.figure("  T, the timeline", last("T"), "ms", aim: .atMost(50))
    _ = last("T")
    for (name, prompt, text) in [("search", "/", "harbour"), ("filter", "&", "camera:nik")] {
      _ = last(prompt)
      let letters = text.map { last(String($0)) }
      bench.report.figure(
        "  a letter of a \(name)", Sample(letters).median, "ms", digits: 1, aim: .atMost(16),
        note: "max \(Sample(letters).maximum.text(digits: 0))")
      _ = last("\u{1B}")
    }
  }

  private static func path(ofFolder index: Int) -> String {
    "\(2_000 + index / 12)/\(100 + index)"
  }

  /// Small pictures with EXIF data, each a file of its own: links to one file would share its inode.
  private func makeFiles(_ bench: Bench) throws -> URL {
    let folder = try bench.scratch.folder("library")
    let small = try bench.scratch.folder("library-picture").path + "/small.jpg"
    guard ChildProcess.exists("vips") else { throw BenchError.missing("vips (libvips-tools)") }
    try ChildProcess.run("vips", ["black", small, "16", "16", "--bands", "3"])
    let picture = try Data(contentsOf: URL(fileURLWithPath: small))
    var number = 0
    for index in 0..<folderCount {
      let path = try bench.scratch.folder("library/\(Self.path(ofFolder: index))").path
      for _ in 0..<Self.filesPerFolder {
        let bytes = picture.prefix(2) + Self.exif(number) + picture.dropFirst(2)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/IMG_\(100_000 + number).jpg"))
        number += 1
      }
    }
    // What changed less than two seconds before it is read is not remembered.
    Thread.sleep(forTimeInterval: 2.5)
    return folder
  }

  /// An APP1 segment with a camera, a date, a title and a speed (Exif 2.32, 4.5.4).
  private static func exif(_ number: Int) -> Data {
    let cameras = ["Canon EOS R5", "NIKON Z 6", "ILCE-7M4", "X-T5"]
    let texts = [
      (0x010E, "Photo \(number * 7_919 % 10_000) of the harbour"),
      (0x0110, cameras[number * 31 % cameras.count]), (0x013B, "Anna Example"),
    ]
    let date = String(
      format: "%04d:%02d:%02d %02d:%02d:%02d", 2_000 + number * 13 % 25, number % 12 + 1,
      number * 17 % 28 + 1, number * 5 % 24, number * 11 % 60, number * 3 % 60)
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
    }
    let start = 8 + 2 + 12 * (texts.count + 1) + 4
    var (fields, values): ([UInt8], [UInt8]) = ([], [])
    for (tag, text) in texts {
      fields += field(tag, 2, text.utf8.count + 1, start + values.count)
      values += Array(text.utf8) + [0]
    }
    let inner = start + values.count
    fields += field(0x8769, 4, 1, inner)
    let speeds = [100, 200, 400, 800]
    let directory =
      little(2, 2) + field(0x8827, 3, 1, speeds[number % 4])
      + field(0x9003, 2, 20, inner + 2 + 24 + 4) + little(0, 4) + Array(date.utf8) + [0]
    let tiff =
      Array("II*\0".utf8) + little(8, 4) + little(texts.count + 1, 2) + fields + little(0, 4)
      + values + directory
    let payload = Array("Exif\0\0".utf8) + tiff
    let length = payload.count + 2
    return Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload)
  }
}
