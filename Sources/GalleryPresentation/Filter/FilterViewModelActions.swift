/// What the filter line leads to; whoever shows it fills these in.
public struct FilterViewModelActions {
  /// Filters by a text while it is typed.
  public var preview: (String) -> Void
  /// Ends the line and filters by a text, with what is to be said of it; called once, or `close` is.
  public var filter: (String, _ notice: String?) -> Void
  /// Ends the line; the filter is to be this text again.
  public var close: (_ before: String) -> Void

  public init(
    preview: @escaping (String) -> Void = { _ in },
    filter: @escaping (String, _ notice: String?) -> Void = { _, _ in },
    close: @escaping (_ before: String) -> Void = { _ in }
  ) {
    self.preview = preview
    self.filter = filter
    self.close = close
  }
}
