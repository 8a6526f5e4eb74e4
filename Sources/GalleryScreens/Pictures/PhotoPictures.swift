import GalleryPresentation
import TerminalKit

/// Where screens get pictures from; `WorkerPictures` is the real one.
///
/// Asking never waits: what is not ready is drawn as a quiet placeholder, and `onChange` follows.
public protocol PhotoPictures: AnyObject {
  /// Draws a photo's picture into a rectangle, or what stands for it.
  func draw(_ photo: Photo, in rect: Rect, on surface: inout Surface)

  /// Tells what is on the screen, the most important first, and what the next key would show.
  ///
  /// Everything else is cancelled. Called after layout, whenever one of the lists changed.
  func prepare(visible: [PictureWish], next: [PictureWish])

  /// A cell of the terminal, as pictures are made for it; never empty.
  var cellPixelSize: PixelSize { get }

  /// Why there are no pictures at all, in words; nil while there are.
  var problem: String? { get }

  /// Tries again what failed, and notices files that changed.
  func refresh()

  /// Called on the main actor when something was drawn that would now look otherwise.
  var onChange: (() -> Void)? { get set }
}

/// One photo at one size in cells.
public struct PictureWish: Equatable {
  public let photo: Photo
  public let size: Size

  public init(photo: Photo, size: Size) {
    self.photo = photo
    self.size = size
  }
}
