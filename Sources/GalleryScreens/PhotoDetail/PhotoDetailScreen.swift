import Foundation
import GalleryPresentation
import TerminalKit

/// One photo, fitted to the screen or zoomed in, with what is known of it.
///
/// The view of the photo (zoom, position, picture of an animation) belongs to the screen; which photo it is, and all
/// words about it, to the view model.
public final class PhotoDetailScreen: Screen {
  let viewModel: PhotoDetailViewModel
  public let photoList: any PhotoListViewModelType
  public let context: ScreenContext
  private var observations: [any Cancellable] = []
  let player: AnimationPlayer
  let slideShow: SlideShow
  let panel: InfoPanel
  var layout = PhotoDetailLayout(size: .zero)
  let pane: PhotoPane
  let zoomControl = ZoomControl()
  /// The photos around this one, while culling.
  let strip: PhotoStrip
  /// Whether the screen shows only the photo, and its information if that is open.
  private(set) var isFullScreen = false
  /// The photo from which the slide show looks for the next one.
  private var slideShowOrigin: Photo.ID?
  private var shownID: Photo.ID?
  /// The zoom when the photo was laid out last, or the information opened.
  private var formerZoom = PhotoZoom()
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .photo, keys: keys)

  public init(
    viewModel: PhotoDetailViewModel, list: any PhotoListViewModelType,
    context: ScreenContext, player: AnimationPlayer = AnimationPlayer(),
    slideShow: SlideShow = SlideShow()
  ) {
    self.viewModel = viewModel
    photoList = list
    self.context = context
    self.player = player
    self.slideShow = slideShow
    panel = InfoPanel(
      moreKey: context.keys.keys(of: "information.page-down", on: .photo).first,
      theme: context.theme)
    pane = PhotoPane(viewModel.photo, pictures: context.pictures)
    strip = PhotoStrip(list, context: context)
  }

  public func bindViewModel() {
    let redraw = { [context] in context.setNeedsDisplay() }
    viewModel.updatePhotoClosure = { [weak self] in self?.photoChanged() }
    viewModel.updateInformationClosure = redraw
    viewModel.updateStatusClosure = { [weak self] in self?.statusChanged() }
    observations =
      [photoList.outputs.observeSelection(redraw)]
      + [context.basket?.observeBasket(redraw)].compactMap(\.self)
    player.onTick = redraw
    zoomControl.onChange = { [weak self] in self?.zoomChanged() }
    slideShow.onElapsed = { [weak self] in self?.showNextSlide() }
    viewModel.viewDidLoad()
  }

  private func photoChanged() {
    pane.photo = viewModel.photo
    context.setNeedsDisplay()
  }

  private func zoomChanged() {
    slideShow.restart()
    context.setNeedsDisplay()
  }

  private func statusChanged() {
    endSlideShowIfAtEnd()
    context.setNeedsDisplay()
  }

  public var isBusy: Bool { viewModel.isSeeking }

  public func didDisappear() {
    player.stop()
    // Under another screen the slide show pauses.
    slideShow.restart()
    zoomControl.endDrag()
  }

  /// At the title; on the full screen there is none.
  public var cursor: Point? { layout.header?.origin }

  // MARK: Layout

  public func layout(size: Size) {
    layout = PhotoDetailLayout(
      size: size, showsInfo: panel.isOpen, isFullScreen: isFullScreen,
      isCulling: viewModel.isCulling,
      hasThumbnails: pictures.thumbnailSize(in: .tall) != nil,
      sparesLastRow: pictures.graphicsMethod == .sixel)
    layoutStrip()
    let photo = viewModel.photo
    if photo.id != shownID {
      shownID = photo.id
      zoomControl.endDrag()
      panel.scrollToStart()
    }
    if pane.layout(photo, in: layout.picture) {
      // A rotated photo is shown as a whole, because its parts have moved.
      zoomControl.forget()
      formerZoom = zoomControl.zoom
      slideShow.restart()
    }
    zoomControl.grantRequests(in: pane)
    if coversPicture, zoomControl.zoom != formerZoom {
      // What was asked for is under the information.
      toggleInformation()
      return layout(size: size)
    }
    formerZoom = zoomControl.zoom
    player.follow(photo.id) { pictures.state(of: specification(frame: $0)) }
    let wanted = specification(frame: player.frame)
    slideShow.update(
      isSettled: !viewModel.isSeeking && !pictures.state(of: wanted).isLoading)
    layoutPanel()
  }

  public func didShow() {
    let photo = viewModel.photo
    let strip = strip.specifications()
    pictures.prepare(
      visible: pane.wanted(at: zoomControl.zoom, frame: player.frame) + strip.visible,
      next: specificationsAhead() + strip.next,
      ahead: ([photo] + viewModel.photosAhead(PictureSpecification.countAhead)).map {
        pane.specification(of: $0, at: PhotoZoom())
      })
  }

  private func specification(frame: Int) -> PictureSpecification {
    pane.specification(at: zoomControl.zoom, frame: frame)
  }

  /// The pictures that the next keys would show: the next frame of an animation, the neighbours of this photo at this
  /// zoom, the neighbouring zoom steps, and this photo as a whole.
  private func specificationsAhead() -> [PictureSpecification] {
    var ahead = player.nextFrame.map { [specification(frame: $0)] } ?? []
    ahead += viewModel.neighbours.map {
      pane.specification(of: $0, at: zoomControl.zoom)
    }
    guard !player.isPlaying else { return ahead }
    ahead += zoomControl.neighbours(in: pane).map { pane.specification(at: $0) }
    let whole = pane.specification(at: PhotoZoom())
    if pane.isZoomed(zoomControl.zoom), !ahead.contains(whole) { ahead.append(whole) }
    return ahead
  }

  // MARK: Input

  func reloadPicture() {
    pictures.refresh()
    context.setNeedsDisplay()
  }

  /// One step back: closes what was opened last, in the end the photo itself. In full screen, anything visible is
  /// closed first, and a slide show continues.
  func stepBack() {
    if slideShow.isRunning, !isFullScreen {
      toggleSlideShow()
    } else if panel.isOpen {
      toggleInformation()
    } else if pane.isZoomed(zoomControl.zoom) {
      zoomControl.zoomToFit()
    } else if isFullScreen {
      toggleFullScreen()
    } else {
      leave()
    }
  }

  /// Goes back to the list, which then shows the result of culling.
  func leave() {
    let summary = viewModel.cullingSummary
    context.close(self)
    if let summary { context.flow?.show(summary) }
  }

  /// Full screen, or back to the photo with its facts; a slide show continues.
  func toggleFullScreen() {
    isFullScreen.toggle()
    if isFullScreen, panel.isOpen { toggleInformation() }
    zoomControl.endDrag()
    context.setNeedsDisplay()
  }
}

