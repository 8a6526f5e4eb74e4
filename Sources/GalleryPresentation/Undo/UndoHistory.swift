import GalleryDomain

/// The user's actions that can be undone, the latest first; one history for the whole gallery, like `UndoManager`.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class UndoHistory {
  /// Older entries are forgotten.
  public static let limit = 100

  /// The place of an action that is under way.
  public typealias Place = Int

  private enum Action {
    /// Gives it up if that is possible.
    case underWay(giveUp: () -> Bool)
    case done(undo: () -> String?, nothingLeft: () -> String?)
  }

  private struct Entry {
    var text: String
    var photos: [Photo.ID]
    var action: Action
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
  ///   - nothingLeft: Says why nothing of it is left.
  ///   - undo: Undoes it, and returns what was undone; nil if nothing of it is left, for example if photos were added
  ///     to the basket and have been ordered since. Called at most once.
  public func register(
    _ text: String, photos: [Photo.ID] = [], at place: Place? = nil,
    nothingLeft: @autoclosure @escaping () -> String? = nil, undo: @escaping () -> String?
  ) {
    let action = Action.done(undo: undo, nothingLeft: nothingLeft)
    guard let place else { return append(text, photos, action) }
    guard let index = entries.firstIndex(where: { $0.place == place }) else { return }
    entries[index] = Entry(text: text, photos: photos, action: action, place: place)
  }

  /// Call when an action begins that can be undone only when it has ended: until then `undo` neither skips it nor
  /// undoes an earlier one.
  ///
  /// - Parameter giveUp: Gives the action up, of which nothing was done yet, and withdraws it; returns false if that is
  ///   not possible any more.
  /// - Returns: Its place, for `register` or `withdraw`.
  public func begin(
    _ text: String, photos: [Photo.ID] = [], giveUp: @escaping () -> Bool
  ) -> Place {
    append(text, photos, .underWay(giveUp: giveUp))
    return lastPlace
  }

  /// Call when an action has ended of which nothing can be undone.
  public func withdraw(_ place: Place) { entries.removeAll { $0.place == place } }

  private func append(_ text: String, _ photos: [Photo.ID], _ action: Action) {
    lastPlace += 1
    entries.append(Entry(text: text, photos: photos, action: action, place: lastPlace))
    guard entries.count > Self.limit else { return }
    entries.removeFirst()
    hasForgotten = true
  }

  /// Undoes the latest action that can still be undone. One that is under way is given up, or has to end first.
  ///
  /// - Parameters:
  ///   - changed: Called with the photos of the action, if there are any.
  ///   - nothingLeft: Called with each later action of which nothing was left, and why.
  ///   - underWay: Called with the action that has to end first; nothing is undone then.
  /// - Returns: What was undone; nil if there was nothing.
  @discardableResult
  public func undo(
    changed: ([Photo.ID]) -> Void = { _ in },
    nothingLeft: (_ text: String, _ reason: String?) -> Void = { _, _ in },
    underWay: (String) -> Void = { _ in }
  ) -> String? {
    while let entry = entries.last {
      var undone: String?
      switch entry.action {
      case .underWay(let giveUp):
        guard giveUp() else {
          underWay(entry.text)
          return nil
        }
        withdraw(entry.place)
        undone = entry.text
      case .done(let undo, let reason):
        entries.removeLast()
        undone = undo()
        if undone == nil { nothingLeft(entry.text, reason()) }
      }
      guard let undone else { continue }
      if !entry.photos.isEmpty { changed(entry.photos) }
      return undone
    }
    return nil
  }
}

extension UndoHistory {
  /// Undoes the latest action that can still be undone, and says what that was: `Undone: rating a`, and what could not be
  /// undone any more.
  public func undoLatest(changed: ([Photo.ID]) -> Void) -> String {
    var gone: [String] = []
    var waited: String?
    let text = undo(
      changed: changed,
      nothingLeft: { text, reason in gone.append(reason.map { "\(text) (\($0))" } ?? text) },
      underWay: { waited = $0 })
    let reason = gone.first.map {
      "nothing left of \($0)\(gone.count > 1 ? " and \(CountText.grouped(gone.count - 1)) more" : "")"
    }
    if let text { return joined(["Undone: \(text)", reason], by: " · ") }
    if let waited {
      return joined(["Still under way: \(waited) · undo it when it is done", reason], by: " · ")
    }
    let nothing =
      hasForgotten ? "Nothing more to undo: only \(Self.limit) steps are kept" : "Nothing to undo"
    return joined([nothing, reason], by: " · ")
  }
}
