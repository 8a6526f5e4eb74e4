import Dispatch
import ExpectationSupport
import GalleryTestSupport
import Glibc
import PictureProtocol
import Synchronization
import Testing
import WaitSupport

@testable import PictureKit

/// Processes, with shell scripts as workers.
@Suite(.timeLimit(.minutes(10))) struct ProcessTests {
  @Test func `a worker has its socket, two null devices and nothing else of ours`() async throws {
    let folder = try TemporaryFolder()
    // Open without close-on-exec, as a careless library would have it.
    let leak = open("/dev/zero", O_RDONLY)
    defer { close(leak) }
    let script = try folder.script(
      """
      for fd in /proc/$$/fd/*; do echo "${fd##*/} $(readlink $fd)"; done > \(folder.path)/fds
      env > \(folder.path)/env
      cut -d ' ' -f 1,6 /proc/$$/stat > \(folder.path)/session
      """)
    let launcher = ProcessLauncher(
      locator: WorkerLocator(environment: ["VITRINE_PICTURES": script]),
      environment: ["LANG": "C.UTF-8", "SECRET": "1", "VIPS_WARNING": "1"])

    let worker = try await launcher.launchPatiently()
    await worker.untilItsEnd()

    let descriptors = try folder.read("fds").split(separator: "\n")
    #expect(descriptors.contains { $0.hasPrefix("0 socket:") })
    #expect(descriptors.contains("1 /dev/null") || descriptors.contains("1 \(folder.path)/fds"))
    #expect(descriptors.contains("2 /dev/null"))
    #expect(!descriptors.contains { $0.contains("/dev/zero") })
    let environment = try folder.read("env")
    #expect(environment.contains("LANG=C.UTF-8"))
    #expect(environment.contains("SWIFT_BACKTRACE=enable=no"))
    #expect(!environment.contains("SECRET") && !environment.contains("VIPS"))
    let session = try folder.read("session").split(whereSeparator: \.isWhitespace)
    #expect(session.count == 2 && session[0] == session[1])
    worker.end()
  }

  @Test func `a worker that is killed for a system call is logged`() async throws {
    let folder = try TemporaryFolder()
    let lines = Inbox<String>()
    let mailbox = Mailbox<String> { for line in $0 { lines.put(line) } }
    let launcher = ProcessLauncher(
      locator: WorkerLocator(environment: ["VITRINE_PICTURES": try folder.script("kill -SYS $$")]),
      log: WorkerLog { mailbox.post($0) })

    let worker = try await launcher.launchPatiently()
    await worker.untilItsEnd()
    worker.end()

    await expectEqual(
      lines.next(),
      "a picture worker was killed for a system call that no decoder makes; its photo may be an attack"
    )
  }

  @Test func `a program that exits immediately is started five times and then not again`()
    async throws
  {
    let fixture = try ProcessFixture(program: "/bin/true")
    let key = try fixture.key("a.png")

    fixture.loader.setVisible([key])
    try await fixture.changes { fixture.loader.problem != nil }

    expectEqual(fixture.loader.problem, .doesNotAnswer)
    expectEqual(fixture.started.count, 5)
    try await fixture.noneIsLeft()
  }

  @Test func `a file that is not executable is reported`() async throws {
    let folder = try TemporaryFolder()
    let script = folder.path + "/worker"
    try folder.write("\0not a program", to: "worker")
    chmod(script, 0o755)
    let fixture = try ProcessFixture(program: script)

    fixture.loader.setVisible([try fixture.key("a.png")])
    try await fixture.changes { fixture.loader.problem != nil }

    guard case .notStarted = fixture.loader.problem else {
      Issue.record("not said")
      return
    }
  }

  @Test func `a real worker makes pictures and metadata, and is gone after shutting down`()
    async throws
  {
    let fixture = try ProcessFixture()
    let key = try fixture.key("a.png")

    let picture = try await fixture.loader.picture(key)
    let metadata = try await fixture.loader.metadata(of: key.file)

    expectEqual(picture.format, .png)
    expectEqual(picture.sourceSize.width, 2)
    expectEqual(metadata.width, 2)
    #expect(metadata.details.isEmpty)
    let detailed = try await fixture.loader.metadata(of: key.file, details: true)
    #expect(detailed.details.contains(PhotoDetail(kind: .format, text: "PNG")))
    let look = PictureLook(side: 1, output: .histogram)
    let counted = try await fixture.loader.picture(PictureKey(file: key.file, look: look)).payload
    guard case .histogram(let histogram) = counted else { throw UnexpectedMessage() }
    #expect(histogram.red.reduce(0, +) > 0)
    try fixture.folder.write("just words", to: "b.png")
    await #expect(throws: PictureFailure.notAPicture) {
      try await fixture.loader.picture(.enlarged(fixture.folder.path + "/b.png"))
    }
    await #expect(throws: PictureFailure.noRough) {
      try await fixture.loader.thumbnail(in: key.file)
    }
    expectEqual(fixture.started.count, 1)
    try await fixture.shutDown()
  }

  @Test func `killing a worker costs the photo that it has read`() async throws {
    let folder = try TemporaryFolder()
    // The first one reads everything and answers nothing.
    let hello = WorkerAnswer.hello(WorkerHello()).frame()
    try folder.write("hello", hello)
    let path = folder.path
    let script = try folder.script(
      """
      mkdir \(path)/first 2>/dev/null || exec \(try WorkerLocator(environment: [:]).locate())
      cat \(path)/hello >&0
      exec cat >\(path)/read
      """)
    let fixture = try ProcessFixture(program: script)
    let (a, b) = (try fixture.key("a.png"), try fixture.key("b.png"))

    fixture.loader.setVisible([a])
    // All of it: one that is ended with a part unread isn't to blame.
    try await wait(for: "a request that was read") {
      (try? folder.read("read"))?.isEmpty == false && fixture.unreadByteCount(ofWorker: 0) == 0
    }
    // Another worker gets this one.
    fixture.loader.setVisible([a, b])
    kill(try #require(fixture.started.first), SIGKILL)
    try await fixture.changes { fixture.failure(a) != nil && fixture.isReady(b) }

    expectEqual(fixture.failure(a), .workerDied)
    expectEqual(fixture.started.count, 2)
    try await fixture.shutDown()
  }

  @Test func `killing a worker that has read nothing costs no photo`() async throws {
    let fixture = try ProcessFixture()
    _ = try await fixture.loader.picture(try fixture.key("first.png"))
    let a = try fixture.key("a.png")
    let worker = try #require(fixture.started.first)
    kill(worker, SIGSTOP)

    fixture.loader.setVisible([a])
    try await wait(for: "a request in its socket") { fixture.unreadByteCount(ofWorker: 0) > 0 }
    kill(worker, SIGKILL)
    try await fixture.changes { fixture.isReady(a) }

    expectEqual(fixture.started.count, 2)
    try await fixture.shutDown()
  }

  /// A GIF of pictures with one pixel each.
  private func animation(frames: Int) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [4, 0, 4, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for _ in 0..<frames { bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0] }
    return bytes + [0x3B]
  }

  @Test func `each frame is a different picture with its position`() async throws {
    let fixture = try ProcessFixture()
    try fixture.folder.write("a.gif", animation(frames: 3))
    var key = PictureKey.stub(fixture.folder.path + "/a.gif")

    var ids: Set<Picture.ID> = []
    for frame: UInt32 in [0, 1, 2, 0, 1] {
      key.look.frame = frame
      var next = key
      next.look.frame = (frame + 1) % 3
      fixture.loader.setVisible([key], prefetch: [next])
      try await fixture.changes { fixture.isReady(key) }
      let picture = try #require(fixture.picture(key))
      #expect(picture.animation?.index == frame && picture.animation?.count == 3)
      ids.insert(picture.id)
    }
    expectEqual(ids.count, 3)

    key.look.frame = 3
    await #expect(throws: PictureFailure.badRequest) { try await fixture.loader.picture(key) }
    try await fixture.shutDown()
  }
}

