import GalleryPresentation
import GalleryTestSupport
import Testing

struct ErrorTextTests {
  static let network: [(PhotoSourceError, String)] = [
    (.noNetwork, "No Network"),
    (
      .hostNotFound(host: "photos.example"),
      "There is no host photos.example. Check the address and the connection, then press r"
    ),
    (
      .connectionFailed(host: "photos.example"),
      "photos.example could not be reached. Check the connection, then press r"
    ),
    (
      .certificateInvalid(host: "photos.example", reason: "it has expired"),
      "The certificate of photos.example is not valid: it has expired. "
        + "Check the address and the clock of this computer"
    ),
    (
      .certificateInvalid(host: "photos.example", reason: ""),
      "The certificate of photos.example is not valid. "
        + "Check the address and the clock of this computer"
    ),
    (
      .timedOut(host: "photos.example"),
      "photos.example took too long to answer. Press r to try again"
    ),
    (
      .truncated(host: "photos.example"),
      "photos.example ended its answer in the middle. Press r to try again"
    ),
    (
      .redirectRefused(host: "photos.example", reason: "more than 5 of them"),
      "A redirect of photos.example was not followed: more than 5 of them. "
        + "Name the address where it leads, if you trust it"
    ),
    (
      .redirectRefused(host: "photos.example", reason: ""),
      "A redirect of photos.example was not followed. "
        + "Name the address where it leads, if you trust it"
    ),
    (
      .privateAddressRefused(host: "192.168.0.1"),
      "192.168.0.1 lies in the local network, and the feed comes from outside. "
        + "The option --allow-private-hosts allows it"
    ),
  ]

  static let servers: [(PhotoSourceError, String)] = [
    (.serverOverloaded, "Server is overloaded"),
    (
      .rateLimited(host: "photos.example", seconds: 90),
      "Server is overloaded: photos.example was asked too often. Wait for 90 seconds, then press r"
    ),
    (
      .rateLimited(host: "photos.example", seconds: 3_601),
      "Server is overloaded: photos.example was asked too often. Wait for 61 minutes, then press r"
    ),
    (
      .serverFailed(host: "photos.example", status: 500),
      "photos.example answered with error 500. Press r to try again"
    ),
    (
      .serverFailed(host: "photos.example", status: 410),
      "photos.example answered with error 410. Check the address, then press r"
    ),
    (
      .serviceFailed(source: "Flickr", message: "Not a valid extra"),
      "Flickr says: Not a valid extra. Press r to try again"
    ),
    (.permissionDenied(name: ""), "You don't have permission"),
    (
      .permissionDenied(name: "Pictures"),
      "You don't have permission to read Pictures. Ask for access to it, or choose another source"
    ),
    (
      .keyMissing(source: "Flickr", variable: "FLICKR_API_KEY"),
      "Flickr needs a key in $FLICKR_API_KEY. "
        + "Set that variable before starting; vitrine sources tells where to get one"
    ),
    (
      .keyRefused(source: "Flickr", variable: "FLICKR_API_KEY"),
      "You don't have permission: Flickr refuses the key in $FLICKR_API_KEY. "
        + "Set another one before starting"
    ),
  ]

  static let sources: [(PhotoSourceError, String)] = [
    (
      .notFound(name: "feed.json"),
      "feed.json does not exist. Check the name, or choose another source"
    ),
    (
      .notAFileOrFolder(name: "pipe"),
      "pipe is neither a folder nor a file. Choose a folder of pictures or a feed file"
    ),
    (
      .unreadable(name: "feed.json", code: 5),
      "feed.json could not be read (error 5). Press r to try again"
    ),
    (
      .unreadable(name: "feed.json", code: 0), "feed.json could not be read. Press r to try again"
    ),
    (.unreadable(name: "", code: 0), "The photos could not be loaded. Press r to try again"),
    (
      .tooLarge(name: "feed.json", byteCount: 300_000_000, byteLimit: 256_000_000),
      "feed.json is too large: 300 MB, and 256 MB is the most. Choose a smaller feed"
    ),
    (
      .tooLarge(name: "feed.json", byteCount: 64_000_000, byteLimit: 64_000_000),
      "feed.json is larger than 64 MB, which is the most. Choose a smaller feed"
    ),
    (
      .notAFeed(name: "notes.txt", beginning: "Dear"),
      "notes.txt is not a known feed; it begins with Dear. "
        + "Choose a folder or a feed, or name its --preset"
    ),
    (
      .notAFeed(name: "photos.example", beginning: "<!DOCTYPE html><title>Sign in"),
      "photos.example is not a known feed; it begins with <!DOCTYPE html><title>Sign in. "
        + "That is a web page: check the address"
    ),
    (
      .notAFeed(name: "notes.txt", beginning: ""),
      "notes.txt is empty. Choose a folder or a feed, or name its --preset"
    ),
    (
      .malformed(name: "feed.json", line: 3, column: 14, reason: "a comma is missing"),
      "feed.json is broken at line 3, column 14: a comma is missing. Correct the file, then press r"
    ),
    (
      .notAPicture(name: "a.jpg", beginning: "<html>"),
      "a.jpg is no picture; it begins with <html>. Press r to try again"
    ),
    (.notAPicture(name: "a.jpg", beginning: ""), "a.jpg is no picture. Press r to try again"),
    (.cancelled, "Loading was cancelled. Press r to load it"),
  ]

