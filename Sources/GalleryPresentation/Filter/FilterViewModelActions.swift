/// What the filter line does; set by the code that shows it.
public struct FilterViewModelActions {
  /// Filters by a text while it is typed.
  public var preview: (String) -> Void
  /// Ends the line and filters by a text, with a notice about what was not understood. Either this or `close` is
  /// called, once.
  public var filter: (String, _ notice: String?) -> Void
  /// Ends the line and restores the filter to this text.
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