/// A loader with real processes.
final class ProcessFixture: PictureFixture {
  private let launcher: RecordingLauncher

  /// - Parameter program: The program to run in place of the worker that was built next to the tests.
  init(program: String? = nil) throws {
    launcher = RecordingLauncher(
      ProcessLauncher(
        locator: WorkerLocator(environment: program.map { ["VITRINE_PICTURES": $0] } ?? [:])))
    try super.init(launcher, limits: WorkerLimits(workers: 1))
  }

  var started: [Int32] { launcher.processIDs.withLock { $0 } }

  func key(_ name: String) throws -> PictureKey {
    try folder.write(name, redPNG)
    return .enlarged(folder.path + "/" + name)
  }

  /// What a worker has not read yet.
  func unreadByteCount(ofWorker index: Int) -> Int32 {
    var count: Int32 = 0
    _ = launcher.sockets.withLock { ioctl($0[index].number, UInt(TIOCOUTQ), &count) }
    return count
  }

  func shutDown() async throws {
    loader.shutDown()
    try await noneIsLeft()
  }

  /// Waits until all processes were reaped: then there is no child with that id.
  func noneIsLeft() async throws {
    for id in started {
      try await wait(for: "the end of process \(id)") { kill(id, 0) != 0 }
    }
  }
}

