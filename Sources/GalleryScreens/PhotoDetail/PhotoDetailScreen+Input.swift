import TerminalKit

extension PhotoDetailScreen {
  /// The first command that has a key takes it: keys that move are the panel's while it has more to show,
  /// the photo's while it is zoomed, and else lead to other photos.
  public var keyCommands: [KeyCommand] {
    keys.apply(
      (panel.isScrollable ? panelKeys : [])
        + (isZoomed && !coversPicture ? panKeys : [])
        + otherKeys + photoKeys + zoomKeys + partKeys + ProgramKeys.commands, on: .photo)
  }

  /// What can be done with the photo here as in the list.
  private var otherKeys: [KeyCommand] {
    navigation.photoCommands(viewModel.outputs.photo) { [weak self] in self?.next() }
  }

  /// Every key of the screen, whatever it shows now; what leads on and out of it first.
  var helpCommands: [KeyCommand] {
    keys.apply(
      photoKeys + otherKeys + zoomKeys + partKeys + panKeys + panelKeys + ProgramKeys.commands,
      on: .photo)
  }

  private var photoKeys: [KeyCommand] {
    [
      KeyCommand(.photoNext, hint: "next") { [weak self] in self?.next() },
      KeyCommand(.photoPrevious, hint: "previous") { [weak self] in self?.previous() },
      KeyCommand(.photoForward) { [weak self] in self?.next() },
      KeyCommand(.photoBackward) { [weak self] in self?.previous() },
      KeyCommand(.viewClose, hint: "back", isEssential: true) { [weak self] in
        self?.navigation.close()
      },
      KeyCommand(.viewBack) { [weak self] in self?.stepBack() },
      KeyCommand(.photoReload) { [weak self] in self?.reloadPicture() },
      KeyCommand(.programHelp, hint: "help", isEssential: true) { [weak self] in
        guard let self else { return }
        navigation.showHelp(helpCommands)
      },
    ]
  }

  private var zoomKeys: [KeyCommand] {
    [
      KeyCommand(.zoomIn, hint: "zoom") { [weak self] in self?.request(.nearer) },
      KeyCommand(.zoomOut, hint: "zoom") { [weak self] in self?.request(.farther) },
      KeyCommand(.zoomFit) { [weak self] in self?.zoomToFit() },
      KeyCommand(.zoomFull) { [weak self] in self?.request(.full) },
      KeyCommand(
        id: "zoom-mouse", gesture: "double click", title: "100% there, or fit",
        group: CommandGroup.zoom.rawValue),
    ]
  }

  /// What can be put on and off.
  private var partKeys: [KeyCommand] {
    [
      KeyCommand(.photoInformation, hint: "info") { [weak self] in self?.toggleInformation() },
      KeyCommand(.photoSlideShow) { [weak self] in self?.toggleSlideShow() },
      KeyCommand(.photoPause) { [weak self] in self?.player.togglePause() },
    ]
  }
}

extension PhotoDetailScreen {
  /// The keys that move over a zoomed photo.
  private var panKeys: [KeyCommand] {
    [
      pan(.panLeft, -0.25, 0),
      pan(.panRight, 0.25, 0),
      pan(.panUp, 0, -0.25),
      pan(.panDown, 0, 0.25),
      pan(.panPageUp, 0, -1),
      pan(.panPageDown, 0, 1),
      pan(.panHalfPageUp, 0, -0.5),
      pan(.panHalfPageDown, 0, 0.5),
      // No picture is as many boxes high.
      pan(.panTop, 0, -100_000),
      pan(.panBottom, 0, 100_000),
      KeyCommand(
        id: "pan-mouse", gesture: "drag", title: "move", group: Self.panGroup),
      KeyCommand(
        id: "wheel-zoom", gesture: "wheel", title: "zoom at the pointer",
        group: Self.panGroup),
    ]
  }

  private static let panGroup = CommandGroup.zoomedPhoto.rawValue

  private func pan(
    _ command: Command, _ widths: Double, _ heights: Double
  ) -> KeyCommand {
    KeyCommand(command) { [weak self] in self?.pan(byWidths: widths, heights: heights) }
  }

