import Glibc
import PictureKit
import PictureProtocol
import TerminalKit
import Testing

@Suite struct WordsTests {
  @Test func `a size is said with its thousands apart`() {
    #expect(
      PictureFailure.tooLarge(width: 65536, height: 999, pixelLimit: 0).words
        == "too large: 65,536 × 999")
    #expect(
      PictureFailure.tooLarge(width: 1_000_000, height: 0, pixelLimit: 0).words
        == "too large: 1,000,000 × 0")
  }

  @Test func `an error of the system is said in words`() {
    #expect(PictureFailure.unreadable(errno: ENOENT).words == "no such file")
    #expect(PictureFailure.unreadable(errno: EACCES).words == "permission denied")
    #expect(PictureFailure.unreadable(errno: EIO).words == "can't be read: Input/output error")
    #expect(PictureFailure.unreadable(errno: 9999).words == "can't be read (error 9999)")
  }

  @Test func `the name of a format cannot carry an escape`() {
    #expect(
      PictureFailure.unsupportedFormat(name: "\u{1B}]0;PSD\u{7}\u{202E}").words
        == "can't show ]0;PSD pictures")
    #expect(
      PictureFailure.unsupportedFormat(name: "").words == "can't show such pictures")
  }

  @Test func `short words are short`() {
    let failures: [PictureFailure] = [
      .emptyFile, .notARegularFile, .notAPicture,
      .unsupportedFormat(name: String(repeating: "A", count: 100)), .formatNotAllowed(.svg),
      .noPreview(name: "NEF"),
      .tooLarge(width: .max, height: .max, pixelLimit: 1), .truncated, .broken("?"),
      .unreadable(errno: ENOENT), .unsupportedOutput, .badRequest, .outOfMemory, .cancelled,
      .timedOut, .workerDied,
    ]
    for failure in failures {
      #expect((1...16).contains(GlyphWidth.columns(of: failure.shortWords)))
      #expect(!failure.words.isEmpty)
    }
  }
}
