import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// The list before there are rows, and where there are none.
struct FirstLoadTests {
  private let service = ScriptedService()

  @Test func `the first load says that it is running`() {
    let run = GalleryRun(service: service, columns: 60, rows: 12)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                ⠋ loading  |
      |────────────────────────────────────────────────────────────|
      |                                                            |
      |                                                            |
      |                                                            |
      |                          Loading…                          |
      |                                                            |
      ⋮ 3
      |────────────────────────────────────────────────────────────|
      | r refresh  ? help  q quit                                  |
      """)
  }

  @Test func `a failed first load says what to do, in the place of the rows alone`() {
    let run = GalleryRun(service: service, columns: 60, rows: 12)

    service.fail(.noNetwork)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                           |
      |────────────────────────────────────────────────────────────|
      |                                                            |
      |                                                            |
      |                         No Network                         |
      |                                                            |
      |             Check the connection, then press r             |
      |                                                            |
      |                                                            |
      |                                                            |
      |────────────────────────────────────────────────────────────|
      | r refresh  ? help  q quit                                  |
      """)
  }

  @Test func `a load that fails again leaves the state as it was, with no notice over it`() {
    let run = GalleryRun(service: service, columns: 60, rows: 12)
    service.fail(.noNetwork)
    let before = run.screen

    run.type("r")
    service.fail(.noNetwork)

    expectEqual(run.screen, before)
  }

  @Test func `a long reason is wrapped, not cut`() {
    let run = GalleryRun(service: service, columns: 40, rows: 12)

    service.fail(
      .malformed(
        name: "a-gallery-with-a-long-name.json", line: 3, column: 14, reason: "a comma is missing"))

    expectScreen(
      run,
      """
      | Popular                                |
      |────────────────────────────────────────|
      |                                        |
      |              Can't parse               |
      | a-gallery-with-a-long-name.json, line  |
      |    3, column 14: a comma is missing    |
      |                                        |
      |       Fix the file, then press r       |
      |                                        |
      |                                        |
      |────────────────────────────────────────|
      | r refresh  ? help  q quit              |
      """)
  }

  @Test func `an empty source says what to do`() {
    let run = GalleryRun([], columns: 60, rows: 12)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                  0 photos |
      |────────────────────────────────────────────────────────────|
      |                                                            |
      |                                                            |
      |                         No photos                          |
      |                                                            |
      |              Press r to refresh, or q to quit              |
      |                                                            |
      |                                                            |
      |                                                            |
      |────────────────────────────────────────────────────────────|
      | r refresh  ? help  q quit                                  |
      """)
  }

  @Test func `keys that move or open do nothing without rows`() {
    let run = GalleryRun([], columns: 60, rows: 12)
    let before = run.screen

    run.press(.down, .up, .pageDown, .end, .home, .enter, .right)
    run.terminal.doubleClick(column: 5, row: 5)
    run.terminal.mouse(.wheelDown, column: 5, row: 5)

    expectEqual(run.screen, before)
  }
}
