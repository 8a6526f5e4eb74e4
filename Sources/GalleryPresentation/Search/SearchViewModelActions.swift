/// How the prompt ends: one of these is called, once. The coordinator sets them.
public struct SearchViewModelActions {
  /// Ends the prompt and searches for a text, cleaned and trimmed; an empty text shows all photos again.
  public var search: (String) -> Void
  /// Ends the prompt and changes nothing.
  public var close: () -> Void

  public init(
    search: @escaping (String) -> Void = { _ in }, close: @escaping () -> Void = {}
  ) {
    self.search = search
    self.close = close
  }
}
