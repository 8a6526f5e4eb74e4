/// What the user did and may take back, the latest first; one history for a whole gallery, as `UndoManager`.
///
/// Bound to no actor and not `Sendable`, as the view models.
public final class UndoHistory {
  /// Older entries are forgotten.
  public static let limit = 100

  private struct Entry {
    let text: String
    let undo: () -> String?
  }

  private var entries: [Entry] = []

  public init() {}

  /// What was done last, such as `clearing the basket`; nil when there is nothing.
  public var text: String? { entries.last?.text }

  /// - Parameters:
  ///   - text: What was done, as it follows "undo".
  ///   - undo: Takes it back, and says what it took back; nil where nothing of it is left, as of photos that were
  ///     put in the basket and have been ordered since. Called at most once.
  public func register(_ text: String, undo: @escaping () -> String?) {
    entries.append(Entry(text: text, undo: undo))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Takes back what was done last, of all that can still be taken back.
  ///
  /// - Returns: What that was; nil when there was nothing.
  @discardableResult
  public func undo() -> String? {
    while let entry = entries.popLast() {
      if let text = entry.undo() { return text }
    }
    return nil
  }
}
