import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Every way to exit restores the terminal and leaves no worker behind.
  struct LeavingTests {
    @Test func `Ctrl-C ends with 130`() throws {
      let gallery = try GallerySession.sampleGallery()
      let workers = try gallery.awaitWorkers()

      try gallery.leave("\u{3}", status: 130)
      try gallery.expectRestored()
      try gallery.awaitEnd(of: workers)
    }

    @Test func `killed immediately, it leaves no worker behind`() throws {
      let gallery = try GallerySession.sampleGallery()
      let workers = try gallery.awaitWorkers()

      kill(try gallery.shell.pid(), SIGKILL)

      try expectEqual(gallery.shell.status(), 128 + SIGKILL)
      try gallery.awaitEnd(of: workers)
    }

    @Test(arguments: [true, false])
    func `a closed terminal ends the program, with and without SIGHUP`(
      _ isControlling: Bool
    ) throws {
      let terminal = try PseudoTerminal()
      let program = try TerminalProgram(
        [try BuiltProgram.path("vitrine"), "--sample"], in: terminal,
        environment: BuiltProgram.environment,
        isControlling: isControlling)
      try terminal.read(until: SampleGallery.firstTitle)
      var workers: [pid_t] = []
      try ProcessTable.wait(for: "a worker") {
        terminal.readAvailable()
        workers = ProcessTable.workers(of: program.pid)
        return !workers.isEmpty
      }

      terminal.hangUp()

      // Linux sends SIGHUP twice; the second one may find the program exiting.
      let end = try program.wait()
      #expect(end == .exited(129) || end == .signalled(SIGHUP), "\(end)")
      try ProcessTable.wait(for: "end of the workers") {
        !workers.contains(where: ProcessTable.isAlive)
      }
    }

    // MARK: - Suspending

    @Test func `pictures continue after a suspension, whatever happened to the workers`() throws {
      let gallery = try GallerySession.sampleGallery(
        hasJobControl: true, afterwards: "read go; fg; echo ended=$?.")
      let workers = try gallery.awaitWorkers()
      gallery.send("\u{1A}")
      try expectEqual(gallery.shell.status(), 128 + SIGTSTP)
      for worker in workers { kill(worker, SIGKILL) }

      gallery.forgetScreen()
      gallery.send("\n")

      try gallery.awaitPictures()
      gallery.send("G")
      try gallery.awaitSelection(SampleGallery.lastTitle)
      try gallery.awaitPictures()
    }
  }
}
