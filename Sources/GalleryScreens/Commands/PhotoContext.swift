import GalleryDomain
import GalleryPresentation
import TerminalKit

/// What a key on the list or on the photo screen acts on.
public struct PhotoContext {
  /// The list that is on the screen, or from which the photo was opened.
  public let list: any PhotoListViewModelType
  /// The photo in focus, or the one that is shown; nil where there is none, or it is not loaded.
  public let photo: Photo?
  /// How many photos are selected, loaded or not; 0 where the one in focus is acted on.
  public let selectedCount: Int
  private let selection: () -> [Photo]
  /// Whether the photo fills the screen; then keys act on it alone, whatever is selected.
  public let isSinglePhoto: Bool
  /// Goes to the next photo.
  public let goOn: () -> Void
  /// Goes to the first of these photos that is there, unless the focus is on one of them.
  public let focus: ([Photo.ID]) -> Void
  /// To be called when a photo that fills the screen was put elsewhere.
  let leave: () -> Void
  /// What is to be done before anything is done with the photos; nil where they are all there.
  let preparation: Preparation?
  /// Called with each gathering that a command begins; the flow coordinator shows those that are waited for.
  var onGather: (PhotoGathering) -> Void = { _ in }

  /// Has photos loaded that are not, and read that are not.
  struct Preparation {
    let gather: (_ readsPhotos: Bool, _ keepsRange: Bool) -> PhotoGathering
    /// The context with the photos that were gathered.
    let context: (PhotoGathering) -> PhotoContext
  }

  /// - Parameters:
  ///   - selected: What is selected; empty where the photo is acted on.
  ///   - goOn: Goes to the next photo.
  ///   - focus: Goes to the first of some photos that is there.
  ///   - leave: What follows when the one photo was put elsewhere; nil to go on.
  public init(
    list: any PhotoListViewModelType, photo: Photo?, selected: [Photo] = [],
    isSinglePhoto: Bool = false, goOn: @escaping () -> Void = {},
    focus: @escaping ([Photo.ID]) -> Void = { _ in }, leave: (() -> Void)? = nil
  ) {
    self.init(
      list: list, photo: photo, selectedCount: selected.count, selection: { selected },
      isSinglePhoto: isSinglePhoto, preparation: nil, goOn: goOn, focus: focus, leave: leave)
  }

  init(
    list: any PhotoListViewModelType, photo: Photo?, selectedCount: Int,
    selection: @escaping () -> [Photo], isSinglePhoto: Bool = false, preparation: Preparation?,
    goOn: @escaping () -> Void, focus: @escaping ([Photo.ID]) -> Void = { _ in },
    leave: (() -> Void)? = nil
  ) {
    self.list = list
    self.photo = photo
    self.selectedCount = selectedCount
    self.selection = selection
    self.isSinglePhoto = isSinglePhoto
    self.preparation = preparation
    self.goOn = goOn
    self.focus = focus
    self.leave = leave ?? goOn
  }

  /// What is selected and loaded, in the order in which it was selected; empty where the photo is acted on.
  ///
  /// - Complexity: O(*n* log *n*) after a change of the selection: not for every frame.
  public var selectedPhotos: [Photo] { selection() }

  /// What is selected, else the photo in focus.
  public var photos: [Photo] {
    selectedCount > 0 ? selectedPhotos : photo.map { [$0] } ?? []
  }

  /// Begins to load the photos that are not there, and to read them if that is wanted.
  ///
  /// - Parameter keepsRange: Whether a range stays when the photos are there.
  func gather(readsPhotos: Bool = true, keepsRange: Bool = true) -> PhotoGathering {
    guard let preparation else { return PhotoGathering(photos) }
    let gathering = preparation.gather(readsPhotos, keepsRange)
    onGather(gathering)
    return gathering
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

  /// Whether a range stays as it is, because the commands only ask what is to be done with it. False unless a type says
  /// otherwise.
  var keepsRange: Bool { get }

  /// Whether the commands wait until the one photo in focus is read, too. True unless a type says otherwise, which
  /// then reads it itself.
  var waitsForPhoto: Bool { get }

  /// Whether photos are read for the commands; false where their files' names are enough. True unless a type says
  /// otherwise.
  var readsPhotos: Bool { get }

  /// Commands that ask something first: their questions open with the key, so that what is typed next is never for the
  /// list, and photos are gathered behind them (`PhotoContext.gather`). None unless a type says otherwise.
  var askingCommands: [Command] { get }
}

extension PhotoCommands {
  public var actsOnPhotos: Bool { true }
  public var keepsRange: Bool { false }
  public var waitsForPhoto: Bool { true }
  public var readsPhotos: Bool { true }
  public var askingCommands: [Command] { [] }
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
