import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryData

/// Comparing the pictures of a folder.
@Suite(.timeLimit(.minutes(10))) struct FolderComparisonTests {
  private let folder: TemporaryFolder
  private let library: TestLibrary
  private let reader = StubFingerprintReader()

  init() throws {
    folder = try TemporaryFolder()
    library = try TestLibrary()
  }

  /// The folder as another run of the program sees it, a minute after its files were written.
  private func run(isRecursive: Bool = true, minutes: Int64 = 1) -> FolderRepository {
    FolderRepository(
      folder: folder.reference, reader: StubMetadataReader(), isRecursive: isRecursive,
      library: library.library, fingerprints: reader,
      now: { DirectoryWatch.time() + minutes * 60_000_000_000 })
  }

  private func groups(
    _ question: ComparisonQuestion = .similar(distance: 2), in repository: FolderRepository? = nil
  ) async throws -> [[Photo.ID]] {
    let groups = try await (repository ?? run()).comparison(question) { _ in }.groups
    await library.library.finishWriting()
    return groups
  }

  private func writeSome() throws {
    for (name, text) in ["a.jpg": "0", "b/c.jpg": "3", "b/d.jpg": "255", "b/e.jpg": "1"] {
      try folder.write(name, text)
    }
  }

  @Test func `photos that look alike are in a group, in the order of the folder`() async throws {
    try writeSome()

    let found = try await run().comparison(.similar(distance: 2)) { _ in }

    expectEqual(found, PhotoComparison(groups: [["a.jpg", "b/c.jpg", "b/e.jpg"]]))
  }

  @Test func `a picture is read once`() async throws {
    try writeSome()
    _ = try await groups()
    expectEqual(reader.readNames, ["a.jpg", "c.jpg", "d.jpg", "e.jpg"])

    let again = try await groups(.similar(distance: 1))

    expectEqual(again, [["a.jpg", "b/c.jpg", "b/e.jpg"]])
    expectEqual(reader.readNames.count, 4)
  }

  @Test func `a picture that has changed is read again, one with a new sidecar is not`()
    async throws
  {
    try writeSome()
    _ = try await groups()

    try folder.write("b/d.jpg", "2 ")
    try folder.write("a.xmp", "<x/>")
    try folder.remove("b/d.jpg")
    try folder.write("b/d.jpg", "2")

    expectEqual(try await groups(), [["a.jpg", "b/c.jpg", "b/d.jpg", "b/e.jpg"]])
    expectEqual(reader.readNames, ["a.jpg", "c.jpg", "d.jpg", "d.jpg", "e.jpg"])
  }

  @Test func `what was written a moment ago is compared, and read again the next time`()
    async throws
  {
    try writeSome()

    _ = try await groups(in: run(minutes: -1))
    _ = try await groups(in: run(minutes: -1))

    expectEqual(reader.readNames.count, 8)
  }

  @Test func `a picture without a fingerprint is counted, and not tried again`() async throws {
    try writeSome()
    try folder.write("f.jpg", "no number")

    let found = try await run().comparison(.similar(distance: 2)) { _ in }
    await library.library.finishWriting()
    let again = try await run().comparison(.similar(distance: 2)) { _ in }

    expectEqual(found.missingCount, 1)
    expectEqual(again, found)
    expectEqual(reader.readNames.count, 5)
  }

  @Test func `without workers nothing is remembered`() async throws {
    try writeSome()
    reader.isBroken.withLock { $0 = true }

    let found = try await run().comparison(.similar(distance: 2)) { _ in }
    reader.isBroken.withLock { $0 = false }

    expectEqual(found, PhotoComparison(missingCount: 4))
    expectEqual(try await groups().count, 1)
  }

  @Test func `a comparison that is cancelled continues where it was`() async throws {
    for number in 0..<400 { try folder.write("\(number).jpg", "\(number * 1_000_003)") }
    let repository = run()
    let count = Mutex(0)
    let task = Mutex<Task<[[Photo.ID]], any Error>?>(nil)
    let stop: @Sendable () -> Void = {
      let isEnough = count.withLock { count in
        count += 1
        return count == 300
      }
      let work = task.withLock { $0 }
      if isEnough { work?.cancel() }
    }
    reader.willAnswer.withLock { $0 = stop }

    let work = Task { try await groups(.similar(distance: 0), in: repository) }
    task.withLock { $0 = work }
    await #expect(throws: PhotoSourceError.cancelled) { try await work.value }
    await library.library.finishWriting()
    reader.willAnswer.withLock { $0 = {} }
    let readBefore = reader.readNames.count
    _ = try await groups(.similar(distance: 0), in: repository)

    #expect(readBefore >= 256 && readBefore < 400)
    expectEqual(reader.readNames.count, 400)
  }

  @Test func `progress counts the pictures that are read`() async throws {
    try writeSome()
    let told = Mutex<[FileReading]>([])

    _ = try await run().comparison(.similar(distance: 2)) { reading in
      told.withLock { $0.append(reading) }
    }

    expectEqual(told.withLock { $0.count }, 4)
    #expect(told.withLock { $0.allSatisfy { $0.fileCount == 4 } })
    expectEqual(told.withLock { $0.map(\.readCount).max() }, 4)
  }

  @Test func `the nearest come first, after the photo itself`() async throws {
    try writeSome()
    let repository = run()

    expectEqual(
      try await groups(.like("b/c.jpg"), in: repository),
      [["b/c.jpg", "b/e.jpg", "a.jpg", "b/d.jpg"]])
    expectEqual(try await groups(.like("gone.jpg"), in: repository), [])
  }

  @Test func `files with the same bytes are duplicates, whatever their names`() async throws {
    let long = String(repeating: "x", count: 20_000)
    for (name, text) in [
      "a.jpg": long, "b.jpg": long + "y", "c/d.jpg": long, "e.jpg": "empty", "f.jpg": "other",
      "g.jpg": "empty", "h.jpg": "", "i.jpg": "",
    ] { try folder.write(name, text) }

    let found = try await run().comparison(.duplicate) { _ in }

    expectEqual(found, PhotoComparison(groups: [["a.jpg", "c/d.jpg"], ["e.jpg", "g.jpg"]]))
    #expect(reader.readNames.isEmpty)
  }

  @Test func `files that differ only in the middle aren't duplicates`() async throws {
    let (start, end) = (String(repeating: "s", count: 9_000), String(repeating: "e", count: 9_000))
    for (name, text) in ["a.jpg": "1", "b.jpg": "2", "c.jpg": "1"] {
      try folder.write(name, start + text + end)
    }

    expectEqual(try await groups(.duplicate), [["a.jpg", "c.jpg"]])
    // From the library.
    expectEqual(try await groups(.duplicate), [["a.jpg", "c.jpg"]])
  }

  @Test func `a link to a photo is neither its duplicate nor similar to it`() async throws {
    try folder.write("a.jpg", "77")
    let path = folder.file("a.jpg").shownPath
    expectEqual(symlink(path, folder.file("b.jpg").shownPath), 0)
    expectEqual(link(path, folder.file("c.jpg").shownPath), 0)

    expectEqual(try await groups(.duplicate), [])
    expectEqual(try await groups(), [])
  }

  @Test func `a folder whose files are not remembered is not compared`() async throws {
    let repository = FolderRepository(
      folder: folder.reference, reader: StubMetadataReader(), fingerprints: reader)

    await #expect(throws: PhotoSourceError.comparisonOff) {
      try await groups(in: repository)
    }
  }
}
