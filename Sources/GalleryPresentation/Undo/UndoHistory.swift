import GalleryDomain

/// The user's actions that can be undone, the latest first; one history for the whole gallery, like `UndoManager`.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class UndoHistory {
  /// Older entries are forgotten.
  public static let limit = 100

  /// The place of an action that is under way.
  public typealias Place = Int

  private struct Entry {
    let text: String
    let photos: [Photo.ID]
    /// Undoes it, and returns what was undone; nil if nothing of it is left.
    let undo: () -> String?
    let place: Place
  }

  private var entries: [Entry] = []
  private var lastPlace = 0
  private var hasForgotten = false

  public init() {}

  /// What was done last, such as `emptying the basket`; nil when there is nothing.
  public var text: String? { entries.last?.text }

  /// - Parameters:
  ///   - text: What was done, as it follows "Undone:".
  ///   - photos: The photos that undoing it changes, which the user then sees; empty if that isn't worth moving there.
  ///   - place: Its place from `begin`, if it has one; an action whose place was forgotten can't be undone.
  ///   - undo: Undoes it, and returns what was undone; nil if nothing of it is left, for example if photos were added
  ///     to the basket and have been ordered since. Called at most once.
  public func register(
    _ text: String, photos: [Photo.ID] = [], at place: Place? = nil, undo: @escaping () -> String?
  ) {
    guard let place else { return append(text, photos, undo) }
    guard let index = entries.firstIndex(where: { $0.place == place }) else { return }
    entries[index] = Entry(text: text, photos: photos, undo: undo, place: place)
  }

  /// Call when an action begins of which nothing is done yet: until it is registered, `undo` gives it up.
  ///
  /// - Returns: Its place, for `register` or `withdraw`.
  public func begin(
    _ text: String, photos: [Photo.ID] = [], giveUp: @escaping () -> Void
  ) -> Place {
    append(text, photos) {
      giveUp()
      return text
    }
    return lastPlace
  }

  /// Call when an action has ended of which nothing can be undone.
  public func withdraw(_ place: Place) { entries.removeAll { $0.place == place } }

  private func append(_ text: String, _ photos: [Photo.ID], _ undo: @escaping () -> String?) {
    lastPlace += 1
    entries.append(Entry(text: text, photos: photos, undo: undo, place: lastPlace))
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

  /// Undoes the latest action that can still be undone, and says what that was: `Undone: rating a`, and what could not be
  /// undone any more.
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
