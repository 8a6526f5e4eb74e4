import TerminalKit

/// The keys that move in a list or a grid.
struct MoveKeys {
  let view: any RowMoving
  /// Moves to the side, to the left when negative; nil where there is no side.
  var moveSideways: ((Int) -> Void)?

  /// The heading of these keys in the help.
  static let group = "Moving"

  var commands: [KeyCommand] {
    [
      move("up", [.up, .character("k")], "row up", hint: "move") {
        $0.moveSelection(byRows: -1)
      },
      move("down", [.down, .character("j")], "row down", hint: "move") {
        $0.moveSelection(byRows: 1)
      },
    ] + sideways + [
      move("page-up", [.pageUp, .control("b")], "page up") { $0.movePages(-1) },
      move("page-down", [.pageDown, .control("f")], "page down") { $0.movePages(1) },
      move("half-page-up", [.control("u")], "half page up") { $0.moveHalfPages(-1) },
      move("half-page-down", [.control("d")], "half page down") { $0.moveHalfPages(1) },
      move("first", [.home, .character("g")], "first") { $0.moveToStart() },
      move("last", [.end, .character("G")], "last") { $0.moveToEnd() },
    ]
  }

  private var sideways: [KeyCommand] {
    guard let moveSideways else { return [] }
    return [
      move("left", [.left, .character("h")], "previous photo", hint: "move") { _ in
        moveSideways(-1)
      },
      move("right", [.right, .character("l")], "next photo", hint: "move") { _ in
        moveSideways(1)
      },
    ]
  }

  private func move(
    _ id: String, _ keys: [Key], _ title: String, hint: String? = nil,
    _ action: @escaping (any RowMoving) -> Void
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: Self.group, hint: hint) { [view] in
      action(view)
    }
  }
}
