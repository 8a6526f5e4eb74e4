import ExpectationSupport
import Foundation
import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Rotating photos on the screen, and saving the rotation in files, with the real program.
@Suite struct RotationTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["a.jpg", "b.jpg"] { try folder.addPicture("aurora.jpg", as: name) }
    try folder.addPicture("pink-walls.png", as: "c.png")
  }

  private func started() throws -> GallerySession {
    try GallerySession.started(
      "'\(folder.path)'",
      environment: [
        "XDG_STATE_HOME": folder.path(".state"), "XDG_CACHE_HOME": folder.path(".cache"),
        "COLORTERM": "truecolor",
      ],
      showing: "3 photos")
  }

  private func leave(_ session: GallerySession) throws {
    session.send("q")
    _ = try session.shell.status()
  }

  /// The cells of the middle row that belong to a picture.
  private func width(_ screen: ScreenEmulator) -> Int {
    screen.cells[screen.rows / 2].count {
      $0.background.hasPrefix("48;2;") || $0.foreground.hasPrefix("38;2;")
    }
  }

  @Test func `a rotated photo is shown upright, saved when the user agrees, and undone`()
    throws
  {
    let before = try folder.read("a.jpg")
    let session = try started()
    session.send("\r")
    try session.wait(for: "a wide picture") { self.width($0) > 45 }
    session.send(">")
    try session.wait(for: "a high picture") { (5..<45).contains(self.width($0)) }
    session.send("<")
    try session.wait(for: "a wide picture") { self.width($0) > 45 }
    session.send("<")
    try session.wait(for: "a high picture") { (5..<45).contains(self.width($0)) }

    session.send("W")
    try session.wait(for: "Save the rotation in a.jpg?")
    try expectEqual(folder.read("a.jpg"), before)
    session.send("y")
    try session.wait(for: "Rotated 1 photo")

    let after = try folder.read("a.jpg")
    let changed = before.indices.filter { before[$0] != after[$0] }
    #expect(before.count == after.count && changed.count == 1)
    expectEqual(changed.first.map { [before[$0], after[$0]] }, [1, 8])
    try session.wait(for: "a high picture") { (5..<45).contains(self.width($0)) }
    session.send("W")
    try session.wait(for: "a.jpg is not rotated")

    session.send("u")
    // The picture can be on the screen before the file is written.
    try ProcessTable.wait(for: "the file as it was") {
      session.terminal.readAvailable()
      return (try? folder.read("a.jpg")) == before
    }
    try session.wait(for: "a wide picture") { self.width($0) > 45 }
    session.send("q")
    try leave(session)
  }
}
