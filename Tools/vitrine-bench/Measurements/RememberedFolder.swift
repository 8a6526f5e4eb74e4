import Foundation

/// A folder whose files are remembered: the first reading, the lists after it, and what its screen takes.
struct RememberedFolder {
  /// 300, or 1,000 for a million files.
  let folderCount: Int

  private static let starts = 5

  func run(_ bench: Bench) {
    let fileCount = folderCount * MadePhoto.perFolder
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
      bench.report.figure(
        "\(name), first list by date: files a second", count / first.wallSeconds)
      let library = cache.path + "/vitrine/library.sqlite"
      let size = try [library, library + "-wal"]
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
    bench.report.figure("  g t, the timeline", last("gt"), "ms", aim: .atMost(50))
    _ = last("\u{1B}")
    for (name, prompt, text) in [("search", "/", "harbour"), ("filter", "&", "camera:nik")] {
      _ = last(prompt)
      let letters = text.map { last(String($0)) }
      bench.report.figure(
        "  a letter of a \(name)", Sample(letters).median, "ms", digits: 1, aim: .atMost(16),
        note: "max \(Sample(letters).maximum.text(digits: 0))")
      _ = last("\u{1B}")
    }
    for key in ["G", "gg"] + Array(repeating: "\u{1B}[6~", count: 100) + ["G"] {
      session.press(key)
      session.waitForQuiet()
    }
    guard let program = ProcessFigures(of: session.pid) else { return }
    bench.report.figure(
      "  resident after 103 jumps", Double(program.residentKilobytes) / 1024, "MB",
      aim: .atMost(150))
  }

  /// Small pictures with EXIF data, each a file of its own: links to one file would share its inode.
  private func makeFiles(_ bench: Bench) throws -> URL {
    let folder = try bench.scratch.folder("library")
    let small = try bench.scratch.folder("library-picture").path + "/small.jpg"
    guard ChildProcess.exists("vips") else { throw BenchError.missing("vips (libvips-tools)") }
    try ChildProcess.run("vips", ["black", small, "16", "16", "--bands", "3"])
    let picture = try Data(contentsOf: URL(fileURLWithPath: small))
    for index in 0..<folderCount {
      let numbers = index * MadePhoto.perFolder..<(index + 1) * MadePhoto.perFolder
      let path = try bench.scratch.folder("library/\(MadePhoto(number: numbers.lowerBound).folder)")
        .path
      for photo in numbers.map(MadePhoto.init) {
        let bytes = picture.prefix(2) + photo.exif + picture.dropFirst(2)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(photo.fileName)"))
      }
    }
    // What changed less than two seconds before it is read is not remembered.
    Thread.sleep(forTimeInterval: 2.5)
    return folder
  }
}
