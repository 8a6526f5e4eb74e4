import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// Loading the list again while it is looked at.
struct RefreshTests {
  private let service = ScriptedService()

  private func start(columns: Int = 60, rows: Int = 14) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    service.succeed(Photo.four)
    return run
  }

  @Test func `the old rows stay under the spinner until the new ones are there`() {
    let run = start()

    run.type("r")
    expectScreen(
      run,
      """
      | Vitrine  Popular                  ⠋ refreshing    4 photos |
      |────────────────────────────────────────────────────────────|
      |▌cccccc  couple                                    ● €80.00 |
      |▌cccccc  NIKON D500 - two people at the lake                |
      | ssssss  vienna.street                           ● for sale |
      | ssssss  shooting in vienna                                 |
      | bbbbbb  Moose Bog                             not for sale |
      | bbbbbb  fog over the moor                                  |
      | hhhhhh  harbour                                            |
      | hhhhhh                                                     |
      |                                                            |
      |                                                            |
      |────────────────────────────────────────────────────────────|
      | ↑↓ move  Enter open  / search  f for sale  ? help  q quit  |
      """)

    service.succeed([.street])
    expectScreen(
      run,
      """
      | Vitrine  Popular                                   1 photo |
      |────────────────────────────────────────────────────────────|
      |▌ssssss  vienna.street                           ● for sale |
      |▌ssssss  shooting in vienna                                 |
      |                                                            |
      ⋮ 7
      |──────────────────────────────────────────────── Refreshed ─|
      | ↑↓ move  Enter open  / search  f for sale  ? help  q quit  |
      """)
  }

  @Test func `the spinner turns with the ticks and stops with the load`() {
    let run = start()
    #expect(!run.listTicks.isRunning)

    run.type("r")
    #expect(run.line(0).contains("⠋ refreshing"))
    run.listTicks.tick()
    #expect(run.line(0).contains("⠙ refreshing"))
    service.succeed(Photo.four)

    #expect(!run.line(0).contains("refreshing"))
    #expect(!run.listTicks.isRunning)
  }

  @Test func `r next to the message that mentions it tries again`() {
    let run = start()
    run.type("r")
    service.fail(.connectionFailed(host: "photos.example"))
    #expect(run.screen.contains("press r"))
    #expect(!run.noticeTicks.isRunning, "a failure waits for somebody to look")

    run.type("r")

    #expect(!run.screen.contains("press r"))
    #expect(run.line(0).contains("refreshing"))
    service.succeed([.street])
    #expect(run.line(0).contains("1 photo"))
  }

  @Test func `an error is shown at the foot until the next key, and the old rows stay`() {
    let run = start()
    run.type("r")

    service.fail(.noNetwork)
    expectScreen(
      run,
      """
      | Vitrine  Popular                                  4 photos |
      |────────────────────────────────────────────────────────────|
      |▌cccccc  couple                                    ● €80.00 |
      |▌cccccc  NIKON D500 - two people at the lake                |
      | ssssss  vienna.street                           ● for sale |
      | ssssss  shooting in vienna                                 |
      | bbbbbb  Moose Bog                             not for sale |
      | bbbbbb  fog over the moor                                  |
      | hhhhhh  harbour                                            |
      | hhhhhh                                                     |
      |                                                            |
      |                                                            |
      |──────────────────────────────── offline · End of the list ─|
      | No Network                                                 |
      """)

    run.press(.down)
    #expect(!run.screen.contains("No Network"))
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    #expect(run.line(0).contains("4 photos"))
  }

  @Test func `another photo in the same row changes the preview`() {
    let run = start(columns: 100, rows: 24)
    #expect(run.line(2).contains("│ ccc"))

    run.type("r")
    service.succeed([.street, .bog])

    #expect(run.line(2).contains("│ sss"))
    #expect(!run.screen.contains("NIKON"))
  }

  @Test func `a refresh also tries the pictures again`() {
    let run = start()

    run.type("r")

    expectEqual(run.pictures.refreshCount, 1)
  }

  @Test func `that a refresh failed is no longer said when the folder is there again`() {
    let run = start()
    service.change(.watched(.absent(.gone)))
    run.type("r")
    service.fail(.notFound(name: "pictures"))
    #expect(run.screen.contains("pictures"))

    service.change(.watched(.all))

    #expect(!run.screen.contains("pictures"))
    #expect(run.line(13).contains("move"))
  }

  @Test func `the foot says that a folder is gone while its rows stay`() {
    let run = start()

    service.change(.watched(.absent(.gone)))
    service.change(.changed)
    service.fail(.notFound(name: "photos"))

    #expect(run.screen.contains(" The folder is gone "))
    #expect(run.line(0).contains("4 photos"))
    expectEqual(run.selectedLine?.contains("couple"), true)
    service.change(.changed)
    service.succeed([.street, .bog])
    service.change(.watched(.all))
    #expect(!run.screen.contains("The folder is gone"))
    #expect(run.line(0).contains("2 photos"))
  }

  @Test(arguments: [120, 80])
  func `files that are read behind the screen are counted in the header`(columns: Int) {
    let run = start(columns: columns, rows: 24)

    service.change(.reading(FileReading(readCount: 12_300, fileCount: 50_000)))
    #expect(run.line(0).contains("reading 24%   4 photos"))
    #expect(run.line(0).contains("photos"))

    service.change(.reading(nil))
    #expect(!run.screen.contains("reading"))
  }

  @Test(arguments: [79, 40])
  func `on narrow screens they are counted at the foot`(columns: Int) {
    let run = start(columns: columns, rows: 24)

    service.change(.reading(FileReading(readCount: 12_300, fileCount: 50_000)))

    #expect(!run.line(0).contains("reading"))
    #expect(run.screen.contains("reading 24%"))
  }
}
