import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Synchronization
import Testing
import WaitSupport

@testable import GalleryData

/// Programs that print photos: real ones, as shell scripts.
@Suite(.timeLimit(.minutes(10)))
struct ProgramRepositoryTests {
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  private let folder: TemporaryFolder
  private let log = Log()

  init() throws {
    folder = try TemporaryFolder()
  }

  private var programs: RunningPrograms {
    RunningPrograms { [log] line in log.lines.withLock { $0.append(line) } }
  }

  /// - Parameter script: Of sh(1); `$1` is the test's folder.
  private func repository(
    _ script: String, programs: RunningPrograms? = nil,
    _ change: (inout ProgramRepository.Limits) -> Void = { _ in }
  ) throws -> ProgramRepository {
    try folder.write("list.sh", script)
    var limits = ProgramRepository.Limits()
    // A page ends when it is full or the program has ended, however busy the machine is.
    limits.pause = .seconds(60)
    change(&limits)
    let call = try ProgramCall(
      Array("sh '\(folder.path)/list.sh' '\(folder.path)'".utf8),
      workingDirectory: folder.reference.path, home: nil)
    return ProgramRepository(
      call, programs: programs ?? self.programs, limits: limits, zone: .gmt)
  }

  private func ids(_ repository: ProgramRepository, page: Int = 1) async throws -> [String] {
    try await repository.page(for: PageRequest(page: page)).photos.map(\.id)
  }

  private func error(
    _ repository: ProgramRepository, page: Int = 1
  ) async -> PhotoSourceError? {
    do throws(PhotoSourceError) {
      _ = try await repository.page(for: PageRequest(page: page))
      return nil
    } catch {
      return error
    }
  }

