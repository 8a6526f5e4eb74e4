import GalleryPresentation
import PictureProtocol
import TerminalKit

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
  /// A part of the picture, in fractions of its sides; nil for all of it.
  public var region: PictureRegion?
  /// How many dots (see `ZoomSpace`) each pixel of the picture takes per side if it is enlarged by whole pixels; else
  /// 1.
  public var enlargement: Int
  /// Which picture of an animation, from 0.
  public var frame: Int
  public var role: Role

  public init(
    photo: Photo, size: Size, region: PictureRegion? = nil, enlargement: Int = 1,
    frame: Int = 0, role: Role = .thumbnail
  ) {
    self.photo = photo
    self.size = size
    self.region = region
    self.enlargement = enlargement
    self.frame = frame
    self.role = role
  }
}
