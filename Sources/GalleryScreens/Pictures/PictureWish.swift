import GalleryPresentation
import PictureProtocol
import TerminalKit

/// One photo as it is wanted on the screen.
nonisolated public struct PictureWish: Equatable {
  public let photo: Photo
  /// The box in cells.
  public let size: Size
  /// A part of the picture, in fractions of its sides; nil for all of it.
  public var region: PictureRegion?
  public var fit: PictureFit
  /// Which picture of an animation, from 0.
  public var frame: Int

  public init(
    photo: Photo, size: Size, region: PictureRegion? = nil, fit: PictureFit = .contain,
    frame: Int = 0
  ) {
    self.photo = photo
    self.size = size
    self.region = region
    self.fit = fit
    self.frame = frame
  }
}
