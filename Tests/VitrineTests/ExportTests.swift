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
      source = try ScratchFolder()
      target = try ScratchFolder()
      for name in ["lake.jpg", "moon.jpg"] { try source.addPicture("lake.jpg", as: name) }
      try source.write("no picture", to: "zero.jpg")
    }

    private func session(_ first: String = "lake") throws -> GallerySession {
      try .started(
        "'\(source.path)'", environment: ["HOME": target.path], columns: 100, showing: first)
    }

    /// Exports to a name in the user's home.
    private func export(_ key: String, to name: String, in gallery: GallerySession) throws {
      gallery.send("e")
      try gallery.wait(for: "p PDF")
      gallery.send(key)
      try gallery.wait(for: key == "c" ? "Folder:" : "File:")
      // Ctrl-U clears the suggestion.
      gallery.send("\u{15}~/\(name)\r")
    }

    private var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? [])
        .filter { !$0.hasPrefix(".") || $0.hasPrefix(".vitrine") }.sorted()
    }

    @Test func `a folder becomes a web page, and is not replaced without asking`() throws {
      let gallery = try session()
      try export("h", to: "a.html", in: gallery)
      try gallery.wait(for: "Saved 3 photos to ~/a.html, 1 without a picture")

      let html = String(decoding: try target.read("a.html"), as: UTF8.self)
      expectEqual(html.ranges(of: "data:image/jpeg;base64,").count, 2)
      #expect(html.ranges(of: "no picture").count >= 1)
      #expect(html.hasSuffix("</html>\n"))

      try target.write("mine", to: "a.html")
      try export("h", to: "a.html", in: gallery)
      try gallery.wait(for: "a.html exists. Replace it?")
      gallery.send("n")
      try gallery.waitUntilGone("Replace it?")
      try expectEqual(target.read("a.html"), Array("mine".utf8))

      try export("h", to: "a.html", in: gallery)
      try gallery.wait(for: "Replace it?")
      gallery.send("y")
      try gallery.wait(for: "Saved 3 photos to ~/a.html")
      #expect(try target.read("a.html").count > 1_000)
      expectEqual(names.filter { $0.hasPrefix(".vitrine") }, [])
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a folder becomes a PDF`() throws {
      let gallery = try session()
      try export("p", to: "a.pdf", in: gallery)
      try gallery.wait(for: "Saved 3 photos to ~/a.pdf, 1 without a picture")

      let pdf = try target.read("a.pdf")
      #expect(pdf.starts(with: "%PDF-".utf8))
      expectEqual(pdf.suffix(6), Array("%%EOF\n".utf8)[...])
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `originals are copied byte by byte, once`() throws {
      try source.addSidecar("lake.jpg.xmp", keywords: ["for sale"])
      let gallery = try session()
      try export("c", to: "copies", in: gallery)
      try gallery.wait(for: "Create the folder?")
      gallery.send("y")
      try gallery.wait(for: "Copied 3 photos to ~/copies")

      for name in ["lake.jpg", "lake.jpg.xmp", "moon.jpg", "zero.jpg"] {
        try expectEqual(target.read("copies/\(name)"), source.read(name))
      }
      try export("c", to: "copies", in: gallery)
      try gallery.wait(for: "already there")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a mistake is shown while typing, and Esc cancels`() throws {
      let gallery = try session()
      try export("p", to: "none/a.pdf", in: gallery)
      try gallery.wait(for: "no such folder")
      gallery.send("\u{15}~/a.txt")
      try gallery.wait(for: "must end in .pdf or .html")
      gallery.send("\u{1B}")
      try gallery.waitUntilGone("File:")

      expectEqual(names, [])
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `without a worker a PDF fails with a message, and nothing is left behind`() throws {
      let gallery = try GallerySession.started(
        "'\(source.path)'",
        environment: ["HOME": target.path, "VITRINE_PICTURES": "/proc/nonexistent"],
        columns: 100, showing: "lake")
      try export("p", to: "a.pdf", in: gallery)
      try gallery.wait(for: "The helper program for PDFs")

      expectEqual(names, [])
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
