/// Why there is no picture.
public enum PictureFailure: Error, Hashable, Sendable {
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
}

extension WireWriter {
  mutating func put(_ failure: PictureFailure) {
    switch failure {
    case .emptyFile: put(UInt8(1))
    case .notARegularFile: put(UInt8(2))
    case .notAPicture: put(UInt8(3))
    case .unsupportedFormat(let name):
      put(UInt8(4))
      put(name)
    case .formatNotAllowed(let format):
      put(UInt8(5))
      put(format.rawValue)
    case .tooLarge(let width, let height, let memoryBytes):
      put(UInt8(6))
      put(width)
      put(height)
      put(memoryBytes)
    case .truncated: put(UInt8(7))
    case .broken(let words):
      put(UInt8(8))
      put(words)
    case .unreadable(let errno):
      put(UInt8(9))
      put(errno)
    case .unsupportedOutput: put(UInt8(10))
    case .badRequest: put(UInt8(11))
    case .outOfMemory: put(UInt8(12))
    case .cancelled: put(UInt8(13))
    case .timedOut: put(UInt8(14))
    case .workerDied: put(UInt8(15))
    case .noRough: put(UInt8(16))
    case .noPreview(let name):
      put(UInt8(17))
      put(name)
    case .large: put(UInt8(18))
    }
  }
}

extension WireReader {
  mutating func pictureFailure() throws(PictureProtocolError) -> PictureFailure {
    switch try uint8() {
    case 1: .emptyFile
    case 2: .notARegularFile
    case 3: .notAPicture
    case 4: .unsupportedFormat(name: try text("name"))
    case 5: .formatNotAllowed(try choice("format"))
    case 6: .tooLarge(width: try uint32(), height: try uint32(), memoryBytes: try uint64())
    case 7: .truncated
    case 8: .broken(try text("words"))
    case 9: .unreadable(errno: try int32())
    case 10: .unsupportedOutput
    case 11: .badRequest
    case 12: .outOfMemory
    case 13: .cancelled
    case 14: .timedOut
    case 15: .workerDied
    case 16: .noRough
    case 17: .noPreview(name: try text("name"))
    case 18: .large
    default: throw bad("failure")
    }
  }
}