extension PhotoDetailScreen {
  public func draw(on surface: inout Surface) {
    drawHeader(on: &surface)
    if !coversPicture {
      pane.draw(at: zoomControl.zoom, frame: player.frame, of: self, on: &surface)
    }
    drawPanel(on: &surface)
    drawFacts(on: &surface)
    drawStrip(on: &surface)
    if let keyLine = layout.keyLine { drawKeys(on: &surface, in: keyLine, note: message) }
    drawMessageOverPhoto(on: &surface)
  }

  private func drawHeader(on surface: inout Surface) {
    guard let header = layout.header else { return }
    let columns = header.size.columns
    var right: [StatusLine.Part] = []
    if isBusy, let sign = context.spinner { right.append(.init("\(sign) ", style: theme.accent)) }
    // The title gets up to half of the line, but less than the counts of culling where the strip has it, too.
    let titleColumns = min(
      GlyphWidth.columns(of: viewModel.titleText, atMost: columns),
      columns / (layout.strip.isEmpty ? 2 : 6))
    let state = stateText(columns: columns - titleColumns - 3)
    let basket = basketSummary(columns: columns - titleColumns - GlyphWidth.columns(of: state) - 6)
    right += basket + (basket.isEmpty ? [] : [.init("   ")])
    if !state.isEmpty { right.append(.init(state, style: theme.secondary)) }
    let isSelected = photoList.outputs.isSelected(viewModel.photo.id)
    let sign = isSelected ? [StatusLine.Part("✓ ", style: theme.selected)] : []
    StatusLine(
      left: sign + [
        .init(viewModel.titleText, style: isSelected ? theme.selected : theme.title)
      ], right: right
    ).draw(on: &surface, in: header)
  }

  /// Animation, zoom, and position in the list: as much as there is room for, the most important kept longest.
  private func stateText(columns: Int) -> String {
    let paused =
      player.isPaused ? player.frameCount.map { "paused \(player.frame + 1) of \($0)" } : nil
    // The position in the list; while culling with the counts of photos, in shorter and shorter forms.
    let counts = viewModel.cullingTexts
    let positions = counts.isEmpty ? [viewModel.positionText] : counts
    for (limit, position) in (0...3).reversed().flatMap({ limit in positions.map { (limit, $0) } })
    {
      let parts: [(text: String, rank: Int)] = [
        (slideShow.isRunning ? "▸ slide show" : "", 1),
        (paused ?? "", 3), (zoomControl.label(in: pane), 0), (position, 2),
      ]
      let text = parts.filter { !$0.text.isEmpty && $0.rank <= limit }.map(\.text).joined(
        separator: " · ")
      if GlyphWidth.columns(of: text) <= columns { return text }
    }
    return ""
  }

