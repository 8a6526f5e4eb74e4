import TerminalKit

extension PhotoDetailScreen {
  /// The first command that has a key takes it: keys that move are the panel's while it has more to show,
  /// the photo's while it is zoomed, and else lead to other photos.
  public var keyCommands: [KeyCommand] {
    (panel.isScrollable ? panelKeys : [])
      + (isZoomed && !coversPicture ? panKeys : [])
      + otherKeys + photoKeys + zoomKeys + partKeys + ProgramKeys.commands
  }

  /// What can be done with the photo here as in the list.
  private var otherKeys: [KeyCommand] { navigation.photoCommands(viewModel.outputs.photo) }

  /// Every key of the screen, whatever it shows now; what leads on and out of it first.
  var helpCommands: [KeyCommand] {
    photoKeys + otherKeys + zoomKeys + partKeys + panKeys + panelKeys + ProgramKeys.commands
  }

  private var photoKeys: [KeyCommand] {
    [
      KeyCommand(
        id: "next", keys: [.character("n")], title: "next photo", group: "Photos",
        hint: "next"
      ) { [weak self] in self?.next() },
      KeyCommand(
        id: "previous", keys: [.character("p"), .backspace], title: "previous photo",
        group: "Photos", hint: "previous"
      ) { [weak self] in self?.previous() },
      KeyCommand(
        id: "move-next", keys: [.down, .right, .character("j"), .character("l"), .pageDown],
        title: "next photo, unless zoomed", group: "Photos"
      ) { [weak self] in self?.next() },
      KeyCommand(
        id: "move-previous", keys: [.up, .left, .character("k"), .character("h"), .pageUp],
        title: "previous photo, unless zoomed", group: "Photos"
      ) { [weak self] in self?.previous() },
      KeyCommand(
        id: "back", keys: [.character("q"), .enter], title: "back to the list", group: "Photos",
        hint: "back", isEssential: true
      ) { [weak self] in self?.navigation.close() },
      KeyCommand(
        id: "step-back", keys: [.escape], title: "back", group: "Photos"
      ) { [weak self] in self?.stepBack() },
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "reload the picture", group: "Photos"
      ) { [weak self] in self?.reloadPicture() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "help", group: "Program", hint: "help",
        isEssential: true
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(helpCommands)
      },
    ]
  }

  private var zoomKeys: [KeyCommand] {
    [
      KeyCommand(
        id: "zoom-in", keys: [.character("+"), .character("=")], title: "zoom in, up to 100%",
        group: "Zoom", hint: "zoom"
      ) { [weak self] in self?.request(.nearer) },
      KeyCommand(
        id: "zoom-out", keys: [.character("-"), .character("_")], title: "zoom out", group: "Zoom",
        hint: "zoom"
      ) { [weak self] in self?.request(.farther) },
      KeyCommand(
        id: "zoom-fit", keys: [.character("0")], title: "fit the whole photo", group: "Zoom"
      ) { [weak self] in self?.zoomToFit() },
      KeyCommand(
        id: "zoom-full", keys: [.character("1")], title: "100%", group: "Zoom"
      ) { [weak self] in self?.request(.full) },
      KeyCommand(
        id: "zoom-mouse", gesture: "double click", title: "100% there, or fit", group: "Zoom"),
    ]
  }

  /// What can be put on and off.
  private var partKeys: [KeyCommand] {
    [
      KeyCommand(
        id: "information", keys: [.character("i")], title: "information", group: "Photos",
        hint: "info"
      ) { [weak self] in self?.toggleInformation() },
      KeyCommand(
        id: "slide-show", keys: [.character("S")], title: "start or stop the slide show",
        group: "Photos"
      ) { [weak self] in self?.toggleSlideShow() },
      KeyCommand(
        id: "pause", keys: [.character(".")], title: "pause or resume the animation",
        group: "Photos"
      ) { [weak self] in self?.player.togglePause() },
    ]
  }
}

extension PhotoDetailScreen {
  /// The keys that move over a zoomed photo.
  private var panKeys: [KeyCommand] {
    [
      pan("pan-left", [.left, .character("h")], "left", -0.25, 0),
      pan("pan-right", [.right, .character("l")], "right", 0.25, 0),
      pan("pan-up", [.up, .character("k")], "up", 0, -0.25),
      pan("pan-down", [.down, .character("j")], "down", 0, 0.25),
      pan("pan-page-up", [.pageUp, .control("b")], "screen up", 0, -1),
      pan("pan-page-down", [.pageDown, .control("f")], "screen down", 0, 1),
      pan("pan-half-up", [.control("u")], "half screen up", 0, -0.5),
      pan("pan-half-down", [.control("d")], "half screen down", 0, 0.5),
      // No picture is as many boxes high.
      pan("pan-top", [.home, .character("g")], "top", 0, -100_000),
      pan("pan-bottom", [.end, .character("G")], "bottom", 0, 100_000),
      KeyCommand(
        id: "pan-mouse", gesture: "drag", title: "move", group: Self.panGroup),
      KeyCommand(
        id: "wheel-zoom", gesture: "wheel", title: "zoom at the pointer",
        group: Self.panGroup),
    ]
  }

  private static let panGroup = "In a zoomed photo"

  private func pan(
    _ id: String, _ keys: [Key], _ title: String, _ widths: Double, _ heights: Double
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: Self.panGroup) { [weak self] in
      self?.pan(byWidths: widths, heights: heights)
    }
  }

  /// The keys that scroll the information; where it stands over the photo, the arrows too.
  private var panelKeys: [KeyCommand] {
    let lines = [
      scroll("info-up", [.up, .character("k")], "line up") { $0.scroll(by: -1) },
      scroll("info-down", [.down, .character("j")], "line down") { $0.scroll(by: 1) },
    ]
    return (coversPicture ? lines : []) + [
      scroll("info-page-up", [.pageUp, .control("b")], "page up") { $0.scrollPages(-1) },
      scroll("info-page-down", [.pageDown, .control("f")], "page down") { $0.scrollPages(1) },
      scroll("info-half-up", [.control("u")], "half page up") { $0.scrollHalfPages(-1) },
      scroll("info-half-down", [.control("d")], "half page down") { $0.scrollHalfPages(1) },
      scroll("info-first", [.home, .character("g")], "start") { $0.scrollToStart() },
      scroll("info-last", [.end, .character("G")], "end") { $0.scrollToEnd() },
    ]
  }

  private func scroll(
    _ id: String, _ keys: [Key], _ title: String, _ action: @escaping (InfoPanel) -> Void
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: "Long information") { [weak self] in
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
