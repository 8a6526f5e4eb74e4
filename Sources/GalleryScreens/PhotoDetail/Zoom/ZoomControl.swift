import TerminalKit

/// The zoom on a screen, with the keys and the mouse that change it.
///
/// One zoom for all panes of the screen: zooming in one of them changes the others.
final class ZoomControl {
  private(set) var zoom = PhotoZoom()
  /// Whether the user has ever zoomed: from then on the zoom is shown.
  private(set) var hasZoomed = false
  /// The requests that wait for the size of the picture.
  private var requests: [Request] = []
  private var drag: Drag?
  /// Called when the user has changed the view, or has requested it.
  var onChange: (() -> Void)?

  enum Request {
    case nearer, farther, full
  }

  /// A drag that is under way: where it began, and what was visible then.
  private struct Drag {
    var pane: PhotoPane
    var start: Point
    var zoom: PhotoZoom
  }

  /// More requests before the size of a picture is known show impatience, not intent.
  private static let requestLimit = 16

  // MARK: What is visible

  /// `200%`, `fit`; empty until the user has zoomed.
  func label(in pane: PhotoPane) -> String {
    guard hasZoomed else { return "" }
    return pane.space.map(zoom.label) ?? "fit"
  }

  /// The steps next to the one that is shown, for fetching ahead.
  func neighbours(in pane: PhotoPane) -> [PhotoZoom] {
    guard let space = pane.space else { return [] }
    var nearer = zoom
    nearer.zoomIn(in: space)
    var farther = zoom
    farther.zoomOut(in: space)
    return [nearer, farther].filter { $0 != zoom }
  }

  // MARK: What the user requests

  /// Zooms now, or as soon as the size of the picture is known.
  func request(_ request: Request, in pane: PhotoPane) {
    hasZoomed = true
    if requests.count < Self.requestLimit { requests.append(request) }
    grantRequests(in: pane)
    onChange?()
  }

  /// Call at each layout, after the pane's: the size of the picture may be known now.
  func grantRequests(in pane: PhotoPane) {
    guard !requests.isEmpty else { return }
    guard let space = pane.space else {
      if pane.isAbsent { requests = [] }
      return
    }
    for request in requests {
      switch request {
      case .nearer: zoom.zoomIn(in: space)
      case .farther: zoom.zoomOut(in: space)
      case .full: zoom.zoomToFull(in: space)
      }
    }
    requests = []
  }

  /// Shows the whole photo again, without a notice: the remembered position is out of date.
  func forget() {
    (requests, drag) = ([], nil)
    zoom.zoomToFit()
  }

  func zoomToFit() {
    hasZoomed = true
    requests = []
    zoom.zoomToFit()
    onChange?()
  }

  /// Moves over the photo by parts of the box.
  func pan(byWidths widths: Double, heights: Double, in pane: PhotoPane) {
    guard let space = pane.space else { return }
    zoom.pan(
      by: PixelOffset(
        x: Int((Double(space.box.width) * widths).rounded()),
        y: Int((Double(space.box.height) * heights).rounded())), in: space)
    onChange?()
  }

  // MARK: The mouse

  /// Call when what the mouse drags is no longer there.
  func endDrag() { drag = nil }

  /// The wheel zooms in and out where the photo is zoomed, keeping the point under the pointer; a double click switches
  /// to 100 % and back; a drag moves a photo that is partly out of sight.
  ///
  /// - Parameter wheelZooms: Whether the wheel also zooms in from the fitted photo.
  /// - Returns: Whether the event was for the zoom.
  func handle(_ mouse: MouseEvent, in pane: PhotoPane, wheelZooms: Bool = false) -> Bool {
    let isInside = pane.box.contains(mouse.position)
    switch mouse.action {
    case .wheelDown, .wheelUp:
      guard isInside, let space = pane.space, wheelZooms || zoom.isZoomed(in: space) else {
        return false
      }
      drag = nil
      hasZoomed = true
      let pointer = pane.offset(of: mouse.position)
      if mouse.action == .wheelDown {
        zoom.zoomOut(in: space, at: pointer)
      } else {
        zoom.zoomIn(in: space, at: pointer)
      }
      onChange?()
    case .press:
      drag =
        isInside && pane.canPan(zoom) ? Drag(pane: pane, start: mouse.position, zoom: zoom) : nil
      return drag != nil
    case .drag: return move(to: mouse.position)
    case .release:
      // Some terminals report only the end of a drag.
      defer { drag = nil }
      return move(to: mouse.position)
    case .doubleClick:
      drag = nil
      guard isInside, let space = pane.space else { return false }
      toggleFull(at: pane.offset(of: mouse.position), in: space)
    }
    return true
  }

  private func toggleFull(at pointer: PixelOffset, in space: ZoomSpace) {
    if zoom.isZoomed(in: space) { return zoomToFit() }
    hasZoomed = true
    zoom.zoomToFull(in: space, at: pointer)
    onChange?()
  }

  /// Relative to the start of the drag, so that the photo stays under the pointer to the pixel.
  private func move(to position: Point) -> Bool {
    guard let drag else { return false }
    guard let space = drag.pane.space, position != drag.start || zoom != drag.zoom else {
      return true
    }
    zoom = drag.zoom
    zoom.pan(by: drag.pane.offset(from: drag.start, to: position), in: space)
    onChange?()
    return true
  }
}

/// A screen with a zoom, which has the same keys on each.
protocol ZoomScreen: CommandedScreen {
  var zoomControl: ZoomControl { get }
  /// What the keys zoom.
  var zoomedPane: PhotoPane? { get }
  /// What the keys move over; nil while all of it is visible.
  var pannedPane: PhotoPane? { get }
}

extension ZoomScreen {
  static var zoomCommands: [ScreenCommand<Self>] {
    func request(
      _ command: Command, hint: String? = nil, _ request: ZoomControl.Request
    ) -> ScreenCommand<Self> {
      ScreenCommand(command, hint: hint) { screen in
        if let pane = screen.zoomedPane { screen.zoomControl.request(request, in: pane) }
      }
    }
    return [
      request("zoom.in", hint: "zoom", .nearer),
      request("zoom.out", hint: "zoom", .farther),
      ScreenCommand("zoom.fit") { $0.zoomControl.zoomToFit() },
      request("zoom.full", .full),
      ScreenCommand(.mouseFull) { _ in },
    ]
  }

  static var panCommands: [ScreenCommand<Self>] {
    func pan(_ command: Command, _ widths: Double, _ heights: Double) -> ScreenCommand<Self> {
      ScreenCommand(command) { screen in
        if let pane = screen.pannedPane {
          screen.zoomControl.pan(byWidths: widths, heights: heights, in: pane)
        }
      }.when { $0.pannedPane != nil }
    }
    return [
      pan("pan.left", -0.25, 0),
      pan("pan.right", 0.25, 0),
      pan("pan.up", 0, -0.25),
      pan("pan.down", 0, 0.25),
      pan("pan.page-up", 0, -1),
      pan("pan.page-down", 0, 1),
      pan("pan.half-page-up", 0, -0.5),
      pan("pan.half-page-down", 0, 0.5),
      // No picture is this many boxes high.
      pan("pan.top", 0, -100_000),
      pan("pan.bottom", 0, 100_000),
      ScreenCommand(.mousePan) { _ in },
      ScreenCommand(.mouseZoom) { _ in },
    ]
  }
}
