import GalleryPresentation
import PictureKit
import PictureProtocol
import TerminalKit

/// Where screens get pictures from; `WorkerPictures` is the real one.
///
/// Requests never block: a picture that is not ready is drawn as a quiet placeholder, and `onChange` follows.
public protocol PhotoPictures: AnyObject {
  /// Draws a picture, or its placeholder, into the middle of a rectangle of the specified size. Until the picture is there,
  /// earlier pictures of the same photo are shown in its place: moved and enlarged if that can be done immediately, else as
  /// they are.
  ///
  /// - Parameter roughOnes: The best last.
  func draw(
    _ specification: PictureSpecification, roughOnes: [PictureSpecification], in rect: Rect,
    on surface: inout Surface)

  /// How far a picture is, and what is known of it; unavailable if the photo has none here. Even a sharp picture of another
  /// size counts as a rough picture.
  func state(of specification: PictureSpecification) -> PictureState

  /// The download of a picture that is not there yet, if it is worth showing.
  func transfer(of specification: PictureSpecification) -> PictureTransfer?

  /// Declares the pictures on the screen, the most important first, and those that the next key would show.
  ///
  /// Everything else is cancelled. Called after layout, whenever one of the lists changed.
  ///
  /// - Parameter ahead: What the user looks at, and what a held key shows next, the nearest first. Of these only
  ///   something to show in place of the picture is made.
  func prepare(
    visible: [PictureSpecification], next: [PictureSpecification], ahead: [PictureSpecification])

  /// The distribution of brightness in a photo's picture; nil until it is known, and for photos that have none.
  ///
  /// The first call requests it, after all that is prepared, and `onChange` follows. Only for what is on the screen: a
  /// few are remembered, and one is made at a time.
  func histogram(of photo: Photo) -> PictureHistogram?

  /// How a photo is shown rotated, on top of what its file says.
  func rotation(of photo: Photo) -> Rotation

  /// The file of a photo's picture on this computer: its own, or the one that was fetched; nil if there is none.
  func localFile(of photo: Photo) -> FileReference?

  /// The size of a cell of the terminal, as used for pictures; never empty.
  var cellPixelSize: PixelSize { get }

  /// The cells of a box that a picture may take: at most those of the largest picture that the terminal shows.
  func box(in size: Size) -> Size

  /// Whether large pictures are not shown until the user stops moving: on a slow line the bytes of each would delay the
  /// keys. `onChange` is called when that has ended.
  var waitsForPause: Bool { get }

  /// How pictures are sent to the terminal; it may change while the program runs.
  var graphicsMethod: GraphicsMethod { get }

  /// The least width of a picture in cells: without colours, characters make one from about twenty columns on; below that
  /// they are noise.
  var minimumPictureColumns: Int { get }

  /// Why there are no pictures at all, in words; nil while there are.
  var problem: String? { get }

  /// Tries failed pictures again, and notices files that changed.
  func refresh()

  /// Called on the main actor when something that was drawn would look different now.
  var onChange: (() -> Void)? { get set }
}

extension PhotoPictures {
  /// The thumbnail of a row, in cells; nil where rows have none.
  func thumbnailSize(in rowHeight: RowHeight) -> Size? {
    graphicsMethod == .none
      ? nil : rowHeight.thumbnailSize.flatMap { $0.columns < minimumPictureColumns ? nil : $0 }
  }

  /// For screens on which no key leads through large pictures.
  public func prepare(visible: [PictureSpecification], next: [PictureSpecification]) {
    prepare(visible: visible, next: next, ahead: [])
  }

  /// For pictures of which nothing else has been shown.
  public func draw(_ specification: PictureSpecification, in rect: Rect, on surface: inout Surface)
  {
    draw(specification, roughOnes: [], in: rect, on: &surface)
  }

  /// The size of a photo in pixels, as it is shown: that of its picture, else what the source states; nil if neither is
  /// known.
  func pixelSize(of specification: PictureSpecification) -> PixelSize? {
    if let size = state(of: specification).shown?.sourceSize, size.width > 0 { return size }
    let photo = specification.photo
    guard let width = photo.width, let height = photo.height else { return nil }
    return rotation(of: photo).swapsSides
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }

  /// The part of a rectangle that a picture takes, in the middle of it: known before the picture is there if the photo's
  /// size is; else all of the rectangle.
  func rect(of specification: PictureSpecification, in rect: Rect) -> Rect {
    let size: Size =
      if case .ready(let picture) = state(of: specification) {
        picture.size
      } else {
        pixelSize(of: specification).map {
          RoughCells.extent(
            of: .whole, source: $0, box: box(in: specification.size), cell: cellPixelSize,
            isPixels: graphicsMethod != .symbols)
        } ?? .zero
      }
    guard size != .zero, size.columns <= rect.size.columns, size.rows <= rect.size.rows else {
      return rect
    }
    return rect.centered(size)
  }
}

nonisolated extension PictureState {
  var isReady: Bool { if case .ready = self { true } else { false } }
  /// Whether the picture is still to come, unless it is cancelled.
  var isLoading: Bool { if case .loading = self { true } else { false } }
}

/// A picture of one photo as the screen needs it.
nonisolated public struct PictureSpecification: Equatable {
  /// The purpose of a picture; decides how much of a photo on the network is fetched.
  public enum Role: Hashable, Sendable {
    /// A row, a cell of the grid: the source's small picture is enough, whatever the size.
    case thumbnail
    /// Next to the list: the small picture if it has enough pixels for the box, else the large one.
    case preview
    /// What the user opened: the large picture, and the small one until it is there.
    case photo
    /// A picture that shows a source, from a cache: decoded as cautiously as one from the network, which it may be.
    case cover
  }

  /// How many photos a held key is prepared for: a decode takes longer than the time between two keys.
  static let countAhead = 6

  public let photo: Photo
  /// The box in cells.
  public let size: Size
  /// What of it is shown; where and in which form follows from the terminal (`WorkerPictures`).
  public var look = PictureLook()
  public let role: Role

  public init(photo: Photo, size: Size, role: Role = .thumbnail) {
    self.photo = photo
    self.size = size
    self.role = role
  }
}
