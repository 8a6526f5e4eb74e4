import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `E`: the fields at the foot of the screen, with their keys.
struct CaptionScreenTests {
  /// Answers as the test says, and notes what it was given.
  private final class ScriptedEditor {
    var answers: [EditedCaption] = []
    private(set) var asked: [CaptionEdit] = []

    func edit(_ caption: CaptionEdit) -> EditedCaption {
      asked.append(caption)
      return answers.removeFirst()
    }
  }

  private let sidecars = ScriptedSidecars()
  private let editor = ScriptedEditor()

  private static let photos = [
    Photo.stub(
      id: "1", name: "The lake", description: "One\ntwo", author: "Ana Sol", tags: ["sea", "boat"]),
    .stub(id: "2", name: "The hill", tags: ["seaside"]),
    .stub(id: "3", name: "The quay", tags: ["seaside"]),
  ]

  private func folder(
    columns: Int = 60, rows: Int = 14, photos: [Photo] = Self.photos
  ) -> GalleryRun {
    let service = ScriptedService(own: photos)
    return GalleryRun(
      service: service, columns: columns, rows: rows, sidecars: sidecars, captions: editor.edit)
  }

  private var written: [PhotoCaption] { sidecars.calls.map { PhotoCaption(of: $0.photo) } }

  @Test func `a photo has its fields at the foot, and Enter after the last one writes them`() {
    let run = folder()
    run.type("E")
    expectScreen(
      run.screen.split(separator: "\n").suffix(8).joined(separator: "\n"),
      """
      |─ The lake ────── Ctrl-S write  Ctrl-O editor  Esc cancel ──|
      |▌ Title     The lake                                        |
      |  Caption   One⏎two                                         |
      |  Keywords  sea, boat                                       |
      |  Creator   Ana Sol                                         |
      |  Copyright                                                 |
      |  Alt text                                                  |
      |                                                            |
      """)

    run.press(.control("u"))
    run.type("Dusk")
    run.press(.enter, .enter, .enter, .enter, .enter)
    run.type("A boat")
    run.press(.enter)

    expectEqual(written.map(\.title), ["Dusk"])
    expectEqual(written.map(\.altText), ["A boat"])
    expectEqual(written.map(\.description), ["One\ntwo"])
    #expect(run.line(2).hasPrefix("▌111111  Dusk"))
    #expect(run.line(13).hasPrefix(" Wrote title, alt text of The lake · u to undo"))
    run.type("u")
    #expect(run.line(2).hasPrefix("▌111111  The lake"))
  }

  @Test func `of several photos what differs is mixed; keywords are suggested and added`() {
    let run = folder(columns: 80, rows: 24)
    run.type("AE")
    run.press(.tab, .tab)
    expectScreen(
      run.screen.split(separator: "\n").suffix(8).joined(separator: "\n"),
      """
      |─ 3 photos ────────────────────────── Ctrl-S write  Ctrl-O editor  Esc cancel ──|
      |  Title     mixed                                                               |
      |  Caption   mixed                                                               |
      |▌ Keywords  mixed                                                               |
      |  Creator   mixed                                                               |
      |  Copyright                                                                     |
      |  Alt text                                                                      |
      |            +word adds, -word takes away, a list replaces, a space empties      |
      """)

    run.type("-boat, +Sea")
    #expect(run.line(23).contains("→ seaside 2"))
    run.press(.right)
    #expect(run.line(19).contains("-boat, +seaside,"))
    run.press(.control("s"))

    expectEqual(written.map(\.keywords), [["sea", "seaside"]])
    #expect(run.line(23).contains("Wrote keywords of The lake · u to undo"))
  }

  @Test(arguments: [(155, 45), (80, 24), (40, 12), (40, 10)])
  func `it fits, and follows the size of the terminal`(columns: Int, rows: Int) {
    let run = folder(columns: 100, rows: 30)
    run.type("E")
    run.terminal.resize(columns: columns, rows: rows)

    #expect(run.line(rows - 8).contains("Ctrl-S write"))
    #expect(run.line(rows - 8).contains("Esc cancel"))
    #expect(run.line(rows - 7).hasPrefix("▌ Title     The lake"))
    #expect(run.line(rows - 2).hasPrefix("  Alt text"))
    expectEqual(run.navigator.topScreen?.cursor, Point(column: 20, row: rows - 7))
  }

