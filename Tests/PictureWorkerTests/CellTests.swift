import ExpectationSupport
import Glibc
import PictureProtocol
import Testing

/// What a worker under the control of a picture can reach. `cell-probe` shuts itself in like a worker and tries.
@Suite(.timeLimit(.minutes(10))) struct CellTests {
  @Test func `no attempt to get out works`() throws {
    let probe = try CellProbe()

    #expect(probe.filtersCalls)
    #expect(probe.outcomes.count >= 120)
    for (name, outcome) in probe.outcomes {
      // Without Landlock it can read what any user may read; the parent's memory is then protected by its own lock.
      if probe.landlockVersion == 0, Self.onlyLandlock.contains(name) { continue }
      // A kernel without 32-bit programs reports that by the processor's signal.
      if name == "a call of 32 bits", outcome == .killed(by: SIGSEGV) { continue }
      #expect(outcome.isRefused, "\(name): \(outcome)")
    }
  }

  @Test func `the same attempts work outside`() throws {
    let probe = try CellProbe(isOpen: true)

    for name in Self.freeToAll {
      expectEqual(probe.outcomes[name], .worked, "\(name)")
    }
  }

  @Test func `a worker is shut in before its first file, and says so`() throws {
    let worker = try WorkerProcess()
    // One thread, so that its restrictions hold for all of it.
    #expect(try LifeTests.text("/proc/\(worker.pid)/status").contains("Threads:\t1\n"))

    let probe = try CellProbe()
    expectEqual(worker.hello?.cell.filtersCalls, true)
    expectEqual(worker.hello.map { Int($0.cell.landlockVersion) }, probe.landlockVersion)
    #expect(try LifeTests.text("/proc/\(worker.pid)/status").contains("Seccomp:\t2"))
  }

  /// A word is drawn with a font that is opened after the worker has shut itself in.
  @Test func `words in a drawing still have their font`() throws {
    let worker = try WorkerProcess()
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><text x="2" y="40" \
      font-size="48" font-family="sans-serif">MM</text></svg>
      """

    let pixels = try worker.send([UInt8](drawing.utf8), target: .pixels(64, 48)).receivePicture()
      .pixels
    let inked = stride(from: 3, to: pixels.bytes.count, by: 4).count { pixels.bytes[$0] > 128 }
    #expect(inked > 200, "\(inked) pixels")
  }

  /// Capabilities that an untrusted user has on any kernel, and in any container that runs tests.
  private static let freeToAll = [
    "open a file of the user", "open a file of the system", "open below a folder in hand",
    "list a folder", "open a file to write", "create a file", "inotify_init1", "kill",
    "have the kernel signal the parent", "read the parent's limits", "set its own limits", "setsid",
    "execve", "clone a process", "make a page executable", "map a file as a program",
    "map memory as a program", "socket of this machine", "socketpair", "change the terminal",
    "let others look in", "choose when to die",
  ]

  /// Reading: the filter sees no names.
  private static let onlyLandlock: Set = [
    "open a file of the user", "open a file of the system", "open below a folder in hand",
    "list a folder", "open the parent's memory", "open the parent's environment",
  ]
}

/// The answers of `cell-probe`.
private struct CellProbe {
  enum Outcome: Equatable {
    case worked
    case failed(errno: Int32)
    case killed(by: Int32)

    /// By the cell, and not for another reason.
    var isRefused: Bool {
      switch self {
      case .worked: false
      case .failed(let code): [EPERM, EACCES, ENOSYS].contains(code)
      case .killed(let signal): signal == SIGSYS
      }
    }
  }

  private(set) var filtersCalls = false
  private(set) var landlockVersion = 0
  private(set) var outcomes: [String: Outcome] = [:]

  init(isOpen: Bool = false) throws {
    let (text, status) = try WorkerProcess.run("cell-probe", isOpen ? ["open"] : [])
    try #require(status == 0, "\(text)")
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      if fields.count == 1 {
        let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
        try #require(numbers.count == 2, "\(line)")
        (filtersCalls, landlockVersion) = (numbers[0] == 1, numbers[1])
      } else {
        outcomes[String(fields[0])] = Self.outcome(fields[1].split(separator: " "))
      }
    }
  }

  private static func outcome(_ words: [Substring]) -> Outcome? {
    guard words.count == 2, let number = Int32(words[1]) else {
      return words == ["worked"] ? .worked : nil
    }
    return words[0] == "killed" ? .killed(by: number) : .failed(errno: number)
  }
}
