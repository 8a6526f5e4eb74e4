import GalleryDomain

/// What the user did and can undo, the latest first; one history for the whole gallery, like `UndoManager`.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class UndoHistory {
  /// Older entries are forgotten.
  public static let limit = 100

  private struct Entry {
    let text: String
    let photos: [Photo.ID]
    let undo: () -> String?
  }

  private var entries: [Entry] = []

  public init() {}

  /// What was done last, such as `emptying the basket`; nil when there is nothing.
  public var text: String? { entries.last?.text }

  /// - Parameters:
  ///   - text: What was done, as it follows "Undone:".
  ///   - photos: Those that undoing it changes, for the user to look at then; empty where that isn't worth a move.
  ///   - undo: Undoes it, and returns what was undone; nil if nothing of it is left, for example if photos were added
  ///     to the basket and have been ordered since. Called at most once.
  public func register(
    _ text: String, photos: [Photo.ID] = [], undo: @escaping () -> String?
  ) {
    entries.append(Entry(text: text, photos: photos, undo: undo))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Undoes the latest action that can still be undone.
  ///
  /// - Parameter changed: Called with the photos that it was about, where there are any.
  /// - Returns: What was undone; nil if there was nothing.
  @discardableResult
  public func undo(changed: ([Photo.ID]) -> Void = { _ in }) -> String? {
    while let entry = entries.popLast() {
      guard let text = entry.undo() else { continue }
      if !entry.photos.isEmpty { changed(entry.photos) }
      return text
    }
    return nil
  }
}
