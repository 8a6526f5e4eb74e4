import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Contact sheets and copies with the real program.
  struct ExportTests {
    private let source: ScratchFolder
    private let target: ScratchFolder

    init() throws {
      source = try ScratchFolder(pictures: ["lake.jpg", "moon.jpg"], of: "lake.jpg")
      target = ScratchFolder()
      try source.write("no picture", to: "zero.jpg")
    }

    /// Exports to a name in the user's home.
    private func export(to name: String, in gallery: GallerySession) throws {
      try gallery.send("e", showing: "or a folder for copies")
      // Ctrl-U clears the suggestion.
      gallery.send("\u{15}~/\(name)\r")
    }

    private var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? [])
        .filter { !$0.hasPrefix(".") || $0.hasPrefix(".vitrine") }.sorted()
    }

    @Test func `a folder becomes a web page, and is not replaced without asking`() throws {
      let gallery = try source.browsed(
        environment: ["HOME": target.path], columns: 100, showing: "lake")
      try export(to: "a.html", in: gallery)
      try gallery.wait(for: "Saved 3 photos to ~/a.html, 1 without a picture")

      let html = String(decoding: try target.read("a.html"), as: UTF8.self)
      expectEqual(html.ranges(of: "data:image/jpeg;base64,").count, 2)
      #expect(html.ranges(of: "no picture").count >= 1)
      #expect(html.hasSuffix("</html>\n"))

      try target.write("mine", to: "a.html")
      try export(to: "a.html", in: gallery)
      try gallery.wait(for: "a.html exists. Replace it?")
      gallery.send("n")
      try gallery.waitUntilGone("Replace it?")
      try expectEqual(target.read("a.html"), Array("mine".utf8))

      try export(to: "a.html", in: gallery)
      try gallery.wait(for: "Replace it?")
      try gallery.send("y", showing: "Saved 3 photos to ~/a.html")
      #expect(try target.read("a.html").count > 1_000)
      expectEqual(names.filter { $0.hasPrefix(".vitrine") }, [])
      try gallery.leave()
    }
  }
}
