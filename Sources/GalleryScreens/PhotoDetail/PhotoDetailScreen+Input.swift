import GalleryPresentation
import TerminalKit

extension PhotoDetailScreen: CommandedScreen {
  /// The commands that leave the screen come first. Movement keys scroll the information while it has more to show,
  /// move a zoomed photo, and otherwise lead to other photos.
  func makeCommands() -> [ScreenCommand<PhotoDetailScreen>] {
    photoCommands + context.makeCommands() + cullingCommands + PhotoDetailScreen.zoomCommands
      + partCommands + PhotoDetailScreen.panCommands + panelCommands + ProgramKeys.commands()
  }

  public var keyLine: [Command] {
    isCulling
      ? Command.ratings
        + ["rating.reject", "cull.next", "cull.previous", "cull.zoom", "edit.undo"]
        + ["photo.information", "view.close"]
      : ["choice.accept", "photo.next", "photo.previous", "shop.toggle", "photo.information"]
        + Command.ratings + ["zoom.in", "zoom.out", "view.close", "program.help"]
  }

  public var helpCommands: [KeyCommand] {
    let commands = commands.list(of: self, forHelp: true)
    guard !photoList.outputs.canCull else { return commands }
    return commands.filter { $0.group != CommandGroup.culling.rawValue }
  }

  private var photoCommands: [ScreenCommand<PhotoDetailScreen>] {
    [
      ScreenCommand("photo.next", hint: "next") { $0.focusNext() },
      ScreenCommand("photo.previous", hint: "previous") { $0.previous() },
      ScreenCommand("photo.forward") { $0.focusNext() },
      ScreenCommand("photo.backward") { $0.previous() },
      // The information is closed first, as by Esc.
      ScreenCommand("view.close", isEssential: true) {
        $0.panel.isOpen ? $0.toggleInformation() : $0.leave()
      }.hinted { $0.isCulling && !$0.panel.isOpen ? "done" : "back" },
      ScreenCommand("view.back") { $0.stepBack() },
      ScreenCommand("photo.reload") { $0.reloadPicture() },
      ScreenCommand("photo.cull") { $0.toggleCulling() }.when { $0.photoList.outputs.canCull },
    ]
  }

  private var partCommands: [ScreenCommand<PhotoDetailScreen>] {
    [
      ScreenCommand("photo.information", hint: "info") { $0.toggleInformation() },
      ScreenCommand("photo.full-screen") { $0.toggleFullScreen() },
      ScreenCommand("photo.slide-show") { $0.toggleSlideShow() },
      ScreenCommand("photo.pause") { $0.player.togglePause() },
    ]
  }

  /// The keys that scroll the information; where it covers the photo, the arrows too.
  private var panelCommands: [ScreenCommand<PhotoDetailScreen>] {
    let commands: [ScreenCommand<PhotoDetailScreen>] = MoveKeys.scrolling(
      "information", of: { $0.panel.scroll }
    ) { screen, lines in
      screen.panel.scroll(by: lines)
      screen.context.setNeedsDisplay()
    }.map { $0.when { $0.panel.isScrollable } }
    return commands.prefix(2).map { $0.when { $0.coversPicture } } + commands.dropFirst(2)
  }
}

extension PhotoDetailScreen: ZoomScreen {
  var zoomedPane: PhotoPane? { pane }
  var pannedPane: PhotoPane? {
    pane.canPan(zoomControl.zoom) && !coversPicture ? pane : nil
  }
}

extension PhotoDetailScreen: CommandTarget {
  public var photo: Photo? { viewModel.photo }
  public var isSinglePhoto: Bool { true }
  public func focusNext() {
    slideShow.restart()
    viewModel.next()
  }
  public func focus(onOneOf ids: [Photo.ID]) { viewModel.show(ids) }

  public func photosLeft(_ ids: [Photo.ID]) {
    slideShow.restart()
    viewModel.photosLeft(ids)
  }
}

extension PhotoDetailScreen {
  public func handle(_ mouse: MouseEvent) {
    if panel.isOpen, layout.info.contains(mouse.position) {
      handleInPanel(mouse)
    } else if !handleInStrip(mouse),
      !zoomControl.handle(mouse, in: pane, wheelZooms: mouse.isControlled)
    {
      switch mouse.action {
      case .wheelDown: focusNext()
      case .wheelUp: previous()
      case .press, .drag, .release, .doubleClick: break
      }
    }
  }
}

/// Culling: the photo with those around it below, and counts of what was kept and rejected.
extension PhotoDetailScreen {
  public var isCulling: Bool { viewModel.isCulling }

  func toggleCulling() {
    if !isCulling, isFullScreen { toggleFullScreen() }
    let summary = viewModel.cullingSummary
    viewModel.cullingToggled()
    if let summary { context.flow?.show(summary) }
    zoomControl.endDrag()
    context.setNeedsDisplay()
  }

  func layoutStrip() {
    strip.layout(in: layout.strip, row: viewModel.row)
    if isCulling { viewModel.willDisplay(strip: strip.rows) }
  }

  func drawStrip(on surface: inout Surface) {
    guard !layout.strip.isEmpty else { return }
    strip.draw(row: viewModel.row, on: &surface)
  }

  var cullingCommands: [ScreenCommand<PhotoDetailScreen>] {
    let commands: [ScreenCommand<PhotoDetailScreen>] = [
      ScreenCommand("cull.next", hint: "move") { $0.focusNext() },
      ScreenCommand("cull.previous", hint: "move") { $0.previous() },
      ScreenCommand("cull.zoom") { $0.toggleZoom() }
        .hinted { $0.pane.isZoomed($0.zoomControl.zoom) ? "fit" : "100%" },
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
      if let photo = strip.photo(at: mouse.position) { viewModel.show([photo.id]) }
    case .wheelDown: focusNext()
    case .wheelUp: previous()
    case .drag, .release, .doubleClick: break
    }
    return true
  }
}
