import ExpectationSupport
import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Zooming in, and full screen, with the real program.
@Suite struct ZoomTests {
  @Test func `plus zooms beyond 100%, and z shows only the photo`() throws {
    let session = try GallerySession.sampleGallery()
    session.send("\r")
    try session.wait(for: "1 of 33")

    session.send("%")
    try session.wait(for: "100%")
    session.send("+")
    try session.wait(for: "200%")
    session.send("+")
    try session.wait(for: "400%")
    session.send("w")
    try session.wait(for: "fit")
    session.send("z")
    // The first and the last line belong to the photo, except for what its aspect ratio leaves free.
    try session.wait(for: "a picture in the first and the last line") { screen in
      [0, screen.rows - 1].allSatisfy { row in
        screen.cells[row].contains { $0.background.hasPrefix("48;2;") }
      }
    }
    #expect(!session.shows("1 of 33"))
    session.send("\u{1b}")
    try session.wait(for: "1 of 33")

    session.send("qq")
    try expectEqual(session.shell.status(), 0)
  }
}
