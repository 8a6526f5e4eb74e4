import GalleryPresentation
import TerminalKit

extension BasketScreen {
  public var keyCommands: [KeyCommand] {
    let commands = items.isEmpty ? [] : moveCommands + itemCommands + photoCommands
    return commands + (navigation.undo.map { [$0] } ?? []) + screenCommands + ProgramKeys.commands
  }

  private static let group = "Basket"

  private var moveCommands: [KeyCommand] { MoveKeys(view: table).commands }

  private var itemCommands: [KeyCommand] {
    [
      KeyCommand(
        id: "open", keys: [.enter, .right, .character("l")], title: "open the photo",
        group: Self.group, hint: "open"
      ) { [weak self] in self?.openSelected() },
      KeyCommand(
        id: "remove", keys: [.character("x"), .space, Key(.delete), .backspace],
        title: "remove", group: Self.group, hint: "remove"
      ) { [weak self] in self?.removeChosen() },
    ] + OpenBasketCommands.orderCommands(of: basket, navigation.actions, hint: "order")
      + exportCommands + [
        KeyCommand(
          id: "clear", keys: [.character("c"), .character("C")], title: "empty the basket",
          group: Self.group, hint: "clear"
        ) { [weak self] in self?.basket.inputs.clear() },
        KeyCommand(
          id: "range", keys: [.character("V")], title: "select a range",
          group: Self.group, hint: rangeStart == nil ? nil : "end"
        ) { [weak self] in self?.toggleRange() },
      ]
  }

  /// A range ends with them, as in the list.
  private var photoCommands: [KeyCommand] {
    let photos = items[chosenRows].map(\.photo)
    let selected = table.selectedRow.map { items[$0].photo }
    return navigation.photoCommands(rangeStart == nil ? [] : photos, selected).map { command in
      command.replacingAction { [weak self] in
        command.action()
        if self?.rangeStart != nil { self?.toggleRange() }
      }
    }
  }

  private var exportCommands: [KeyCommand] {
    guard let export = navigation.actions.export else { return [] }
    return [
      KeyCommand(
        id: "export", keys: [.character("e")], title: "export the basket",
        group: Self.group, hint: "export"
      ) { [basket] in export(basket.outputs.basket) }
    ]
  }

  private var historyCommands: [KeyCommand] {
    guard let show = navigation.actions.showHistory else { return [] }
    return [
      KeyCommand(
        id: "history", keys: [.character("H")], title: "what was ordered before",
        group: Self.group, hint: history?.orders.isEmpty == false ? "orders" : nil
      ) { show() }
    ]
  }

  private var screenCommands: [KeyCommand] {
    historyCommands + [
      KeyCommand(
        id: "help", keys: [.character("?")], title: "help", group: "Program", hint: "help",
        isEssential: true
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(keyCommands)
      },
      KeyCommand(
        id: "back", keys: [.character("q"), .character("b")], title: "back to the photos",
        group: Self.group, hint: "back", isEssential: true
      ) { [navigation] in navigation.close() },
      KeyCommand(
        id: "step-back", keys: [.escape], title: "back", group: Self.group
      ) { [weak self] in
        guard let self else { return }
        if rangeStart != nil { toggleRange() } else { navigation.close() }
      },
    ]
  }
}
