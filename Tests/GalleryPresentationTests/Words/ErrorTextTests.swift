import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct ErrorTextTests {
  /// One of each kind and cause.
  static let all: [PhotoSourceError] = {
    let host = "photos.example"
    let connections: [ConnectionFault] = [
      .refused, .reset, .unreachable, .timedOut, .closed, .notHTTP, .notHTTPS, .printsText,
      .unrequestedData, .proxy, .tooManyFiles,
      .libraryMissing,
      .ssh("Permission denied (publickey)"), .sshMissing, .sshTooOld(version: "8.2p1"), .unsafeName,
      .otherHome,
      .unknown,
    ]
    let listings: [ListingFault] = [.repeats, .endsEarly, .isEmpty, .nests]
    let contents: [ForeignContent] = [
      .unknown, .webPage, .directoryIndex, .noWebDAV, .file, .picture, .xml(preset: "artic"), .json,
    ]
    let programs: [ProgramFault] = [
      .notInstalled, .notStarted(reason: "Permission denied"), .status(1), .signal(9),
      .timedOut(seconds: 30), .printedNothing,
    ]
    let bodies: [BodyFault] = [.ended, .chunks, .compression]
    var all: [PhotoSourceError] = [
      .noNetwork, .hostNotFound(host: host), .timedOut(host: host),
      .privateAddressRefused(host: host), .serverOverloaded,
      .rateLimited(host: host, seconds: 90), .serverFailed(host: host, status: 500),
      .serverFailed(host: host, status: 410),
      .serviceFailed(source: "Flickr", message: "Not a valid extra"), .permissionDenied(name: ""),
      .permissionDenied(name: host), .noPhotosInFolders(name: host, count: 2_000),
      .keyMissing(source: "Flickr", variable: variable),
      .keyRefused(source: "Flickr", variable: variable), .passwordMissing(host: host),
      .passwordRefused(host: host),
      .notFound(name: host),
      .notAFileOrFolder(name: host), .unreadable(name: host, code: 5),
      .unreadable(name: host, code: 0), .unreadable(name: "", code: 0),
      .tooLarge(name: host, byteCount: 300 << 20, byteLimit: 256 << 20),
      .notAFeed(name: host, beginning: ""), .encodingUnknown(name: host, encoding: "x-foo"),
      .notAPicture(name: host, beginning: "<html>"), .notAPicture(name: host, beginning: ""),
      .malformed(name: host, line: 3, column: 14, reason: "a comma is missing"), .notCompared,
      .comparisonOff, .cancelled,
    ]
    for reason in ["", "it has expired"] {
      all.append(.certificateInvalid(host: host, reason: reason))
      all.append(.redirectRefused(host: host, reason: reason))
    }
    all += connections.map { .connectionFailed(host: host, cause: $0) }
    all += listings.map { .listingBroken(name: host, fault: $0) }
    all += contents.map { .notAFeed(name: host, beginning: "Dear", content: $0) }
    all += programs.map { .programFailed(name: "exif", fault: $0, lastLine: "no such option") }
    all += programs.map {
      .passwordUnavailable(host: host, program: "password_command", fault: $0)
    }
    all += bodies.map { .truncated(host: host, cause: $0) }
    return all
  }()

  @Test(arguments: all)
  func `an error says in two lines what happened and what to do`(_ error: PhotoSourceError) {
    let state = ErrorText.state(for: error)
    let (message, line) = (ErrorText.message(for: error), ErrorText.line(for: error))
    for text in [state.title, state.advice, message, line] {
      #expect(!text.isEmpty && !text.hasSuffix("."))
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
    #expect(lines(of: message, columns: 80) <= 2)
    #expect(message.hasPrefix(state.title))
    #expect(line.lowercased().hasPrefix(state.title.lowercased()))
    #expect(["Flickr"].contains { line.hasPrefix($0) } || line.first?.isLowercase ?? false)
    #expect(!line.contains("ress r"), "there is no key to press on standard error")
    #expect([state.title, "\(state.title). \(state.advice)"].contains(message))
  }

  @Test func `each kind of error has words of its own`() {
    let kinds = Self.all.map { error in String("\(error)".prefix { $0 != "(" }) }
    // A new case does not compile in `ErrorText`; here it is counted.
    expectEqual(Set(kinds).count, 32)
    expectEqual(Set(Self.all.map { ErrorText.message(for: $0) }).count, Self.all.count)
  }

  @Test(
    arguments: [
      (.noNetwork, "No Network"), (.serverOverloaded, "Server is overloaded"),
      (.permissionDenied(name: ""), "You don't have permission"),
      (
        .rateLimited(host: "photos.example", seconds: 3_601),
        "Server is overloaded: too many requests to photos.example. "
          + "Wait for 61 minutes, then press r"
      ),
      (
        .tooLarge(name: "feed.json", byteCount: 300 << 20, byteLimit: 256 << 20),
        "feed.json is too large: 300 MB (limit: 256 MB). Choose a smaller source"
      ),
      (
        .unreadable(name: "feed.json", code: 5),
        "Can't read feed.json (input/output error). Press r to retry"
      ),
    ] as [(PhotoSourceError, String)])
  func `times, sizes and the system's reasons are in words, the tutorial's errors are its own`(
    error: PhotoSourceError, message: String
  ) {
    expectEqual(ErrorText.message(for: error), message)
  }

  @Test(
    arguments: [
      .hostNotFound(host: long), .connectionFailed(host: long),
      .connectionFailed(host: long, cause: .closed), .timedOut(host: long), .truncated(host: long),
      .privateAddressRefused(host: long), .rateLimited(host: long, seconds: Int.max),
      .serverFailed(host: long, status: 500), .keyMissing(source: long, variable: variable),
      .keyRefused(source: long, variable: variable), .permissionDenied(name: long),
      .serviceFailed(source: long, message: long),
      .notFound(name: long), .notAFileOrFolder(name: long), .unreadable(name: long, code: 5),
      .tooLarge(name: long, byteCount: Int.max, byteLimit: 64_000_000),
      .notAFeed(name: long, beginning: long),
      .notAPicture(name: long, beginning: long),
      .notAFeed(name: long, beginning: long, content: .webPage),
      .notAFeed(name: long, beginning: long, content: .directoryIndex),
      .notAFeed(name: long, beginning: long, content: .xml(preset: long)),
      .encodingUnknown(name: long, encoding: long),
    ] as [PhotoSourceError])
  func `with any names, a message takes at most two lines of 80 columns`(
    error: PhotoSourceError
  ) {
    #expect(lines(of: ErrorText.message(for: error), columns: 80) <= 2)
  }

  @Test func `a waiting time of days is shown as a date, a shorter one as it is`() {
    // 2026-11-22 12:00 UTC: the same day nearly everywhere.
    let now = Date(timeIntervalSince1970: 1_795_348_800)
    func message(_ seconds: Int) -> String {
      ErrorText.message(for: .rateLimited(host: "a.example", seconds: seconds), now: now)
    }

    #expect(message(366 * 86_400).hasSuffix("Retry not before 23 Nov 2027"))
    #expect(message(172_799).hasSuffix("Wait for 48 hours, then press r"))
    #expect(message(86_400).hasSuffix("Wait for a day, then press r"))
    #expect(message(Int.max).contains("Retry not before "))
    let line = ErrorText.line(
      for:
        .rateLimited(host: "a.example", seconds: 366 * 86_400), now: now)
    #expect(line.hasSuffix(". Retry not before 23 Nov 2027"))
  }

  @Test func `an impossible length is not repeated`() {
    let error = PhotoSourceError.tooLarge(
      name: "a.example", byteCount: Int.max, byteLimit: 512 << 20)

    #expect(ErrorText.message(for: error).hasPrefix("a.example is too large (limit: 512 MB)"))
  }

  @Test func `quoted texts are shortened, but not the words around them`() {
    let reason = "the file ends too early in the middle of a name in quotes"
    let malformed = PhotoSourceError.malformed(
      name: Self.long, line: 1_000_000, column: 1_000_000, reason: reason)
    for error in [
      malformed, .certificateInvalid(host: Self.long, reason: reason),
      .redirectRefused(host: Self.long, reason: reason),
    ] {
      #expect(ErrorText.state(for: error).title.hasSuffix(": \(reason)"))
      #expect(ErrorText.state(for: error).title.contains("…"))
    }
    let said = ErrorText.state(for: .serviceFailed(source: "Flickr", message: Self.long)).title
    #expect(said.hasPrefix("Flickr says: a-very-long-name.") && said.hasSuffix("…"))
  }

  @Test func `skipped items are counted by reason`() {
    expectEqual(CountText.skipped(0), nil)
    expectEqual(CountText.skipped(4, pictureless: 4), "4 posts without a picture")
    expectEqual(CountText.skipped(3, pictureless: 1), "1 post without a picture · 2 unreadable")
    let item = SkippedItem(name: "old.jpg", reason: "broken link")
    expectEqual(CountText.skipped(1, known: [item]), "1 unreadable: old.jpg (broken link)")
    expectEqual(
      CountText.skipped(12, pictureless: 2, known: [item]),
      "2 posts without a picture · 10 unreadable (named in vitrine.log)")
    var skipped = SkippedItems((1...10).map { SkippedItem(name: "\($0)", reason: "no object") })
    (skipped.count, skipped.picturelessCount) = (16, 4)
    expectEqual(
      SourceText.skipped(skipped),
      ["4 posts without a picture", "12 unreadable"]
        + (1...10).map { "\($0): no object" } + ["… and 2 more"])
    #expect(SourceText.skipped(SkippedItems()).isEmpty)
  }

  /// The longest possible name; a name that users have to write down is not cut.
  static let variable = "VITRINE_PHOTOPRISM_TOKEN"
  static let long = String(repeating: "a-very-long-name.", count: 20)

  /// As a box wraps it: between words.
  private func lines(of text: String, columns: Int) -> Int {
    var (lines, column) = (1, 0)
    for word in text.split(separator: " ") {
      if column > 0, column + 1 + word.count > columns { (lines, column) = (lines + 1, 0) }
      column += word.count + (column > 0 ? 1 : 0)
    }
    return lines
  }

  @Test(
    arguments: [
      (.timedOut(host: "a.example"), "a.example timed out"),
      (
        .keyMissing(source: "Flickr", variable: "FLICKR_API_KEY"),
        "Flickr needs a key in $FLICKR_API_KEY. "
          + "Set it before starting; 'vitrine sources' says where to get one"
      ),
      (.notFound(name: "x"), "x does not exist. Check the name, or choose another source"),
      (
        .rateLimited(host: "a.example", seconds: 5),
        "server is overloaded: too many requests to a.example. Retry after 5 seconds"
      ),
      (
        .rateLimited(host: "a.example", seconds: 86_400),
        "server is overloaded: too many requests to a.example. Retry after a day"
      ),
    ] as [(PhotoSourceError, String)])
  func `a line for standard error says what to do and how long to wait, and names no key`(
    error: PhotoSourceError, line: String
  ) {
    expectEqual(ErrorText.line(for: error), line)
  }

  @Test func `a source's errors map to the tutorial's`() {
    expectEqual(APIError(.noNetwork), .noNetwork)
    expectEqual(APIError(.rateLimited(host: "a.example", seconds: 1)), .serverOverload)
    expectEqual(APIError(.keyMissing(source: "Flickr", variable: "KEY")), .permissionDenied)
    expectEqual(APIError(.keyRefused(source: "Flickr", variable: "KEY")), .permissionDenied)
    expectEqual(APIError(.truncated(host: "a.example")), nil)
  }
}
