import TerminalKit

/// The keys that move the focus in a list or a grid.
enum MoveKeys {
  /// - Parameters:
  ///   - name: What is moved over, as its commands begin.
  ///   - view: The list or the grid.
  ///   - isAvailable: Whether there are rows to move over.
  static func commands<Target>(
    named name: String = "list", _ view: @escaping (Target) -> TableView,
    when isAvailable: @escaping (Target) -> Bool = { _ in true }
  ) -> [ScreenCommand<Target>] {
    func command(
      _ suffix: String, hint: String? = nil, _ perform: @escaping (Target) -> Void
    ) -> ScreenCommand<Target>? {
      Command.named("\(name).\(suffix)").map {
        ScreenCommand($0, hint: hint, perform: perform).when(isAvailable)
      }
    }
    func move(
      _ suffix: String, hint: String? = nil, _ change: @escaping (inout ScrollGeometry) -> Void
    ) -> ScreenCommand<Target>? {
      command(suffix, hint: hint) { view($0).move(change) }
    }
    return [
      move("up", hint: "move") { $0.move(byRows: -1) },
      move("down", hint: "move") { $0.move(byRows: 1) },
      move("left", hint: "move") { $0.move(by: -1) },
      move("right", hint: "move") { $0.move(by: 1) },
      move("page-up") { $0.movePages(-1) },
      move("page-down") { $0.movePages(1) },
      move("half-page-up") { $0.moveHalfPages(-1) },
      move("half-page-down") { $0.moveHalfPages(1) },
      move("first") { $0.select(0) },
      move("last") { $0.select(.max) },
    ].compactMap(\.self)
  }

  /// The keys that scroll text: `help.up`, `information.page-down`.
  ///
  /// - Parameters:
  ///   - name: What is scrolled, as its commands begin.
  ///   - scroll: Where it is now.
  ///   - move: Gets a number of lines, down if positive.
  static func scrolling<Target>(
    _ name: String, of scroll: @escaping (Target) -> ScrollGeometry,
    by move: @escaping (Target, Int) -> Void
  ) -> [ScreenCommand<Target>] {
    func command(
      _ suffix: String, _ lines: @escaping (ScrollGeometry) -> Int
    ) -> ScreenCommand<Target> {
      ScreenCommand(Command(stringLiteral: "\(name).\(suffix)")) { move($0, lines(scroll($0))) }
    }
    return [
      command("up") { _ in -1 },
      command("down") { _ in 1 },
      command("page-up") { -$0.wholeRows },
      command("page-down") { $0.wholeRows },
      command("half-page-up") { -max(1, $0.wholeRows / 2) },
      command("half-page-down") { max(1, $0.wholeRows / 2) },
      command("first") { -$0.count },
      command("last") { $0.count },
    ]
  }
}

/// The key that shows all keys, and those that `TerminalApplication` answers on every screen.
enum ProgramKeys {
  static func commands<Target: CommandedScreen>() -> [ScreenCommand<Target>] {
    let fixed: [Command] = ["program.redraw", "program.suspend", "program.interrupt"]
    return [
      ScreenCommand("program.help", isEssential: true) {
        $0.context.showHelp($0.helpCommands)
      }.hinted { $0.helpWord }
    ] + fixed.map { ScreenCommand($0) { _ in } }
  }
}
