import GalleryPresentation
import TerminalKit

extension PhotoDetailScreen {
  /// A zoom that the user asked for.
  enum ZoomRequest {
    case nearer, farther, full
  }

  /// More requests before a picture's size is known are patience, not wishes.
  private static let requestLimit = 16

  // MARK: What is wanted

  /// What is zoomed in; nil while the size of the photo's picture is not known, or there is none.
  var zoomSpace: ZoomSpace? { zoomSpace(of: viewModel.outputs.photo) }

  /// Whether a part of the photo is seen, so that arrows move it.
  var isZoomed: Bool { zoomSpace.map(zoom.isZoomed) ?? false }

  /// The photo as it is wanted on the screen at a zoom.
  func wish(for photo: Photo, at zoom: PhotoZoom) -> PictureSpecification {
    var wish = whole(photo)
    if !zoom.isFit { wish.region = zoomSpace(of: photo).flatMap(zoom.region) }
    return wish
  }

  /// All of a photo.
  private func whole(_ photo: Photo) -> PictureSpecification {
    PictureSpecification(photo: photo, size: layout.picture.size, role: .photo)
  }

  private func zoomSpace(of photo: Photo) -> ZoomSpace? {
    sourceSize(of: photo).flatMap {
      ZoomSpace(
        box: layout.picture.size, cell: pictures.cellPixelSize, source: $0,
        method: pictures.graphicsMethod)
    }
  }

  /// What the file turned out to be, else what is said of it.
  private func sourceSize(of photo: Photo) -> PixelSize? {
    if let known = knownSize, known.id == photo.id { return known.size }
    let whole = whole(photo)
    if let facts = pictures.facts(of: whole) { return facts.sourceSize }
    guard let width = photo.width, let height = photo.height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The steps next to the one that is shown, for fetching ahead.
  var zoomNeighbours: [PhotoZoom] {
    guard let zoomSpace else { return [] }
    var nearer = zoom
    nearer.zoomIn(in: zoomSpace)
    var farther = zoom
    farther.zoomOut(in: zoomSpace)
    return [nearer, farther].filter { $0 != zoom }
  }

  // MARK: What the user asks for

  /// Zooms now, or as soon as the size of the picture is known.
  func request(_ request: ZoomRequest) {
    hasZoomed = true
    slideShow.restart()
    if zoomRequests.count < Self.requestLimit { zoomRequests.append(request) }
    grantZoomRequests()
    navigation.setNeedsDisplay()
  }

  /// Called at each layout: the size may have become known.
  func grantZoomRequests() {
    noteSourceSize()
    guard !zoomRequests.isEmpty else { return }
    guard let zoomSpace else {
      let whole = whole(viewModel.outputs.photo)
      if pictures.progress(of: whole) == .absent { zoomRequests = [] }
      return
    }
    for request in zoomRequests {
      switch request {
      case .nearer: zoom.zoomIn(in: zoomSpace)
      case .farther: zoom.zoomOut(in: zoomSpace)
      case .full: zoom.zoomToFull(in: zoomSpace)
      }
    }
    zoomRequests = []
  }

  private func noteSourceSize() {
    let photo = viewModel.outputs.photo
    let whole = whole(photo)
    if let size = pictures.facts(of: whole)?.sourceSize {
      knownSize = (photo.id, size)
    } else if knownSize?.id != photo.id {
      knownSize = nil
    }
  }

  func zoomToFit() {
    hasZoomed = true
    zoomRequests = []
    zoom.zoomToFit()
    slideShow.restart()
    navigation.setNeedsDisplay()
  }

  /// Moves over the photo by parts of the box.
  func pan(byWidths widths: Double, heights: Double) {
    guard let zoomSpace else { return }
    zoom.pan(
      by: PixelOffset(
        x: Int((Double(zoomSpace.box.width) * widths).rounded()),
        y: Int((Double(zoomSpace.box.height) * heights).rounded())), in: zoomSpace)
    slideShow.restart()
    navigation.setNeedsDisplay()
  }
}
