import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Photos side by side, with the real program.
@Suite struct CompareTests {
  @Test func `photos in a folder are compared and rated, and the ratings are on the disk`() throws {
    let folder = try ScratchFolder()
    for (name, picture) in [("a", "aurora.jpg"), ("b", "aurora.jpg"), ("c", "aurora.jpg")] {
      try folder.addPicture(picture, as: "\(name).jpg")
    }
    let session = try GallerySession.started(
      "'\(folder.path)'", environment: ["XDG_STATE_HOME": folder.path(".state")],
      showing: "3 photos")

    session.send("V")
    session.send("jC")
    // All of them are the same picture, with the same title.
    try session.wait(for: "two pictures, the second in focus") { screen in
      screen.text(row: 21).contains("▌▸ Norðurljós")
        && [screen.cells[10][..<40], screen.cells[10][40...]].allSatisfy { half in
          half.contains { $0.background.hasPrefix("48;2;") }
        }
    }
    session.send("%")
    try session.wait(for: "100%")
    session.send("+")
    try session.wait(for: "200%")
    session.send("5")
    try session.wait(for: "★★★★★")
    session.send("w")
    try session.wait(for: "fit")
    session.send("q")
    try session.wait(for: "3 photos")
    try session.wait(for: "★★★★★")
    session.send("Uq")
    _ = try session.shell.status()

    let sidecar = String(decoding: try folder.read("b.jpg.xmp"), as: UTF8.self)
    #expect(sidecar.contains("xmp:Rating=\"5\""))
    #expect(throws: (any Error).self) { try folder.read("a.jpg.xmp") }
  }
}
