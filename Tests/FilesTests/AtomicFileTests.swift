import ExpectationSupport
import GalleryTestSupport
import Glibc
import Testing

@testable import Files

/// Replacing files, with every system call failing in every way, and ending at every one.
@Suite struct AtomicFileTests {
  enum Former: CaseIterable { case any, none, stamp }

  struct Scenario: Sendable {
    let system: FilesBench.System
    let former: Former
  }

  static let scenarios = FilesBench.System.allCases.flatMap { system in
    Former.allCases.map { Scenario(system: system, former: $0) }
  }

  private static func bench(_ scenario: Scenario) throws -> FilesBench {
    let bench = try FilesBench(scenario.system)
    if scenario.former != .none { bench.write("the old file", to: "a.xmp") }
    return bench
  }

  private static func write(
    _ bench: FilesBench, _ former: Former, _ text: String = "the new file"
  ) throws(SystemCallError) {
    let expected: AtomicFile.Former =
      switch former {
      case .any: .any
      case .none: .none
      case .stamp: AtomicFile.Former(bench.stamp("a.xmp"))
      }
    try AtomicFile.write(
      Array(text.utf8), to: bench.path("a.xmp"), replacing: expected, bench.calls)
  }

  @Test(arguments: scenarios)
  func `a file is replaced, and whichever call fails, it is the old or the new one`(
    scenario: Scenario
  ) throws {
    let counted = try Self.bench(scenario)
    try Self.write(counted, scenario.former)
    expectEqual(counted.names, ["a.xmp"])
    expectEqual(counted.text("a.xmp"), "the new file")
    for (number, call) in counted.made.enumerated() {
      for code in [EIO, ENOSPC, EACCES, EPERM, EINVAL, EXDEV, EROFS, EDQUOT, EINTR] {
        let bench = try Self.bench(scenario)
        let old = bench.text("a.xmp")
        bench.begin(.once(number, code))

        let result = Result { try Self.write(bench, scenario.former) }

        let text = bench.text("a.xmp")
        if case .success = result {
          #expect(text == "the new file", "\(scenario) \(call) \(code)")
        } else {
          #expect(text == old || text == "the new file", "\(scenario) \(call) \(code)")
        }
        // What couldn't be removed stays hidden.
        let left = bench.names.filter { $0 != "a.xmp" }
        #expect(
          left.isEmpty || left.count == 1 && HiddenPart.isName(Array(left[0].utf8), .half),
          "\(scenario) \(call) \(code) \(left)")
      }
    }
  }

  @Test(arguments: scenarios)
  func `a program that is killed at any call leaves a whole file, and a half one that goes`(
    scenario: Scenario
  ) throws {
    let counted = try Self.bench(scenario)
    try Self.write(counted, scenario.former)
    for number in counted.made.indices {
      let bench = try Self.bench(scenario)
      let old = bench.text("a.xmp")
      var killed = bench.calls
      killed.process = .ended
      bench.begin(.crash(number))
      let former: AtomicFile.Former =
        scenario.former == .none ? .none : AtomicFile.Former(bench.stamp("a.xmp"))

      _ = try? AtomicFile.write(
        Array("the new file".utf8), to: bench.path("a.xmp"), replacing: former, killed)

      let text = bench.text("a.xmp")
      #expect(text == old || text == "the new file", "\(scenario) \(number)")
      bench.begin()
      HiddenPart.removeUnfinished(in: bench.path.utf8, bench.calls)
      #expect(bench.names.allSatisfy { $0 == "a.xmp" }, "\(scenario) \(number) \(bench.names)")
    }
  }

  @Test(arguments: FilesBench.System.allCases)
  func `a file that was changed in the meantime isn't replaced`(system: FilesBench.System) throws {
    let bench = try FilesBench(system)
    bench.write("old", to: "a.xmp")
    let stamp = bench.stamp("a.xmp")
    bench.write("somebody's", to: "a.xmp")

    #expect(throws: SystemCallError(code: ESTALE)) {
      try AtomicFile.write([1], to: bench.path("a.xmp"), replacing: .init(stamp), bench.calls)
    }
    #expect(throws: SystemCallError(code: ESTALE)) {
      try AtomicFile.write([1], to: bench.path("a.xmp"), replacing: .none, bench.calls)
    }
    #expect(throws: SystemCallError(code: ESTALE)) {
      try AtomicFile.remove(bench.path("a.xmp"), as: #require(stamp), bench.calls)
    }
    unlink("\(bench.path)/a.xmp")
    #expect(throws: SystemCallError(code: ESTALE)) {
      try AtomicFile.write([1], to: bench.path("a.xmp"), replacing: .init(stamp), bench.calls)
    }

    expectEqual(bench.names, [])
  }

  @Test func `a file that is removed is gone, if it is as it was read`() throws {
    let bench = try FilesBench()
    bench.write("old", to: "a.xmp")

    try AtomicFile.remove(bench.path("a.xmp"), as: #require(bench.stamp("a.xmp")))

    expectEqual(bench.names, [])
  }

  @Test func `a folder that somebody keeps locked delays a file, and doesn't stop it`() throws {
    let bench = try FilesBench()
    bench.write("old", to: "a.xmp")
    let other = open(bench.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(other) }
    try #require(flock(other, LOCK_EX) == 0)

    try Self.write(bench, .stamp)
    expectEqual(bench.text("a.xmp"), "the new file")
    try AtomicFile.remove(bench.path("a.xmp"), as: #require(bench.stamp("a.xmp")))
    expectEqual(bench.names, [])
  }

  @Test func `the new file has the mode of the old one, or the one that is asked for`() throws {
    let bench = try FilesBench()
    bench.write("old", to: "a.xmp")
    chmod("\(bench.path)/a.xmp", 0o664)

    try Self.write(bench, .stamp)
    try AtomicFile.write([1], to: bench.path("private"), mode: 0o600)

    expectEqual(bench.mode("a.xmp"), 0o664)
    expectEqual(bench.mode("private"), 0o600)
  }

  @Test(arguments: [EPERM, EOPNOTSUPP, ENOENT, EXDEV])
  func `a nameless file that gets no name is copied to one with a hidden name`(code: Int32) throws {
    let bench = try FilesBench()
    bench.refuse(.nameFile, .fail(code))
    let file = try PendingFile(
      in: bench.calls.openFolder(Array(bench.path.utf8)), bench.calls, mode: 0o600)
    try file.write(Array("text".utf8))
    try bench.calls.setMode(of: file.descriptor, to: 0o640)

    try file.name(Array("a".utf8))
    try file.write([UInt8(ascii: "!")])

    expectEqual(bench.names, ["a"])
    expectEqual(bench.text("a"), "text!")
    expectEqual(bench.mode("a"), 0o640)
    // What an undo will know it by.
    expectEqual(file.status.st_ino, stat(of: bench.path("a"))?.st_ino)
  }

  @Test func `a file that may not be written to isn't replaced`() throws {
    let bench = try FilesBench()
    bench.write("old", to: "a.xmp")
    bench.refuse(.access, .fail(EACCES))

    #expect(throws: SystemCallError(code: EACCES)) { try Self.write(bench, .stamp) }
    expectEqual(bench.text("a.xmp"), "old")
  }

  @Test func `a file system that can't sync is no error, and a disk that fails to is one`() throws {
    let bench = try FilesBench()
    bench.refuse(.syncFile, .fail(EINVAL))
    try Self.write(bench, .any)
    expectEqual(bench.text("a.xmp"), "the new file")

    bench.refuse(.syncFile, .fail(EIO))
    #expect(throws: SystemCallError(code: EIO)) { try Self.write(bench, .any) }
  }

  @Test func `what can be made again isn't synced`() throws {
    let bench = try FilesBench()

    try AtomicFile.write([1], to: bench.path("a"), isSynced: false, bench.calls)

    #expect(!bench.made.contains(.syncFile) && !bench.made.contains(.syncFolder))
    expectEqual(bench.text("a"), "\u{1}")
  }

  @Test
  func `without a process of its own, as where proc isn't mounted, a file gets its name, too`()
    throws
  {
    let bench = try FilesBench()
    var calls = bench.calls
    calls.process = nil

    try AtomicFile.write([1], to: bench.path("a"), calls)

    #expect(!bench.made.contains(.createNameless) && !bench.made.contains(.nameFile))
    expectEqual(bench.names, ["a"])
  }

  @Test func `a pending file is invisible, and gone if it isn't finished`() throws {
    for system in FilesBench.System.allCases {
      let bench = try FilesBench(system)
      let folder = try bench.calls.openFolder(Array(bench.path.utf8))
      do {
        let file = try PendingFile(in: folder, bench.calls, .half)
        try file.write([1, 2, 3])
        #expect(bench.names.allSatisfy { $0.hasPrefix(".") })
        let written = try bench.calls.status(of: file.descriptor)
        file.discard()
        // Closed: its number is free, or another file's by now.
        let now = try? bench.calls.status(of: file.descriptor)
        expectEqual(now?.isSameFile(as: written) ?? false, false)
      }

      expectEqual(bench.names, [])
    }
  }

  @Test func `a pending file takes no name that is taken`() throws {
    for system in FilesBench.System.allCases {
      let bench = try FilesBench(system)
      bench.write("somebody's", to: "a")
      let file = try PendingFile(
        in: bench.calls.openFolder(Array(bench.path.utf8)), bench.calls, .half)

      #expect(throws: SystemCallError(code: EEXIST)) { try file.name(Array("a".utf8)) }
      try file.name(Array("b".utf8))

      expectEqual(bench.names, ["a", "b"])
      expectEqual(bench.text("a"), "somebody's")
    }
  }
}
