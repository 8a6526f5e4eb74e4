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
  /// What of it is shown; where and in which form follows from the terminal (`WorkerPictures`).
  public var look = PictureLook()
  public let role: Role

  public init(photo: Photo, size: Size, role: Role = .thumbnail) {
    self.photo = photo
    self.size = size
    self.role = role
  }
}
