import CLinux
import Glibc
import PictureProtocol

extension PictureFailure {
  /// Why there is no picture, for users: a few words, without a full stop.
  public nonisolated var words: String {
    switch self {
    case .emptyFile: "the file is empty"
    case .notARegularFile: "not a file"
    case .notAPicture: "not a picture"
    case .unsupportedFormat(let name):
      "can't show \(Self.clean(name)) pictures"
    case .noPreview(let name): "this \(Self.clean(name)) file has no preview"
    case .formatNotAllowed(let format): "\(format.name) is not loaded from the network"
    case .tooLarge(let width, let height, let bytes):
      "too large: \(Self.grouped(width)) × \(Self.grouped(height))"
        + (bytes == 0
          ? " (a JPEG's sides can have up to 65,500 pixels)"
          : " needs about \(Self.gigabytes(bytes)) of memory (a baseline JPEG or tiled TIFF would not)")
    case .truncated: "the file is incomplete"
    case .broken: "the file is damaged"
    case .unreadable(let code): Self.reason(of: code)
    case .unsupportedOutput, .badRequest, .noRough: "can't be shown here"
    case .outOfMemory: "needs too much memory"
    case .cancelled, .large, .unchanged: "not loaded"
    case .timedOut: "timed out"
    case .workerDied: "can't be shown (the decoder crashed)"
    }
  }

  /// The same in one or two words, for small areas.
  public nonisolated var shortWords: String {
    switch self {
    case .emptyFile: "empty"
    case .notARegularFile: "not a file"
    case .notAPicture: "not a picture"
    case .unsupportedFormat(let name): Self.clean(name)
    case .noPreview: "no preview"
    case .formatNotAllowed(let format): format.name
    case .tooLarge, .outOfMemory: "too large"
    case .truncated: "incomplete"
    case .broken: "damaged"
    case .unreadable(ENOENT): "missing"
    case .unreadable: "unreadable"
    case .timedOut: "timed out"
    case .unsupportedOutput, .badRequest, .noRough, .cancelled, .workerDied, .large, .unchanged:
      "not shown"
    }
  }

  private nonisolated static func reason(of code: Int32) -> String {
    switch code {
    case ENOENT: return "no such file"
    case EACCES, EPERM: return "permission denied"
    case ELOOP: return "too many links"
    case EMFILE, ENFILE: return "too many open files"
    default:
      // glibc's constant descriptions, which need neither a buffer nor a lock.
      guard let text = strerrordesc_np(code) else { return "can't be read (error \(code))" }
      return "can't be read: \(String(cString: text))"
    }
  }

  /// `65536` as `65,536`.
  private nonisolated static func grouped(_ number: UInt32) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `2.4 GB`, rounded up: a picture just above the limit must not seem to fit.
  private nonisolated static func gigabytes(_ bytes: UInt64) -> String {
    let tenths = bytes / 100_000_000 + (bytes.isMultiple(of: 100_000_000) ? 0 : 1)
    return tenths < 100
      ? "\(tenths / 10).\(tenths % 10) GB"
      : "\(grouped(UInt32(clamping: tenths / 10 + (tenths.isMultiple(of: 10) ? 0 : 1)))) GB"
  }

  /// The name comes from a worker: only up to 16 characters of printable ASCII are used.
  private nonisolated static func clean(_ name: String) -> String {
    let kept = name.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(16)
    return kept.isEmpty ? "such" : String(String.UnicodeScalarView(kept))
  }
}
