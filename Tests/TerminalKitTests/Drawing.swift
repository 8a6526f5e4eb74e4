import TerminalTestSupport

@testable import TerminalKit

/// What a view draws into a surface of this size, whose cells contain dots.
func framed(columns: Int, rows: Int = 1, _ draw: (inout Surface) -> Void) -> String {
  var surface = Surface(size: Size(columns: columns, rows: rows), filledWith: Cell(character: "."))
  draw(&surface)
  return surface.framedText
}

/// A short key table in three groups.
func sampleCommands(_ action: @escaping (String) -> Void = { _ in }) -> [KeyCommand] {
  func command(
    _ id: String, _ keys: [Key], _ title: String, _ group: String, _ hint: String? = nil
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: group, hint: hint) { action(id) }
  }
  return [
    command("up", [.up, .character("k")], "up", "Moving", "move"),
    command("down", [.down, .character("j")], "down", "Moving", "move"),
    command("page", [.pageDown, .control("f")], "a page down", "Moving"),
    command("open", [.enter], "open the photo", "Photos", "open"),
    command("basket", [.space], "put in the basket, or take out", "Photos", "basket"),
    command("refresh", [.character("r")], "refresh", "Photos", "refresh"),
    command("redraw", [.control("l")], "redraw", "Program"),
    command("unbound", [], "has no key", "Program", "never"),
    command("help", [.character("?"), Key(.function(1))], "help", "Program", "help"),
  ]
}
