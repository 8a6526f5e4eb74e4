import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Nearer than the photo is, and nothing but the photo, in the real program.
@Suite struct ZoomTests {
  @Test func `plus leads beyond 100%, and z leaves nothing but the photo`() throws {
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
    // The first and the last line are the photo's, from end to end but for what its shape leaves free.
    try session.wait(for: "a picture in the first and the last line") { screen in
      [0, screen.rows - 1].allSatisfy { row in
        screen.cells[row].contains { $0.background.hasPrefix("48;2;") }
      }
    }
    #expect(!session.shows("1 of 33"))
    session.send("\u{1b}")
    try session.wait(for: "1 of 33")

    session.send("qq")
    #expect(try session.shell.status() == 0)
  }
}
