import GalleryPresentation
import TerminalKit

/// Two to four photos side by side, with one zoom; one of them is in focus.
///
/// Commands act on the photo in focus. Rating it doesn't move the focus, unlike in the list: while comparing you look back
/// and forth, and the next digit would rate a photo that you didn't choose.
public final class CompareScreen: Screen, ZoomScreen {
  let viewModel: CompareViewModel
  public let photoList: any PhotoListViewModelType
  public let context: ScreenContext
  let zoomControl = ZoomControl()
  private var panes: [PhotoPane] = []
  private var layout = CompareLayout(size: .zero, count: 0)
  private var observations: [any Cancellable] = []
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .compare, keys: keys)

  public init(
    viewModel: CompareViewModel, list: any PhotoListViewModelType, context: ScreenContext
  ) {
    self.viewModel = viewModel
    photoList = list
    self.context = context
  }

  public func bindViewModel() {
    let redraw = { [context] in context.setNeedsDisplay() }
    viewModel.updateClosure = redraw
    viewModel.closeClosure = { [weak self] in if let self { context.close(self) } }
    zoomControl.onChange = redraw
    observations =
      [photoList.outputs.observeSelection(redraw)]
      + [context.basket?.observeBasket(redraw)].compactMap(\.self)
  }

  public func didAppear() { viewModel.viewDidAppear() }

  public func didDisappear() { zoomControl.endDrag() }

  // MARK: Layout

  public func layout(size: Size) {
    let photos = viewModel.photos
    layout = CompareLayout(size: size, count: photos.count)
    panes = photos.map { photo in
      panes.first { $0.photo.id == photo.id } ?? PhotoPane(photo, pictures: pictures)
    }
    for (index, pane) in panes.enumerated() {
      pane.layout(photos[index], in: layout.panes[index].picture)
    }
    if let zoomedPane { zoomControl.grantRequests(in: zoomedPane) }
  }

  public func didShow() {
    pictures.prepare(
      visible: panesByFocus.flatMap { $0.wanted(at: zoomControl.zoom) },
      next: panesByFocus.flatMap { pane in
        zoomControl.neighbours(in: pane).map { pane.specification(at: $0) }
      })
  }

  var zoomedPane: PhotoPane? {
    panes.first { $0.photo.id == viewModel.focusedPhoto?.id } ?? panes.first
  }

  private var panesByFocus: [PhotoPane] {
    panes.filter { $0 === zoomedPane } + panes.filter { $0 !== zoomedPane }
  }

  /// Where arrows move: within the photo in focus, unless all of it is visible.
  var pannedPane: PhotoPane? { panesByFocus.first { $0.canPan(zoomControl.zoom) } }

  public var cursor: Point? {
    guard layout.panes.indices.contains(viewModel.focusedIndex) else { return nil }
    var title = layout.panes[viewModel.focusedIndex].caption.origin
    title.column += 2
    return title
  }

  // MARK: Keys

  private func makeCommands() -> [ScreenCommand<CompareScreen>] {
    focusCommands + context.makeCommands() + leavingCommands + CompareScreen.zoomCommands
      + CompareScreen.panCommands + ProgramKeys.commands()
  }

  public var keyLine: [Command] {
    ["choice.accept", "compare.next", "shop.toggle"] + Command.ratings
      + ["rating.reject", "compare.drop", "photo.open", "view.close", "program.help"]
  }

  private var focusCommands: [ScreenCommand<CompareScreen>] {
    [
      ScreenCommand("compare.previous") { $0.viewModel.focusMoved(by: -1) },
      ScreenCommand("compare.next", hint: "next") { $0.viewModel.focusMoved(by: 1) },
      ScreenCommand("compare.drop", hint: "drop") {
        if let notice = $0.viewModel.dropPressed() { $0.context.show(notice: notice) }
      },
      ScreenCommand("compare.up") { $0.moveFocus(rows: -1) },
      ScreenCommand("compare.down") { $0.moveFocus(rows: 1) },
    ]
  }

  private func moveFocus(rows: Int) {
    viewModel.focusMoved(to: viewModel.focusedIndex + rows * layout.columnCount)
  }

  private var leavingCommands: [ScreenCommand<CompareScreen>] {
    [
      ScreenCommand("photo.open", hint: "open") { $0.open() },
      ScreenCommand("view.close", hint: "back", isEssential: true) { $0.context.close($0) },
      ScreenCommand("view.back") { $0.stepBack() },
      ScreenCommand("photo.reload") { $0.reload() },
    ]
  }

  private func open() {
    guard let photo, let indexPath = photoList.outputs.indexPath(of: photo.id) else {
      return context.show(notice: CompareText.notListed)
    }
    context.flow?.showDetail(of: photo, at: indexPath, in: photoList)
  }

  private func reload() {
    pictures.refresh()
    context.setNeedsDisplay()
  }

  private func stepBack() {
    if panes.contains(where: { $0.isZoomed(zoomControl.zoom) }) {
      zoomControl.zoomToFit()
    } else {
      context.close(self)
    }
  }

  // MARK: The mouse

  public func handle(_ mouse: MouseEvent) {
    let index = layout.panes.firstIndex { $0.frame.contains(mouse.position) }
    switch mouse.action {
    case .drag, .release:
      if let zoomedPane { _ = zoomControl.handle(mouse, in: zoomedPane) }
    case .press, .doubleClick, .wheelUp, .wheelDown:
      guard let index, panes.indices.contains(index) else { return }
      let isWheel = mouse.action == .wheelUp || mouse.action == .wheelDown
      if !isWheel { viewModel.focusMoved(to: index) }
      _ = zoomControl.handle(mouse, in: panes[index], wheelZooms: true)
    }
  }
}

