import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Folders with files that are not what they seem.
  struct BadFolderTests {
    @Test func `names with escapes and invalid UTF-8 are cleaned for display and can be opened`()
      throws
    {
      let folder = ScratchFolder()
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
        "'\(folder.path)'", columns: 120, rows: 50, showing: "/7 ")
      // Seven thumbnails, of two lines each: every file was opened by its real name.
      try gallery.wait(for: "seven pictures") { screen in
        (0..<7).allSatisfy { row in
          screen.cells[2 + row * 2 + 1][1..<7].contains { !$0.background.isEmpty }
        }
      }
      try gallery.send("\r", showing: "q back")
      for number in 2...7 {
        try gallery.send("n", showing: "\(number)/7 ")
      }
      try gallery.leave("qq")
      for payload in ["\u{1B}]", "\u{202E}", "\u{9B}", "\u{7}"] {
        #expect(!gallery.outputAfterQuestions.contains(payload))
      }
      expectEqual(gallery.screen.scrollCount, 0)
    }
  }
}