  private func drawFacts(on surface: inout Surface) {
    var rect = layout.facts
    let columns = rect.size.columns
    let (words, photo) = (viewModel.words, viewModel.photo)
    // On its one line culling shows first what sharpness and noise come from.
    let camera =
      viewModel.isCulling
      ? line(words.rating, words.exposure, photo.camera, photo.lens)
      : line(photo.camera, photo.lens, words.exposure)
    let size = [
      line(words.dimensions, words.companions, photo.licence?.name),
      line(words.dimensions, words.companions), words.dimensions, words.companions,
    ].filter { !$0.isEmpty }
    let byline = line(words.rating, photo.author, words.date)
    let placed = line(byline, photo.places.joined(separator: ", "))
    let left = fits(size.first ?? "", beside: placed, columns: columns) ? placed : byline
    let lines = [
      StatusLine(
        left: [.init(camera, style: theme.primary)],
        right: sale(beside: camera, columns: columns)),
      StatusLine(
        left: [.init(left, style: theme.secondary)],
        right: [
          .init(
            size.first { fits($0, beside: left, columns: columns) } ?? "", style: theme.secondary)
        ]),
      StatusLine(
        left: [.init(photo.shownDescription ?? "", style: theme.secondary)]),
    ]
    for line in lines.prefix(layout.facts.size.rows) {
      line.draw(on: &surface, in: rect)
      rect.origin.row += 1
    }
  }

  /// Never cut: the text next to it is.
  private func sale(beside text: String, columns: Int) -> [StatusLine.Part] {
    let label = SaleLabel(
      viewModel.words, isInBasket: context.isInBasket(viewModel.photo.id), theme: theme)
    let isLong = fits(label.text(.long), beside: text, columns: columns)
    let shown = label.text(isLong ? .long : .short)
    return shown.isEmpty ? [] : [.init(shown, style: label.style)]
  }

  private func fits(_ right: String, beside left: String, columns: Int) -> Bool {
    let used = GlyphWidth.columns(of: right, atMost: columns)
    return GlyphWidth.columns(of: left, atMost: columns) + 2 + used <= columns
  }

  private func line(_ parts: String?...) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The result of the last key, else the reason why there is no picture.
  private var message: String {
    viewModel.messageText ?? pictures.problem ?? ""
  }

  /// In full screen, messages are over the last line of the photo.
  private func drawMessageOverPhoto(on surface: inout Surface) {
    guard isFullScreen, !message.isEmpty else { return }
    let line = Chrome.lines(surface.size.rows - 1, of: surface.size)
    surface.fill(line.inset(columns: -1, rows: 0))
    StatusLine(left: [.init(message, style: theme.secondary)]).draw(on: &surface, in: line)
  }
}

extension PhotoDetailScreen {
  var coversPicture: Bool { layout.infoPosition == .over }

  func toggleInformation() {
    if panel.isOpen {
      panel.close()
      viewModel.informationDismissed()
    } else {
      formerZoom = zoomControl.zoom
      panel.open()
      viewModel.informationRequested()
    }
    zoomControl.endDrag()
    context.setNeedsDisplay()
  }

  private func layoutPanel() {
    guard panel.isOpen else { return }
    panel.layout(
      viewModel.informationGroups, histogram: pictures.histogram(of: viewModel.photo),
      size: layout.infoText.size)
  }

  private func drawPanel(on surface: inout Surface) {
    guard panel.isOpen else { return }
    let info = layout.info
    switch layout.infoPosition {
    case .closed, .over: break
    case .beside:
      surface.verticalRule(
        at: info.origin, rows: info.size.rows, style: theme.rule)
    case .below:
      surface.horizontalRule(
        at: info.origin, columns: info.size.columns, style: theme.rule)
    }
    panel.draw(on: &surface, in: layout.infoText)
  }

  func handleInPanel(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: panel.scroll(by: -3)
    case .wheelDown: panel.scroll(by: 3)
    case .press, .doubleClick, .release, .drag: return
    }
    context.setNeedsDisplay()
  }
}

extension PhotoDetailScreen {
  func toggleSlideShow() {
    if slideShow.isRunning {
      slideShow.stop()
    } else {
      slideShow.start()
    }
    context.setNeedsDisplay()
  }

  /// Shows the next photo that may be opened; the last one ends the slide show.
  private func showNextSlide() {
    slideShowOrigin = viewModel.photo.id
    viewModel.next()
    context.setNeedsDisplay()
  }

  /// Call when the search for the next photo has ended, perhaps immediately.
  private func endSlideShowIfAtEnd() {
    guard let origin = slideShowOrigin, !viewModel.isSeeking else { return }
    slideShowOrigin = nil
    if viewModel.photo.id == origin { slideShow.stop() }
  }

  func previous() {
    slideShow.restart()
    // Going back while the show looks for the next photo does not end the show.
    slideShowOrigin = nil
    viewModel.previous()
  }
}
