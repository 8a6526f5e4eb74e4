/// The basket of one source, stored permanently and shared by all running instances of Vitrine.
public protocol BasketRepository: Sendable {
  /// The basket as it is stored now.
  func basket() async throws(BasketError) -> Basket

  /// Applies an edit in its own transaction; when this returns, the edit survives a crash.
  ///
  /// Edits are applied in the order of the calls.
  ///
  /// - Returns: The basket afterwards, including what other programs have changed.
  func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket
}

/// Why a basket could not be read or written.
public enum BasketError: Error, Hashable, Sendable {
  /// No space, no permission, or a read-only file system. `path` is the file's, cleaned; empty if there is no directory
  /// for it.
  case unwritable(path: String)
  /// The file is damaged. It is left unchanged.
  case damaged(path: String)
  /// A later version of Vitrine wrote it.
  case newer(path: String)
  /// Another program kept it locked for too long, or something unexpected happened.
  case unavailable(path: String)
}
