import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Synchronization
import Testing
import WaitSupport

@testable import FeedFormats
@testable import GalleryData

/// Programs that print photos: real ones, as shell scripts.
@Suite(.timeLimit(.minutes(10)))
struct ProgramRepositoryTests {
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  private let folder = TemporaryFolder.made()
  private let log = Log()

  /// - Parameter script: Of sh(1); `$1` is the test's folder.
  private func repository(
    _ script: String, _ change: (inout PrintedPhotos.Limits) -> Void = { _ in }
  ) throws -> ProgramRepository {
    try folder.write("list.sh", script)
    var limits = PrintedPhotos.Limits()
    change(&limits)
    let call = try ProgramCall(
      Array("sh '\(folder.path)/list.sh' '\(folder.path)'".utf8),
      workingDirectory: folder.reference.path, home: nil)
    return ProgramRepository(call, limits: limits, zone: .gmt) { [log] line in
      log.lines.withLock { $0.append(line) }
    }
  }

  /// All pages as one, with the end of the last.
  private func whole(_ repository: ProgramRepository) async throws -> PhotoPage {
    var whole = try await repository.page(for: PageRequest())
    while whole.hasMorePages {
      let page = try await repository.page(for: PageRequest(page: whole.number + 1))
      whole = PhotoPage(
        number: page.number, photos: whole.photos + page.photos, totalCount: page.totalCount,
        hasMorePages: page.hasMorePages,
        skipped: SkippedItems(count: whole.skipped.count + page.skipped.count), ending: page.ending)
    }
    return whole
  }

  private func ids(_ repository: ProgramRepository) async throws -> [String] {
    try await whole(repository).ids
  }

