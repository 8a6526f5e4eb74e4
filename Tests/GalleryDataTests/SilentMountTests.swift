import Dispatch
import ExpectationSupport
import Files
import Foundation
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryData

/// A mount that doesn't answer holds up nothing but itself.
@Suite(.timeLimit(.minutes(10))) struct SilentMountTests {
  private let folder: TemporaryFolder
  private let mount: SilentMount

  init() throws {
    folder = try TemporaryFolder()
    for name in ["par/p1.jpg", "par/hung/a.jpg", "par/hung/b/c.jpg", "par/zok/p2.jpg", "ui/u.jpg"] {
      try folder.write(name, "x")
    }
    mount = try SilentMount(at: folder.file("par/hung"))
  }

  private func scan(
    _ name: String = "par", _ extent: FolderWalk.Extent = .folder
  ) -> FolderListing {
    FolderWalk.listing(of: folder.file(name).path, extent, name: "x", patience: mount.patience)
  }

  private func rows(_ scan: FolderListing) async throws -> [String] {
    try await scan.wait(for: .everything)
    return scan.read { state in
      (0..<state.index.photoCount).map { String(decoding: state.index.row($0).path, as: UTF8.self) }
    }
  }

  private static let noAnswer = "no answer"

  @Test(arguments: [false, true])
  func `what is beside it is listed, and it is named as a folder that can't be read`(
    stopsLater: Bool
  ) async throws {
    if stopsLater { mount.holdFolders() }
    defer { mount.open(answers: false) }
    let scan = scan()

    try await expectEqual(rows(scan), ["p1.jpg", "zok/p2.jpg"])
    let skipped = scan.read(\.skipped)
    expectEqual(skipped.items, [SkippedItem(name: "hung", reason: Self.noAnswer)])
    expectEqual(skipped.unreadableFolderCount, 1)
  }

  @Test func `a page is there before its time is up`() async throws {
    mount.holdSecondLook()
    let repository = FolderRepository(
      folder: folder.file("par"), reader: nil, patience: mount.patience)

    try await expectEqual(repository.ids(), ["p1.jpg", "zok/p2.jpg"])

    mount.open(answers: false)
    try await expectEqual(page(repository).skipped.unreadableCount, 1)
  }

  @Test func `what answers late comes after the others, in the order of its folders`() async throws
  {
    mount.open(answers: true)

    let scan = scan()

    try await expectEqual(rows(scan), ["p1.jpg", "zok/p2.jpg", "hung/a.jpg", "hung/b/c.jpg"])
    expectEqual(scan.read(\.skipped.count), 0)
  }

  @Test(arguments: [["ui", "par/hung"], ["par/hung", "ui"]])
  func `of several folders the others are listed`(names: [String]) async throws {
    let collection = CollectionFile(folders: names.map(folder.file))
    let scan = FolderWalk.listing(
      of: collection.base.path, .collection(collection), name: "x", patience: mount.patience)

    try await expectEqual(rows(scan), ["ui/u.jpg"])
    let skipped = scan.read(\.skipped)
    expectEqual(skipped.items, [SkippedItem(name: "par/hung", reason: Self.noAnswer)])
    expectEqual(skipped.unreadableCount, 1)
  }

  @Test func `as the folder itself it can't be read`() async throws {
    let scan = scan("par/hung")

    await #expect(throws: PhotoSourceError.unreadable(name: "x", code: ETIMEDOUT)) {
      try await rows(scan)
    }
  }

  @Test(arguments: [true, false])
  func `a link that leads there holds up nothing`(isAbsolute: Bool) async throws {
    folder.link("ui/nas", to: isAbsolute ? folder.file("par/hung").shownPath : "../par/hung")

    let scan = scan("ui")

    try await expectEqual(rows(scan), ["u.jpg"])
    expectEqual(
      scan.read(\.skipped.items), [SkippedItem(name: "nas", reason: Self.noAnswer)])
  }

  @Test func `of named files the others are listed`() async throws {
    let paths = ["ui/u.jpg", "par/hung/a.jpg", "par/hung/b/c.jpg", "par/p1.jpg"]
    let scan = scan("", .paths(PathInput(paths.map { Array($0.utf8) })))

    try await expectEqual(rows(scan), ["ui/u.jpg", "par/p1.jpg"])
    let skipped = scan.read(\.skipped)
    expectEqual(skipped.items.map(\.name), ["par/hung/a.jpg", "par/hung/b/c.jpg"])
    expectEqual(skipped.unreadableCount, 2)
  }

  @Test func `a cancelled scan doesn't wait for it`() async throws {
    mount.holdSecondLook()
    defer { mount.open(answers: false) }
    let scan = scan()
    try await scan.wait(for: WantedRows(count: 2))

    scan.cancel()

    await #expect(throws: PhotoSourceError.cancelled) { try await rows(scan) }
  }

  @Test func `the pictures beside it are found, and none are looked for in it`() throws {
    try folder.write("top/hung/a.jpg", "x")
    let mount = try SilentMount(at: folder.file("top/hung"))
    func finds() -> Bool {
      QuickFolderCheck.holdsPictures(
        folder.file("top"), within: .seconds(600), mounts: mount.patience.mounts())
    }
    #expect(!finds())
    try folder.write("top/zok/p.jpg", "x")
    #expect(finds())
  }

  @Test func `before the first frame its name says what it is likely to be`() throws {
    let mount = mount
    mount.holdFolders()
    defer { mount.open(answers: false) }
    let locator = PhotoSourceLocator(
      workingDirectory: folder.reference, home: nil,
      ask: { file in
        mount.patience.willAsk(file.path)
        return .folder
      }, mounts: mount.patience.mounts, pause: .zero, isPreset: { _ in false })
    func source(_ name: String) throws -> PhotoSource { try locator.source(Array(name.utf8)) }

    let file = folder.file("par/hung")
    try expectEqual(source("par/hung"), .folder(file))
    try expectEqual(source("par/hung/a.JPG"), .picture("a.JPG", folder: file))
    try expectEqual(source("par/hung/a.json"), .feedFile(folder.file("par/hung/a.json")))
    try expectEqual(source("par/hung/a.photos"), .collection(folder.file("par/hung/a.photos")))
  }
}

