/// What a person did and may take back, the latest first; one history for a whole gallery, as `UndoManager`.
///
/// Bound to no actor and not `Sendable`, as the view models.
public final class UndoHistory {
  /// Older entries are forgotten.
  public static let limit = 100

  private struct Entry {
    let text: String
    let undo: () -> Void
  }

  private var entries: [Entry] = []

  public init() {}

  /// What `undo()` would take back, such as `clearing the basket`; nil when there is nothing.
  public var text: String? { entries.last?.text }

  /// - Parameters:
  ///   - text: What was done, as it follows "undo".
  ///   - undo: Takes it back; called at most once.
  public func register(_ text: String, undo: @escaping () -> Void) {
    entries.append(Entry(text: text, undo: undo))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Takes back what was done last.
  ///
  /// - Returns: What that was; nil when there was nothing.
  @discardableResult
  public func undo() -> String? {
    guard let entry = entries.popLast() else { return nil }
    entry.undo()
    return entry.text
  }
}
