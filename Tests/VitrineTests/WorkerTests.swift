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
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `workers that are killed repeatedly cost pictures, never the program`() throws {
      let gallery = try GallerySession.sampleGallery()
      _ = try gallery.awaitWorkers()
      try gallery.awaitPictures()
      gallery.send("\r")

      for number in 2...6 {
        // Those that are killed before they are ready may be too many in a row.
        try gallery.wait(for: "a picture or a mark") { _ in
          gallery.pictureCellCount(colors: "2;") >= 300
            || gallery.shows("the decoder crashed") || gallery.shows("no pictures:")
        }
        for worker in ProcessTable.workers(of: try gallery.shell.pid()) { kill(worker, SIGKILL) }
        gallery.forgetScreen()
        gallery.send("n\u{C}")
        try gallery.wait(for: "\(number) of 33")
      }
      gallery.send("qg")

      try gallery.awaitSelection("Agate, slice no. 7")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a worker that hangs delays no key`() throws {
      let gallery = try GallerySession.sampleGallery()
      for worker in try gallery.awaitWorkers() { kill(worker, SIGSTOP) }

      gallery.send("G")
      try gallery.awaitSelection(SampleGallery.lastTitle)
      gallery.send("\r")
      try gallery.wait(for: "33 of 33")
      gallery.send("q?")
      try gallery.wait(for: "open the photo")

      gallery.send("?q")
      try expectEqual(gallery.shell.status(), 0)
      try gallery.expectRestored()
    }

    @Test func `without a worker everything works except the pictures, and it says so`() throws {
      let gallery = try GallerySession.sampleGallery(
        environment: ["VITRINE_PICTURES": "/proc/nonexistent"], columns: 120, rows: 30)

      try gallery.wait(for: "no pictures: VITRINE_PICTURES is not a program")
      gallery.send("j\r")
      try gallery.wait(for: "2 of 33")
      gallery.send("qjjjjj\r")
      try gallery.wait(for: "This item is not for sale")
      gallery.send("\rq")

      try expectEqual(gallery.shell.status(), 0)
      expectEqual(gallery.pictureCellCount(colors: "2;"), 0)
      try gallery.expectRestored()
    }

    @Test(arguments: ["/bin/false", "/bin/true", "/bin/echo"])
    func `another program in the worker's place does no harm`(_ path: String) throws {
      let gallery = try GallerySession.sampleGallery(
        environment: ["VITRINE_PICTURES": path], columns: 120, rows: 30)

      try gallery.wait(for: "no pictures: vitrine-pictures")
      gallery.send("G")
      try gallery.awaitSelection(SampleGallery.lastTitle)

      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a folder without a worker shows names and opens photos`() throws {
      let folder = try ScratchFolder()
      try folder.addPicture("lake.jpg")
      let gallery = try GallerySession.started(
        "'\(folder.path)'", environment: ["VITRINE_PICTURES": "/proc/nonexistent"], showing: "lake")

      gallery.send("\r")
      try gallery.wait(for: "1 of 1")

      gallery.send("qq")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
