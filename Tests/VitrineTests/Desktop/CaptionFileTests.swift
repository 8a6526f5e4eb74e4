import ExpectationSupport
import FeedFormats
import GalleryDomain
import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Captions in the user's own editor.
@Suite(.timeLimit(.minutes(10)))
struct CaptionFileTests {
  private static let plain = CaptionEdit(
    texts: [
      .title: "The \"lake\"", .caption: "One\ntwo \\ \"\"\"three\"\"\"", .creator: "", .alt: "ä",
    ],
    keywords: ["sea", "a, \"b\"", "-18 °C"])

  @Test func `what is written as TOML is read again, a field that differs is left out`() throws {
    let mixed = CaptionEdit(
      texts: [.title: "x"], addedKeywords: ["sea", "boat"], removedKeywords: ["hill"])
    for caption in [Self.plain, mixed, CaptionEdit()] {
      try expectEqual(CaptionFile.caption(in: CaptionFile.text(of: caption)), caption)
    }
  }

  @Test func `words that are added and taken away beside a list change that`() throws {
    try expectEqual(
      CaptionFile.caption(
        in: """
          keywords = ["a", "b"]
          add_keywords = ["c", "a"]
          remove_keywords = ["b"]
          """), CaptionEdit(keywords: ["a", "c"]))
  }

  @Test func `the file says how each field is written`() {
    expectEqual(
      CaptionFile.text(
        of: CaptionEdit(texts: [
          .title: "Lake", .caption: "One\ntwo", .creator: "", .copyright: "©",
        ])),
      """
      # An empty text empties a field; without its line it stays as it is.
      title = "Lake"
      caption = \"""
      One
      two\"""
      creator = ""
      copyright = "©"
      # alt = ""  # differs from photo to photo
      # keywords = []  # differ from photo to photo; to add some, and to take some away:
      add_keywords = []
      remove_keywords = []

      """)
  }

  @Test(
    arguments: [
      ("title = 1", 1, "title: must be a text in quotes, of at most 300 characters"),
      ("\ntitle = \"\(String(repeating: "x", count: 301))\"", 2, "title: must be a text in quotes"),
      ("keywords = \"a\"", 1, "keywords: must be a list of words, such as [\"sea\", \"boat\"]"),
      (
        "add_keywords = [\"a\", \"\(String(repeating: "x", count: 101))\"]", 1,
        "add_keywords: must be a list of words, such as [\"sea\", \"boat\"], of at most 100 characters"
      ),
      ("titel = \"a\"", 1, "titel: there is no such field; did you mean title?"),
      ("title = \"a\"\ncaption = x", 2, "not valid TOML"),
    ])
  func `a mistake is said with its line`(text: String, line: Int, reason: String) {
    do {
      _ = try CaptionFile.caption(in: text)
      Issue.record("read without a fault")
    } catch {
      expectEqual(error.line, line)
      #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    }
  }

  @Test func `Ctrl-O opens $EDITOR in the terminal, and again if something is wrong`() throws {
    let folder = try ScratchFolder(pictures: ["a.jpg"])
    let editor = try folder.write(
      #"""
      echo "editing: $(head -n 1 "$1")"; read -r answer
      case $answer in
      bytes) printf '\377' >"$1";;
      wrong) echo 'keywords = ' >"$1";;
      fail) exit 3;;
      right) echo 'title = "From the editor"' >"$1";;
      esac
      """#, to: "editor")
    let session = try folder.browsed(
      environment: ["VISUAL": "", "EDITOR": "sh '\(editor)'"], showing: "1/1")
    /// What comes from now on: the editor's lines stay on the screen.
    func send(_ keys: String, showing text: String) throws {
      session.forgetScreen()
      try session.send(keys, showing: text)
    }
    try send("E", showing: "Copyright")
    try send("\u{0F}", showing: "editing: # An empty text")
    try send("wrong\n", showing: "Line 1: not valid TOML")
    try send("e", showing: "editing: keywords = ")
    try send("bytes\n", showing: "it is not UTF-8")
    try send("e", showing: "editing: ")
    try send("right\n", showing: "From the editor")
    try send("\u{0F}", showing: "editing: # An empty text")
    try send("wrong\n", showing: "Line 1: not valid TOML")
    try send("e", showing: "editing: keywords = ")
    try send("fail\n", showing: "status 3, press Enter")
    try send("\n", showing: "editor failed")
    try send("\u{1B}", showing: "Discard what you typed?")
    try session.leave("yq")
  }
}
