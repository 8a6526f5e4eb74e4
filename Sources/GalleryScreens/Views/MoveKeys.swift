import TerminalKit

/// The keys that move in a list or a grid.
struct MoveKeys {
  let view: any RowMoving
  /// Called when the last row so far was selected as the end of the list.
  var didMoveToEnd: (() -> Void)?
  /// Moves to the side, to the left when negative; nil where there is no side.
  var moveSideways: ((Int) -> Void)?

  /// The heading of these keys in the help.
  static let group = CommandGroup.moving.rawValue

  var commands: [KeyCommand] {
    [
      move(.listUp, hint: "move") { $0.moveSelection(byRows: -1) },
      move(.listDown, hint: "move") { $0.moveSelection(byRows: 1) },
    ] + sideways + [
      move(.listPageUp) { $0.movePages(-1) },
      move(.listPageDown) { $0.movePages(1) },
      move(.listHalfPageUp) { $0.moveHalfPages(-1) },
      move(.listHalfPageDown) { $0.moveHalfPages(1) },
      move(.listFirst) { $0.moveToStart() },
      move(.listLast) {
        $0.moveToEnd()
        didMoveToEnd?()
      },
    ]
  }

  private var sideways: [KeyCommand] {
    guard let moveSideways else { return [] }
    return [
      move(.listLeft, hint: "move") { _ in moveSideways(-1) },
      move(.listRight, hint: "move") { _ in moveSideways(1) },
    ]
  }

  private func move(
    _ command: Command, hint: String? = nil, _ action: @escaping (any RowMoving) -> Void
  ) -> KeyCommand {
    KeyCommand(command, hint: hint) { [view] in action(view) }
  }
}
