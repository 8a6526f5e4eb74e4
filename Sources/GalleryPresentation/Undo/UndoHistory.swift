import GalleryDomain

/// The user's actions that can be undone, the latest first; one history for the whole gallery, like `UndoManager`.
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
  private var hasForgotten = false

  public init() {}

  /// What was done last, such as `emptying the basket`; nil when there is nothing.
  public var text: String? { entries.last?.text }

  /// - Parameters:
  ///   - text: What was done, as it follows "Undone:".
  ///   - photos: The photos that undoing it changes, which the user then sees; empty if that isn't worth moving there.
  ///   - undo: Undoes it, and returns what was undone; nil if nothing of it is left, for example if photos were added
  ///     to the basket and have been ordered since. Called at most once.
  public func register(
    _ text: String, photos: [Photo.ID] = [], undo: @escaping () -> String?
  ) {
    entries.append(Entry(text: text, photos: photos, undo: undo))
    guard entries.count > Self.limit else { return }
    entries.removeFirst()
    hasForgotten = true
  }

  /// Undoes the latest action that can still be undone.
  ///
  /// - Parameters:
  ///   - changed: Called with the photos of the action, if there are any.
  ///   - nothingLeft: Called with each later action of which nothing was left.
  /// - Returns: What was undone; nil if there was nothing.
  @discardableResult
  public func undo(
    changed: ([Photo.ID]) -> Void = { _ in }, nothingLeft: (String) -> Void = { _ in }
  ) -> String? {
    while let entry = entries.popLast() {
      guard let text = entry.undo() else {
        nothingLeft(entry.text)
        continue
      }
      if !entry.photos.isEmpty { changed(entry.photos) }
      return text
    }
    return nil
  }
}

extension UndoHistory {
  /// Undoes the latest action that can still be undone, and says what that was: `Undone: rating a`, and what could not be
  /// undone any more.
  public func undoLatest(changed: ([Photo.ID]) -> Void) -> String {
    var gone: [String] = []
    let text = undo(changed: changed, nothingLeft: { gone.append($0) })
    let reason = gone.first.map {
      "nothing left of \($0)\(gone.count > 1 ? " and \(CountText.grouped(gone.count - 1)) more" : "")"
    }
    if let text { return joined(["Undone: \(text)", reason], by: " · ") }
    let nothing =
      hasForgotten ? "Nothing more to undo: only \(Self.limit) steps are kept" : "Nothing to undo"
    return joined([nothing, reason], by: " · ")
  }
}
