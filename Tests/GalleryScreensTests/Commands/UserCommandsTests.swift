import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The keys of commands of the user's own.
struct UserCommandsTests {
  private func command(
    _ words: [String] = ["touch", "{}"], _ change: (inout UserCommand) -> Void = { _ in }
  ) throws -> UserCommand {
    var command = try UserCommand(name: "mine", words: words)
    change(&command)
    return command
  }

  private func photos(_ count: Int) -> [Photo] {
    (1...count).map { .stub(id: "\($0)", name: "p\($0)", file: FileReference(path: "/p\($0)")) }
  }

  private func run(
    _ command: UserCommand, _ photos: [Photo], isChooser: Bool = false, columns: Int = 80
  ) -> GalleryRun {
    let keys = KeyBindings(
      [KeySetting(userCommand: "mine", keys: [", m"])], userCommands: ["mine"]
    ) { Issue.record("\($1)") }
    return GalleryRun(
      photos, columns: columns, isChooser: isChooser, keys: keys, userCommands: [command])
  }

  @Test(
    arguments: [
      (",m", false, ["/p1"]), ("tt,m", false, ["/p1", "/p2"]), ("Vj,m", false, ["/p1", "/p2"]),
      // In the grid; on a photo it gets that photo, whatever is selected.
      ("\ttt,m", false, ["/p1", "/p2"]), ("ttl,m", false, ["/p3"]),
      // While photos are chosen for another program.
      (",m", true, ["/p1"]),
    ] as [(String, Bool, [String])])
  func `it gets the photo in focus, or the selected ones, which stay selected`(
    _ keys: String, _ isChooser: Bool, _ paths: [String]
  ) throws {
    let run = run(try command(), photos(4), isChooser: isChooser)

    for key in keys { run.press(key == "\t" ? .tab : .character(key)) }

    expectEqual(run.programs.arguments, [["touch"] + paths])
    let isSelection = keys.contains("tt") || keys.contains("V")
    expectEqual(run.list?.selectedPhotos.map(\.id), isSelection ? ["1", "2"] : [])
  }

  @Test func `the last line that it printed is shown`() throws {
    let run = run(try command(), photos(2))

    run.type(",m")
    #expect(run.line(23).contains("Running mine on p1"))
    run.programs.end(nil, "2 files written")

    #expect(run.line(23).contains("mine: 2 files written"))
  }

  @Test(
    arguments: [
      (.notInstalled, "mine failed: touch is not installed"),
      (.tooLong, "mine failed: too many photos for one run"),
      (.status(3), "mine failed (status 3): no such option"),
      (.signal(9), "mine failed (signal 9): no such option"),
    ] as [(UserCommandOutcome.Failure, String)])
  func `a failure stays until the next key`(
    _ failure: UserCommandOutcome.Failure, _ words: String
  ) throws {
    let run = run(try command(), photos(2), columns: 120)

    run.type(",m")
    run.programs.end(failure, done: 0, "no such option")
    run.noticeTicks.tick()

    #expect(run.line(23).contains(words))
  }

  @Test func `while it runs the key line says so; the same key asks whether it shall stop`() throws
  {
    let run = run(try command(), photos(2), columns: 100)

    run.type(",mj")
    #expect(run.line(23).contains(", m stop mine"))
    run.type(",m")
    #expect(run.screen.contains("Stop mine?"))
    run.type("n")
    expectEqual(run.programs.stopped, [])
    run.type(",my")
    expectEqual(run.programs.stopped, ["mine"])
    expectEqual(run.programs.runs.count, 1)
    run.programs.end(.stopped, done: 0)

    #expect(run.line(23).contains("mine stopped"))
    run.type("k")
    #expect(!run.line(23).contains("stop mine"))
  }

  @Test func `with confirm it asks first, and says what it is about to do`() throws {
    let run = run(try command { $0.asksFirst = true }, photos(3))

    run.type("tt,m")
    #expect(run.screen.contains("Run mine on 2 photos?"))
    #expect(run.screen.contains("touch {}"))
    run.type("n")
    #expect(run.programs.runs.isEmpty)
    run.type(",my")

    expectEqual(run.programs.arguments, [["touch", "/p1", "/p2"]])
  }

  @Test func `with refresh the list and the pictures are read again at its end, however it ends`()
    throws
  {
    let run = run(try command { $0.refreshes = true }, photos(2))
    let before = run.service.queries.count

    run.type(",m")
    expectEqual(run.service.queries.count, before)
    run.programs.end(.status(1), done: 0)

    expectEqual(run.service.queries.count, before + 1)
    expectEqual(run.pictures.refreshCount, 1)
    #expect(run.line(23).contains("mine failed"))
  }

  @Test func `photos that are not files are skipped, or there is nothing to do`() throws {
    let own = photos(1)
    let remote = Photo.stub(id: "2", imageURL: URL(string: "https://x.example/2.jpg"))
    let run = run(try command(), own + [remote])

    run.type("tt,m")
    expectEqual(run.programs.arguments, [["touch", "/p1"]])
    run.programs.end()
    #expect(run.line(23).contains("mine: done · 1 skipped"))
    run.type("UG,m")

    expectEqual(run.programs.runs.count, 1)
    #expect(run.line(23).contains("mine needs files; {urls} gives a program addresses"))
  }

  @Test func `the help lists it by its name, under a heading of its own`() throws {
    let run = run(try command(), photos(2), columns: 120)

    run.type("?mine")

    #expect(run.screen.contains("Your own commands"))
    #expect(run.screen.contains("commands.mine"))
  }
}
