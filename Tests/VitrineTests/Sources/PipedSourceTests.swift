import ExpectationSupport
import Glibc
import Testing

extension InterfaceTests {
  /// `vitrine -` while the other program has not ended.
  struct PipedSourceTests {
    private let folder: ScratchFolder
    private let input: Int32

    init() throws {
      folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg", "c.jpg"], of: "lake.jpg")
      try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
      // Also for reading, so that it opens before the program does.
      input = open(folder.path("pipe"), O_RDWR | O_CLOEXEC)
      try #require(input >= 0)
    }

    private func write(_ text: String) {
      expectEqual(Glibc.write(input, text, text.utf8.count), text.utf8.count)
    }

    @Test func `photos appear as they are named, and q doesn't wait for the end`() throws {
      defer { close(input) }
      write("a.jpg\n")
      let gallery = try GallerySession.started(
        "- <pipe", directory: folder.path, showing: "/1 ")
      try gallery.wait(for: "SONY ILCE-7RM3")

      // Half a name is not a photo.
      write("b.jpg\nc.j")
      try gallery.wait(for: "/2 ")
      write("pg\n")
      try gallery.wait(for: "/3 ")
      try gallery.wait(for: "scanning")

      try gallery.leave()
    }

    @Test func `q doesn't wait for photos that are still being printed`() throws {
      defer { close(input) }
      write(#"{"id":"1","title":"one","image_url":"https://a.example/1.jpg"}"# + "\n")
      let gallery = try GallerySession("- <pipe", directory: folder.path)
      try gallery.wait(for: "Loading")
      gallery.answerQuery()

      try gallery.leave()
    }
  }
}
