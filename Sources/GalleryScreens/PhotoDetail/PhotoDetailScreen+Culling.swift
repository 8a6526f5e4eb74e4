import GalleryPresentation
import TerminalKit

/// Culling: the photo with those around it below, and counts of what was kept and rejected.
extension PhotoDetailScreen {
  public var isCulling: Bool { viewModel.outputs.isCulling }

  /// Begins or ends culling.
  func toggleCulling() {
    if !isCulling, isFullScreen { toggleFullScreen() }
    viewModel.inputs.cullingToggled()
    zoomControl.endDrag()
    context.setNeedsDisplay()
  }

  func layoutStrip() {
    strip.layout(in: layout.strip, row: viewModel.outputs.row)
    if isCulling { viewModel.inputs.willDisplay(strip: strip.rows) }
  }

  func drawStrip(on surface: inout Surface) {
    guard !layout.strip.isEmpty else { return }
    strip.draw(
      row: viewModel.outputs.row,
      isInBasket: { context.basket?.outputs.basket.contains($0) ?? false }, on: &surface)
  }

  /// The keys that are different while culling.
  var cullingCommands: [ScreenCommand<PhotoDetailScreen>] {
    let commands: [ScreenCommand<PhotoDetailScreen>] = [
      ScreenCommand("cull.next", hint: "move") { $0.next() },
      ScreenCommand("cull.previous", hint: "move") { $0.previous() },
      ScreenCommand("cull.zoom") { $0.toggleZoom() },
    ]
    return commands.map { $0.when { $0.isCulling } }
  }

  /// 100 %, or the whole photo.
  private func toggleZoom() {
    if pane.isZoomed(zoomControl.zoom) {
      zoomControl.zoomToFit()
    } else {
      zoomControl.request(.full, in: pane)
    }
  }

  /// A press on another photo of the strip shows it.
  ///
  /// - Returns: Whether the event was for the strip.
  func handleInStrip(_ mouse: MouseEvent) -> Bool {
    guard layout.strip.contains(mouse.position) else { return false }
    switch mouse.action {
    case .press:
      if let photo = strip.photo(at: mouse.position) { viewModel.inputs.show([photo.id]) }
    case .wheelDown: next()
    case .wheelUp: previous()
    case .drag, .release, .singleClick, .doubleClick: break
    }
    return true
  }
}
