import GalleryPresentation
import PictureProtocol
import TerminalKit

/// Where screens get pictures from; `WorkerPictures` is the real one.
///
/// Asking never waits: what is not ready is drawn as a quiet placeholder, and `onChange` follows.
public protocol PhotoPictures: AnyObject {
  /// Draws a picture, or its placeholder, into the middle of a rectangle of the specified size.
  func draw(_ wish: PictureSpecification, in rect: Rect, on surface: inout Surface)

  /// The same; until the picture is there, pictures of the same photo stand for it that were there before:
  /// moved and enlarged to their places where that can be done at once, else as they are.
  ///
  /// - Parameter roughOnes: The best last.
  func draw(
    _ wish: PictureSpecification, roughOnes: [PictureSpecification], in rect: Rect,
    on surface: inout Surface)

  /// How far a picture is.
  func progress(of wish: PictureSpecification) -> PictureProgress

  /// What is under way for a picture from the network that is not there, where it is worth telling.
  func transfer(of wish: PictureSpecification) -> PictureTransfer?

  /// What is known of a picture; nil before it has come.
  func facts(of wish: PictureSpecification) -> PictureFacts?

  /// Tells what is on the screen, the most important first, and what the next key would show.
  ///
  /// Everything else is cancelled. Called after layout, whenever one of the lists changed.
  func prepare(visible: [PictureSpecification], next: [PictureSpecification])

  /// How bright a photo's picture is where; nil until it is known, and for photos that have none.
  ///
  /// The first question asks for it, after all that is prepared, and `onChange` follows. Only for what is
  /// on the screen: a few are remembered, and one is made at a time.
  func histogram(of photo: Photo) -> PictureHistogram?

  /// How a photo is shown rotated, on top of what its file says.
  func rotation(of photo: Photo) -> Rotation

  /// A cell of the terminal, as pictures are made for it; never empty.
  var cellPixelSize: PixelSize { get }

  /// The cells that a picture may take of so many: not more than the largest one that the terminal shows.
  func box(in size: Size) -> Size

  /// How the terminal is given pictures; it may change while the program runs.
  var graphicsMethod: GraphicsMethod { get }

  /// Why there are no pictures at all, in words; nil while there are.
  var problem: String? { get }

  /// Whether photos have no picture because their server is unknown.
  var lacksServer: Bool { get set }

  /// Tries again what failed, and notices files that changed.
  func refresh()

  /// Called on the main actor when something was drawn that would now look otherwise.
  var onChange: (() -> Void)? { get set }
}

extension PhotoPictures {
  /// For pictures of no files.
  public func histogram(of photo: Photo) -> PictureHistogram? { nil }

  /// For terminals that show a picture of any size.
  public func box(in size: Size) -> Size { size }

  /// For pictures that are never rotated.
  public func rotation(of photo: Photo) -> Rotation { .none }

  /// For pictures that are all here.
  public func transfer(of wish: PictureSpecification) -> PictureTransfer? { nil }

  /// Whether anything of a picture would be seen: one that the terminal draws itself is there as a whole or not at all.
  ///
  /// - Parameter rect: Where it would stand on the surface, a part of which may be out of sight.
  public func canDraw(in rect: Rect, on surface: Surface) -> Bool {
    let shown = rect.intersection(surface.visibleBounds)
    return switch graphicsMethod {
    case .none, .symbols: !shown.isEmpty
    case .kitty, .kittyPlaceholders, .sixel, .iTerm2: shown == rect
    }
  }

  /// Whether a photo moves, as far as its picture of a size has told.
  public func isAnimation(_ photo: Photo, size: Size) -> Bool {
    facts(of: PictureSpecification(photo: photo, size: size))?.animation != nil
  }

  /// Draws all of a photo's picture.
  public func draw(_ photo: Photo, in rect: Rect, on surface: inout Surface) {
    draw(PictureSpecification(photo: photo, size: rect.size), in: rect, on: &surface)
  }
}

/// How far a picture is on its way to the screen.
nonisolated public enum PictureProgress: Hashable, Sendable {
  /// It is being made, unless it is cancelled; a rough picture may be shown until then.
  case loading
  /// It is there, sharp.
  case ready
  /// It will not come: it failed, there are no pictures at all, or the photo has none here.
  case absent
}

/// What became known of a picture with its first answer.
nonisolated public struct PictureFacts: Equatable {
  /// The size of the file's picture in pixels, upright and rotated.
  public var sourceSize: PixelSize
  /// False for a rough picture that stands until the picture is there.
  public var isSharp: Bool
  /// Nil for a picture that does not move.
  public var animation: AnimationFrame?

  public init(sourceSize: PixelSize, isSharp: Bool = true, animation: AnimationFrame? = nil) {
    self.sourceSize = sourceSize
    self.isSharp = isSharp
    self.animation = animation
  }
}
