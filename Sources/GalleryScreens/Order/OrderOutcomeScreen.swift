import GalleryPresentation
import TerminalKit

/// What became of an order: its number, its links, and the code of the selected one.
public final class OrderOutcomeScreen: Screen {
  let viewModel: any OrderOutcomeViewModelType
  let theme: Theme
  private let setNeedsDisplay: () -> Void
  var layout: OrderOutcomeLayout?
  var scroll = ScrollGeometry()
  /// The link that the last press was on.
  private var pressedLink: Int?
  /// Whether the code alone fills the screen.
  var showsCodeAlone = false
  /// Whether there is room for that.
  var codeFitsAlone = false
  public internal(set) var cursor: Point?

  public init(
    viewModel: any OrderOutcomeViewModelType, theme: Theme, setNeedsDisplay: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.theme = theme
    self.setNeedsDisplay = setNeedsDisplay
  }

  public func bindViewModel() {
    viewModel.outputs.updateSelectionClosure = { [weak self] in self?.selectionChanged() }
    selectionChanged()
  }

  private func selectionChanged() {
    scroll.setCount(viewModel.outputs.outcome.links.count)
    scroll.select(viewModel.outputs.selectedIndex)
    setNeedsDisplay()
  }

  // MARK: Keys

  public var keyCommands: [KeyCommand] {
    guard !showsCodeAlone else { return [closeCodeCommand] }
    let links = viewModel.outputs.outcome.links
    let commands = [openCommand, copyCommand] + (links.count > 1 ? moveCommands : [])
    return (links.isEmpty ? [] : commands)
      + (viewModel.outputs.code == nil ? [] : [codeCommand]) + [closeCommand]
  }

  private var openCommand: KeyCommand {
    command("open-link", [.enter, .character("O")], "open the link", hint: "open") {
      $0.viewModel.inputs.openPressed()
    }
  }

  private var copyCommand: KeyCommand {
    command("copy-link", [.character("y")], "copy the link", hint: "copy") {
      $0.viewModel.inputs.copyPressed()
    }
  }

  private var moveCommands: [KeyCommand] {
    [
      command("link-up", [.up, .character("k")], "previous link", hint: "links") {
        $0.select(by: -1)
      },
      command("link-down", [.down, .character("j")], "next link", hint: "links") {
        $0.select(by: 1)
      },
    ]
  }

  private var codeCommand: KeyCommand {
    command(
      "code-alone", [.character("c")], "show only the code", hint: codeFitsAlone ? "code" : nil
    ) {
      $0.showsCodeAlone = true
      $0.setNeedsDisplay()
    }
  }

  private var closeCodeCommand: KeyCommand {
    command(
      "code-back", [.escape, .character("q"), .character("c"), .enter, .space], "back",
      hint: "back"
    ) {
      $0.showsCodeAlone = false
      $0.setNeedsDisplay()
    }
  }

  private var closeCommand: KeyCommand {
    command("leave-outcome", [.escape, .character("q")], "back to the photos", hint: "back") {
      $0.viewModel.inputs.closePressed()
    }
  }

  private func select(by step: Int) {
    viewModel.inputs.linkSelected(at: (viewModel.outputs.selectedIndex ?? 0) + step)
  }

  private func command(
    _ id: String, _ keys: [Key], _ title: String, hint: String? = nil,
    _ action: @escaping (OrderOutcomeScreen) -> Void
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: "Order", hint: hint) { [weak self] in
      if let self { action(self) }
    }
  }

  private func link(at point: Point) -> Int? {
    guard !showsCodeAlone, let links = layout?.links, links.contains(point) else { return nil }
    return scroll.row(atLine: point.row - links.minRow)
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: select(by: -1)
    case .wheelDown: select(by: 1)
    case .press:
      pressedLink = link(at: mouse.position)
      if let pressedLink { viewModel.inputs.linkSelected(at: pressedLink) }
    case .doubleClick:
      if let pressedLink, pressedLink == viewModel.outputs.selectedIndex {
        viewModel.inputs.openPressed()
      }
    case .singleClick, .release, .drag: break
    }
  }
}
