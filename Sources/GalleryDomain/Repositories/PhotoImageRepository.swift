import Foundation

/// The pictures of photos that are not on this computer.
///
/// Implementations take care of one request for an address at a time, whoever asks; how many run beside
/// each other, and in which order, is the caller's.
public protocol PhotoImageRepository: Sendable {
  /// The picture as it was stored; nil when it is not. Asks no network.
  func storedImage(at url: URL) async -> FileReference?

  /// The picture, from the store or else from the network.
  ///
  /// - Parameters:
  ///   - isRefresh: Whether the server is asked if a stored picture has changed.
  ///   - progress: Called now and then (ten times a second at the most), on any thread.
  /// - Returns: A file that nobody writes to; it may be thrown away later, when the store is full.
  func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference
}

/// How far a picture has been fetched.
public struct ImageProgress: Hashable, Sendable {
  public var receivedByteCount: Int
  /// As the server says, which is not to be relied on; nil where it says nothing.
  public var expectedByteCount: Int?

  public init(receivedByteCount: Int, expectedByteCount: Int? = nil) {
    self.receivedByteCount = receivedByteCount
    self.expectedByteCount = expectedByteCount
  }
}
