import ExpectationSupport
import Glibc
import PictureKit
import PictureProtocol
import TerminalKit
import Testing

@Suite struct WordsTests {
  @Test func `a picture that is too large shows its size, its memory, and what would help`() {
    expectEqual(
      PictureFailure.tooLarge(width: 65536, height: 999, memoryBytes: 2_350_000_001).words,
      "too large: 65,536 × 999 needs about 2.4 GB of memory"
        + " (a baseline JPEG or tiled TIFF would not)")
    expectEqual(
      PictureFailure.tooLarge(width: 1_000_000, height: 0, memoryBytes: .max).words,
      "too large: 1,000,000 × 0 needs about 4,294,967,295 GB of memory"
        + " (a baseline JPEG or tiled TIFF would not)")
  }

  @Test func `a side that the JPEG decoder does not support is named as the reason`() {
    expectEqual(
      PictureFailure.tooLarge(width: 65535, height: 20, memoryBytes: 0).words,
      "too large: 65,535 × 20 (a JPEG's sides can have up to 65,500 pixels)")
  }

  @Test func `a system error is shown in words`() {
    expectEqual(PictureFailure.unreadable(errno: ENOENT).words, "no such file")
    expectEqual(PictureFailure.unreadable(errno: EACCES).words, "permission denied")
    expectEqual(PictureFailure.unreadable(errno: EIO).words, "can't be read: Input/output error")
    expectEqual(PictureFailure.unreadable(errno: 9999).words, "can't be read (error 9999)")
  }

  @Test func `the name of a format cannot contain an escape`() {
    expectEqual(
      PictureFailure.unsupportedFormat(name: "\u{1B}]0;PSD\u{7}\u{202E}").words,
      "can't show ]0;PSD pictures")
    expectEqual(PictureFailure.unsupportedFormat(name: "").words, "can't show such pictures")
  }

  @Test func `short words are short`() {
    let failures: [PictureFailure] = [
      .emptyFile, .notARegularFile, .notAPicture,
      .unsupportedFormat(name: String(repeating: "A", count: 100)), .formatNotAllowed(.svg),
      .noPreview(name: "NEF"),
      .tooLarge(width: .max, height: .max, memoryBytes: 1), .large, .truncated, .broken("?"),
      .unreadable(errno: ENOENT), .unsupportedOutput, .badRequest, .outOfMemory, .cancelled,
      .timedOut, .workerDied,
    ]
    for failure in failures {
      #expect((1...16).contains(GlyphWidth.columns(of: failure.shortWords)))
      #expect(!failure.words.isEmpty)
    }
  }
}