  @Test func `the rule above it runs to the edge, also below a scroll track`() {
    let run = folder(columns: 80, rows: 24, photos: Photo.stubs(60))
    #expect(run.line(15).hasSuffix("│") || run.line(15).hasSuffix("┃"))

    run.type("E")

    #expect(run.line(16).hasSuffix("Esc cancel ──"))
  }

  @Test func `a long text moves in its field`() {
    let run = folder(columns: 40, rows: 12)
    run.type("E")
    run.type(String(repeating: " and on", count: 8))
    #expect(run.line(5).contains("nd on and on and on and on  "))
    run.press(.home)
    #expect(run.line(5).hasPrefix("▌ Title     The lake and on"))
  }

  @Test func `a hundred keywords have room in their field`() {
    let run = folder()
    run.type("E")
    run.press(.tab, .tab, .control("u"))
    let words = (100..<200).map { "\($0)\(String(repeating: "x", count: 97))" }
    run.terminal.paste(words.joined(separator: ", "))
    run.press(.control("s"))

    expectEqual(written.map(\.keywords), [words])
  }

  @Test func `Esc asks if something was typed, and letters never reach the list`() {
    let run = folder()
    run.type("Eq")
    run.press(.escape)
    #expect(run.screen.contains("Discard what you typed?"))
    run.press(.escape)
    #expect(run.line(7).hasPrefix("▌ Title     The lakeq"))
    run.press(.escape)
    run.type("y")

    #expect(!run.screen.contains("Copyright"))
    #expect(sidecars.calls.isEmpty && !run.hasQuit)
    run.type("E")
    run.press(.escape)
    #expect(!run.screen.contains("Copyright"))
  }

  @Test func `fields are reached by keys and by the mouse`() {
    let run = folder()
    run.type("E")
    run.press(Key(.tab, modifiers: .shift))
    #expect(run.line(12).hasPrefix("▌ Alt text"))
    run.press(.down, .down)
    #expect(run.line(8).hasPrefix("▌ Caption"))
    run.terminal.mouse(.press, column: 20, row: 10)
    #expect(run.line(10).hasPrefix("▌ Creator"))
    run.terminal.paste("\nBea\nRay")
    run.press(.up, .up)
    run.terminal.paste("\nthree")
    #expect(run.line(8).hasPrefix("▌ Caption   One⏎two⏎three  "))
    run.terminal.paste("\n\nfour")
    #expect(run.line(8).hasPrefix("▌ Caption   One⏎two⏎three⏎⏎four  "))
    run.press(.control("s"))
    expectEqual(written.map(\.creator), ["Ana SolBea Ray"])
    expectEqual(written.map(\.description), ["One\ntwo\nthree\n\nfour"])
  }

  @Test func `an editor gets all of it, and fills the fields`() {
    let run = folder()
    editor.answers = [
      .failed("vi failed"),
      .read(CaptionEdit(texts: [.title: "Dusk", .caption: "a\nb"], keywords: ["x"])),
    ]
    run.type("E")
    run.press(.control("o"))
    #expect(run.screen.contains("vi failed"))
    run.press(.control("o"))

    #expect(run.line(7).hasPrefix("▌ Title     Dusk"))
    #expect(run.line(8).contains("a⏎b"))
    expectEqual(editor.asked.map { $0.texts[.caption] }, ["One\ntwo", "One\ntwo"])
    run.press(.control("s"))
    expectEqual(written.map(\.keywords), [["x"]])
  }

  @Test func `what can't be read in the editor's text is told, and opened again or left`() {
    let run = folder()
    let read = EditedCaption.read(CaptionEdit(texts: [.title: "Dusk"]))
    editor.answers = [
      .faulty("Line 2: not valid TOML") { .faulty("Line 3: no") { read } },
      .read(CaptionEdit(texts: [.title: "Dawn"])),
    ]
    run.type("E")
    run.press(.control("o"))
    #expect(run.screen.contains("Line 2: not valid TOML"))
    run.press(.escape)
    #expect(run.line(7).hasPrefix("▌ Title     The lake"))

    run.press(.control("o"))
    #expect(run.screen.contains("Line 3: no"))
    run.type("e")
    #expect(run.line(7).hasPrefix("▌ Title     Dusk"))
    run.press(.control("o"))
    #expect(run.line(7).hasPrefix("▌ Title     Dawn"))
  }

  @Test func `on a server the key says why nothing can be written`() {
    let run = GalleryRun(Self.photos, refusal: .onServer)

    run.type("E")

    #expect(run.line(23).hasPrefix(" Servers are only read"))
  }
}
