import CLinux
import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Synchronization
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct FileOperationTests {
  private let bench: FileOperationBench

  init() throws { bench = try FileOperationBench() }

  /// Writes files of their own names.
  private func write(_ names: [String]) {
    for name in names { bench.write(name, to: "from/\(name)") }
  }

  /// What becomes of one photo, with the files that belong to it.
  @discardableResult
  private func perform(
    _ operation: FileOperation, _ names: String...
  ) async throws(FileOperationError) -> PerformedFileOperation {
    let files = names.map { bench.file("from/\($0)") }
    let group = FileGroup(main: files[0], companions: Array(files.dropFirst()))
    return try await bench.perform(operation, group)[0].get()
  }

  // MARK: Files of one shot

  @Test func `files that a phone names differently move together, and a new name is all files'`()
    async throws
  {
    let names = [
      "PXL_20250126_164931991.RAW-01.COVER.jpg", "PXL_20250126_164931991.RAW-02.ORIGINAL.dng",
      "PXL_20250126_164931991.RAW-02.ORIGINAL.dng.xmp",
    ]
    write(names)
    bench.write("other", to: "to/\(names[0])")

    let renamed = try await perform(bench.rename("lake.jpg"), names[0], names[1])
    expectEqual(
      Set(bench.contents.keys),
      ["from/lake.jpg", "from/lake.dng", "from/lake.dng.xmp", "to/\(names[0])"])
    _ = try await bench.undo(renamed)

    let moved = try await perform(bench.move, names[0], names[1])
    let stem = "PXL_20250126_164931991.RAW-01.COVER (2)"
    expectEqual(
      Set(bench.contents.keys),
      ["to/\(names[0])", "to/\(stem).jpg", "to/\(stem).dng", "to/\(stem).dng.xmp"])
    _ = try await bench.undo(moved)
    try FileManager.default.removeItem(atPath: bench.path("to/\(names[0])"))

    try await perform(bench.move, names[0], names[1])
    expectEqual(Set(bench.contents.keys), Set(names.map { "to/\($0)" }))
  }

  // MARK: Sidecars

  @Test func `sidecars of all programs move too, those of other photos stay`() async throws {
    let own = [
      "a.raf", "a.raf.xmp", "a.XMP", "a.raf.pp3", "a.raf.arp", "a.raf.dop", "a.aae", "a.on1",
      "a_01.raf.xmp",
    ]
    let others = ["ab.raf.xmp", "a_02.raf", "a_02.raf.xmp", "b.xmp", "a.raf.txt"]
    write(own + others)

    try await expectEqual(perform(bench.move, "a.raf").files.first, bench.file("to/a.raf"))

    expectEqual(Set(bench.contents.keys), Set(own.map { "to/\($0)" } + others.map { "from/\($0)" }))
  }

  @Test func `a sidecar that another photo shares is copied, and stays when one is trashed`()
    async throws
  {
    write(["a.jpg", "a.raf", "a.xmp"])

    let moved = try await perform(bench.move, "a.jpg")

    expectEqual(Set(bench.contents.keys), ["to/a.jpg", "to/a.xmp", "from/a.raf", "from/a.xmp"])
    _ = try await bench.undo(moved)
    expectEqual(Set(bench.contents.keys), ["from/a.jpg", "from/a.raf", "from/a.xmp"])

    try await perform(.trash, "a.jpg")
    let left = bench.contents.photos.keys.filter { $0.hasPrefix("from") }
    expectEqual(Set(left), ["from/a.raf", "from/a.xmp"])
  }

  @Test(arguments: [true, false])
  func `two selected photos take their shared sidecar with them, and give it back together`(
    isCopy: Bool
  ) async throws {
    write(["a.jpg", "a.png", "a.xmp"])
    let before = bench.contents

    let outcomes = await bench.perform(
      isCopy ? bench.copy : bench.move, bench.group("from/a.jpg"), bench.group("from/a.png"))

    expectEqual(outcomes.compactMap(failure), [])
    expectEqual(
      Set(bench.contents.keys.filter { $0.hasPrefix("to") }), ["to/a.jpg", "to/a.png", "to/a.xmp"])
    guard !isCopy else { return }
    let undone = await bench.repository().undo(try outcomes.map { try $0.get() }) { _ in }
    expectEqual(undone.outcomes.compactMap(failure), [])
    expectEqual(bench.contents, before)
  }

  @Test(arguments: [false, true])
  func `undoing a move leaves the sidecar of another photo there, even if that is gone`(
    isGone: Bool
  ) async throws {
    for name in ["from/a.jpg", "to/a.raf", "to/a.xmp"] { bench.write(name, to: name) }
    let before = bench.contents

    let moved = try await perform(bench.move, "a.jpg")
    bench.write("mark", to: "to/a.jpg.xmp")
    if isGone { unlink(bench.path("to/a.raf")) }
    _ = try await bench.undo(moved)

    // What it got since comes along.
    var after = before
    after["from/a.jpg.xmp"] = "mark"
    if isGone { after["to/a.raf"] = nil }
    expectEqual(bench.contents, after)
  }

  @Test(arguments: ["b.xmp", "b.jpg.pp3", "b_01.jpg.xmp"], [true, false])
  func `no photo takes a sidecar for its own that is there without a photo`(
    _ foreign: String, isLink: Bool
  ) async throws {
    for folder in ["from", "to"] {
      if isLink {
        symlink("nowhere", bench.path("\(folder)/\(foreign)"))
      } else {
        bench.write("theirs", to: "\(folder)/\(foreign)")
      }
    }
    bench.write("photo", to: "from/a.jpg")
    mkdir(bench.path("from/other"), 0o755)
    bench.write("photo", to: "from/other/b.jpg")
    let before = bench.contents

    await #expect(throws: FileOperationError.nameTaken(name: foreign)) {
      try await perform(bench.rename("b.jpg"), "a.jpg")
    }
    expectEqual(bench.contents, before)
    for operation in [bench.copy, bench.move] {
      let done = try await perform(operation, "other/b.jpg")
      expectEqual(bench.contents["to/b (2).jpg"], "photo")
      _ = try await bench.undo(done)
      expectEqual(bench.contents, before)
    }
  }

  @Test func `a sidecar that is a link is named when it can't go along`() async throws {
    bench.write("photo", to: "from/a.jpg")
    symlink("nowhere", bench.path("from/a.jpg.xmp"))

    await #expect(throws: FileOperationError.notRegularFile(name: "a.jpg.xmp")) {
      try await perform(bench.move, "a.jpg")
    }
  }

  // MARK: Names

  @Test func `a numbered group has one number`() async throws {
    for name in ["a.jpg", "a.raf", "a.jpg.xmp", "a.xmp"] { bench.write("mine", to: "from/\(name)") }
    bench.write("theirs", to: "to/a.jpg")
    bench.write("theirs", to: "to/a (2).raf")

    try await perform(bench.move, "a.jpg", "a.raf")

    expectEqual(
      bench.contents,
      [
        "to/a.jpg": "theirs", "to/a (2).raf": "theirs", "to/a (3).jpg": "mine",
        "to/a (3).raf": "mine", "to/a (3).jpg.xmp": "mine", "to/a (3).xmp": "mine",
      ])
  }

  @Test func `a name that is taken at the last moment is not overwritten`() async throws {
    for isRenamed in [true, false] {
      let bench = try FileOperationBench()
      bench.write("mine", to: "from/\(isRenamed ? "b" : "a").jpg")
      let isDone = Mutex(false)
      bench.calls.whenCalled { [unowned bench] call in
        guard call == .rename || call == .nameFile, !isDone.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        bench.write("theirs", to: isRenamed ? "from/a.jpg" : "to/a.jpg")
      }

      if isRenamed {
        let outcome = await bench.perform(bench.rename("a.jpg"), bench.group("from/b.jpg"))[0]
        expectEqual(failure(outcome), .nameTaken(name: "a.jpg"))
        expectEqual(bench.contents, ["from/a.jpg": "theirs", "from/b.jpg": "mine"])
      } else {
        let outcome = await bench.perform(bench.copy, bench.group("from/a.jpg"))[0]
        try expectEqual(outcome.get().files, [bench.file("to/a (2).jpg")])
        expectEqual(
          bench.contents, ["from/a.jpg": "mine", "to/a.jpg": "theirs", "to/a (2).jpg": "mine"])
      }
    }
  }

  @Test func `a photo that is there already is copied again if what belongs to it is another's`()
    async throws
  {
    for name in ["a.jpg", "a.cr2", "a.xmp"] { bench.write("my \(name)", to: "from/\(name)") }
    bench.write("my a.jpg", to: "to/a.jpg")
    bench.write("their a.cr2", to: "to/a.cr2")

    try await perform(bench.copy, "a.jpg", "a.cr2", "a.xmp")

    expectEqual(bench.contents["to/a.cr2"], "their a.cr2")
    for ending in ["jpg", "cr2", "xmp"] {
      expectEqual(bench.contents["to/a (2).\(ending)"], "my a.\(ending)")
    }
  }

  @Test func `a photo is neither moved nor copied to its own folder`() async throws {
    bench.write("photo", to: "from/a.jpg")
    let here = bench.file("from")

    for operation in [FileOperation.move(to: here), .copy(to: here)] {
      await #expect(throws: FileOperationError.alreadyThere(name: "a.jpg")) {
        try await perform(operation, "a.jpg")
      }
    }
    expectEqual(bench.contents, ["from/a.jpg": "photo"])
  }

  @Test func `another extension alone leaves the files beside the photo as they are`() async throws
  {
    write(["a.JPG", "a.MOV", "a.xmp", "a.JPG.xmp"])

    let renamed = try await perform(bench.rename("a.jpeg"), "a.JPG", "a.MOV")
    for name in ["a.MOV", "a.jpeg"] {
      await #expect(throws: FileOperationError.nameTaken(name: name)) {
        try await perform(bench.rename(name), "a.jpeg", "a.MOV")
      }
    }

    expectEqual(
      bench.contents,
      [
        "from/a.jpeg": "a.JPG", "from/a.MOV": "a.MOV", "from/a.xmp": "a.xmp",
        "from/a.jpeg.xmp": "a.JPG.xmp",
      ])
    _ = try await bench.undo(renamed)
    expectEqual(bench.contents["from/a.JPG"], "a.JPG")
  }

  @Test(arguments: ["", ".", "..", "a/b", String(repeating: "x", count: 256)])
  func `invalid names are refused`(name: String) async throws {
    bench.write("photo", to: "from/a.jpg")

    let outcome = await bench.perform(bench.rename(name), bench.group("from/a.jpg"))[0]

    guard case .unsuitableName = failure(outcome) else {
      Issue.record("\(outcome)")
      return
    }
    expectEqual(bench.contents, ["from/a.jpg": "photo"])
  }

  @Test func `names are bytes`() async throws {
    let name = Array("caf".utf8) + [0xE9, 0x0A] + Array(".jpg".utf8)
    let file = try #require(FileReference(path: Array(bench.path("from/").utf8) + name))
    let sidecar = file.path + Array(".xmp".utf8)
    for path in [file.path, sidecar] {
      close(FilePath.withCString(path) { open($0, O_WRONLY | O_CREAT, 0o644) })
    }
    let group = FileGroup(main: file)

    let moved = try await bench.perform(bench.move, group)[0].get()

    let target = Array(bench.path("to/").utf8) + name
    expectEqual(moved.files.map(\.path), [target, target + Array(".xmp".utf8)])
    expectEqual(FilePath.withCString(target) { access($0, F_OK) }, 0)

    _ = try await bench.undo(moved)
    let trashed = try await bench.perform(.trash, group)[0].get()
    let information =
      Array(bench.path("data/Trash/info/").utf8) + name + Array(".trashinfo".utf8)
    #expect(text(information).contains("/from/caf%E9%0A.jpg\n"))
    _ = try await bench.undo(trashed)
    expectEqual(FilePath.withCString(file.path) { access($0, F_OK) }, 0)
  }

  private func text(_ path: [UInt8]) -> String {
    let file = FilePath.withCString(path) { open($0, O_RDONLY) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  // MARK: What is kept

  @Test(arguments: [false, true])
  func `mode, time and attributes are kept`(isMoved: Bool) async throws {
    let bench = try FileOperationBench(otherBase: FileOperationBench.otherBase)
    bench.write("photo", to: "from/a.jpg")
    let path = bench.path("from/a.jpg")
    chmod(path, 0o640)
    let times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_234_567_890, tv_nsec: 42)]
    expectEqual(utimensat(AT_FDCWD, path, times, 0), 0)
    let file = open(path, O_RDONLY)
    defer { close(file) }
    // Not every file system has them.
    let hasAttributes = fsetxattr(file, "user.vitrine.test", "word", 4, 0) == 0

    _ = try await bench.perform(
      isMoved ? bench.move : bench.copy, bench.group("from/a.jpg"))[0].get()

    var status = stat()
    expectEqual(stat(bench.path("to/a.jpg"), &status), 0)
    expectEqual(status.st_mode & 0o7777, 0o640)
    #expect(status.st_mtim.tv_sec == 1_234_567_890 && status.st_mtim.tv_nsec == 42)
    let copy = open(bench.path("to/a.jpg"), O_RDONLY)
    defer { close(copy) }
    var word = [CChar](repeating: 0, count: 16)
    #expect(!hasAttributes || fgetxattr(copy, "user.vitrine.test", &word, 16) == 4)
  }

  // MARK: Refusals

  @Test func `links, folders and missing files are refused`() async throws {
    bench.write("photo", to: "from/a.jpg")
    symlink("a.jpg", bench.path("from/link.jpg"))
    mkdir(bench.path("from/folder.jpg"), 0o755)
    let before = bench.contents

    for operation in [bench.copy, bench.move, .trash] {
      let outcomes = await bench.perform(
        operation, bench.group("from/link.jpg"), bench.group("from/folder.jpg"),
        bench.group("from/gone.jpg"))
      expectEqual(
        outcomes.map(failure),
        [
          .notRegularFile(name: "link.jpg"), .notRegularFile(name: "folder.jpg"),
          .gone(name: "gone.jpg"),
        ])
    }
    let nowhere = await bench.perform(
      .copy(to: bench.file("nowhere")), bench.group("from/a.jpg"))
    expectEqual(nowhere.map(failure), [.folderMissing(name: "nowhere")])
    expectEqual(bench.contents, before)
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `a folder without permission is refused`() async throws {
    bench.write("photo", to: "from/a.jpg")
    let operations = [("to", bench.copy), ("to", bench.move), ("from", bench.move)]
    for (folder, operation) in operations {
      chmod(bench.path(folder), 0o500)
      let outcome = await bench.perform(operation, bench.group("from/a.jpg"))[0]
      chmod(bench.path(folder), 0o700)

      guard case .noPermission = failure(outcome) else {
        Issue.record("\(outcome)")
        continue
      }
      expectEqual(bench.contents, ["from/a.jpg": "photo"])
    }
  }

  @Test func `a photo that is written to while it is copied is refused`() async throws {
    let bench = try FileOperationBench(otherBase: FileOperationBench.otherBase)
    bench.write("photo", to: "from/a.jpg")
    bench.calls.whenCalled { [unowned bench] call in
      if call == .syncFile { bench.write("photo, edited", to: "from/a.jpg") }
    }

    let outcome = await bench.perform(bench.copy, bench.group("from/a.jpg"))[0]

    expectEqual(failure(outcome), .changed(name: "a.jpg"))
    expectEqual(bench.contents, ["from/a.jpg": "photo, edited"])
  }

  @Test(.enabled(if: FileOperationBench.otherBase != nil, "there is one volume only"))
  func `a photo that is replaced after its copy is not removed`() async throws {
    let bench = try FileOperationBench(otherBase: FileOperationBench.otherBase)
    bench.write("photo", to: "from/a.jpg")
    bench.calls.whenCalled { [unowned bench] call in
      guard call == .syncFolder, bench.contents["to/a.jpg"] != nil else { return }
      bench.write("new", to: "from/new")
      rename(bench.path("from/new"), bench.path("from/a.jpg"))
    }

    let outcome = await bench.perform(bench.move, bench.group("from/a.jpg"))[0]

    expectEqual(failure(outcome), .changed(name: "a.jpg"))
    expectEqual(bench.contents, ["from/a.jpg": "new"])
  }

  // MARK: Undo

  @Test func `a copy is removed only if it and its original are unchanged`() async throws {
    bench.write("photo", to: "from/a.jpg")
    let copied = try await perform(bench.copy, "a.jpg")

    bench.write("edited", to: "to/a.jpg")
    await #expect(throws: FileOperationError.changed(name: "a.jpg")) {
      try await bench.undo(copied)
    }
    expectEqual(bench.contents, ["from/a.jpg": "photo", "to/a.jpg": "edited"])

    let other = try FileOperationBench()
    other.write("photo", to: "from/a.jpg")
    let last = try await other.perform(other.copy, other.group("from/a.jpg"))[0].get()
    unlink(other.path("from/a.jpg"))
    await #expect(throws: FileOperationError.originalGone(name: "a.jpg")) {
      try await bench.undo(last)
    }
    expectEqual(other.contents, ["to/a.jpg": "photo"])
  }

  /// As fusefat has it, which numbers a file by how it was asked for, and gives a renamed one another time.
  @Test(arguments: [false, true])
  func `a copy under another number is removed if it still has the bytes of its original`(
    isEdited: Bool
  ) async throws {
    bench.write("photo", to: "from/a.jpg")
    let copied = try await perform(bench.copy, "a.jpg")
    for name in ["from/a.jpg", "to/a.jpg"] {
      bench.write(isEdited && name == "to/a.jpg" ? "PHOTO" : "photo", to: "\(name).new")
      rename(bench.path("\(name).new"), bench.path(name))
    }

    if isEdited {
      await #expect(throws: FileOperationError.originalGone(name: "a.jpg")) {
        try await bench.undo(copied)
      }
      expectEqual(bench.contents, ["from/a.jpg": "photo", "to/a.jpg": "PHOTO"])
    } else {
      _ = try await bench.undo(copied)
      expectEqual(bench.contents, ["from/a.jpg": "photo"])
    }
  }

  @Test func `undo replaces no file that has taken the old name`() async throws {
    for operation in [bench.move, .trash, bench.rename("b.jpg")] {
      bench.write("photo", to: "from/a.jpg")
      let done = try await perform(operation, "a.jpg")
      bench.write("new", to: "from/a.jpg")
      let before = bench.contents

      await #expect(throws: FileOperationError.nameTaken(name: "a.jpg")) {
        try await bench.undo(done)
      }
      expectEqual(bench.contents, before)

      unlink(bench.path("from/a.jpg"))
      _ = try await bench.undo(done)
      expectEqual(bench.contents, ["from/a.jpg": "photo"])
    }
  }

  // MARK: Progress and cancellation

  @Test func `progress counts groups and bytes`() async throws {
    bench.write("12345", to: "from/a.jpg")
    bench.write("123", to: "from/a.jpg.xmp")
    bench.write("12", to: "from/b.jpg")
    let steps = Mutex<[FileOperationProgress]>([])

    _ = await bench.repository().perform(
      bench.move,
      on: [bench.group("from/a.jpg"), bench.group("from/gone.jpg"), bench.group("from/b.jpg")]
    ) { step in steps.withLock { $0.append(step) } }

    expectEqual(
      steps.withLock { $0 }.map { [$0.groupsDone, $0.bytesDone] },
      [[0, 0], [1, 8], [2, 8], [3, 10]])
    #expect(steps.withLock { $0 }.allSatisfy { $0.byteCount == 10 })
  }

  @Test func `a thousand photos that are cancelled in the middle are all somewhere`() async throws {
    let groups = (0..<1_000).map { number in
      bench.write("photo \(number)", to: "from/\(number).jpg")
      bench.write("words \(number)", to: "from/\(number).jpg.xmp")
      return bench.group("from/\(number).jpg")
    }
    let before = bench.contents

    // A task of its own: cancelling the test's would cancel the test.
    let report = await Task {
      await bench.repository().perform(bench.move, on: groups) { step in
        if step.groupsDone == 400 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }.value

    expectEqual(report.outcomes.count, 1_000)
    let names = Set(bench.contents.keys)
    for (number, outcome) in report.outcomes.enumerated() {
      expectEqual(failure(outcome), (number < 400 ? nil : .cancelled))
      let folder = number < 400 ? "to" : "from"
      #expect(names.contains("\(folder)/\(number).jpg"))
      #expect(names.contains("\(folder)/\(number).jpg.xmp"))
    }
    expectEqual(names.count, 2_000)
    for outcome in report.outcomes[..<400].reversed() { _ = try await bench.undo(outcome.get()) }
    expectEqual(bench.contents, before)
  }

  @Test(arguments: [true, false])
  func `a file that gets another time when it is hidden has arrived if its bytes have`(
    isWritten: Bool
  ) async throws {
    guard let other = FileOperationBench.otherBase else { return }
    let bench = try FileOperationBench(otherBase: other)
    bench.write("photo", to: "from/a.jpg")
    // The renames of fusefat change it; another program changes bytes, too.
    bench.calls.whenCalled { [unowned bench] call in
      guard call == .statusOfName,
        let hidden = bench.contents.keys.first(where: { $0.hasSuffix(".part") })
      else { return }
      if isWritten { bench.write("PHOTO", to: hidden) }
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, bench.path(hidden), &times, 0)
    }

    let outcome = await bench.perform(bench.move, bench.group("from/a.jpg"))[0]

    if isWritten {
      expectEqual(failure(outcome), .changed(name: "a.jpg"))
      expectEqual(bench.contents, ["from/a.jpg": "PHOTO"])
    } else {
      expectEqual(failure(outcome), nil)
      expectEqual(bench.contents, ["to/a.jpg": "photo"])
    }
  }

  @Test func `undoing twice as many moves makes twice as many calls, and reads each folder once`()
    async throws
  {
    func calls(_ count: Int, folders: Int = 1) async throws -> [FileSystemCalls.Call] {
      let bench = try FileOperationBench()
      let paths = (0..<count).map { "from/\($0 % folders)/\($0).jpg" }
      for folder in 0..<folders { mkdir(bench.path("from/\(folder)"), 0o755) }
      for path in paths {
        bench.write(path, to: path)
        bench.write(path, to: "\(path).xmp")
      }
      let before = bench.contents
      let repository = bench.repository()
      let report = await repository.perform(bench.move, on: paths.map { bench.group($0) }) { _ in }
      bench.calls.begin()
      let undone = await repository.undo(try report.outcomes.map { try $0.get() }) { _ in }
      expectEqual(undone.outcomes.compactMap(failure), [])
      expectEqual(bench.contents, before)
      return bench.calls.made
    }

    let (some, twice) = (try await calls(40), try await calls(80))

    expectEqual(some.count { $0 == .listFolder }, 2)
    expectEqual(twice.count { $0 == .listFolder }, 2)
    expectEqual(some.count { $0 == .openFolder }, twice.count { $0 == .openFolder })
    // With a look at whether the folder of the copies ignores case.
    let fixed = some.count { [.listFolder, .openFolder].contains($0) } + 1
    expectEqual(twice.count - fixed, 2 * (some.count - fixed))
    // Out of many folders, the common one is read once.
    try await expectEqual(calls(36, folders: 12).count { $0 == .listFolder }, 1 + 36)
  }

  @Test func `a photo that cannot go back does not keep the others there`() async throws {
    for name in ["a", "b", "c"] { bench.write(name, to: "from/\(name).jpg") }
    let repository = bench.repository()
    let outcomes = await bench.perform(
      bench.move, bench.group("from/a.jpg"), bench.group("from/b.jpg"), bench.group("from/c.jpg"))
    bench.write("another", to: "from/b.jpg")

    let undone = await repository.undo(try outcomes.map { try $0.get() }) { _ in }

    expectEqual(undone.outcomes.map(failure), [nil, .nameTaken(name: "b.jpg"), nil])
    expectEqual(
      bench.contents,
      ["from/a.jpg": "a", "from/b.jpg": "another", "from/c.jpg": "c", "to/b.jpg": "b"])
    unlink(bench.path("from/b.jpg"))
    _ = await repository.undo([try outcomes[1].get()]) { _ in }
    expectEqual(bench.contents, ["from/a.jpg": "a", "from/b.jpg": "b", "from/c.jpg": "c"])
  }

  @Test func `a copy that is cancelled in the middle leaves nothing`() async throws {
    bench.write(String(repeating: "x", count: 3 << 20), to: "from/a.jpg")
    bench.calls.setSystem([
      .createNameless: .fail(EOPNOTSUPP), .copyRange: .fail(EXDEV),
    ])
    let before = bench.contents

    let report = await Task {
      await bench.repository().perform(bench.copy, on: [bench.group("from/a.jpg")]) { step in
        if step.bytesDone > 0 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }.value

    expectEqual(report.outcomes.map(failure), [.cancelled])
    expectEqual(bench.contents, before)
  }

  // MARK: Clips

  @Test func `with a JPEG next to a HEIC the clip belongs to the HEIC, and both take it with them`()
    async throws
  {
    let names = ["IMG_1.HEIC", "IMG_1.JPG", "IMG_1.mov"]
    for operation in [.trash, bench.rename("lake.JPG")] {
      let bench = try FileOperationBench()
      for name in names { bench.write(name, to: "from/\(name)") }

      _ = try await bench.perform(operation, bench.group("from/IMG_1.JPG"))[0].get()

      let left = bench.contents.keys.filter { $0.hasPrefix("from/IMG_1") }
      expectEqual(Set(left), ["from/IMG_1.HEIC", "from/IMG_1.mov"])
    }
    write(names)
    let groups = [
      bench.group("from/IMG_1.HEIC", "from/IMG_1.mov"), bench.group("from/IMG_1.JPG"),
    ]

    let alone = try await perform(bench.move, "IMG_1.JPG")
    expectEqual(Set(bench.contents.keys), ["from/IMG_1.HEIC", "from/IMG_1.mov", "to/IMG_1.JPG"])
    _ = try await bench.undo(alone)
    _ = await bench.repository().perform(bench.move, on: groups) { _ in }

    expectEqual(Set(bench.contents.keys), Set(names.map { "to/\($0)" }))
  }

  // MARK: Parts

  /// What becomes of a photo by a program that finds what others left behind.
  private func operate(_ operation: FileOperation, now: Date = Date()) async -> FileOperationReport
  {
    await bench.repository(now: now).perform(operation, on: [bench.group("from/a.jpg")]) { _ in }
  }

  /// - Parameter process: The one whose operation was killed.
  private func partName(_ process: ProcessIdentity?, _ number: Int = 1) throws -> String {
    ".vitrine-\(try #require(process).text)-000000000000000\(number).part"
  }

  @Test func `half a file of our own goes with the next operation in its folder, without a match`()
    async throws
  {
    bench.write("photo", to: "from/a.jpg")
    let half = { (process: ProcessIdentity?) throws in
      "from/.vitrine-\(try #require(process).text)-0123456789abcdef.tmp"
    }
    for process in [ProcessIdentity.ended, .reused, .current, .elsewhere] {
      bench.write("<x:xmpmeta", to: try half(process))
    }

    let report = await operate(bench.copy)

    expectEqual(report.leftBehind, [])
    try expectEqual(
      Set(bench.contents.keys), ["from/a.jpg", "to/a.jpg", half(.current), half(.elsewhere)])
  }

  @Test(arguments: [true, false])
  func `a killed process's part is removed if a complete file has its bytes`(isReused: Bool)
    async throws
  {
    bench.write("photo", to: "from/a.jpg")
    bench.write("moved before", to: "to/b.jpg")
    let process = isReused ? ProcessIdentity.reused : .ended
    // The old name of a photo that arrived, a copy that never got its name, and one that was not begun.
    bench.write("moved before", to: "from/\(try partName(process, 1))")
    bench.write("photo", to: "to/\(try partName(process, 2))")
    bench.write("", to: "to/\(try partName(process, 3))")

    let report = await operate(bench.copy)

    expectEqual(report.leftBehind, [])
    expectEqual(
      bench.contents, ["from/a.jpg": "photo", "to/a.jpg": "photo", "to/b.jpg": "moved before"])
  }

  @Test func `a killed process's part without a match is kept and reported`() async throws {
    bench.write("photo", to: "from/a.jpg")
    let parts = try ["pho", "photO", "hidden"].enumerated().map { number, text in
      let name = "to/\(try partName(.ended, number))"
      bench.write(text, to: name)
      return name
    }
    // It may be another program's temporary file.
    bench.write("hidden", to: "to/.b.jpg.Xq3zf1")

    for now in [Date(), Date(timeIntervalSinceNow: 90_000)] {
      let report = await operate(bench.copy, now: now)

      expectEqual(report.leftBehind, parts.map(bench.file))
      expectEqual(parts.map { bench.contents[$0] }, ["pho", "photO", "hidden"])
    }
  }

  @Test func `undoing removes a killed process's parts, or reports them, as the operation does`()
    async throws
  {
    bench.write("photo", to: "from/a.jpg")
    let report = await operate(bench.move)
    let moved = try #require(report.outcomes.first).get()
    let (alone, equal) = ("to/\(try partName(.ended, 1))", "from/\(try partName(.ended, 2))")
    bench.write("hidden", to: alone)
    bench.write("photo", to: equal)

    let undone = try await bench.undo(moved)

    expectEqual(undone.leftBehind, [bench.file(alone)])
    expectEqual(bench.contents, ["from/a.jpg": "photo", alone: "hidden"])
  }

  @Test func `a part that is another name of a file is removed, wherever the file is`() async throws
  {
    bench.write("photo", to: "from/a.jpg")
    mkdir(bench.path("data/album"), 0o755)
    bench.write("linked", to: "data/album/b.jpg")
    let (linked, alone) = (
      bench.path("from/\(try partName(.ended, 1))"), bench.path("from/\(try partName(.ended, 2))")
    )
    link(bench.path("data/album/b.jpg"), linked)
    // Two hidden names of one file: at most one of them may go.
    bench.write("alone", to: "from/\(try partName(.ended, 2))")
    link(alone, bench.path("from/\(try partName(.ended, 3))"))

    let report = await operate(bench.rename("c.jpg"))

    #expect(access(linked, F_OK) != 0)
    expectEqual(report.leftBehind.count, 2)
    expectEqual(bench.contents.filter { $0.value == "alone" }.count, 2)
  }

  @Test func `parts of running processes and of other machines are not touched`() async throws {
    bench.write("photo", to: "from/a.jpg")
    let running = "to/\(try partName(.current))"
    let elsewhere = "to/\(try partName(.elsewhere))"
    for name in [running, elsewhere] { bench.write("photo", to: name) }

    let report = await operate(bench.copy)
    expectEqual(report.leftBehind, [])
    expectEqual(bench.contents[running], "photo")
    expectEqual(bench.contents[elsewhere], "photo")

    // The day after, what can't be seen from here is taken for left behind.
    _ = await operate(bench.copy, now: Date(timeIntervalSinceNow: 90_000))
    expectEqual(bench.contents[running], "photo")
    expectEqual(bench.contents[elsewhere], nil)
  }
}