  /// The keys that scroll the information; where it stands over the photo, the arrows too.
  private var panelKeys: [KeyCommand] {
    let lines = [
      scroll(.informationUp) { $0.scroll(by: -1) },
      scroll(.informationDown) { $0.scroll(by: 1) },
    ]
    return (coversPicture ? lines : []) + [
      scroll(.informationPageUp) { $0.scrollPages(-1) },
      scroll(.informationPageDown) { $0.scrollPages(1) },
      scroll(.informationHalfPageUp) { $0.scrollHalfPages(-1) },
      scroll(.informationHalfPageDown) { $0.scrollHalfPages(1) },
      scroll(.informationFirst) { $0.scrollToStart() },
      scroll(.informationLast) { $0.scrollToEnd() },
    ]
  }

  private func scroll(
    _ command: Command, _ action: @escaping (InfoPanel) -> Void
  ) -> KeyCommand {
    KeyCommand(command) { [weak self] in
      guard let self else { return }
      action(panel)
      navigation.setNeedsDisplay()
    }
  }
}

extension PhotoDetailScreen {
  /// A drag that is under way: where it began, and what was seen then.
  struct Drag {
    var start: Point
    var zoom: PhotoZoom
  }

  /// The photo can be dragged only while it is larger than its box.
  public var wantsDrags: Bool { isZoomed && coversPicture == false }

  public func handle(_ mouse: MouseEvent) {
    if panel.isOpen, layout.info.contains(mouse.position) {
      handleInPanel(mouse)
      return
    }
    switch mouse.action {
    case .wheelDown: wheel(isDown: true, at: mouse.position)
    case .wheelUp: wheel(isDown: false, at: mouse.position)
    case .press:
      drag =
        isZoomed && layout.picture.contains(mouse.position)
        ? Drag(start: mouse.position, zoom: zoom) : nil
    case .drag: move(to: mouse.position)
    case .release:
      // Terminals that do not report the way report the end of it.
      move(to: mouse.position)
      drag = nil
    case .doubleClick: toggleFull(at: mouse.position)
    case .singleClick: break
    }
  }

  /// Through the photos; in a zoomed one nearer and farther, with what is under the pointer staying there.
  private func wheel(isDown: Bool, at position: Point) {
    guard isZoomed, let zoomSpace, layout.picture.contains(position) else {
      if isDown { next() } else { previous() }
      return
    }
    drag = nil
    let pointer = offset(of: position)
    if isDown {
      zoom.zoomOut(in: zoomSpace, at: pointer)
    } else {
      zoom.zoomIn(in: zoomSpace, at: pointer)
    }
    slideShow.restart()
    navigation.setNeedsDisplay()
  }

  private func toggleFull(at position: Point) {
    drag = nil
    guard layout.picture.contains(position), let zoomSpace else { return }
    if isZoomed {
      zoomToFit()
    } else {
      hasZoomed = true
      zoom.zoomToFull(in: zoomSpace, at: offset(of: position))
      slideShow.restart()
      navigation.setNeedsDisplay()
    }
  }

  /// From where the drag began, so that the photo stays under the pointer to the pixel.
  private func move(to position: Point) {
    guard let drag, let zoomSpace, position != drag.start || zoom != drag.zoom else { return }
    let cell = pictures.cellPixelSize
    zoom = drag.zoom
    zoom.pan(
      by: PixelOffset(
        x: (drag.start.column - position.column) * cell.width,
        y: (drag.start.row - position.row) * cell.height), in: zoomSpace)
    slideShow.restart()
    navigation.setNeedsDisplay()
  }

  /// The middle of a cell, from the middle of the box.
  private func offset(of position: Point) -> PixelOffset {
    let cell = pictures.cellPixelSize
    let box = layout.picture
    return PixelOffset(
      x: ((2 * (position.column - box.minColumn) + 1 - box.size.columns) * cell.width) / 2,
      y: ((2 * (position.row - box.minRow) + 1 - box.size.rows) * cell.height) / 2)
  }
}
