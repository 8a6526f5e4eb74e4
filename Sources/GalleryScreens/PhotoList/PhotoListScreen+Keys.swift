import TerminalKit

extension PhotoListScreen {
  public var keyCommands: [KeyCommand] {
    arrangement.moveCommands + [
      KeyCommand(
        id: "open", keys: arrangement.openKeys, title: "open the photo",
        group: "Photos", hint: "open"
      ) { [arrangement] in arrangement.chooseSelectedRow() }
    ] + searchCommands + [
      filterCommand,
      arrangementCommand,
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "refresh the list",
        group: "Photos", hint: "refresh"
      ) { [weak self] in self?.refresh() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "this help", group: "Program", hint: "help"
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(helpCommands)
      },
      KeyCommand(
        id: "quit", keys: [.character("q")], title: "quit", group: "Program", hint: "quit"
      ) { [weak self] in self?.navigation.quit() },
    ] + ProgramKeys.commands
  }

  private var searchCommands: [KeyCommand] {
    guard let showSearch = navigation.showSearch else { return [] }
    return [
      KeyCommand(
        id: "search", keys: [.character("/")], title: "search", group: "Photos", hint: "search",
        action: showSearch),
      KeyCommand(
        id: "leave-search", keys: [.escape], title: "leave the search",
        group: "Photos", hint: viewModel.outputs.searchText == nil ? nil : "all photos"
      ) { [weak self] in self?.leaveSearch() },
    ]
  }

  private var filterCommand: KeyCommand {
    let isOn = viewModel.outputs.saleFilter == .forSale
    return KeyCommand(
      id: "for-sale", keys: [.character("f")], title: "only what is for sale",
      group: "Photos", hint: isOn ? "all" : "for sale"
    ) { [weak self] in self?.toggleSaleFilter() }
  }

  /// The keys of the prompt too, which cannot ask for help: there `?` is a letter.
  private var helpCommands: [KeyCommand] {
    guard navigation.showSearch != nil else { return keyCommands }
    return keyCommands + SearchKeys.forHelp
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