/// A folder that stands for a mount which doesn't answer at once.
private final class SilentMount: Sendable {
  private struct State {
    var lookCount = 0
    /// Whether it answers at the second look.
    var answers = false
    var holdsSecondLook = false
    var holdsFolders = false
  }

  private let path: [UInt8]
  private let table: MountTable
  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  init(at folder: FileReference) throws {
    path = try #require(FilePath.real(folder.path))
    table = mountTable([folder: "fuse.rclone"])
  }

  /// It answers at first, and then to no question about a folder.
  func holdFolders() { state.withLock { $0.holdsFolders = true } }

  /// Who looks a second time waits until it is opened.
  func holdSecondLook() { state.withLock { $0.holdsSecondLook = true } }

  func open(answers: Bool) {
    state.withLock { $0.answers = answers }
    gate.signal()
  }

  var patience: WalkPatience {
    WalkPatience(
      limit: state.withLock(\.holdsFolders) ? .milliseconds(10) : FileAnswer.limit,
      mounts: { [table] in table },
      isAnswering: { [self] _, _ in isAnswering() }, willAsk: { [self] in willAsk($0) })
  }

  private func isAnswering() -> Bool {
    let state = state.withLock { state in
      state.lookCount += 1
      return state
    }
    if state.holdsFolders { return true }
    guard state.lookCount > 1 else { return false }
    if state.holdsSecondLook { gate.wait() }
    return self.state.withLock(\.answers)
  }

  private func willAsk(_ asked: [UInt8]) {
    let isBehind = (FilePath.real(asked) ?? asked).starts(with: path)
    guard isBehind, state.withLock(\.holdsFolders) else { return }
    gate.wait()
    gate.signal()
  }
}

/// The mounts of a computer with a disk and some more.
func mountTable(_ mounts: [FileReference: String]) -> MountTable {
  let lines = mounts.map { folder, kind in
    let path = FilePath.real(folder.path) ?? folder.path
    return "30 22 8:1 / \(String(decoding: path, as: UTF8.self)) rw - \(kind) x rw"
  }
  let text = (["22 1 254:0 / / rw - ext4 /dev/vda rw"] + lines).joined(separator: "\n")
  return MountTable(Array(text.utf8))
}