  @Test(arguments: network + servers + sources)
  func `errors say what happened and what to do`(error: PhotoSourceError, message: String) {
    #expect(ErrorText.message(for: error) == message)
    #expect(!ErrorText.state(for: error).title.isEmpty)
    #expect(!ErrorText.state(for: error).advice.isEmpty)
  }

  @Test func `every kind of error has a test of its words`() {
    let kinds = (Self.network + Self.servers + Self.sources).map { error, _ in
      String("\(error)".prefix { $0 != "(" })
    }
    // A new case does not compile in `ErrorText`; here it is counted.
    #expect(Set(kinds).count == 23)
  }

  @Test(
    arguments: [
      .hostNotFound(host: long), .connectionFailed(host: long),
      .certificateInvalid(host: long, reason: long), .timedOut(host: long),
      .truncated(host: long), .redirectRefused(host: long, reason: long),
      .privateAddressRefused(host: long), .rateLimited(host: long, seconds: Int.max),
      .serverFailed(host: long, status: 500), .keyMissing(source: long, variable: variable),
      .keyRefused(source: long, variable: variable), .permissionDenied(name: long),
      .serviceFailed(source: long, message: long),
      .notFound(name: long), .notAFileOrFolder(name: long), .unreadable(name: long, code: 5),
      .tooLarge(name: long, byteCount: Int.max, byteLimit: 64_000_000),
      .notAFeed(name: long, beginning: long),
      .notAPicture(name: long, beginning: long),
      .malformed(name: long, line: 1_000_000, column: 1_000_000, reason: long),
    ] as [PhotoSourceError])
  func `whatever the names, a message is two lines of 80 columns at the most`(
    error: PhotoSourceError
  ) {
    #expect(lines(of: ErrorText.message(for: error), columns: 80) <= 2)
  }

  /// As long as one gets; a name that people have to write down is not cut.
  static let variable = "VITRINE_PHOTOPRISM_TOKEN"
  static let long = String(repeating: "a-very-long-name.", count: 20)

  /// As a box breaks it: between words.
  private func lines(of text: String, columns: Int) -> Int {
    var (lines, column) = (1, 0)
    for word in text.split(separator: " ") {
      if column > 0, column + 1 + word.count > columns { (lines, column) = (lines + 1, 0) }
      column += word.count + (column > 0 ? 1 : 0)
    }
    return lines
  }

  @Test func `a line for standard error speaks of no key to press`() {
    #expect(
      ErrorText.line(for: .timedOut(host: "a.example")) == "a.example took too long to answer")
    #expect(
      ErrorText.line(for: .keyMissing(source: "Flickr", variable: "FLICKR_API_KEY"))
        == "Flickr needs a key in $FLICKR_API_KEY. "
        + "Set that variable before starting; vitrine sources tells where to get one")
    for (error, _) in Self.network + Self.servers + Self.sources {
      #expect(!ErrorText.line(for: error).contains("ress r"))
    }
  }

  @Test func `a failure on standard error says what to do, and how long to wait`() {
    #expect(
      SourceText.failure(.notFound(name: "x"))
        == "x does not exist. Check the name, or choose another source")
    #expect(
      SourceText.failure(.rateLimited(host: "a.example", seconds: 5))
        == "Server is overloaded: a.example was asked too often. It asks to wait for 5 seconds")
  }

  @Test func `the tutorial's errors are found among the source's`() {
    #expect(APIError(.noNetwork) == .noNetwork)
    #expect(APIError(.rateLimited(host: "a.example", seconds: 1)) == .serverOverload)
    #expect(APIError(.keyMissing(source: "Flickr", variable: "KEY")) == .permissionDenied)
    #expect(APIError(.keyRefused(source: "Flickr", variable: "KEY")) == .permissionDenied)
    #expect(APIError(.truncated(host: "a.example")) == nil)
  }
}
