/// Why there is no picture.
public enum PictureFailure: Error, Hashable, Sendable, Codable {
  /// The file has no bytes.
  case emptyFile
  /// A folder, a pipe, a device or a socket.
  case notARegularFile
  /// The first bytes match no picture format.
  case notAPicture
  /// A picture, but of a kind that is not decoded here; its name, such as `PSD`.
  case unsupportedFormat(name: String)
  /// A camera's raw file without a preview; the name of its format, such as `NEF`.
  case noPreview(name: String)
  /// A picture from the network in a format that is decoded from local folders only.
  case formatNotAllowed(PictureFormat)
  /// According to the header, decoding needs more memory than a worker may have; nothing was decoded. `memoryBytes` 0
  /// means that a side is longer than the format's decoder accepts.
  case tooLarge(width: UInt32, height: UInt32, memoryBytes: UInt64)
  /// So large that only one such picture is decoded at a time. The main process requests it again with
  /// `PictureRequest.allowsLarge` when no other is being made; not a fault of the picture.
  case large
  /// The file ends before its picture does.
  case truncated
  /// The decoder failed; its message, at most 200 bytes, printable ASCII, for a log.
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
  /// Decoding took too long. Reported by the main process, which ended the worker.
  case timedOut
  /// The worker ended while it had the request. Reported by the main process.
  case workerDied
  /// The file is the one that the existing picture was made from (`PictureRequest.knownStamp`). Reported by the main process; no worker
  /// can say so.
  case unchanged
}
