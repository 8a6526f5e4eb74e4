import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct SidecarMarksTests {
  private let folder: PhotoFolder
  private let marks = SidecarMarks()

  init() throws {
    folder = try PhotoFolder()
    try folder.write("a picture", to: "a.jpg")
  }

  private var photo: FileReference { folder.file("a.jpg") }

  private func mark(_ mark: SaleMark) async throws -> SidecarMarks.Outcome {
    try await marks.mark(photo, as: mark) { ["sea"] }
  }

  private func undo(_ outcome: SidecarMarks.Outcome) async throws {
    try await marks.undo(outcome, of: photo) { ["sea"] }
  }

  @Test func `a mark makes a sidecar, and nothing else is left in the folder`() async throws {
    let outcome = try await mark(.forSale("120.00"))

    #expect(outcome.isChanged)
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("120.00"))
  }

  @Test func `undoing a mark removes a new sidecar`() async throws {
    try await undo(mark(.forSale("120.00")))

    expectEqual(folder.names, ["a.jpg"])
  }

  @Test func `undoing the removal of a mark restores its sidecar`() async throws {
    _ = try await mark(.forSale("120.00"))
    let text = folder.text("a.jpg.xmp")

    let outcome = try await mark(.unstated)
    expectEqual(folder.names, ["a.jpg"])
    try await undo(outcome)

    expectEqual(folder.text("a.jpg.xmp"), text)
  }

  @Test func `Lightroom's sidecar is written if there is no other`() async throws {
    try folder.write(SidecarFixture.lightroom.text, to: "a.xmp")

    let outcome = try await mark(.forSale("120.00"))

    expectEqual(folder.names, ["a.jpg", "a.xmp"])
    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("120.00"))
    try await undo(outcome)
    expectEqual(folder.text("a.xmp"), SidecarFixture.lightroom.text)
  }

  @Test func `the same mark again writes nothing`() async throws {
    _ = try await mark(.forSale("120.00"))

    #expect(try await !mark(.forSale("120.00")).isChanged)
  }

  @Test func `mode and link of a sidecar are kept`() async throws {
    try folder.write(SidecarFixture.darktable.text, to: "true.xmp")
    expectEqual(symlink("true.xmp", folder.path("a.jpg.xmp")), 0)
    expectEqual(chmod(folder.path("true.xmp"), 0o640), 0)

    _ = try await mark(.notForSale)

    var status = stat()
    expectEqual(lstat(folder.path("a.jpg.xmp"), &status), 0)
    expectEqual(status.st_mode & S_IFMT, S_IFLNK)
    expectEqual(stat(folder.path("true.xmp"), &status), 0)
    expectEqual(status.st_mode & 0o7777, 0o640)
    expectEqual(folder.text("true.xmp")?.contains("notForSale"), true)
  }

  @Test func `a broken sidecar is refused and left unchanged`() async throws {
    try folder.write("<rdf:RDF", to: "a.jpg.xmp")

    await #expect(
      throws: SidecarError.notUnderstood(
        name: "a.jpg.xmp", reason: "unexpected end of file inside <rdf:RDF>")
    ) { try await mark(.forSale()) }

    expectEqual(folder.text("a.jpg.xmp"), "<rdf:RDF")
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
    await expectEqual(SidecarMarkReader().mark(of: photo), nil)
  }

  @Test func `a photo that is gone is not marked`() async throws {
    await #expect(throws: SidecarError.gone(name: "b.jpg")) {
      try await marks.mark(folder.file("b.jpg"), as: .forSale()) { [] }
    }
    expectEqual(folder.names, ["a.jpg"])
  }

  @Test func `a folder in place of the sidecar is refused`() async throws {
    expectEqual(mkdir(folder.path("a.jpg.xmp"), 0o755), 0)

    await #expect(
      throws: SidecarError.notUnderstood(name: "a.jpg.xmp", reason: "it is not a regular file")
    ) {
      try await mark(.forSale())
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a file that may not be written is refused`() async throws {
    try folder.write(SidecarFixture.digiKam.text, to: "a.jpg.xmp")
    expectEqual(chmod(folder.path("a.jpg.xmp"), 0o444), 0)

    await #expect(throws: SidecarError.readOnly(name: "a.jpg.xmp")) { try await mark(.forSale()) }
  }

  // MARK: Others that write

  /// The keywords are requested between reading and writing.
  @Test func `what another program writes in between is kept`() async throws {
    try folder.write(SidecarFixture.digiKamWithoutKeywords.text, to: "a.jpg.xmp")
    let (folder, calls) = (folder, Calls())

    _ = try await marks.mark(photo, as: .forSale("5")) {
      if calls.next() == 1 { try? folder.write(SidecarFixture.darktable.text, to: "a.jpg.xmp") }
      return []
    }

    try await expectEqual(
      folder.text("a.jpg.xmp"), marked(SidecarFixture.darktable.text, .forSale("5")))
  }

  @Test func `a sidecar that another program creates in between is kept`() async throws {
    let (folder, calls) = (folder, Calls())

    _ = try await marks.mark(photo, as: .forSale("5")) {
      if calls.next() == 1 { try? folder.write(SidecarFixture.darktable.text, to: "a.jpg.xmp") }
      return []
    }

    try await expectEqual(
      folder.text("a.jpg.xmp"), marked(SidecarFixture.darktable.text, .forSale("5")))
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
  }

  @Test func `a file that keeps changing is left to the other program`() async throws {
    try folder.write(SidecarFixture.digiKamWithoutKeywords.text, to: "a.jpg.xmp")
    let (folder, calls) = (folder, Calls())

    await #expect(throws: SidecarError.busy(name: "a.jpg.xmp")) {
      try await marks.mark(photo, as: .forSale("5")) {
        try? folder.write(
          SidecarFixture.digiKamWithoutKeywords.text + String(repeating: "\n", count: calls.next()),
          to: "a.jpg.xmp")
        return []
      }
    }
    expectEqual(calls.count, SidecarWriter.attemptLimit)
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
  }

  @Test func `undo keeps what was written since`() async throws {
    try folder.write(SidecarFixture.digiKam.text, to: "a.jpg.xmp")
    _ = try await mark(.forSale("80"))
    let outcome = try await mark(.forSale("120.00"))
    let text = try #require(folder.text("a.jpg.xmp"))
    let later = text.replacing("digiKam:PickLabel=\"3\"", with: "digiKam:PickLabel=\"1\"")
    try folder.write(later, to: "a.jpg.xmp")

    try await undo(outcome)

    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("80"))
    expectEqual(folder.text("a.jpg.xmp")?.contains("digiKam:PickLabel=\"1\""), true)
  }

  @Test func `undo keeps the mark that another program has set since, and says so`() async throws {
    let sut = SidecarMarkRepository(
      folder: FolderRepository(folder: folder.file("."), reader: nil))
    let photo = Photo(id: "a.jpg", name: "a", file: self.photo)
    _ = try await sut.write(.forSale("120"), of: photo, over: .unstated)
    let theirs = try #require(folder.text("a.jpg.xmp")).replacing("\"120\"", with: "\"99\"")
    try folder.write(theirs, to: "a.jpg.xmp")

    await #expect(
      throws: SidecarError.markedElsewhere(name: "a.jpg.xmp", .forSale("99"))
    ) {
      _ = try await sut.write(.unstated, of: photo, over: .forSale("120"))
    }
    expectEqual(folder.text("a.jpg.xmp"), theirs)

    _ = try await sut.write(.unstated, of: photo, over: .forSale("99"))
    await expectEqual(SidecarMarkReader().mark(of: self.photo), nil)
  }
}

private final class Calls: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }

  var count: Int { value.withLock { $0 } }
}
