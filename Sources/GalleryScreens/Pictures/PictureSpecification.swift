import GalleryPresentation
import PictureProtocol
import TerminalKit

/// One photo as it is wanted on the screen.
nonisolated public struct PictureSpecification: Equatable {
  /// What a picture is for; says how much of a photo on the network is fetched.
  public enum Role: Hashable, Sendable {
    /// A row, a cell of the grid: the source's small picture does, whatever the size.
    case thumbnail
    /// Beside the list: the small picture where it has dots enough for the box, else the large one.
    case preview
    /// What the user opened: the large picture, and the small one until it is there.
    case photo
  }

  public let photo: Photo
  /// The box in cells.
  public let size: Size
  /// A part of the picture, in fractions of its sides; nil for all of it.
  public var region: PictureRegion?
  /// How many of what the terminal can show apart (`ZoomSpace`) a pixel of the picture takes a side, where it is
  /// enlarged by whole pixels; 1 where it is not.
  public var enlargement: Int
  public var fit: PictureFit
  /// Which picture of an animation, from 0.
  public var frame: Int
  public var role: Role

  public init(
    photo: Photo, size: Size, region: PictureRegion? = nil, enlargement: Int = 1,
    fit: PictureFit = .contain, frame: Int = 0, role: Role = .thumbnail
  ) {
    self.photo = photo
    self.size = size
    self.region = region
    self.enlargement = enlargement
    self.fit = fit
    self.frame = frame
    self.role = role
  }
}
