import Foundation
import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Copying, moving, trashing and renaming with the real program.
@Suite struct FileCommandTests {
  private let folder: ScratchFolder
  /// Next to the folder, so that moved files leave the list.
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.addPicture("aurora.jpg", as: name) }
    try folder.addSidecar("a.jpg.xmp", keywords: ["sea"])
  }

  private func started() throws -> GallerySession {
    try GallerySession.started(
      "'\(folder.path)'",
      environment: [
        "XDG_STATE_HOME": folder.path(".state"), "XDG_DATA_HOME": folder.path(".data"),
        "HOME": home.path,
      ],
      showing: "3 photos")
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  private func isPicked(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: home.path("picks/\(name)"))
  }

  private func leave(_ session: GallerySession) throws {
    session.send("q")
    _ = try session.shell.status()
  }

  @Test func `two photos are moved to the trash with their sidecars, and restored`() throws {
    let session = try started()
    session.send("  d")
    try session.wait(for: "Move 2 photos to the trash?")
    #expect(exists("a.jpg"))
    session.send("y")
    try session.wait(for: "Trashed 2 photos")
    try session.wait(for: "1 photo")
    #expect(!exists("a.jpg") && !exists("a.jpg.xmp") && !exists("b.jpg"))
    #expect(exists("c.jpg"))

    session.send("u")
    try session.wait(for: "3 photos")

    #expect(exists("a.jpg") && exists("a.jpg.xmp") && exists("b.jpg"))
    try leave(session)
  }

  @Test func `photos move into a new folder, whose name Tab completes the next time`() throws {
    let session = try started()
    session.send(" M")
    try session.wait(for: "To:")
    session.send("~/picks\r")
    try session.wait(for: "Create the folder?")
    session.send("y")
    try session.wait(for: "Moved 1 photo to picks")
    #expect(isPicked("a.jpg") && isPicked("a.jpg.xmp") && !exists("a.jpg"))
    try session.wait(for: "2 photos")

    session.send("gc")
    try session.wait(for: "To:")
    session.send("\u{15}~/pi\t")
    try session.wait(for: "~/picks/")
    session.send("\r")
    try session.wait(for: "Copied 1 photo to picks")
    #expect(isPicked("b.jpg") && exists("b.jpg"))
    try leave(session)
  }
}
