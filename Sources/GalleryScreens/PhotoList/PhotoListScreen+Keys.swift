import TerminalKit

extension PhotoListScreen {
  public var keyCommands: [KeyCommand] {
    // Esc ends a range before it leaves anything else.
    let isMarking = marking.outputs.rows != nil
    let photoCommands = navigation.photoCommands(photoContext)
      .filter { !isMarking || !$0.keys.contains(.escape) }
    // In the help, filter, order and search stand together: they change which photos are there.
    let listCommands = photoCommands.filter { ArrangementCommands.ids.contains($0.id) }
    let otherCommands = photoCommands.filter { !ArrangementCommands.ids.contains($0.id) }
    return arrangement.moveCommands + openCommands(besides: photoCommands) + otherCommands
      + rangeCommands + listCommands + searchCommands + [
        filterCommand,
        arrangementCommand,
        KeyCommand(
          id: "refresh", keys: Self.refreshKeys, title: "refresh the list",
          group: "Photos", hint: "refresh"
        ) { [weak self] in self?.refresh() },
        KeyCommand(
          id: "help", keys: [.character("?")], title: "help", group: "Program", hint: "help",
          isEssential: true
        ) { [weak self] in
          guard let self else { return }
          // The prompts cannot be asked for help: there `?` is a letter.
          navigation.showHelp(keyCommands + SearchKeys.forHelp + FilterKeys.forHelp)
        },
        KeyCommand(
          id: "quit", keys: [.character("q")], title: "quit", group: "Program", hint: "quit",
          isEssential: true
        ) { [weak self] in self?.navigation.quit() },
      ] + ProgramKeys.commands
  }

  /// In a chooser ⏎ does something else with the photo.
  private func openCommands(besides others: [KeyCommand]) -> [KeyCommand] {
    let isEnterTaken = others.contains { $0.keys.contains(.enter) }
    let keys = arrangement.openKeys.filter { $0 != .enter || !isEnterTaken }
    guard !keys.isEmpty else { return [] }
    return [
      KeyCommand(
        id: "open", keys: keys, title: "open the photo", group: "Photos",
        hint: isEnterTaken ? nil : "open"
      ) { [arrangement] in arrangement.chooseSelectedRow() }
    ]
  }

  private var searchCommands: [KeyCommand] {
    let (shown, wanted) = (viewModel.outputs.shownQuery, viewModel.outputs.wantedQuery)
    let isPart = shown.isPart || wanted.isPart || wanted.sort != shown.sort
    return [
      KeyCommand(
        id: "search", keys: [.character("/")], title: "search", group: "Photos", hint: "search"
      ) { [weak self] in self?.navigation.showSearch() },
      KeyCommand(
        id: "leave-search", keys: [.escape], title: "clear filter or search", group: "Photos",
        hint: isPart ? "back" : nil
      ) { [weak self] in self?.viewModel.inputs.leave() },
    ]
  }

  private var filterCommand: KeyCommand {
    // By what was chosen last, whose rows may still be on their way.
    let isOn = viewModel.outputs.wantedQuery.filter.isForSaleOnly
    return KeyCommand(
      id: "for-sale", keys: [.character("f")], title: "show only photos for sale", group: "Photos",
      hint: isOn ? "all" : "for sale"
    ) { [weak self] in self?.viewModel.inputs.show(onlyForSale: !isOn) }
  }

  /// The name of the command that changes the arrangement.
  static let arrangementCommandID = "grid"

  private var arrangementCommand: KeyCommand {
    let other = showsGrid ? "list" : "grid"
    return KeyCommand(
      id: Self.arrangementCommandID, keys: [.tab], title: "show as a \(other)",
      group: "Photos", hint: other
    ) { [weak self] in self?.changeArrangement() }
  }

  /// Also where a notice over the list speaks of them.
  static let refreshKeys: [Key] = [.character("r")]

  /// What a notice spoke of.
  func tryAgain() {
    pictures.refresh()
    viewModel.inputs.tryAgain()
  }

  private func refresh() {
    pictures.refresh()
    viewModel.inputs.refresh()
  }
}
