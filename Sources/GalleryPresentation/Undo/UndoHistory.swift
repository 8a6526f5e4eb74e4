import GalleryDomain

/// The user's actions that can be undone, the latest first; one history for the whole gallery, like `UndoManager`.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class UndoHistory {
  /// Older entries are forgotten.
  public static let limit = 100

  /// An action in the history.
  public final class Entry {
    fileprivate var text: String
    fileprivate var photos: [Photo.ID]
    fileprivate var undo: () -> String?

    fileprivate init(_ text: String, _ photos: [Photo.ID], _ undo: @escaping () -> String?) {
      (self.text, self.photos, self.undo) = (text, photos, undo)
    }
  }

  private var entries: [Entry] = []
  private var hasForgotten = false

  public init() {}

  /// What was done last, such as `emptying the basket`; nil when there is nothing.
  public var text: String? { entries.last?.text }

  /// Registers an action that has been done, or that has only begun and can be given up.
  ///
  /// - Parameters:
  ///   - text: What was done, as it follows "Undone:".
  ///   - photos: The photos that undoing it changes, which the user then sees; empty if that isn't worth moving there.
  ///   - entry: The entry of its beginning, which it replaces.
  ///   - undo: Undoes it, and returns what was undone; nil if nothing of it is left, for example if photos were added
  ///     to the basket and have been ordered since. Called at most once.
  @discardableResult
  public func register(
    _ text: String, photos: [Photo.ID] = [], in entry: Entry? = nil, undo: @escaping () -> String?
  ) -> Entry {
    if let entry {
      (entry.text, entry.photos, entry.undo) = (text, photos, undo)
      return entry
    }
    let entry = Entry(text, photos, undo)
    entries.append(entry)
    if entries.count > Self.limit {
      entries.removeFirst()
      hasForgotten = true
    }
    return entry
  }

  /// Call when an action has ended and nothing of it can be undone.
  public func withdraw(_ entry: Entry) { entries.removeAll { $0 === entry } }

  /// Undoes the latest action that can still be undone.
  ///
  /// - Parameters:
  ///   - changed: Called with the photos of the action, if there are any.
  ///   - nothingLeft: Called with each later action of which nothing was left.
  /// - Returns: What was undone; nil if there was nothing.
  @discardableResult
  public func undo(
    changed: ([Photo.ID]) -> Void = { _ in }, nothingLeft: (_ text: String) -> Void = { _ in }
  ) -> String? {
    while let entry = entries.popLast() {
      guard let undone = entry.undo() else {
        nothingLeft(entry.text)
        continue
      }
      if !entry.photos.isEmpty { changed(entry.photos) }
      return undone
    }
    return nil
  }

  /// The same, in words: `Undone: rating a`, and what could not be undone any more.
  public func undoLatest(changed: ([Photo.ID]) -> Void) -> String {
    var gone: [String] = []
    let text = undo(changed: changed) { gone.append($0) }
    let rest = gone.first.map {
      "nothing left of \($0)\(gone.count > 1 ? " and \(CountText.grouped(gone.count - 1)) more" : "")"
    }
    let nothing =
      hasForgotten ? "Nothing more to undo: only \(Self.limit) steps are kept" : "Nothing to undo"
    return joined([text.map { "Undone: \($0)" } ?? nothing, rest], by: " · ")
  }
}
