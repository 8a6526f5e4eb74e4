import GalleryPresentation
import PictureKit
import PictureProtocol
import TerminalKit

/// A photo in its box on the screen, seen through a zoom: which pictures are requested, and what is drawn.
///
/// The zoom belongs to the screen: several panes can share one.
final class PhotoPane {
  var photo: Photo
  private(set) var box = Rect(column: 0, row: 0, columns: 0, rows: 0)
  private let pictures: any PhotoPictures
  /// Kept while the picture at this size is not there.
  private var knownSize: (id: Photo.ID, size: PixelSize)?
  /// How the photo was rotated at the last layout.
  private var shownRotation: (id: Photo.ID, rotation: Rotation)?
  private var prefetcher = PanPrefetcher()

  init(_ photo: Photo, pictures: any PhotoPictures) {
    self.photo = photo
    self.pictures = pictures
  }

  /// Call at each layout: the box may have changed, and the size of the picture may be known now.
  ///
  /// - Returns: Whether the photo has been rotated since, so that its parts have moved.
  @discardableResult
  func layout(_ photo: Photo, in box: Rect) -> Bool {
    self.photo = photo
    self.box = box
    let rotation = pictures.rotation(of: photo)
    let isRotated = shownRotation.map { $0.id == photo.id && $0.rotation != rotation } ?? false
    shownRotation = (photo.id, rotation)
    if isRotated { knownSize = nil }
    if let size = pictures.state(of: whole(photo)).shown?.sourceSize {
      knownSize = (photo.id, size)
    } else if knownSize?.id != photo.id {
      knownSize = nil
    }
    return isRotated
  }

  // MARK: What is zoomed

  /// The picture and its box; nil while the size of the photo's picture is not known, or if there is none.
  var space: ZoomSpace? { space(of: photo) }

  /// Whether the picture is known not to come.
  var isAbsent: Bool {
    let state = pictures.state(of: whole(photo))
    return !state.isLoading && !state.isReady
  }

  func isZoomed(_ zoom: PhotoZoom) -> Bool { space.map(zoom.isZoomed) ?? false }

  /// Whether a part of the photo is out of sight, so that arrows move it.
  func canPan(_ zoom: PhotoZoom) -> Bool { space.map(zoom.canPan) ?? false }

  private func space(of photo: Photo) -> ZoomSpace? {
    sourceSize(of: photo).flatMap {
      ZoomSpace(
        box: pictures.box(in: box.size), cell: pictures.cellPixelSize, source: $0,
        method: pictures.graphicsMethod)
    }
  }

  /// The size found in the file, else the size that the source states.
  private func sourceSize(of photo: Photo) -> PixelSize? {
    if let known = knownSize, known.id == photo.id { return known.size }
    return pictures.pixelSize(of: whole(photo))
  }

  /// The middle of a cell, from the middle of the box.
  func offset(of position: Point) -> PixelOffset {
    let cell = pictures.cellPixelSize
    return PixelOffset(
      x: ((2 * (position.column - box.minColumn) + 1 - box.size.columns) * cell.width) / 2,
      y: ((2 * (position.row - box.minRow) + 1 - box.size.rows) * cell.height) / 2)
  }

  func offset(from start: Point, to end: Point) -> PixelOffset {
    let cell = pictures.cellPixelSize
    return PixelOffset(
      x: (start.column - end.column) * cell.width, y: (start.row - end.row) * cell.height)
  }

  // MARK: Pictures

  /// The picture of the photo at a zoom, or of another photo in the same box.
  func specification(
    of photo: Photo? = nil, at zoom: PhotoZoom, frame: Int = 0
  ) -> PictureSpecification {
    let photo = photo ?? self.photo
    var specification = whole(photo)
    specification.look.frame = UInt32(clamping: frame)
    if !zoom.isFit, let space = space(of: photo) {
      specification.look.region = zoom.region(in: space)
      specification.look.enlargement = UInt32(clamping: zoom.enlargement(in: space))
    }
    return specification
  }

  private func whole(_ photo: Photo) -> PictureSpecification {
    PictureSpecification(photo: photo, size: box.size, role: .photo)
  }

  /// The pictures to request, the most important first. Call once per layout.
  func wanted(at zoom: PhotoZoom, frame: Int = 0) -> [PictureSpecification] {
    prefetcher.specifications(
      for: specification(at: zoom, frame: frame), state: pictures.state)
  }

  /// Draws the picture, and how far its download is.
  func draw(
    at zoom: PhotoZoom, frame: Int = 0, of screen: some CommandedScreen,
    on surface: inout Surface
  ) {
    let wanted = specification(at: zoom, frame: frame)
    pictures.draw(wanted, roughOnes: prefetcher.roughOnes(for: wanted), in: box, on: &surface)
    TransferLine(
      transfer: pictures.transfer(of: wanted), theme: screen.theme, isLoud: true,
      retryKey: screen.keys.name("photo.reload", on: screen.commandScreen)
    ).draw(on: &surface, in: box)
  }
}

/// Which pictures of a photo are requested while the user moves faster than pictures arrive.
///
/// What is wanted comes first. A picture that is being made is not cancelled for it: otherwise a user who holds an
/// arrow key would see nothing new before releasing it.
struct PanPrefetcher {
  /// The last one that was there; shown in place of the next until that arrives.
  private var shown: PictureSpecification?
  private var underWay: PictureSpecification?

  /// The pictures to request, the most important first.
  mutating func specifications(
    for wanted: PictureSpecification, state: (PictureSpecification) -> PictureState
  ) -> [PictureSpecification] {
    if shown?.photo.id != wanted.photo.id { shown = nil }
    if let underWay, underWay.photo.id != wanted.photo.id || !state(underWay).isLoading {
      if underWay.photo.id == wanted.photo.id, state(underWay).isReady { shown = underWay }
      self.underWay = nil
    }
    guard state(wanted).isLoading else {
      if state(wanted).isReady { shown = wanted }
      underWay = nil
      return [wanted]
    }
    let first = underWay ?? wanted
    underWay = first
    return first == wanted ? [wanted] : [wanted, first]
  }

  /// The pictures that may be shown until the wanted one is there, the best last.
  func roughOnes(for wanted: PictureSpecification) -> [PictureSpecification] {
    var whole = wanted
    whole.look = wanted.look.whole
    let roughOnes = shown == whole ? [whole] : [whole] + (shown.map { [$0] } ?? [])
    return roughOnes.filter { $0 != wanted }
  }
}
