import CLinux
import Glibc
import PictureProtocol

extension PictureFailure {
  /// Why there is no picture, for users: a few words, without a full stop.
  public nonisolated var words: String { texts.words }

  /// The same in one or two words, for small areas.
  public nonisolated var shortWords: String { texts.short }

  private nonisolated var texts: (words: String, short: String) {
    switch self {
    case .emptyFile: ("the file is empty", "empty")
    case .notARegularFile: ("not a file", "not a file")
    case .notAPicture: ("not a picture", "not a picture")
    case .unsupportedFormat(let name):
      ("can't show \(Self.clean(name)) pictures", Self.clean(name))
    case .noPreview(let name): ("this \(Self.clean(name)) file has no preview", "no preview")
    case .formatNotAllowed(let format):
      ("\(format.name) is not loaded from the network", format.name)
    case .tooLarge(let width, let height, let bytes):
      (
        "too large: \(Self.grouped(width)) × \(Self.grouped(height))"
          + (bytes == 0
            ? " (a JPEG's sides can have up to 65,500 pixels)"
            : " needs about \(Self.gigabytes(bytes)) of memory (a baseline JPEG or tiled TIFF would not)"),
        "too large"
      )
    case .truncated: ("the file is incomplete", "incomplete")
    case .broken: ("the file is damaged", "damaged")
    case .unreadable(let code):
      (Self.reason(of: code), code == ENOENT ? "missing" : "unreadable")
    case .unsupportedOutput, .badRequest, .noRough: ("can't be shown here", "not shown")
    case .outOfMemory: ("needs too much memory", "too large")
    case .cancelled, .large, .unchanged: ("not loaded", "not shown")
    case .timedOut: ("timed out", "timed out")
    case .workerDied: ("can't be shown (the decoder crashed)", "not shown")
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
