import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Folders with files that are not what they seem.
  struct BadFolderTests {
    /// A GIF of 65535×65535 in 35 bytes, which a decoder would turn into 17 GB.
    private static let hugeGIF: [UInt8] =
      Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x4C, 1, 0, 0x3B]

    private func garbage() throws -> ScratchFolder {
      let folder = try ScratchFolder()
      try folder.write("", to: "a-empty.jpg")
      try folder.write("#!/bin/sh\necho no\n", to: "b-script.png")
      try folder.write(Self.hugeGIF + [UInt8](repeating: 0, count: 510), to: "c-huge.gif")
      try folder.write(SampleGallery.bytes(of: "lake.jpg").prefix(2_000), to: "d-short.jpg")
      try folder.write(SampleGallery.bytes(of: "pool.webp"), to: "e-is-webp.jpg")
      try FileManager.default.createDirectory(
        atPath: folder.path("f-folder.jpg"), withIntermediateDirectories: false)
      symlink("nowhere", folder.path("g-dangling.jpg"))
      symlink("h-loop.jpg", folder.path("h-loop.jpg"))
      symlink(".", folder.path("up"))
      mkfifo(folder.path("i-fifo.jpg"), 0o600)
      try folder.addPicture("lake.jpg", as: "z-good.jpg")
      return folder
    }

    @Test func `a folder of garbage shows signs, and the good pictures next to them`() throws {
      let folder = try garbage()
      let gallery = try GallerySession.started(
        "'\(folder.path)'", columns: 120, rows: 50, showing: "호수의 아침")

      try gallery.awaitPictures(atLeast: 30)
      for mark in ["empty", "not a", "too large"] { try gallery.wait(for: mark) }
      gallery.send("G")
      try gallery.awaitSelection("호수의 아침")
      try gallery.awaitPictures(atLeast: 400)
      gallery.send("q")

      try expectEqual(gallery.shell.status(), 0)
      try gallery.expectRestored()
    }

    @Test func `names with escapes and invalid UTF-8 are cleaned for display and can be opened`()
      throws
    {
      let folder = try ScratchFolder()
      let names: [[UInt8]] = [
        Array("a\u{1B}]0;OWNED\u{7}.jpg".utf8), Array("b\u{202E}gpj.jpg".utf8),
        Array("c".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8), Array("d\nline.jpg".utf8),
        Array("e\u{9B}31m.jpg".utf8), Array("-f.jpg".utf8), Array("g %s'\" $(x).jpg".utf8),
      ]
      let picture = try SampleGallery.bytes(of: "agate.jpg")
      for name in names {
        let path = Array(folder.path.utf8) + [0x2F] + name + [0]
        let fd = path.withUnsafeBytes { buffer in
          buffer.withMemoryRebound(to: CChar.self) { characters in
            characters.baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o600) } ?? -1
          }
        }
        try #require(fd >= 0)
        #expect(picture.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) } > 0)
        close(fd)
      }

      let gallery = try GallerySession.started(
        "'\(folder.path)'", columns: 120, rows: 50, showing: "7 photos")
      // Seven thumbnails of 27 cells: every file was opened by its real name.
      try gallery.wait(for: "seven pictures") { screen in
        (0..<7).allSatisfy { row in
          screen.cells[2 + row * 4 + 1][1..<10].contains { !$0.background.isEmpty }
        }
      }
      gallery.send("\r")
      try gallery.wait(for: "1 of 7")
      for number in 2...7 {
        gallery.send("n")
        try gallery.wait(for: "\(number) of 7")
      }
      gallery.send("qq")

      try expectEqual(gallery.shell.status(), 0)
      for payload in ["\u{1B}]", "\u{202E}", "\u{9B}", "\u{7}"] {
        #expect(!gallery.outputAfterQuestions.contains(payload))
      }
      expectEqual(gallery.screen.scrollCount, 0)
    }

    @Test func `a folder of 5,000 files shows its first screen and counts up to the total`() throws
    {
      let folder = try ScratchFolder()
      try folder.addPicture("agate.jpg", as: "0000.jpg")
      for number in 1..<5_000 {
        let digits = String(number)
        let name = String(repeating: "0", count: 4 - digits.count) + digits + ".jpg"
        try #require(link(folder.path("0000.jpg"), folder.path(name)) == 0)
      }

      let gallery = try GallerySession.started("'\(folder.path)'", showing: "0000")
      try gallery.wait(for: "5,000 photos")
      gallery.send("G")
      try gallery.awaitSelection("4999")
      try gallery.wait(for: "Last photo")
      try gallery.awaitPictures()
      gallery.send("gj")
      try gallery.awaitSelection("0001")
      gallery.send("q")

      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
