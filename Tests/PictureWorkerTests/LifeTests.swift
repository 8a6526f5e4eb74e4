import ExpectationSupport
import Foundation
import Glibc
import PictureProtocol
import Testing

/// A worker's life: it says hello, stops on request, and ends with the main process.
struct LifeTests {
  @Test func `the first message is the version and what can be read`() throws {
    let hello = try #require(try WorkerProcess().hello)

    #expect(hello.versionText.contains("protocol \(PictureProtocolVersion.current)"))
    expectEqual(hello.readableFormats, PictureFormat.allCases)
    #expect(hello.versionText.contains("libvips"))
  }

  @Test func `it ends when the socket is closed, idle or at work`() throws {
    let idle = try WorkerProcess()
    let busy = try WorkerProcess()
    try busy.send("progressive.jpg", id: 1)

    idle.hangUp()
    busy.hangUp()

    expectEqual(idle.waitForEnd(), 0)
    // Unread answers may be what ends it: 76 then.
    #expect([0, 76 << 8].contains(busy.waitForEnd()))
  }

  @Test func `a cancelled request is answered once, and the next one is done`() throws {
    let worker = try WorkerProcess()
    try worker.send("progressive.jpg", id: 1)
    for id in [1, 99] as [UInt32] { try worker.socket.send(WorkerRequest.cancel(id: id)) }
    switch try worker.receive() {
    case .picture(let id, _): expectEqual(id, 1)
    case let answer: expectEqual(answer, .failure(id: 1, .cancelled))
    }

    // What comes too late cancels nothing.
    try worker.socket.send(WorkerRequest.cancel(id: 1))
    try worker.send("progressive.jpg", id: 2)

    guard case .picture(id: 2, _) = try worker.receive() else {
      Issue.record("another answer")
      return
    }
  }

  private static func frame(id: UInt32) -> [UInt8] {
    WorkerRequest.picture(
      PictureRequest(
        id: id, origin: .localFile,
        look: PictureLook(target: WorkerProcess.smallTarget, output: .pixels))
    ).frame()
  }

  @Test func `a second request before the answer ends it`() throws {
    let worker = try WorkerProcess()
    let frames = [1, 2].map(Self.frame)
    let files = try [0, 1].map { _ in try "quarters.png".opened() }

    // Both in one piece, so that the worker receives them together.
    let bytes = frames[0] + frames[1]
    try expectEqual(worker.socket.send(bytes[...], descriptors: files.map(\.number)), bytes.count)

    expectEqual(worker.waitForEnd(), 76 << 8)
  }

  @Test func `a request that is cancelled with it is never done`() throws {
    let worker = try WorkerProcess()
    let file = try "quarters.png".opened()

    // Both in one piece, so that the worker receives them together.
    let bytes = Self.frame(id: 3) + WorkerRequest.cancel(id: 3).frame()
    try expectEqual(worker.socket.send(bytes[...], descriptors: [file.number]), bytes.count)

    try expectEqual(worker.receive(), .failure(id: 3, .cancelled))
  }

  private static var kernelVersion: [Int] {
    var system = utsname()
    uname(&system)
    return withUnsafeBytes(of: system.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
  }

  @Test func `it gives way to other programs, and so does its session`() throws {
    let worker = try WorkerProcess()

    let process = __priority_which_t(PRIO_PROCESS.rawValue)
    let niceness = getpriority(process, id_t(worker.pid))
    expectEqual(niceness, min(19, getpriority(process, 0) + 5))
    // SCHED_BATCH.
    expectEqual(sched_getscheduler(worker.pid), 3)
    // From Linux 6.12 on a process has slices of its own; only some kernels tell them.
    let facts = try? String(contentsOfFile: "/proc/\(worker.pid)/sched", encoding: .utf8)
    let slice = facts?.split(separator: "\n").first { $0.hasPrefix("se.slice ") }
    if let slice, !Self.kernelVersion.lexicographicallyPrecedes([6, 12]) {
      #expect(slice.hasSuffix(" 5000000"))
    }
    // Only some kernels have groups for sessions, a process in a group of its own (a container) has none (an empty file),
    // and all processes of other users share one change in a tenth of a second.
    let session = try? String(contentsOfFile: "/proc/\(worker.pid)/autogroup", encoding: .utf8)
    if let session, !session.isEmpty, geteuid() == 0 {
      #expect(session.hasSuffix("nice \(niceness)\n"))
    }
  }

  @Test func `keys of the terminal do not end it, a kill does`() throws {
    let worker = try WorkerProcess()

    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP] { kill(worker.pid, signal) }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
    kill(worker.pid, SIGKILL)

    expectEqual(worker.waitForEnd(), SIGKILL)
  }

  @Test func `an invalid message ends it`() throws {
    let worker = try WorkerProcess()

    _ = try worker.socket.send([255, 255, 255, 255, 0, 0, 0, 0])

    expectEqual(worker.waitForEnd(), 76 << 8)
  }

  @Test func `it may not write files, gain privileges or leave a core`() throws {
    let worker = try WorkerProcess()

    let limits = try Self.text("/proc/\(worker.pid)/limits")
    let status = try Self.text("/proc/\(worker.pid)/status")

    #expect(status.contains("NoNewPrivs:\t1"))
    // 2 is a filter of system calls (proc(5)).
    #expect(status.contains("Seccomp:\t2"))
    for name in ["Max file size", "Max core file size"] {
      let line = limits.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
      expectEqual(
        line.dropFirst(name.count).split(separator: " ").prefix(2), ["0", "0"], "\(line)")
    }
    let space = limits.split(separator: "\n").first { $0.hasPrefix("Max address space") } ?? ""
    #expect(!space.contains("unlimited"))
  }

  @Test func `started by hand it says in one line whose it is, and fails, or its version`() throws {
    let (text, status) = try WorkerProcess.run("vitrine-pictures")
    expectEqual(status, 64 << 8)
    expectEqual(
      text, "vitrine-pictures: decodes pictures for vitrine, which starts it by itself.\n")

    let (version, success) = try WorkerProcess.run("vitrine-pictures", ["--version"])
    expectEqual(success, 0)
    #expect(
      version.starts(with: /vitrine-pictures \d+\.\d+\.\d+/) && version.contains("libvips 8."))
  }

  static func text(_ path: String) throws -> String {
    let file = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC))
    try #require(file.number >= 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
      count = max(0, read(file.number, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
