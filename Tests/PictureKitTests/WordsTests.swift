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
    #expect(PictureFailure.unreadable(errno: ENOENT).words == "the file is not there")
    #expect(PictureFailure.unreadable(errno: EACCES).words == "no permission to read it")
    #expect(PictureFailure.unreadable(errno: EIO).words == "could not be read: Input/output error")
    #expect(PictureFailure.unreadable(errno: 9999).words == "could not be read (error 9999)")
  }

  @Test func `the name of a format cannot carry an escape`() {
    #expect(
      PictureFailure.unsupportedFormat(name: "\u{1B}]0;PSD\u{7}\u{202E}").words
        == "]0;PSD pictures cannot be shown")
    #expect(
      PictureFailure.unsupportedFormat(name: "").words == "such pictures cannot be shown")
  }

  @Test func `short words are short`() {
    let failures: [PictureFailure] = [
      .emptyFile, .notARegularFile, .notAPicture,
      .unsupportedFormat(name: String(repeating: "A", count: 100)), .formatNotAllowed(.svg),
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
