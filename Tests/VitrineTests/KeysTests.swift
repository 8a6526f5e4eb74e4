import ExpectationSupport
import Foundation
import GalleryScreens
import TerminalKit
import Testing

@testable import vitrine

/// `[keys]` in `config.toml`, `vitrine keys`, and both with the real program.
struct KeysTests {
  private func keys(_ text: String, _ name: String, _ screen: CommandScreen) throws -> [String] {
    let command = try #require(Command.named(name))
    let (found, complaints) = configuration(text)
    expectEqual(complaints, [])
    return found.keys.keys(of: command, on: screen).map(\.notation)
  }

  private static let file = """
    slide_show_seconds = 2
    [keys]
    "photo.copy-address" = "Y"
    "list.first" = ["g g", "home"]
    edit.undo = ""
    "list.refresh" = []

    [keys.photo]
    "zoom.fit" = "Z"
    """

  @Test(arguments: [
    ("photo.copy-address", CommandScreen.basket, ["Y"]), ("list.first", .grid, ["g g", "home"]),
    ("edit.undo", .list, []), ("list.refresh", .list, []), ("zoom.fit", .photo, ["Z"]),
    ("zoom.full", .photo, ["z", "%"]),
  ])
  func `a string, a list, an empty list, and a single screen are read`(
    _ name: String, _ screen: CommandScreen, _ expected: [String]
  ) throws {
    try expectEqual(keys(Self.file, name, screen), expected)
  }

  @Test(
    arguments: ConfigurationMistake.table(
      #"""
      "photo.copy-address" = "x" ⇒ line 3: photo.copy-address: "x" calls both photo.copy-address and basket.remove; give one of them another key
      "photo.copyaddress" = "x" ⇒ line 3: photo.copyaddress: no such command; did you mean photo.copy-address?
      "outcome.code" = "x" ⇒ line 3: outcome.code: is gone: there are no QR codes any more; y copies the link
      "list.sort" = 5 ⇒ line 3: list.sort: must be a key or a list of keys, in quotes
      list."photo.next" = "x" ⇒ line 3: photo.next: works only on photo
      [keys.phto]¶"photo.next" = "x" ⇒ line 4: phto.photo.next: no such screen; did you mean photo?
      [keys.phto]¶open = "x" ⇒ line 4: phto.open: no such command; did you mean photo.open?
      """#))
  func `a mistake is reported with its line, and the default key stays`(
    mistake: ConfigurationMistake
  ) {
    let (found, complaints) = configuration("# mine\n[keys]\n\(mistake.text)\n")

    expectEqual(complaints, mistake.complaints)
    expectEqual(found.keys, .standard)
  }

  @Test func `a key of one's own takes what the table has behind it`() throws {
    let text = "[keys.list]\n\"photo.export\" = \"Z\"\n"

    try expectEqual(keys(text, "photo.export", .list), ["Z"])
    try expectEqual(keys(text, "view.narrower", .list), [])
    try expectEqual(keys(text, "view.narrower", .grid), keys("", "view.narrower", .grid))
  }

  // MARK: vitrine keys

  @Test func `vitrine keys prints the table with the user's keys, and their mistakes`()
    throws
  {
    let folder = ScratchFolder()
    try folder.write(Self.file + "\n\"photo.next\" = \"i\"\n", to: "vitrine/config.toml")

    let result = try CommandResult("vitrine keys", environment: ["XDG_CONFIG_HOME": folder.path])

    expectEqual(result.status, 0)
    expectEqual(
      result.errorText,
      "vitrine: config.toml line 10: photo.next: \"i\" calls both photo.next and photo.information; give one of them another key\n"
    )
    let lines = result.outputLines
    expectEqual(lines.first, "list")
    for screen in CommandScreen.allCases { #expect(lines.contains(screen.rawValue)) }
    let row = try #require(lines.first { $0.hasPrefix("  list.first ") })
    expectEqual(row.split(separator: " "), ["list.first", "g", "g,", "home", "first"])
    #expect(lines.contains { $0.split(separator: " ") == ["edit.undo", "-", "undo"] })
  }

  // MARK: The real program

  @Test
  func `a rebound key and a sequence work; a conflict is reported at the start with its line`()
    throws
  {
    let folder = ScratchFolder()
    try folder.write(
      """
      [keys]
      "program.quit" = "Q"
      "list.last" = ["g e", "end"]
      "list.first" = ["g g", "home"]
      "photo.copy-address" = "s"
      """, to: "vitrine/config.toml")
    let message =
      "config.toml line 5: photo.copy-address: \"s\" calls both list.sort and photo.copy-address; give one of them another key"
    let gallery = try GallerySession.started(
      environment: ["XDG_CONFIG_HOME": folder.path], columns: 120, showing: message)
    try gallery.wait(for: SampleGallery.firstTitle)

    try gallery.send("g", showing: "┌ go to ─")
    gallery.send("e")
    try gallery.waitUntilGone("┌ go to ─")
    try gallery.awaitSelection(SampleGallery.lastTitle)
    try gallery.send("q", showing: "Unknown key: q")
    try gallery.send("?qui", showing: "program.quit")
    gallery.send("\u{1B}")
    try gallery.waitUntilGone("program.quit")
    try gallery.send("\u{1B}", showing: "? all keys")
    try gallery.leave("Q")
  }
}