extension CompareScreen: CommandTarget {
  public var photo: Photo? { viewModel.focusedPhoto }
  public var hasPhotos: Bool { viewModel.focusedPhoto != nil }
  public var isSinglePhoto: Bool { true }
  public func focus(onOneOf ids: [Photo.ID]) { viewModel.focusMoved(toOneOf: ids) }
  public func photosLeft(_ ids: [Photo.ID]) { for id in ids { viewModel.photoLeft(id) } }
}

extension CompareScreen {
  public func draw(on surface: inout Surface) {
    for (index, pane) in panes.enumerated() where layout.panes.indices.contains(index) {
      drawBar(of: index, on: &surface)
      if !pane.box.isEmpty { pane.draw(at: zoomControl.zoom, of: self, on: &surface) }
      drawCaption(of: pane.photo, in: layout.panes[index].caption, index: index, on: &surface)
    }
    drawKeys(on: &surface, in: layout.keyLine, note: zoomedPane.map(zoomControl.label) ?? "")
  }

  /// At the left of a pane: a bar beside the photo in focus, else a gap.
  private func drawBar(of index: Int, on surface: inout Surface) {
    let frame = layout.panes[index].frame
    if index == viewModel.focusedIndex {
      let cell = Cell(character: Glyphs.focusBar, style: theme.accent)
      surface.fill(
        Rect(origin: frame.origin, size: Size(columns: 1, rows: frame.size.rows)), with: cell)
    } else if frame.minColumn > 0 {
      surface.verticalRule(
        at: frame.origin, rows: frame.size.rows, style: theme.rule)
    }
  }

  private func drawCaption(
    of photo: Photo, in rect: Rect, index: Int, on surface: inout Surface
  ) {
    let isFocused = index == viewModel.focusedIndex
    let words = viewModel.words(of: photo)
    let isSelected = photoList.outputs.isSelected(photo.id)
    let style =
      isSelected ? theme.selected : isFocused ? theme.title : theme.secondary
    let sign = isFocused ? "▸ " : "  "
    let check = isSelected ? "✓ " : ""
    var line = rect
    line.size.rows = 1
    line.size.columns -= 1
    StatusLine(
      left: [
        .init(sign, style: theme.accent), .init(check, style: theme.selected),
        .init(words.title, style: style),
      ], right: right(words, columns: line.size.columns)
    ).draw(on: &surface, in: line)
    guard rect.size.rows > 1 else { return }
    line.origin = Point(column: line.minColumn + 2, row: line.minRow + 1)
    line.size.columns -= 2
    let size = words.dimensions
    let exposure = words.exposure
    let fits =
      GlyphWidth.columns(of: exposure) + 2 + GlyphWidth.columns(of: size) <= line.size.columns
    StatusLine(
      left: [.init(exposure, style: theme.secondary)],
      right: fits ? [.init(size, style: theme.secondary)] : []
    ).draw(on: &surface, in: line)
  }

  /// Its rating and its price, in at most half of the line.
  private func right(_ words: PhotoText, columns: Int) -> [StatusLine.Part] {
    let label = SaleLabel(
      words, isInBasket: context.isInBasket(words.photo.id), theme: theme)
    let rating = RatingLabel(rating: words.photo.userRating, theme: theme).parts
    let sales = [SaleLabel.Form.short, .sign].map { label.text($0) }.filter { !$0.isEmpty }
    for sale in sales + [""] {
      let gap = rating.isEmpty || sale.isEmpty ? "" : " "
      let parts = rating + [.init(gap + sale, style: label.style)]
      if parts.reduce(0, { $0 + GlyphWidth.columns(of: $1.text) }) <= columns / 2 { return parts }
    }
    return rating
  }
}
