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
  /// The rows of the marked range, loaded or not; 0 while no range is marked.
  public let markedRowCount: Int
  /// Whether the photo fills the screen.
  public let isSinglePhoto: Bool
  /// What is to be done before anything is done with the photos; nil where they are all there.
  let preparation: Preparation?

  /// Has photos loaded that are not, and read that are not: then the context has them all.
  struct Preparation {
    /// Calls an action with the context then, and with how many rows could not be loaded; never when the user goes
    /// on to something else before.
    let run:
      (_ keepsRange: Bool, _ action: @escaping (PhotoContext, _ leftOutCount: Int) -> Void) -> Void
  }

  public init(
    list: any PhotoListViewModelType, photo: Photo?, markedPhotos: [Photo] = [],
    isSinglePhoto: Bool = false
  ) {
    self.init(
      list: list, photo: photo, markedPhotos: markedPhotos, isSinglePhoto: isSinglePhoto,
      preparation: nil)
  }

  init(
    list: any PhotoListViewModelType, photo: Photo?, markedPhotos: [Photo] = [],
    markedRowCount: Int? = nil, isSinglePhoto: Bool = false, preparation: Preparation?
  ) {
    self.preparation = preparation
    self.markedRowCount = markedRowCount ?? markedPhotos.count
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

  /// Whether the commands act on the photos of the context: then these are loaded and read first, and a range ends
  /// with the command. True unless a type says otherwise.
  var actsOnPhotos: Bool { get }

  /// Whether a range stays marked, because the commands only ask what is to be done with it. False unless a type says
  /// otherwise.
  var keepsRange: Bool { get }
}

extension PhotoCommands {
  public var actsOnPhotos: Bool { true }
  public var keepsRange: Bool { false }
}

extension KeyCommand {
  /// The same keys and words for something else.
  func replacingAction(_ action: @escaping () -> Void) -> KeyCommand {
    KeyCommand(
      id: id, keys: keys, title: title, group: group, hint: hint, isEssential: isEssential,
      action: action)
  }

  /// Only the keys that type nothing.
  var withoutTextKeys: KeyCommand {
    KeyCommand(
      id: id, keys: keys.filter { !$0.keys[0].isText }, title: title, group: group, hint: hint,
      isEssential: isEssential, action: action)
  }
}
