import TerminalKit

extension PhotoDetailScreen {
  public var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        id: "next",
        keys: [
          .character("n"), .down, .right, .space, .pageDown, .character("j"), .character("l"),
        ],
        title: "next photo", group: "Photos", hint: "next"
      ) { [viewModel] in viewModel.inputs.next() },
      KeyCommand(
        id: "previous",
        keys: [.character("p"), .up, .left, .pageUp, .backspace, .character("k"), .character("h")],
        title: "previous photo", group: "Photos", hint: "previous"
      ) { [viewModel] in viewModel.inputs.previous() },
      KeyCommand(
        id: "back", keys: [.character("q"), .escape, .enter], title: "back to the list",
        group: "Photos", hint: "back"
      ) { [weak self] in self?.navigation.close() },
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "read the picture again", group: "Photos"
      ) { [weak self] in self?.reloadPicture() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "this help", group: "Program", hint: "help"
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(keyCommands)
      },
    ] + ProgramKeys.commands
  }
}
