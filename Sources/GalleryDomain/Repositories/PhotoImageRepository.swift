import Foundation

/// The pictures of photos that are not on this computer.
///
/// Implementations make at most one request for a URL at a time, however many callers want it; the caller decides how
/// many requests run at once, and in which order.
public protocol PhotoImageRepository: Sendable {
  /// The stored picture; nil if there is none. Does not use the network.
  func storedImage(at url: URL) async -> FileReference?

  /// The picture, from the store or else from the network.
  ///
  /// - Parameters:
  ///   - isRefresh: Whether to ask the server if a stored picture has changed.
  ///   - progress: Called at most ten times a second, on any thread.
  /// - Returns: A file that is not written to any more; it may be deleted later, when the store is full.
  func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference
}

/// How far a picture has been fetched.
public struct ImageProgress: Hashable, Sendable {
  public var receivedByteCount: Int
  /// As the server states it, which may be wrong; nil if it states nothing.
  public var expectedByteCount: Int?

  public init(receivedByteCount: Int, expectedByteCount: Int? = nil) {
    self.receivedByteCount = receivedByteCount
    self.expectedByteCount = expectedByteCount
  }
}
