import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// Other keys than those of the table, on whole screens.
struct ReboundKeysTests {
  private func run(
    _ settings: KeySetting..., photos: [Photo] = Photo.four, columns: Int = 80, rows: Int = 24,
    isChooser: Bool = false
  ) -> GalleryRun {
    var faults: [KeyFault] = []
    let keys = KeyBindings(settings) { faults.append($1) }
    expectEqual(faults, [])
    return GalleryRun(
      photos, columns: columns, rows: rows, basket: ScriptedBasket(), isChooser: isChooser,
      keys: keys)
  }

  @Test func `a rebound key acts, and the old one does not`() {
    let run = run(
      KeySetting(command: "list.down", keys: ["z"]), KeySetting(command: "photo.open", keys: ["Q"]),
      KeySetting(command: "basket.order", keys: ["J"]))

    run.press(.down)
    expectEqual(run.selectedLine?.contains("couple"), true)
    #expect(run.line(23).contains("Unknown key: ↓"))
    run.type("z")
    expectEqual(run.selectedLine?.contains("street"), true)
    run.type("Q")

    #expect(run.line(0).contains("vienna.street"))
  }

  @Test func `key line and help show the new keys`() {
    let run = run(
      KeySetting(command: "list.refresh", keys: ["f5"]),
      KeySetting(command: "program.help", keys: ["f1"]),
      KeySetting(command: "list.search", keys: []), columns: 120)

    #expect(run.line(23).contains("F1 all keys"))
    #expect(!run.line(23).contains("search"))
    run.type("?")
    #expect(run.line(23).contains("Unknown key: ? · F1 for help"))
    run.press(Key(.function(1)))

    #expect(!run.screen.contains("/            search"))
    run.type("refresh")
    #expect(run.screen.contains("F5 "))
    #expect(!run.screen.contains("/            search"))
  }

  @Test func `what a prompt has no room for is counted without a key that was taken away`() {
    let run = run(KeySetting(command: "filter.next", keys: []))
    run.type("&")

    #expect(run.screen.contains("─ \(FilterField.allCases.count - 8) more ─"), "\(run.screen)")
  }

  @Test func `the basket beside the keys has the key that shows it, or none`() {
    let run = run(KeySetting(command: "basket.show", keys: ["J"]))
    run.press(.space, .up)
    #expect(run.line(22).contains("─ J basket 1"))

    let unbound = self.run(KeySetting(command: "basket.show", keys: []))
    unbound.press(.space, .up)
    #expect(unbound.line(22).contains("─ basket 1"))
    unbound.press(.enter)
    #expect(unbound.line(0).contains("   basket 1"))
  }

  @Test func `the information has the key that shows more of it`() {
    let photo = Photo.stub(
      description: (1...60).map { "line \($0)" }.joined(separator: "\n"))
    let run = run(
      KeySetting(command: "information.page-down", keys: ["ctrl-v"]), photos: [photo], rows: 14)
    run.press(.enter)
    run.type("i")

    #expect(run.screen.contains("more lines · Ctrl-V"))
  }

  @Test func `a sequence shows what follows, and acts with its last key`() {
    let run = run(
      KeySetting(command: "list.first", keys: ["g g", "home"]),
      KeySetting(command: "list.last", keys: ["g e"]))

    run.type("g")
    for text in ["┌ go to ─", "│▌g  first ", "│ e  last ", "Esc cancel ┘"] {
      #expect(run.screen.contains(text), "\(text)")
    }
    run.type("e")
    expectEqual(run.selectedLine?.contains("harbour"), true)
    run.type("g")
    run.press(.escape)
    #expect(run.line(23).contains("Enter open"))
    run.type("gg")
    expectEqual(run.selectedLine?.contains("couple"), true)
    run.type("gx")

    #expect(run.screen.contains("Unknown key: x · Esc cancel"))
  }

  @Test func `a menu that holds nothing of ours isn't titled as ours`() {
    let run = run(
      KeySetting(command: "selection.show", keys: ["x"]),
      KeySetting(command: "list.for-sale", keys: ["S f"]))

    run.type("S")

    #expect(run.screen.contains("┌ S ─"))
  }

  @Test func `in a chooser no other command has the key that chooses`() {
    let run = run(KeySetting(command: "choice.accept", keys: ["c"]), isChooser: true)

    #expect(run.line(23).contains("c choose"))
    run.press(.enter)
    expectEqual(run.chosen, nil)
    #expect(run.line(0).contains("couple"))
    run.type("qc")

    expectEqual(run.chosen, ["couple"])
  }

  @Test func `without a key for leaving the list, no key leaves it`() {
    let run = run(KeySetting(command: "program.quit", keys: [""]))

    run.type("q")

    #expect(!run.hasQuit)
    #expect(!run.line(23).contains("quit"))
  }

  @Test func `notices and hints name the new keys, and commands without keys by name`() {
    let run = run(
      KeySetting(command: "edit.undo", keys: ["ctrl-r"]),
      KeySetting(command: "basket.toggle", keys: ["J"]))

    run.type("JJ")
    #expect(run.line(23).contains("Removed from basket: couple · Ctrl-R to undo"))
    run.press(.control("r"))
    #expect(run.line(23).contains("Undone"))
    run.type("b")
    run.type("x")
    run.press(.left)
    #expect(run.screen.contains("Press q to go back; J adds a photo"))

    let empty = self.run(
      KeySetting(command: "list.refresh", keys: ["f5"]),
      KeySetting(command: "program.quit", keys: []), photos: [])
    #expect(empty.screen.contains("Press F5 to refresh, or program.quit to quit"))
  }

  @Test func `without settings the texts name the keys that they always did`() {
    expectEqual(KeyBindings.standard.hints, KeyHints())
  }

  @Test func `a prompt that is left by another key says so`() {
    let run = run(KeySetting(command: "search.cancel", keys: ["f10"]))
    run.type("/")

    #expect(run.screen.contains("F10 cancel"))
    run.press(.escape)
    #expect(run.screen.contains("F10 cancel"))
    run.press(Key(.function(10)))

    #expect(!run.screen.contains("F10"))
  }
}
