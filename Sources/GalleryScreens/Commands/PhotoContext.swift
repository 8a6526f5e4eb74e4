import GalleryDomain
import GalleryPresentation
import TerminalKit

/// What a key on the list or on the photo screen acts on.
public struct PhotoContext {
  /// The list that is on the screen, or from which the photo was opened.
  public let list: any PhotoListViewModelType
  /// The selected photo, or the one that is shown; nil where there is none, or it is not loaded.
  public let photo: Photo?
  /// The photos of the marked range that are loaded; empty while no range is marked.
  public let markedPhotos: [Photo]
  /// Whether the photo fills the screen.
  public let isSinglePhoto: Bool

  public init(
    list: any PhotoListViewModelType, photo: Photo?, markedPhotos: [Photo] = [],
    isSinglePhoto: Bool = false
  ) {
    self.list = list
    self.photo = photo
    self.markedPhotos = markedPhotos
    self.isSinglePhoto = isSinglePhoto
  }

  /// The marked photos, else the one that is selected.
  public var photos: [Photo] {
    markedPhotos.isEmpty ? photo.map { [$0] } ?? [] : markedPhotos
  }
}

/// Something that can be done with photos wherever they are shown: its keys, and what they do.
///
/// The flow coordinator gives the screens all that there are; a screen knows none of them.
public protocol PhotoCommands: AnyObject {
  /// Asked at every key and every frame: cheap.
  func commands(for context: PhotoContext) -> [KeyCommand]
}