  /// How often the script was run: it writes a line each time.
  private func runs() throws -> [String] {
    try String(contentsOfFile: "\(folder.path)/runs", encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }

  // MARK: Photos

  @Test(arguments: [
    "printf '[{\"id\":1},{\"id\":2},'; printf '{\"id\":3}]'",
    "printf '\\n[\\n  {\\n    \"id\": 1\\n  },\\n  {\"id\"'; printf ': 2}, {\"id\":3}\\n]\\n'",
  ])
  func `a program may print an array`(script: String) async throws {
    let page = try await whole(repository(script))

    expectEqual(page.ids, ["1", "2", "3"])
    expectEqual(page.skipped.count, 0)
    #expect(!page.hasMorePages)
  }

  @Test func `a program is run once`() async throws {
    let sut = try repository("echo x >> \"$1/runs\"; echo '{\"id\":1}'; echo '{\"id\":2}'")

    let page = try await whole(sut)

    expectEqual(page.ids, ["1", "2"])
    expectEqual(page.totalCount, 2)
    try await expectEqual(ids(sut), ["1", "2"])
    let anchored = try await sut.page(for: PageRequest(anchor: "2"))
    expectEqual(anchored.anchorRow, 1)
    try expectEqual(runs().count, 1)
    await expectEqual(sut.title, "sh")
  }

  @Test func `a program that prints nothing has no photos`() async throws {
    let page = try await repository("").page(for: PageRequest())

    #expect(page.photos.isEmpty)
    expectEqual(page.totalCount, 0)
    #expect(!page.hasMorePages)
  }

  @Test func `a refresh runs it again, and keeps the photos if that fails`() async throws {
    let sut = try repository("echo x >> \"$1/runs\"; echo '{\"id\":1}'")
    try await expectEqual(ids(sut), ["1"])

    try folder.write("list.sh", "echo x >> \"$1/runs\"; echo '{\"id\":2}'")
    _ = try await sut.page(for: PageRequest(isRefresh: true))
    try await expectEqual(ids(sut), ["2"])
    try expectEqual(runs().count, 2)

    try folder.write("list.sh", "echo gone >&2; exit 4")
    await expectEqual(
      failure(sut, PageRequest(isRefresh: true)),
      .programFailed(name: "sh", fault: .status(4), lastLine: "gone"))
    try await expectEqual(ids(sut), ["2"])
  }

  @Test func `a long list has pages of a hundred photos at most`() async throws {
    let sut = try repository(
      "i=0; while [ $i -lt 250 ]; do echo \"{\\\"id\\\":$i}\"; i=$((i + 1)); done")

    try await expectEqual(ids(sut), (0..<250).map(String.init))
    let page = try await sut.page(for: PageRequest())
    #expect((1...100).contains(page.photos.count))
    let again = try await sut.page(for: PageRequest(page: 2))
    expectEqual(again.photos.first?.id, "\(page.photos.count)")
  }

  @Test func `what a slow program has found is shown while it runs`() async throws {
    let sut = try repository("echo '{\"id\":1}'; sleep 1000")
    defer { sut.end() }

    let page = try await sut.page(for: PageRequest())

    expectEqual(page.ids, ["1"])
    #expect(page.hasMorePages)
    expectEqual(page.totalCount, nil)
  }

  @Test func `a next page ends the list, and is named`() async throws {
    let sut = try repository(
      "echo '{\"id\":1}'; echo '{\"next\":2}'; echo $$ > \"$1/process\"; sleep 1000")
    let page = try await whole(sut)
    expectEqual(page.ids, ["1"])
    expectEqual(
      page.ending,
      .incomplete(
        MissingFolders(
          MissingFolders.Folder(
            name: "the rest", error: .programFailed(name: "sh", fault: .namesNextPage)))))
    let alone = try repository("echo '{\"next\":2}'")
    await expectEqual(failure(alone), .programFailed(name: "sh", fault: .namesNextPage))
  }

  // MARK: Failures

  @Test func `what was printed before a failure is shown, and then the failure`() async throws {
    let sut = try repository("echo '{\"id\":1}'; echo one >&2; printf 'two\\033[1m' >&2; exit 3")

    let page = try await whole(sut)
    expectEqual(page.ids, ["1"])
    let failure = PhotoSourceError.programFailed(name: "sh", fault: .status(3), lastLine: "two")
    guard case .incomplete(let missing) = page.ending else {
      Issue.record("\(String(describing: page.ending))")
      return
    }
    expectEqual(missing.folders.map(\.error), [failure])
    expectEqual(log.lines.withLock { $0 }, ["sh: one", "sh: two"])
  }

  @Test(arguments: [
    ("kill -9 $$", ProgramFault.signal(9)),
    ("echo 'usage: list'", .notPhotos(beginning: "usage: list")),
    ("yes", .notPhotos(beginning: "y")), ("exit 255", .status(255)),
  ])
  func `a failure is reported`(_ script: String, _ fault: ProgramFault) async throws {
    let error = await failure(try repository(script) { $0.otherByteCount = 2_000 })
    guard case .programFailed(_, let found, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(found, fault)
  }

  @Test func `a missing program can't be started`() async throws {
    for (text, isMissing) in [("no-such-program-here", true), (folder.path, false)] {
      let call = try ProgramCall(Array(text.utf8), workingDirectory: [0x2F], home: nil)
      let error = await failure(ProgramRepository(call))
      guard case .programFailed(_, let fault, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      expectEqual((fault == .notInstalled), isMissing)
    }
  }

  @Test func `a flood ends at the limits`() async throws {
    let sut = try repository("while :; do echo '{\"id\":7}'; done") {
      $0.otherByteCount = 8_000
    }
    let page = try await whole(sut)
    expectEqual(page.ids, ["7"])
    expectEqual(page.ending, .neverEnds)
  }

  // MARK: Its end

  /// The process that a program wrote into its file; a shell creates the file before it writes to it.
  private func process() async throws -> pid_t {
    let path = "\(folder.path)/process"
    func written() -> pid_t? {
      (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { text in
        text.hasSuffix("\n") ? pid_t(text.dropLast()) : nil
      }
    }
    try await wait(for: "a process in \(path)") { written() != nil }
    return try #require(written())
  }

  private func awaitEnd(of process: pid_t) async throws {
    try await wait(for: "the end of \(process)") { kill(process, 0) != 0 && errno == ESRCH }
  }

  @Test func `its child processes end with it`() async throws {
    let sut = try repository(
      "sleep 1000 & echo $! > \"$1/process\"; echo '{\"id\":1}'")

    try await expectEqual(ids(sut), ["1"])
    try await awaitEnd(of: try await process())
  }

  @Test func `it ends when its source is closed, whatever it does, and is not started again`()
    async throws
  {
    let sut = try repository(
      "trap '' TERM; sleep 1000 & echo $! > \"$1/process\"; echo '{\"id\":1}'; wait; wait")
    try await expectEqual(sut.ids(), ["1"])

    sut.end()

    try await awaitEnd(of: try await process())
    await expectEqual(failure(sut, PageRequest(page: 2)), .cancelled)
    await expectEqual(failure(sut, PageRequest(isRefresh: true)), .cancelled)
  }

  @Test func `a cancelled caller ends it if it has printed nothing, and the next starts it again`()
    async throws
  {
    let sut = try repository(
      """
      echo x >> "$1/runs"
      [ -e "$1/again" ] || { echo $$ > "$1/process"; sleep 1000; }
      echo '{"id":2}'
      """)
    let load = Task { try await sut.page(for: PageRequest()) }
    let first = try await process()
    load.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await load.value }
    try await awaitEnd(of: first)

    try folder.write("again")
    try await expectEqual(sut.ids(), ["2"])
    try expectEqual(runs().count, 2)
  }

  @Test func `it has no terminal, reads nothing, and leads a group of its own`() async throws {
    let sut = try repository(
      """
      read line && exit 5
      (: < /dev/tty) 2> "$1/tty" && exit 6
      echo "{\\"id\\":\\"$(cut -d ' ' -f 5 /proc/$$/stat) $$\\"}"
      """)

    let id = try #require(try await ids(sut).first).split(separator: " ")
    expectEqual(id.first, id.last)
  }
}
