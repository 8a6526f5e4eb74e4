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
    _ name: String = "par", _ extent: FolderScan.Extent = .folder(isRecursive: true)
  ) -> FolderScan {
    let scan = FolderScan(
      folder: folder.file(name).path, extent: extent, name: "x",
      patience: mount.patience)
    scan.start()
    return scan
  }

  private func rows(_ scan: FolderScan) async throws -> [String] {
    try await scan.status.wait(forCount: .max, anchor: nil)
    return scan.status.read { state in
      (0..<state.index.photoCount).map { String(decoding: state.index.row($0).path, as: UTF8.self) }
    }
  }

  private static let noAnswer = "no answer"

  @Test func `what is beside it is listed, and it is named as a folder that can't be read`()
    async throws
  {
    let scan = scan()

    try await expectEqual(rows(scan), ["p1.jpg", "zok/p2.jpg"])
    let skipped = scan.status.read(\.skipped)
    expectEqual(skipped.items, [SkippedItem(name: "hung", reason: Self.noAnswer)])
    expectEqual(skipped.unreadableFolderCount, 1)
    expectEqual(mount.askedCount, 1)
  }

  @Test func `a page is there before its time is up`() async throws {
    mount.stopsTime = true
    let repository = FolderRepository(
      folder: folder.file("par"), reader: nil, patience: mount.patience)

    let page = try await repository.page(for: PageRequest())
    expectEqual(page.photos.map(\.id), ["p1.jpg", "zok/p2.jpg"])

    mount.stopsTime = false
    try await expectEqual(
      repository.page(for: PageRequest(readsAll: true)).skipped.unreadableCount, 1)
  }

  @Test func `what answers late comes after the others, in the order of its folders`() async throws
  {
    mount.answersLate = true

    let scan = scan()

    try await expectEqual(rows(scan), ["p1.jpg", "zok/p2.jpg", "hung/a.jpg", "hung/b/c.jpg"])
    expectEqual(scan.status.read(\.skipped.count), 0)
  }

  @Test(arguments: [["ui", "par/hung"], ["par/hung", "ui"]])
  func `of several folders the others are listed`(names: [String]) async throws {
    let collection = CollectionFile(folders: names.map(folder.file))
    let scan = FolderScan(
      folder: collection.base.path, extent: .collection(collection, isRecursive: true),
      name: "x", patience: mount.patience)
    scan.start()

    try await expectEqual(rows(scan), ["ui/u.jpg"])
    let skipped = scan.status.read(\.skipped)
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
      scan.status.read(\.skipped.items), [SkippedItem(name: "nas", reason: Self.noAnswer)])
  }

  @Test func `of named files the others are listed, and it is asked once`() async throws {
    let paths = ["ui/u.jpg", "par/hung/a.jpg", "par/hung/b/c.jpg", "par/p1.jpg"]
    let scan = scan("", .paths(PathInput(paths.map { Array($0.utf8) })))

    try await expectEqual(rows(scan), ["ui/u.jpg", "par/p1.jpg"])
    let skipped = scan.status.read(\.skipped)
    expectEqual(skipped.items.map(\.name), ["par/hung/a.jpg", "par/hung/b/c.jpg"])
    expectEqual(skipped.unreadableCount, 2)
    expectEqual(mount.askedCount, 1)
  }

  @Test func `a cancelled scan doesn't wait for it`() async throws {
    mount.stopsTime = true
    defer { mount.stopsTime = false }
    let scan = scan()
    try await scan.status.wait(forCount: 2, anchor: nil)

    scan.cancel()

    await #expect(throws: PhotoSourceError.cancelled) { try await rows(scan) }
  }

  @Test func `the pictures beside it are found`() throws {
    try folder.write("top/zok/p.jpg", "x")
    try folder.write("top/hung/none", "x")
    let mount = try SilentMount(at: folder.file("top/hung"))
    func finds(kind: @escaping @Sendable (FolderEntries.Entry) -> Int32) -> Bool {
      QuickFolderCheck.holdsPictures(
        folder.file("top"), within: .seconds(600), mounts: mount.patience.mounts(), kind: kind,
        willOpen: mount.patience.willAsk)
    }
    #expect(finds { $0.kind })
    #expect(
      finds {
        // As on file systems that don't say what a name is.
        var entry = $0
        entry.type = Int32(DT_UNKNOWN)
        return entry.kind
      })
  }

  @Test func `before the first frame its name says what it is likely to be`() throws {
    let mount = mount
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

/// A folder that stands for a mount: whatever is asked there waits until the test is over, or until the mount answers late.
private final class SilentMount: Sendable {
  private struct State {
    var now = ContinuousClock.now
    var askedCount = 0
    var isOpen = false
    var stopsTime = false
    var answersLate = false
    /// How often the walk has waited while a call was held.
    var waitCount = 0
  }

  private let path: [UInt8]
  private let table: MountTable
  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  init(at folder: FileReference) throws {
    path = try #require(FilePath.real(folder.path))
    table = mountTable([folder: "fuse.rclone"])
  }

  var askedCount: Int { state.withLock(\.askedCount) }

  /// Whether time passes for the walk only after its first pause.
  var stopsTime: Bool {
    get { state.withLock(\.stopsTime) }
    set { state.withLock { $0.stopsTime = newValue } }
  }

  /// Whether it answers when everything else has been read.
  var answersLate: Bool {
    get { state.withLock(\.answersLate) }
    set { state.withLock { $0.answersLate = newValue } }
  }

  var patience: WalkPatience {
    WalkPatience(
      mounts: { [table] in table }, now: { [self] in state.withLock(\.now) },
      wait: { [self] isAnswered, limit in wait(isAnswered, limit) },
      isAnswering: { _ in true },
      willAsk: { [self] in hold($0) })
  }

  private func hold(_ asked: [UInt8]) {
    let isBehind = (FilePath.real(asked) ?? asked).starts(with: path)
    let isHeld = state.withLock { state in
      let isHeld = isBehind && !state.isOpen
      if isHeld { state.askedCount += 1 }
      return isHeld
    }
    guard isHeld else { return }
    gate.wait()
    gate.signal()
  }

  /// Time passes as fast as the walk waits, once it waits for a call that is held.
  private func wait(_ isAnswered: DispatchSemaphore, _ limit: Duration) {
    while isAnswered.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
      let (passes, opens) = state.withLock { state in
        guard state.askedCount > 0, !state.isOpen, !(state.stopsTime && state.waitCount > 0) else {
          return (false, false)
        }
        state.waitCount += 1
        state.isOpen = state.answersLate && state.waitCount > 1
        if !state.isOpen { state.now += limit }
        return (true, state.isOpen)
      }
      if opens { gate.signal() }
      if passes, !opens { return }
    }
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