/// Remembers the processes that it started, and their sockets.
nonisolated final class RecordingLauncher: WorkerLauncher {
  let processIDs = Mutex<[Int32]>([])
  let sockets = Mutex<[OwnedDescriptor]>([])
  private let launcher: ProcessLauncher

  init(_ launcher: ProcessLauncher) {
    self.launcher = launcher
  }

  func launch() throws(WorkerProblem) -> LaunchedWorker {
    let worker = try launcher.launch()
    if let id = worker.processID { processIDs.withLock { $0.append(id) } }
    sockets.withLock { $0.append(worker.socket) }
    return worker
  }
}

extension ProcessLauncher {
  /// Starts a script that was just written: while another test starts a process, that process may have the script open
  /// for writing for a moment (ETXTBSY).
  func launchPatiently() async throws -> LaunchedWorker {
    var worker: LaunchedWorker?
    try await wait(for: "a script that no other test has open for writing") {
      do throws(WorkerProblem) {
        worker = try launch()
      } catch {
        guard error == .notStarted(errno: ETXTBSY) else { throw error }
      }
      return worker != nil
    }
    return try #require(worker)
  }
}

extension LaunchedWorker {
  /// Waits until its end of the socket is closed.
  func untilItsEnd() async {
    let ended = Inbox<Bool>()
    let mailbox = Mailbox<Bool> { for message in $0 { ended.put(message) } }
    let socket = socket
    DispatchQueue(label: "waiting").async {
      _ = try? PictureSocket(descriptor: socket.number).receive()
      mailbox.post(true)
    }
    _ = await ended.next()
  }
}

extension TemporaryFolder {
  /// An executable shell script; returns its path.
  func script(_ text: String) throws -> String {
    try writeProgram("#!/bin/sh\n" + text + "\n", to: path + "/worker")
    return path + "/worker"
  }
}

/// A PNG of 2×2 red pixels.
private let redPNG: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
  0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xFD, 0xD4, 0x9A,
  0x73, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0xC0, 0x00,
  0x44, 0x0C, 0x10, 0x0A, 0x00, 0x1F, 0xEE, 0x03, 0xFD, 0x63, 0x5E, 0xBB, 0x5B, 0x00, 0x00, 0x00,
  0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]
