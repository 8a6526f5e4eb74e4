import TerminalKit

/// The keys that move the focus in a list or a grid.
enum MoveKeys {
  /// The heading of these keys in the help.
  static let group = CommandGroup.moving.rawValue

  /// - Parameters:
  ///   - view: The list or the grid.
  ///   - isAvailable: Whether there are rows to move over.
  ///   - didMoveToEnd: Called when the user moved to the end of the list; the last known row is in focus then.
  static func commands<Target>(
    _ view: @escaping (Target) -> TableView,
    when isAvailable: @escaping (Target) -> Bool = { _ in true },
    didMoveToEnd: @escaping (Target) -> Void = { _ in }
  ) -> [ScreenCommand<Target>] {
    func move(
      _ command: Command, hint: String? = nil, _ action: @escaping (TableView) -> Void
    ) -> ScreenCommand<Target> {
      ScreenCommand(command, hint: hint) { action(view($0)) }.when(isAvailable)
    }
    return [
      move("list.up", hint: "move") { $0.moveSelection(byRows: -1) },
      move("list.down", hint: "move") { $0.moveSelection(byRows: 1) },
      move("list.left", hint: "move") { $0.moveSelection(by: -1) },
      move("list.right", hint: "move") { $0.moveSelection(by: 1) },
      move("list.page-up") { $0.movePages(-1) },
      move("list.page-down") { $0.movePages(1) },
      move("list.half-page-up") { $0.moveHalfPages(-1) },
      move("list.half-page-down") { $0.moveHalfPages(1) },
      move("list.first") { $0.moveToStart() },
      ScreenCommand("list.last") {
        view($0).moveToEnd()
        didMoveToEnd($0)
      }.when(isAvailable),
    ]
  }
}

/// The keys that `TerminalApplication` answers on every screen, for the help.
enum ProgramKeys {
  static func commands<Target>() -> [ScreenCommand<Target>] {
    (["program.redraw", "program.suspend", "program.interrupt"] as [Command]).map {
      ScreenCommand($0) { _ in }
    }
  }
}
