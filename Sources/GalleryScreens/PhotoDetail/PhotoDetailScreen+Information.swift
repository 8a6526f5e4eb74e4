import TerminalKit

extension PhotoDetailScreen {
  /// Whether the information stands where the photo would.
  var coversPicture: Bool { layout.infoPlace == .over }

  func toggleInformation() {
    if panel.isOpen {
      panel.close()
      viewModel.inputs.informationDismissed()
    } else {
      panel.open()
      viewModel.inputs.informationRequested()
    }
    drag = nil
    navigation.setNeedsDisplay()
  }

  func layoutPanel() {
    guard panel.isOpen else { return }
    let outputs = viewModel.outputs
    panel.layout(
      outputs.informationGroups, histogram: pictures.histogram(of: outputs.photo),
      size: layout.infoText.size)
  }

  func drawPanel(on surface: inout Surface) {
    guard panel.isOpen else { return }
    let info = layout.info
    switch layout.infoPlace {
    case .closed, .over: break
    case .beside:
      surface.verticalRule(
        at: info.origin, rows: info.size.rows, style: theme.rule, glyphs: theme.glyphs)
    case .below:
      surface.horizontalRule(
        at: info.origin, columns: info.size.columns, style: theme.rule, glyphs: theme.glyphs)
    }
    panel.draw(on: &surface, in: layout.infoText)
  }

  func handleInPanel(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: panel.scroll(by: -3)
    case .wheelDown: panel.scroll(by: 3)
    case .press, .doubleClick, .singleClick, .release, .drag: return
    }
    navigation.setNeedsDisplay()
  }
}
