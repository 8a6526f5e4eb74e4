import TerminalKit

extension PhotoListScreen {
  public var keyCommands: [KeyCommand] {
    arrangement.moveCommands + [
      KeyCommand(
        id: "open", keys: arrangement.openKeys, title: "open the photo",
        group: "Photos", hint: "open"
      ) { [arrangement] in arrangement.chooseSelectedRow() },
      arrangementCommand,
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "refresh the list",
        group: "Photos", hint: "refresh"
      ) { [weak self] in self?.refresh() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "this help", group: "Program", hint: "help"
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(keyCommands)
      },
      KeyCommand(
        id: "quit", keys: [.character("q")], title: "quit", group: "Program", hint: "quit"
      ) { [weak self] in self?.navigation.quit() },
    ] + ProgramKeys.commands
  }

  /// The name of the command that changes the arrangement.
  static let arrangementCommandID = "grid"

  private var arrangementCommand: KeyCommand {
    let other = showsGrid ? "list" : "grid"
    return KeyCommand(
      id: Self.arrangementCommandID, keys: [.tab], title: "show the photos as a \(other)",
      group: "Photos", hint: other
    ) { [weak self] in self?.changeArrangement() }
  }

  private func refresh() {
    pictures.refresh()
    viewModel.inputs.refresh()
  }
}
