import Foundation

/// The pictures of photos that are not on this computer.
///
/// Implementations make at most one request for a URL at a time, however many callers ask for it. The caller decides
/// how many requests run at once, and in which order.
public protocol PhotoImageRepository: Sendable {
  /// The stored picture; nil if there is none. Does not use the network.
  func storedImage(at url: URL) async -> FileReference?

  /// The picture, from the store if possible, otherwise from the network.
  ///
  /// - Parameters:
  ///   - url: As the photo names it.
  ///   - isRefresh: Whether to ask the server if a stored picture has changed.
  ///   - progress: Called at most ten times a second, on any thread.
  /// - Returns: A file that no one writes to any more. It may be deleted later, when the store is full.
  func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference
}

/// How much of a picture has been downloaded.
public struct ImageProgress: Hashable, Sendable {
  public var receivedByteCount: Int
  /// The size that the server states, which may be wrong; nil if it states none.
  public var expectedByteCount: Int?

  public init(receivedByteCount: Int, expectedByteCount: Int? = nil) {
    self.receivedByteCount = receivedByteCount
    self.expectedByteCount = expectedByteCount
  }
}
