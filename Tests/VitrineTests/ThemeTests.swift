import Foundation
import Testing

/// The colours of the real program on terminals that report their background, and on others.
extension InterfaceTests {
  struct ThemeColors {
    /// By a key in the last line.
    private func wait(for gallery: GallerySession, toHave color: String) throws {
      try gallery.wait(for: "accent \(color)") { screen in
        screen.cells.last?.first { $0.text == "E" }?.foreground == color
      }
    }

    @Test
    func `colours follow the terminal's answer, light or dark, and again after a suspension`()
      throws
    {
      let gallery = try GallerySession(environment: ["TERM": "xterm-256color"])
      try gallery.wait(for: SampleGallery.firstTitle)
      // Until it answers.
      try wait(for: gallery, toHave: "38;5;63")

      gallery.send("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
      try wait(for: gallery, toHave: "38;5;25")
      gallery.send("\u{1B}]11;rgb:0000/0000/0000\u{7}")
      try wait(for: gallery, toHave: "38;5;80")
      gallery.answerQuery()
    }

    @Test func `config.toml takes precedence, and its mistakes are reported`() throws {
      let home = ScratchFolder()
      try home.write(
        "[theme]\nbackground = \"dark\"\naccent = \"#010203\"\nsale = \"grün\"\n[view]\nrows = \"compact\"\n",
        to: "vitrine/config.toml")
      let gallery = try GallerySession.started(
        environment: ["XDG_CONFIG_HOME": home.path, "COLORFGBG": "0;15"],
        showing: SampleGallery.firstTitle)

      try gallery.wait(for: "config.toml line 4")
      // Behind the message.
      gallery.send("k")
      try wait(for: gallery, toHave: "38;2;1;2;3")
      #expect(gallery.screen.text(row: 3).contains("●"), "a line a row")
    }
  }
}
