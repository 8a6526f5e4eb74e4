/// Why there is no picture.
public enum PictureFailure: Error, Hashable, Sendable {
  /// The file has no bytes.
  case emptyFile
  /// A folder, a pipe, a device or a socket.
  case notARegularFile
  /// The first bytes are those of no picture.
  case notAPicture
  /// A picture, but of a kind that is not decoded here; its name, such as `PSD`.
  case unsupportedFormat(name: String)
  /// A format that is decoded from local folders only, in a picture from the network.
  case formatNotAllowed(PictureFormat)
  /// The header tells more pixels than allowed. Nothing was decoded.
  case tooLarge(width: UInt32, height: UInt32, pixelLimit: UInt64)
  /// The file ends before its picture does.
  case truncated
  /// The decoder gave up; its words, at most 200 bytes, printable ASCII, for a log.
  case broken(String)
  /// The file could not be read.
  case unreadable(errno: Int32)
  /// There is no cheap rough picture; not a fault of the picture.
  case noRough
  /// The worker cannot make this output (yet).
  case unsupportedOutput
  /// The request itself makes no sense, such as a region outside the picture.
  case badRequest
  /// The decoder asked for more memory than a worker may have.
  case outOfMemory
  /// The request was cancelled.
  case cancelled
  /// Decoding took too long. Said by the main process, which ended the worker.
  case timedOut
  /// The worker ended while it had the request. Said by the main process.
  case workerDied
}
