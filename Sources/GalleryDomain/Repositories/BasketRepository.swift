/// The basket of one source, kept where it is never thrown away and shared with other Vitrines.
public protocol BasketRepository: Sendable {
  /// As it is stored now.
  func basket() async throws(BasketError) -> Basket

  /// Carries out an edit in a transaction of its own; when this returns, it survives a crash.
  ///
  /// Edits are carried out in the order of the calls.
  ///
  /// - Returns: The basket afterwards, with what other programs did to it.
  func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket

  /// The basket each time that another program may have changed it; ends never.
  func changes() -> AsyncStream<Basket>
}

/// Why a basket could not be read or written.
public enum BasketError: Error, Hashable, Sendable {
  /// No space, no permission, or a read-only file system. `path` is the file's, cleaned.
  case unwritable(path: String)
  /// The file is damaged. It is left as it is.
  case damaged(path: String)
  /// A later Vitrine made it.
  case newer(path: String)
  /// Another program kept it for too long, or something unforeseen happened.
  case unavailable(path: String)
}
