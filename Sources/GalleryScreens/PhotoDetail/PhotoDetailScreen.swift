import Foundation
import GalleryPresentation
import TerminalKit

/// One photo, as large as it fits or nearer, with what is known of it.
///
/// What is seen of the photo (zoom, place, picture of an animation) is the screen's own; which photo it
/// is, and all words about it, are the view model's.
public final class PhotoDetailScreen: Screen {
  let viewModel: any PhotoDetailViewModelType
  /// nil where nothing can be chosen.
  let basket: (any BasketViewModelType)?
  private var basketObservation: (any Cancellable)?
  let pictures: any PhotoPictures
  let theme: Theme
  let spinner: ActivityIndicator
  let player: AnimationPlayer
  let slideShow: SlideShow
  let panel: InfoPanel
  let navigation: Navigation
  var layout = PhotoDetailLayout(size: .zero)
  var zoom = PhotoZoom()
  /// Whether the zoom was ever touched: from then on it is said.
  var hasZoomed = false
  /// Those that wait for the size of the picture.
  var zoomRequests: [ZoomRequest] = []
  /// Stays known when the picture at this size is not there.
  var knownSize: (id: Photo.ID, size: PixelSize)?
  var drag: Drag?
  /// Where the slide show looks for the next photo from.
  var slideShowOrigin: Photo.ID?
  private var chase = PanPrefetcher()
  private var shownID: Photo.ID?

  /// Where the screen's ways lead; the flow coordinator fills them in.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showHelp: ([KeyCommand]) -> Void
    /// What else can be done with the photo.
    public var photoCommands: (Photo) -> [KeyCommand]
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void, showHelp: @escaping ([KeyCommand]) -> Void,
      photoCommands: @escaping (Photo) -> [KeyCommand] = { _ in [] },
      close: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showHelp = showHelp
      self.photoCommands = photoCommands
      self.close = close
    }
  }

  public init(
    viewModel: any PhotoDetailViewModelType, basket: (any BasketViewModelType)? = nil,
    pictures: any PhotoPictures, theme: Theme, spinner: ActivityIndicator,
    player: AnimationPlayer = AnimationPlayer(),
    slideShow: SlideShow = SlideShow(), navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.basket = basket
    self.spinner = spinner
    self.player = player
    self.slideShow = slideShow
    self.pictures = pictures
    self.theme = theme
    self.navigation = navigation
    panel = InfoPanel(theme: theme)
  }

  public func bindViewModel() {
    let redraw = { [weak self] in self?.navigation.setNeedsDisplay() ?? () }
    viewModel.outputs.updatePhotoClosure = redraw
    viewModel.outputs.updateInformationClosure = redraw
    viewModel.outputs.updateStatusClosure = { [weak self] in self?.statusChanged() }
    basketObservation = basket?.outputs.observeBasket(redraw)
    spinner.onTick = redraw
    player.onTick = redraw
    bindSlideShow()
    viewModel.inputs.viewDidLoad()
  }

  private func statusChanged() {
    if viewModel.outputs.isSeeking { spinner.startAnimating() } else { spinner.stopAnimating() }
    endSlideShowIfAtEnd()
    navigation.setNeedsDisplay()
  }

  public func didDisappear() {
    spinner.stopAnimating()
    player.stop()
    // Under another screen no time passes.
    slideShow.restart()
    drag = nil
  }

  // MARK: Layout

  public func layout(size: Size) {
    layout = PhotoDetailLayout(size: size, showsInfo: panel.isOpen)
    let photo = viewModel.outputs.photo
    if photo.id != shownID {
      shownID = photo.id
      drag = nil
      panel.scrollToStart()
    }
    grantZoomRequests()
    player.follow(photo.id) { pictures.facts(of: wish(frame: $0)) }
    let wanted = wish(frame: player.frame)
    pictures.prepare(
      visible: chase.wishes(for: wanted, progress: pictures.progress), next: wishesAhead())
    slideShow.update(
      isSettled: !viewModel.outputs.isSeeking && pictures.progress(of: wanted) != .loading)
    layoutPanel()
  }

  /// The photo as it is seen now.
  private func wish(frame: Int) -> PictureSpecification {
    var wish = wish(for: viewModel.outputs.photo, at: zoom)
    wish.frame = frame
    return wish
  }

  /// What the next keys would show: the next picture of what moves, the photos beside this one as they
  /// would be seen, the zoom beside this one, and all of this one.
  private func wishesAhead() -> [PictureSpecification] {
    var ahead = player.nextFrame.map { [wish(frame: $0)] } ?? []
    ahead += viewModel.outputs.neighbours.map { wish(for: $0, at: zoom) }
    guard !player.isPlaying else { return ahead }
    let photo = viewModel.outputs.photo
    ahead += zoomNeighbours.map { wish(for: photo, at: $0) }
    let whole = wish(for: photo, at: PhotoZoom())
    if isZoomed, !ahead.contains(whole) { ahead.append(whole) }
    return ahead
  }

  // MARK: Drawing

  func drawPicture(on surface: inout Surface) {
    guard !coversPicture else { return }
    let wanted = wish(frame: player.frame)
    pictures.draw(
      wanted, roughOnes: chase.roughOnes(for: wanted), in: layout.picture, on: &surface)
    TransferLine(pictures.transfer(of: wanted), theme: theme, isLoud: true).draw(
      on: &surface, in: layout.picture)
  }

  // MARK: Input

  func reloadPicture() {
    pictures.refresh()
    navigation.setNeedsDisplay()
  }

  /// One step back: what was put on last is taken off, at last the photo.
  func stepBack() {
    if slideShow.isRunning {
      toggleSlideShow()
    } else if panel.isOpen {
      toggleInformation()
    } else if isZoomed {
      zoomToFit()
    } else {
      navigation.close()
    }
  }
}
