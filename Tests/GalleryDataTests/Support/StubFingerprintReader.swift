import Foundation
import GalleryDomain
import Synchronization

/// Tells a fingerprint by the first bytes of a file: its differences as a number.
final class StubFingerprintReader: FingerprintReader {
  let names = Mutex<[String]>([])
  let isBroken = Mutex(false)
  /// As if thumbnails had changed: other differences in all answers.
  let flipped = Mutex<UInt64>(0)
  /// Called before each answer.
  let willAnswer = Mutex<@Sendable () -> Void>({})

  func fingerprint(of file: FileReference) async -> FingerprintState {
    willAnswer.withLock { $0 }()
    guard !isBroken.withLock({ $0 }), !Task.isCancelled else { return .unread }
    names.withLock { $0.append(file.shownPath.split(separator: "/").last.map(String.init) ?? "") }
    let text = try? String(contentsOfFile: file.shownPath, encoding: .utf8)
    guard let differences = text.flatMap({ UInt64($0.trimmingCharacters(in: .newlines)) }),
      let fingerprint = PhotoFingerprint(
        differences: differences ^ flipped.withLock { $0 }, contrast: 40,
        colors: [UInt8](repeating: 128, count: 96))
    else { return .missing }
    return .known(fingerprint)
  }

  var readNames: [String] { names.withLock { $0.sorted() } }
}
