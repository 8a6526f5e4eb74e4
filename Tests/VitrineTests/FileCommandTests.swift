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
    folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg", "c.jpg"])
    home = ScratchFolder()
    try folder.addSidecar("a.jpg.xmp", keywords: ["sea"])
  }

  private func started() throws -> GallerySession {
    try folder.browsed(environment: ["HOME": home.path], showing: "/3 ")
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  private func isPicked(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: home.path("picks/\(name)"))
  }

  @Test func `two photos are moved to the trash with their sidecars, and restored`() throws {
    let session = try started()
    try session.send("  d", showing: "Move 2 photos to the trash?")
    #expect(exists("a.jpg"))
    try session.send("y", showing: "Trashed 2 photos")
    try session.wait(for: "/1 ")
    #expect(!exists("a.jpg") && !exists("a.jpg.xmp") && !exists("b.jpg"))
    #expect(exists("c.jpg"))

    try session.send("u", showing: "2 selected")

    #expect(exists("a.jpg") && exists("a.jpg.xmp") && exists("b.jpg"))
    try session.send("U", showing: "Enter open")
    try session.leave()
  }

  @Test func `photos move into a new folder, whose name Tab completes the next time`() throws {
    let session = try started()
    try session.send(" M", showing: "To:")
    try session.send("~/picks\r", showing: "Create the folder?")
    try session.send("y", showing: "Moved 1 photo to ~/picks")
    #expect(isPicked("a.jpg") && isPicked("a.jpg.xmp") && !exists("a.jpg"))
    try session.wait(for: "/2 ")

    try session.send("ggc", showing: "To:")
    try session.send("\u{15}~/pi\t", showing: "~/picks/")
    try session.send("\r", showing: "Copied 1 photo to ~/picks")
    #expect(isPicked("b.jpg") && exists("b.jpg"))
    try session.leave()
  }
}
