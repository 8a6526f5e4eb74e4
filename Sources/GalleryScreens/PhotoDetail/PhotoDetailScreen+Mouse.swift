import TerminalKit

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
