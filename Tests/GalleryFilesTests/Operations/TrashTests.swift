import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct TrashTests {
  private let bench: FileOperationBench

  init() throws { bench = try FileOperationBench() }

  private func trash(
    _ name: String, _ repository: LocalFileOperationRepository? = nil,
    on bench: FileOperationBench? = nil
  ) async throws(FileOperationError) -> PerformedFileOperation {
    let bench = bench ?? self.bench
    return try await (repository ?? bench.repository()).perform(.trash, on: [bench.group(name)]) {
      _ in
    }
    .outcomes[0].get()
  }

  /// The line that says which process wrote it.
  private var processLine: String { line(.current) }

  private func line(_ process: ProcessIdentity?) -> String {
    process.map { "X-Vitrine-Process=\($0.text)\n" } ?? ""
  }

  /// Where the volume of the photos begins with `from`, and the user has no trash at home.
  private var volume: LocalFileOperationRepository {
    let top = Array(bench.path("from").utf8)
    return bench.repository(top: { _ in top }, hasHome: false)
  }

  @Test func `the home trash has absolute paths and the local time`() async throws {
    bench.write("photo", to: "from/Wien & Graz 100%.jpg")
    let file = "from/Wien & Graz 100%.jpg"

    let done = try await trash(file)

    expectEqual(
      bench.contents,
      [
        "data/Trash/files/Wien & Graz 100%.jpg": "photo",
        "data/Trash/info/Wien & Graz 100%.jpg.trashinfo":
          "[Trash Info]\nPath=\(bench.path)/from/Wien%20%26%20Graz%20100%25.jpg\n"
          + "DeletionDate=2026-12-24T18:00:00\n" + processLine,
      ])
    var status = stat()
    expectEqual(stat(bench.path("data/Trash/info"), &status), 0)
    expectEqual(status.st_mode & 0o777, 0o700)

    _ = try await bench.undo(done)
    expectEqual(bench.contents, [file: "photo"])
  }

  @Test func `files of one name get numbers, also where information or a file is orphaned`()
    async throws
  {
    let repository = bench.repository()
    bench.write("1", to: "from/a.jpg")
    let first = try await trash("from/a.jpg", repository)
    bench.write("somebody's", to: "data/Trash/files/a (2).jpg")
    bench.write("somebody's", to: "data/Trash/info/a (3).jpg.trashinfo")
    bench.write("2", to: "from/a.jpg")

    let second = try await trash("from/a.jpg", repository)

    expectEqual(second.files, [bench.file("data/Trash/files/a (4).jpg")])
    expectEqual(bench.contents["data/Trash/files/a (2).jpg"], "somebody's")
    expectEqual(bench.contents["data/Trash/info/a (2).jpg.trashinfo"], nil)
    _ = try await bench.undo(second)
    await #expect(throws: FileOperationError.nameTaken(name: "a.jpg")) {
      try await bench.undo(first)
    }
    expectEqual(bench.contents["from/a.jpg"], "2")
  }

  @Test func `information of a killed process is removed, and any other is left`() async throws {
    let repository = bench.repository(now: Date())
    bench.write("photo", to: "from/a.jpg")
    _ = try await trash("from/a.jpg", repository)
    let head = "[Trash Info]\nPath=/x.jpg\nDeletionDate=2026-12-24T18:00:00\n"
    let left = [
      "running": head + processLine, "elsewhere": head + line(.elsewhere), "foreign": head,
      "no process": head + "X-Vitrine-Process=0-0-0\n", "empty": "", "here": head + line(.ended),
    ]
    for (name, text) in left { bench.write(text, to: "data/Trash/info/\(name).jpg.trashinfo") }
    bench.write("photo", to: "data/Trash/files/here.jpg")
    bench.write(head + line(.ended), to: "data/Trash/info/ended.jpg.trashinfo")
    bench.write(head + line(.reused), to: "data/Trash/info/reused.jpg.trashinfo")
    let part = try #require(ProcessIdentity.ended).text
    bench.write("[Trash", to: "data/Trash/info/.vitrine-\(part)-0123456789abcdef.part")
    bench.write("2", to: "from/b.jpg")

    _ = try await trash("from/b.jpg", repository)

    let now = bench.contents
    for (name, text) in left { expectEqual(now["data/Trash/info/\(name).jpg.trashinfo"], text) }
    #expect(now["data/Trash/info/a.jpg.trashinfo"] != nil)
    #expect(now["data/Trash/info/b.jpg.trashinfo"] != nil)
    expectEqual(now.keys.count { $0.hasPrefix("data/Trash/info/") }, left.count + 2)
  }

  @Test func `information of another machine is removed a day later`() async throws {
    mkdir(bench.path("data/Trash"), 0o700)
    mkdir(bench.path("data/Trash/info"), 0o700)
    bench.write("[Trash Info]\n" + line(.elsewhere), to: "data/Trash/info/a.jpg.trashinfo")
    bench.write("photo", to: "from/b.jpg")

    let tomorrow = bench.repository(now: Date(timeIntervalSinceNow: 90_000))
    _ = try await trash("from/b.jpg", tomorrow)

    expectEqual(bench.contents["data/Trash/info/a.jpg.trashinfo"], nil)
    expectEqual(bench.contents.orphans, [])
  }

  @Test func `a file that was removed from the trash is gone`() async throws {
    bench.write("photo", to: "from/a.jpg")
    let done = try await trash("from/a.jpg")
    unlink(bench.path("data/Trash/files/a.jpg"))

    await #expect(throws: FileOperationError.gone(name: "a.jpg")) { try await bench.undo(done) }
  }

  @Test func `a folder that has disappeared is named`() async throws {
    mkdir(bench.path("from/sub"), 0o755)
    bench.write("photo", to: "from/sub/a.jpg")
    let done = try await trash("from/sub/a.jpg")
    rmdir(bench.path("from/sub"))

    await #expect(throws: FileOperationError.folderMissing(name: "sub")) {
      try await bench.undo(done)
    }
    expectEqual(bench.contents["data/Trash/files/a.jpg"], "photo")
  }

  // MARK: Other volumes

  @Test func `a volume's own trash has relative paths`() async throws {
    mkdir(bench.path("from/sub"), 0o755)
    bench.write("photo", to: "from/sub/a.jpg")

    let done = try await trash("from/sub/a.jpg", volume)

    let own = "from/.Trash-\(getuid())"
    expectEqual(bench.contents["\(own)/files/a.jpg"], "photo")
    expectEqual(
      bench.contents["\(own)/info/a.jpg.trashinfo"],
      "[Trash Info]\nPath=sub/a.jpg\nDeletionDate=2026-12-24T18:00:00\n" + processLine)
    _ = try await bench.undo(done)
    expectEqual(bench.contents, ["from/sub/a.jpg": "photo"])
  }

  @Test(arguments: [false, true])
  func `an administrator's trash is used if it is sticky and no link`(isSticky: Bool) async throws {
    bench.write("photo", to: "from/a.jpg")
    mkdir(bench.path("from/.Trash"), 0o777)
    chmod(bench.path("from/.Trash"), isSticky ? 0o1777 : 0o777)

    _ = try await trash("from/a.jpg", volume)

    let shared = "from/.Trash/\(getuid())/files/a.jpg"
    expectEqual(bench.contents[isSticky ? shared : "from/.Trash-\(getuid())/files/a.jpg"], "photo")
  }

  @Test func `links aren't trashes`() async throws {
    bench.write("photo", to: "from/a.jpg")
    mkdir(bench.path("to/elsewhere"), 0o777)
    chmod(bench.path("to/elsewhere"), 0o1777)
    symlink(bench.path("to/elsewhere"), bench.path("from/.Trash"))
    symlink(bench.path("to/elsewhere"), bench.path("from/.Trash-\(getuid())"))

    await #expect(throws: FileOperationError.noTrash(name: "a.jpg")) {
      try await trash("from/a.jpg", volume)
    }
    expectEqual(bench.contents["from/a.jpg"], "photo")
  }

  @Test(.enabled(if: FileOperationBench.otherBase != nil, "there is one volume only"))
  func `nothing is copied into the trash of another volume`() async throws {
    let bench = try FileOperationBench(otherBase: FileOperationBench.otherBase)
    bench.write("photo", to: "to/a.jpg")
    await #expect(throws: FileOperationError.noTrash(name: "a.jpg")) {
      try await trash("to/a.jpg", on: bench)
    }
    expectEqual(bench.contents, ["to/a.jpg": "photo"])

    let top = Array(bench.path("to").utf8)
    _ = try await trash("to/a.jpg", bench.repository(top: { _ in top }), on: bench)
    expectEqual(bench.contents["to/.Trash-\(getuid())/files/a.jpg"], "photo")
  }

  @Test func `a mount that the device does not show leads to the next trash`() async throws {
    bench.write("photo", to: "from/a.jpg")
    bench.calls.setSystem([.rename: .fail(EXDEV)])
    let top = Array(bench.path("from").utf8)

    await #expect(throws: FileOperationError.noTrash(name: "a.jpg")) {
      try await trash("from/a.jpg", bench.repository(top: { _ in top }))
    }
    expectEqual(bench.contents, ["from/a.jpg": "photo"])
  }

  // MARK: Values

  @Test func `the longest names have room for the information's extension`() {
    let name = Array((String(repeating: "x", count: 251) + ".jpg").utf8)
    for number in [1, 10_000] {
      let short = TrashFolder.name(for: name[...], number: number)
      #expect(TrashFolder.informationName(of: short).count <= 255)
      #expect(short.suffix(4).elementsEqual(".jpg".utf8))
    }
  }

  @Test(.enabled(if: access("/usr/bin/gio", X_OK) == 0, "gio is not installed"))
  func `gio writes the same except for the time`() async throws {
    // gio refuses mounts of the system, such as memory.
    let bench = try FileOperationBench(base: "/tmp")
    let name = "Schönbrunn (1), 100% + more~.jpg"
    bench.write("photo", to: "from/\(name)")
    func withoutTime() -> [String: String] {
      bench.contents.mapValues { text in
        // Lines that other programs ignore.
        text.split(separator: "\n").filter { !$0.hasPrefix("X-") }.map {
          $0.hasPrefix("Deletion") ? $0.prefix(18) : $0
        }
        .joined(separator: "\n")
      }
    }
    let done = try await trash("from/\(name)", on: bench)
    let ours = withoutTime()
    _ = try await bench.undo(done)

    try #require(try gio(["trash", bench.path("from/\(name)")], bench))

    expectEqual(withoutTime(), ours)
  }

  @Test func `a disk that is mounted read-only says so, and not that it has no trash`() async throws
  {
    bench.write("photo", to: "from/a.jpg")
    bench.calls.setSystem([
      .makeFolder: .fail(EROFS), .rename: .fail(EROFS), .link: .fail(EROFS),
      .createNameless: .fail(EROFS), .createFile: .fail(EROFS), .renameOver: .fail(EROFS),
    ])

    for repository in [bench.repository(), volume] {
      await #expect(throws: FileOperationError.readOnly(name: "from")) {
        try await trash("from/a.jpg", repository)
      }
    }
    expectEqual(bench.contents, ["from/a.jpg": "photo"])
  }

  private func gio(_ arguments: [String], _ bench: FileOperationBench) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gio")
    process.arguments = arguments
    process.environment = ["XDG_DATA_HOME": bench.path("data"), "HOME": bench.path, "LC_ALL": "C"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
