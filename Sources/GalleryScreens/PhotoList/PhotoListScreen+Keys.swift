import TerminalKit

extension PhotoListScreen {
  public var keyCommands: [KeyCommand] {
    ListKeys(table: table).commands + [
      KeyCommand(
        id: "open", keys: [.enter, .right, .character("l")], title: "open the photo",
        group: "Photos", hint: "open"
      ) { [table] in table.chooseSelectedRow() },
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

  private func refresh() {
    pictures.refresh()
    viewModel.inputs.refresh()
  }
}
