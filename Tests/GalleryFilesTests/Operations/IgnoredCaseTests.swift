import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// File systems where a name finds the file of another one that differs only in case: FAT, exFAT, SMB.
@Suite(.timeLimit(.minutes(10))) struct IgnoredCaseTests {
  private static let sidecars = [
    "IMG.JPG.xmp", "IMG.JPG.XMP", "IMG.xmp", "IMG.XMP", "IMG.THM", "IMG.JPG.pp3",
  ]

  private let bench: FileOperationBench

  init() throws {
    bench = try FileOperationBench()
    bench.calls.ignoreCase { !$0.hasSuffix("/to") }
    bench.write("photo", to: "from/IMG.JPG")
  }

  @discardableResult
  private func perform(
    _ operation: FileOperation, _ name: String = "from/IMG.JPG"
  ) async throws(FileOperationError) -> PerformedFileOperation {
    try await bench.perform(operation, bench.group(name))[0].get()
  }

  private var names: Set<String> { Set(bench.contents.photos.keys) }

  @Test(arguments: sidecars)
  func `a photo is moved, trashed, renamed and copied with its sidecar, under its own name`(
    sidecar: String
  ) async throws {
    bench.write("stars", to: "from/\(sidecar)")
    let before = ["from/IMG.JPG", "from/\(sidecar)"]
    let ending = sidecar.dropFirst("IMG".count).replacing(".JPG.", with: ".jpg.")

    for (operation, after) in [
      (bench.move, ["to/IMG.JPG", "to/\(sidecar)"]),
      (.trash, ["data/Trash/files/IMG.JPG", "data/Trash/files/\(sidecar)"]),
      (bench.rename("lake.jpg"), ["from/lake.jpg", "from/lake\(ending)"]),
      (bench.copy, before + ["to/IMG.JPG", "to/\(sidecar)"]),
    ] as [(FileOperation, [String])] {
      let done = try await perform(operation)

      expectEqual(names, Set(after))
      _ = try await bench.undo(done)
      expectEqual(names, Set(before))
    }
  }

  @Test func `a sidecar of another spelling gets the one that the photo has where case counts`()
    async throws
  {
    bench.write("stars", to: "from/img.Xmp")

    try await perform(bench.copy)

    expectEqual(names, ["from/IMG.JPG", "from/img.Xmp", "to/IMG.JPG", "to/IMG.xmp"])
  }

  @Test func `a sidecar that comes after the folder was read is one, too`() async throws {
    bench.calls.whenCalled { [unowned bench] call in
      if call == .statusOfName, bench.contents["from/IMG.xmp"] == nil {
        bench.write("stars", to: "from/IMG.xmp")
      }
    }

    try await perform(bench.copy)

    expectEqual(names, ["from/IMG.JPG", "from/IMG.xmp", "to/IMG.JPG", "to/IMG.xmp"])
  }

  @Test func `after a refusal all names are as they were`() async throws {
    bench.write("stars", to: "from/IMG.JPG.XMP")
    bench.write("another", to: "from/Wien.JPG.XMP")
    let before = bench.contents

    await #expect(throws: FileOperationError.nameTaken(name: "Wien.JPG.XMP")) {
      try await perform(bench.rename("Wien.JPG"))
    }

    expectEqual(bench.contents, before)
  }

  @Test func `a sidecar is shared by photos whose names differ in case, too`() async throws {
    bench.write("raw", to: "from/img.cr2")
    bench.write("stars", to: "from/IMG.xmp")

    try await perform(bench.move)

    expectEqual(names, ["from/img.cr2", "from/IMG.xmp", "to/IMG.JPG", "to/IMG.xmp"])
  }

  // MARK: Names that change only in case

  @Test(arguments: [true, false])
  func `the case of a name changes, its sidecars' with it, and back`(isPoor: Bool) async throws {
    if isPoor { bench.calls.setSystem(FileFaultTests.System.poor.lacks) }
    for sidecar in ["IMG.JPG.xmp", "IMG.XMP"] { bench.write(sidecar, to: "from/\(sidecar)") }

    let done = try await perform(bench.rename("img.jpg"))

    expectEqual(
      bench.contents,
      ["from/img.jpg": "photo", "from/img.jpg.xmp": "IMG.JPG.xmp", "from/img.XMP": "IMG.XMP"])
    _ = try await bench.undo(done)
    expectEqual(
      bench.contents,
      ["from/IMG.JPG": "photo", "from/IMG.JPG.xmp": "IMG.JPG.xmp", "from/IMG.XMP": "IMG.XMP"])
  }

  @Test func `the case of an extension changes`() async throws {
    bench.write("stars", to: "from/IMG.xmp")

    try await perform(bench.rename("IMG.jpg"))

    expectEqual(names, ["from/IMG.jpg", "from/IMG.xmp"])
  }

  @Test func `where case counts a file of the other spelling is not replaced`() async throws {
    bench.calls.ignoreCase { _ in false }
    bench.write("another", to: "from/img.jpg")
    let before = bench.contents

    await #expect(throws: FileOperationError.nameTaken(name: "img.jpg")) {
      try await perform(bench.rename("img.jpg"))
    }

    expectEqual(bench.contents, before)
  }

  @Test(arguments: [true, false])
  func `after a crash while the case changes nothing is hidden, and the next operation ends it`(
    isPoor: Bool
  ) async throws {
    func prepared() throws -> FileOperationBench {
      let bench = try FileOperationBench()
      bench.calls.ignoreCase { _ in true }
      if isPoor { bench.calls.setSystem(FileFaultTests.System.poor.lacks) }
      for name in ["IMG.JPG", "IMG.JPG.xmp", "other.jpg"] { bench.write(name, to: "from/\(name)") }
      bench.calls.begin()
      return bench
    }
    func run(
      _ bench: FileOperationBench, _ name: String, to newName: String
    ) async -> FileOperationReport {
      await bench.repository().perform(
        bench.rename(newName), on: [bench.group("from/\(name)")]
      ) { _ in }
    }
    let whole = try prepared()
    _ = await run(whole, "IMG.JPG", to: "img.jpg")

    for number in whole.calls.made.indices {
      let bench = try prepared()
      bench.calls.setProcess(.ended)
      bench.calls.begin(.crash(number))
      _ = await run(bench, "IMG.JPG", to: "img.jpg")
      bench.calls.setProcess(.current)
      bench.calls.begin()
      expectEqual(
        Set(bench.contents.whole.values), ["IMG.JPG", "IMG.JPG.xmp", "other.jpg"], "\(number)")

      let report = await run(bench, "other.jpg", to: "another.jpg")

      expectEqual(report.leftBehind, [], "\(number)")
      let names = Set(bench.contents.keys).subtracting(["from/another.jpg"])
      #expect(
        [["from/IMG.JPG", "from/IMG.JPG.xmp"], ["from/img.jpg", "from/img.jpg.xmp"]]
          .contains(names), "\(number) \(names)")
    }
  }

  // MARK: Targets

  @Test func `a name is taken by one of another spelling, and gets a number`() async throws {
    bench.calls.ignoreCase { $0.hasSuffix("/to") }
    bench.write("another", to: "to/img.jpg")
    bench.write("stars", to: "from/IMG.JPG.xmp")
    let before = bench.contents

    try await perform(bench.copy)

    expectEqual(bench.contents["to/img.jpg"], "another")
    expectEqual(
      names.subtracting(before.keys), ["to/IMG (2).JPG", "to/IMG (2).JPG.xmp"])
  }

  @Test func `where case counts sidecars of both spellings are two`() async throws {
    bench.calls.ignoreCase { _ in false }
    bench.write("one", to: "from/IMG.JPG.xmp")
    link(bench.path("from/IMG.JPG.xmp"), bench.path("from/IMG.JPG.XMP"))

    try await perform(bench.move)

    expectEqual(names, ["to/IMG.JPG", "to/IMG.JPG.xmp", "to/IMG.JPG.XMP"])
  }
}
