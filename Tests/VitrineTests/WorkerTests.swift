import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// What happens to the interface if picture workers end, hang or are missing.
  struct WorkerTests {
    @Test func `a worker that is killed in the middle is replaced, and pictures arrive`() throws {
      let gallery = try GallerySession.sampleGallery(columns: 120, rows: 40)
      let workers = try gallery.awaitWorkers()

      for worker in workers { kill(worker, SIGKILL) }
      gallery.send("G")

      try gallery.awaitSelection(SampleGallery.lastTitle)
      try gallery.awaitPictures(atLeast: 600)
      try gallery.leave()
    }

    @Test func `a worker that hangs delays no key, and doesn't keep the program from exiting`()
      throws
    {
      let gallery = try GallerySession.sampleGallery()
      // The program certainly knows them: each one has made a picture.
      try gallery.awaitPictures()
      let workers = try gallery.awaitWorkers()
      for worker in workers { kill(worker, SIGSTOP) }

      gallery.send("G")
      try gallery.awaitSelection(SampleGallery.lastTitle)
      try gallery.send("\r", showing: "q back")
      try gallery.send("q?", showing: "open the photo")

      try gallery.leave("?q")
      try gallery.expectRestored()
      try gallery.awaitEnd(of: workers)
    }

    @Test func `without a worker everything works except the pictures, and it says so`() throws {
      let gallery = try GallerySession.sampleGallery(
        environment: ["VITRINE_PICTURES": "/proc/nonexistent"], columns: 120, rows: 30)

      try gallery.wait(for: "no pictures: VITRINE_PICTURES is not a program")
      try gallery.send("j\r", showing: "q back")
      try gallery.send("qjjjjj\r", showing: "This item is not for sale")
      try gallery.leave("\rq")
      expectEqual(gallery.pictureCellCount(colors: "2;"), 0)
      try gallery.expectRestored()
    }
  }
}
