import GalleryDomain
import GalleryPresentation

/// A command of the gallery: what it needs, when it is available, and what it does. Every screen that shows photos
/// offers those that the table (`CommandTable.swift`) has for it.
public struct GalleryCommand {
  /// What has to be known of the photos before the command is performed.
  public struct Needs {
    /// Whether photos are read; false if the names of their files are enough.
    var readsPhotos = true
    /// Whether a range is kept after the command.
    var keepsRange = false
    /// Whether the command waits until a loaded photo in focus is read, too; else it gets its gathering.
    var waitsForFocused = true

    public init(readsPhotos: Bool = true, keepsRange: Bool = false, waitsForFocused: Bool = true) {
      self.readsPhotos = readsPhotos
      self.keepsRange = keepsRange
      self.waitsForFocused = waitsForFocused
    }
  }

  /// The photos that a command acts on.
  public struct Subject {
    /// The selected photos, else the photo in focus, on its way if the command doesn't wait.
    public let gathering: PhotoGathering
    public var photos: [Photo] { gathering.photos }
    /// The photo in focus, selected or not.
    public let focused: Photo?
    /// Whether the photos are selected, so that the focus stays.
    public let isSelection: Bool
    /// Those of the photos that are not in the list.
    public var hidden: Set<Photo.ID> { gathering.hidden }

    /// What the user has to know of that, such as `3 of them not shown`; nil for nothing.
    var hiddenText: String? { SelectionText.notShown(hidden.count, of: photos.count) }
  }

  enum Action {
    /// Acts on something other than photos, or gathers them itself, behind a question that opens immediately
    /// (`Gallery.gather`), so that the next keys never reach the list.
    case plain((any CommandTarget, Gallery) -> Void)
    /// Acts on photos, which are loaded and read first.
    case onPhotos(Needs, (Subject, any CommandTarget) -> Void)
  }

  let command: Command
  private(set) var hint: ((any CommandTarget) -> String?)?
  private(set) var isAvailable: ((any CommandTarget) -> Bool)?
  private(set) var isRefused: (() -> Bool)?
  let action: Action

  public init(
    _ command: Command, perform: @escaping (any CommandTarget, Gallery) -> Void
  ) {
    self.command = command
    action = .plain(perform)
  }

  /// - Parameter needs: What has to be known of the photos first.
  public init(
    _ command: Command, _ needs: Needs,
    perform: @escaping (Subject, any CommandTarget) -> Void
  ) {
    self.command = command
    action = .onPhotos(needs, perform)
    isAvailable = { $0.hasPhotos }
  }

  /// The same command with a word for the key line, or nil to leave it out there; read at every frame.
  func hinted(_ hint: @escaping (any CommandTarget) -> String?) -> GalleryCommand {
    var command = self
    command.hint = hint
    return command
  }

  /// The same command in a source that refuses it: its key says why, and neither key line nor help lists it.
  func refused(when isRefused: @escaping () -> Bool) -> GalleryCommand {
    var command = self
    command.isRefused = isRefused
    command.hint = hint.map { hint in { isRefused() ? nil : hint($0) } }
    return command
  }

  /// The same command, available only while a condition holds, too. It is checked at every key and every frame: keep it
  /// cheap.
  func when(_ condition: @escaping (any CommandTarget) -> Bool) -> GalleryCommand {
    var command = self
    command.isAvailable = { [isAvailable] in condition($0) && isAvailable?($0) ?? true }
    return command
  }
}
