import GalleryPresentation
import TerminalKit

extension OrderScreen {
  public var keyCommands: [KeyCommand] {
    guard !viewModel.outputs.placing else {
      return [
        command("cancel-order", [.escape], "cancel the order", hint: "cancel") {
          $0.viewModel.inputs.cancelPressed()
        }
      ]
    }
    return [enterCommand] + choiceCommands + [
      command("next-field", [.tab], "next field", hint: "next") { $0.moveFocus(by: 1) },
      command("previous-field", [Key(.tab, modifiers: .shift)], "previous field") {
        $0.moveFocus(by: -1)
      },
      command("leave-order", closeKeys, "back, keeping what you typed", hint: "back") {
        $0.navigation.close()
      },
    ]
  }

  /// Letters are typed, where there is something to type into.
  private var closeKeys: [Key] { focus == .button ? [.escape, .character("q")] : [.escape] }

  private var enterCommand: KeyCommand {
    guard let field = focusedField else {
      let outputs = viewModel.outputs
      let hint =
        outputs.unansweredText != nil
        ? "ask again" : outputs.route?.isCheckout == true ? "checkout" : "place order"
      return command("place-order", [.enter, .space], "place the order", hint: hint) { $0.place() }
    }
    guard field.entry == .lines else {
      return command("done-with-field", [.enter], "next field", hint: "next") {
        $0.moveFocus(by: 1)
      }
    }
    return command("new-line", [.enter], "new line", hint: "new line") {
      _ = $0.editors[field.kind]?.handle(.enter)
      $0.navigation.setNeedsDisplay()
    }
  }

  private var choiceCommands: [KeyCommand] {
    guard let field = focusedField, case .choice(let choices) = field.entry else { return [] }
    func choose(_ step: Int) -> (OrderScreen) -> Void {
      return { screen in
        guard let index = choices.firstIndex(where: { $0.id == field.text }) else { return }
        screen.choose(choices[(index + step + choices.count) % choices.count].id, in: field.kind)
      }
    }
    return [
      command("choice-left", [.left], "previous choice", hint: "choose", choose(-1)),
      command("choice-right", [.right, .space], "next choice", hint: "choose", choose(1)),
    ]
  }

  func choose(_ id: String, in kind: OrderField.Kind) {
    viewModel.inputs.textChanged(kind, to: id)
    navigation.setNeedsDisplay()
  }

  private func command(
    _ id: String, _ keys: [Key], _ title: String, hint: String? = nil,
    _ action: @escaping (OrderScreen) -> Void
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: "Order", hint: hint) { [weak self] in
      if let self { action(self) }
    }
  }

  // MARK: What no command takes

  public func handle(_ key: Key) -> Bool {
    guard !viewModel.outputs.placing else { return false }
    followsFocus = true
    if case .field(let kind) = focus, editors[kind]?.handle(key) == true {
      navigation.setNeedsDisplay()
      return true
    }
    // In several lines these move there first.
    switch key {
    case .up: moveFocus(by: -1)
    case .down: moveFocus(by: 1)
    default: return false
    }
    return true
  }

  public func handle(paste text: String) {
    guard !viewModel.outputs.placing, case .field(let kind) = focus else { return }
    followsFocus = true
    editors[kind]?.paste(text)
    navigation.setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(by: -1)
    case .wheelDown: scroll(by: 1)
    case .press: press(at: mouse.position)
    case .doubleClick, .singleClick, .release, .drag: break
    }
  }

  private func scroll(by rows: Int) {
    followsFocus = false
    offset = max(0, min(offset + rows, layout.rowCount - layout.content.size.rows))
    navigation.setNeedsDisplay()
  }

  private func press(at point: Point) {
    guard !viewModel.outputs.placing, let new = layout.focus(at: point, offset: offset) else {
      return
    }
    move(to: new)
    switch new {
    case .button: place()
    case .field(let kind):
      if let id = choice(at: point.column, of: kind) { choose(id, in: kind) }
    }
  }
}

extension OrderRoute {
  /// Whether the user goes on in a shop.
  var isCheckout: Bool {
    switch channel {
    case .shopify, .wooCommerce: true
    case .server, .file: false
    }
  }
}