  /// How often the script was run: it writes a line each time.
  private func runs() throws -> [String] {
    try String(contentsOfFile: "\(folder.path)/runs", encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }

  // MARK: Pages

  @Test(arguments: [
    "printf '[{\"id\":1},{\"id\":2},'; printf '{\"id\":3}]'",
    "printf '\\n[\\n  {\\n    \"id\": 1\\n  },\\n  {\"id\"'; printf ': 2}, {\"id\":3}\\n]\\n'",
  ])
  func `a program may print an array`(script: String) async throws {
    let page = try await repository(script).page(for: PageRequest())

    expectEqual(page.photos.map(\.id), ["1", "2", "3"])
    expectEqual(page.skipped.count, 0)
    #expect(!page.hasMorePages)
  }

  @Test func `a program without pages is run once`() async throws {
    let sut = try repository("echo x >> \"$1/runs\"; echo '{\"id\":1}'; echo '{\"id\":2}'")

    let page = try await sut.page(for: PageRequest(anchor: "2"))

    expectEqual(page.photos.map(\.id), ["1", "2"])
    expectEqual(page.totalCount, 2)
    #expect(!page.hasMorePages)
    expectEqual(page.anchorRow, 1)
    try await expectEqual(ids(sut), ["1", "2"])
    try expectEqual(runs().count, 1)
    await expectEqual(sut.title, "sh")
  }

  @Test func `a program that prints nothing has no photos`() async throws {
    let page = try await repository("").page(for: PageRequest())

    #expect(page.photos.isEmpty)
    expectEqual(page.totalCount, 0)
    #expect(!page.hasMorePages)
  }

  private static let paged = """
    echo "${VITRINE_NEXT-none}" >> "$1/runs"
    n=${VITRINE_NEXT:-0}
    echo "{\\"id\\":\\"$n\\"}"; echo "{\\"id\\":\\"$n.5\\"}"
    [ "$n" = 2 ] || echo "{\\"next\\":$((n + 1))}"
    """

  @Test func `pages are run on request, with the token of the previous one`()
    async throws
  {
    let sut = try repository(Self.paged)

    let first = try await sut.page(for: PageRequest())
    expectEqual(first.photos.map(\.id), ["0", "0.5"])
    #expect(first.hasMorePages)
    expectEqual(first.totalCount, nil)
    try expectEqual(runs(), ["none"])

    let third = try await sut.page(for: PageRequest(page: 3))
    expectEqual(third.photos.map(\.id), ["2", "2.5"])
    #expect(!third.hasMorePages)
    expectEqual(third.totalCount, 6)
    try await expectEqual(ids(sut, page: 2), ["1", "1.5"])
    try await expectEqual(ids(sut, page: 4), [])
    try expectEqual(runs(), ["none", "1", "2"])
  }

  @Test func `a refresh runs it from the start, and keeps the photos if that fails`()
    async throws
  {
    let sut = try repository(
      Self.paged + "\n[ ! -e \"$1/broken\" ] || { echo gone >&2; exit 4; }")
    try await expectEqual(ids(sut, page: 3), ["2", "2.5"])

    let again = try await sut.page(for: PageRequest(isRefresh: true))
    expectEqual(again.photos.map(\.id), ["0", "0.5"])
    try expectEqual(runs(), ["none", "1", "2", "none"])

    try folder.write("list.sh", "echo gone >&2; exit 4")
    do throws(PhotoSourceError) {
      _ = try await sut.page(for: PageRequest(isRefresh: true))
      Issue.record("it failed")
    } catch {
      expectEqual(error, .programFailed(name: "sh", fault: .status(4), lastLine: "gone"))
    }
    try await expectEqual(ids(sut), ["0", "0.5"])
  }

  @Test func `a long list is divided into pages, read only as far as requested`() async throws {
    let sut = try repository(
      "i=0; while [ $i -lt 250 ]; do echo \"{\\\"id\\\":$i}\"; i=$((i + 1)); done")

    try await expectEqual(ids(sut).count, 100)
    try await expectEqual(ids(sut, page: 3), (200..<250).map(String.init))
  }

  @Test func `what a slow program has found is shown`() async throws {
    let programs = programs
    let sut = try repository("echo '{\"id\":1}'; sleep 1000", programs: programs) {
      $0.pause = .milliseconds(1)
    }
    defer { programs.endAll() }

    let page = try await sut.page(for: PageRequest())

    expectEqual(page.photos.map(\.id), ["1"])
    #expect(page.hasMorePages)
  }

  @Test(arguments: [
    ("echo '{\"next\":1}'", FeedEnding.repeatsItself),
    ("echo \"{\\\"next\\\":${VITRINE_NEXT:-1}1}\"", .saysNextForEver),
    (
      "n=${VITRINE_NEXT:-0}; echo \"{\\\"id\\\":$n}\"; echo \"{\\\"next\\\":$((n + 1))}\"",
      .neverEnds
    ),
  ])
  func `an endless list is stopped`(_ script: String, _ ending: FeedEnding) async throws {
    let sut = try repository(script) { $0.runs = 5 }
    var page = try await sut.page(for: PageRequest())
    while page.hasMorePages {
      page = try await sut.page(for: PageRequest(page: page.number + 1))
    }
    expectEqual(page.ending, ending)
  }

  // MARK: Failures

  @Test func `what was printed before a failure is shown, and then the failure`() async throws {
    let sut = try repository("echo '{\"id\":1}'; echo one >&2; printf 'two\\033[1m' >&2; exit 3")

    let page = try await sut.page(for: PageRequest())
    expectEqual(page.photos.map(\.id), ["1"])
    #expect(!page.hasMorePages)
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
    let error = await error(try repository(script) { $0.photos.faultCount = 1_000 })
    guard case .programFailed(_, let found, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(found, fault)
  }

  @Test func `a missing program can't be started`() async throws {
    for (text, isMissing) in [("no-such-program-here", true), (folder.path, false)] {
      let call = try ProgramCall(Array(text.utf8), workingDirectory: [0x2F], home: nil)
      let error = await error(ProgramRepository(call, programs: programs))
      guard case .programFailed(_, let fault, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      expectEqual((fault == .notInstalled), isMissing)
    }
  }

  @Test func `a silent program is ended`() async throws {
    let sut = try repository("echo $$ > \"$1/process\"; echo busy >&2; sleep 1000") {
      $0.silence = .seconds(1)
    }

    await expectEqual(
      error(sut), .programFailed(name: "sh", fault: .silent(seconds: 1), lastLine: "busy"))
    try await awaitEnd(of: try await process())
  }

  @Test func `a flood ends at the limits`() async throws {
    let sut = try repository("while :; do echo '{\"id\":7}'; done") {
      $0.photos.repeatCount = 1_000
    }
    let page = try await sut.page(for: PageRequest())
    expectEqual(page.photos.map(\.id), ["7"])
    expectEqual(page.ending, .repeatsItself)
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
    let programs = programs
    let sut = try repository(
      "trap '' TERM; sleep 1000 & echo $! > \"$1/process\"; echo '{\"id\":1}'; wait; wait",
      programs: programs
    ) { $0.pause = .milliseconds(1) }
    try await expectEqual(ids(sut), ["1"])

    programs.endAll()

    try await awaitEnd(of: try await process())
    await expectEqual(error(sut, page: 2), .cancelled)
  }

  @Test func `a cancelled program is ended, and run again when its photos are requested`()
    async throws
  {
    let sut = try repository(
      """
      echo x >> "$1/runs"
      echo '{"id":1}'
      [ -e "$1/again" ] || { echo $$ > "$1/process"; sleep 1000; }
      echo '{"id":2}'
      """)
    let load = Task { try await sut.page(for: PageRequest()) }
    let first = try await process()
    load.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await load.value }
    try await awaitEnd(of: first)

    try folder.write("again")
    try await expectEqual(ids(sut), ["1", "2"])
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
