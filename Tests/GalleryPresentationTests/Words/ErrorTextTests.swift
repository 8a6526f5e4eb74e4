import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct ErrorTextTests {
  static let network: [(PhotoSourceError, String)] = [
    (.noNetwork, "No Network"),
    (
      .hostNotFound(host: "photos.example"),
      "Can't resolve photos.example (offline?). Check the URL and the connection, then press r"
    ),
    (
      .connectionFailed(host: "localhost:8080", cause: .refused),
      "Can't connect to localhost:8080 (connection refused). Check that the server is running, then press r"
    ),
    (
      .connectionFailed(host: "a:80", cause: .reset),
      "a:80 reset the connection. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .unreachable),
      "Can't connect to a:80 (no route to host). Check that the server is running, then press r"
    ),
    (
      .connectionFailed(host: "a:80", cause: .timedOut),
      "Can't connect to a:80 (timed out). Check that the server is running, then press r"
    ),
    (
      .connectionFailed(host: "a:80"),
      "Can't connect to a:80. Check that the server is running, then press r"
    ),
    (
      .connectionFailed(host: "a:80", cause: .closed),
      "a:80 closed the connection without an answer. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .endedInHeaders),
      "a:80 closed the connection in the middle of the headers. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .version),
      "a:80 uses an unknown version of HTTP. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .status),
      "a:80 sent an invalid status. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .headers),
      "a:80 sent invalid headers. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .tooManyHeaders),
      "a:80 sent too many headers. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .length),
      "a:80 sent an invalid Content-Length. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:80", cause: .transfer),
      "a:80 sent an invalid Transfer-Encoding. Press r to retry"
    ),
    (
      .connectionFailed(host: "a:443", cause: .proxy),
      "The proxy refused to connect to a:443. Check the proxy in the environment, then press r"
    ),
    (
      .connectionFailed(host: "a:80", cause: .tooManyFiles),
      "Can't connect to a:80 (too many open files). Raise the limit ('ulimit -n') and start again"
    ),
    (
      .connectionFailed(host: "a:80", cause: .libraryMissing),
      "Can't connect to a:80 (no libcurl here). "
        + "Install it ('apt install libcurl4') and start again"
    ),
    (
      .connectionFailed(host: "a:22", cause: .sshLibraryMissing),
      "Can't connect to a:22 (no libssh here). "
        + "Install it ('apt install libssh-4') and start again"
    ),
    (
      .connectionFailed(host: "nas", cause: .proxyCommand),
      "Can't connect to nas (~/.ssh/config has a ProxyCommand). "
        + "Vitrine runs no programs for it; use ProxyJump, or mount the folder with sshfs"
    ),
    (
      .connectionFailed(host: "nas", cause: .matchExec),
      "Can't connect to nas (~/.ssh/config has a Match exec). "
        + "Vitrine runs no programs for it; use ProxyJump, or mount the folder with sshfs"
    ),
    (
      .connectionFailed(host: "nas", cause: .revokedHostKeys),
      "Can't connect to nas (~/.ssh/config has RevokedHostKeys). "
        + "Vitrine can't read such a file: write @revoked lines into known_hosts instead"
    ),
    (
      .connectionFailed(host: "nas", cause: .writableByOthers(file: "~/.ssh/config")),
      "Can't connect to nas (others can change ~/.ssh/config). "
        + "Check what it says, then make it yours alone ('chmod go-w')"
    ),
    (
      .connectionFailed(host: "a:80", cause: .notSSH),
      "a:80 does not speak SSH. Check the host and the port"
    ),
    (
      .connectionFailed(host: "a:22", cause: .noCommonEncryption),
      "a:22 and libssh have no encryption in common. "
        + "It may be very old; mount the folder with sshfs, and name the mount"
    ),
    (
      .connectionFailed(host: "a:22", cause: .unrequestedData),
      "a:22 sends more data than was requested. Ask who runs it"
    ),
    (
      .connectionFailed(host: "a:22", cause: .noSFTP),
      "a:22 has no SFTP. Turn it on there ('Subsystem sftp' in sshd_config)"
    ),
    (
      .connectionFailed(host: "a:22", cause: .notHTTP),
      "a:22 does not speak HTTP. Check the URL's scheme and port"
    ),
    (
      .connectionFailed(host: "a:80", cause: .notHTTPS),
      "a:80 does not speak HTTPS. Check the URL's scheme and port"
    ),
    (
      .certificateInvalid(host: "photos.example", reason: "it has expired"),
      "Invalid certificate from photos.example: it has expired. "
        + "Check the URL and this computer's clock"
    ),
    (
      .certificateInvalid(host: "photos.example", reason: ""),
      "Invalid certificate from photos.example. "
        + "Check the URL and this computer's clock"
    ),
    (
      .timedOut(host: "photos.example"),
      "photos.example timed out. Press r to retry"
    ),
    (
      .truncated(host: "photos.example"),
      "photos.example sent an incomplete answer. Press r to retry"
    ),
    (
      .truncated(host: "photos.example", cause: .chunks),
      "photos.example sent a broken answer (invalid chunks). Press r to retry"
    ),
    (
      .truncated(host: "photos.example", cause: .compression),
      "photos.example sent a broken answer (can't decompress). Press r to retry"
    ),
    (
      .redirectRefused(host: "photos.example", reason: "more than 5 redirects"),
      "Did not follow a redirect from photos.example: more than 5 redirects. "
        + "Open its target directly if you trust it"
    ),
    (
      .redirectRefused(host: "photos.example", reason: ""),
      "Did not follow a redirect from photos.example. "
        + "Open its target directly if you trust it"
    ),
    (
      .privateAddressRefused(host: "192.168.0.1"),
      "192.168.0.1 is on the local network, but the feed is not. "
        + "Use --allow-private-hosts to allow it"
    ),
  ]

  static let servers: [(PhotoSourceError, String)] = [
    (.serverOverloaded, "Server is overloaded"),
    (
      .rateLimited(host: "photos.example", seconds: 90),
      "Server is overloaded: too many requests to photos.example. Wait for 90 seconds, then press r"
    ),
    (
      .rateLimited(host: "photos.example", seconds: 3_601),
      "Server is overloaded: too many requests to photos.example. Wait for 61 minutes, then press r"
    ),
    (
      .serverFailed(host: "photos.example", status: 500),
      "photos.example answered with error 500. Press r to retry"
    ),
    (
      .serverFailed(host: "photos.example", status: 410),
      "photos.example answered with error 410. Check the URL, then press r"
    ),
    (
      .serviceFailed(source: "Flickr", message: "Not a valid extra"),
      "Flickr says: Not a valid extra. Press r to retry"
    ),
    (
      .hostKeyRefused(host: "nas", login: "-p 2222 anna@nas", fault: .unknown),
      "The key of nas is not in known_hosts. Run 'ssh -p 2222 anna@nas' once to check and keep it"
    ),
    (
      .hostKeyRefused(host: "nas", login: "anna@nas", fault: .changed),
      "WARNING: the host key of nas has changed. It may be another computer. "
        + "Ask who runs it before you use 'ssh-keygen -R' to forget the old key"
    ),
    (
      .hostKeyRefused(host: "nas", login: "anna@nas", fault: .revoked),
      "WARNING: the key of nas is marked as revoked in known_hosts. Ask who runs it"
    ),
    (
      .loginRefused(host: "nas", login: "anna@nas", fault: .nothingToOffer),
      "nas requires a key or a password; none was found. "
        + "Add a key to ssh-agent ('ssh-add'), or see SECRETS in vitrine(1)"
    ),
    (
      .loginRefused(host: "nas", login: "anna@nas", fault: .refused),
      "You don't have permission: nas refused your keys and passwords. "
        + "'ssh anna@nas' should ask nothing; 'ssh-add' adds a key with a passphrase"
    ),
    (
      .loginRefused(host: "nas", login: "anna@nas", fault: .passwordNeeded),
      "nas accepted your key and requires a password, too; none was found. "
        + "Write it to ~/.netrc, or see SECRETS in vitrine(1) for other ways"
    ),
    (
      .loginRefused(host: "nas", login: "-p 2222 anna@nas", fault: .moreNeeded),
      "nas accepted your key or password, and requires something else, too. "
        + "'ssh -p 2222 anna@nas' shows what"
    ),
    (
      .loginRefused(host: "nas", login: "anna@nas", fault: .questionAsked),
      "nas asks for more than a password. "
        + "Vitrine answers one hidden question; mount the folder with sshfs, and name the mount"
    ),
    (.permissionDenied(name: ""), "You don't have permission"),
    (
      .permissionDenied(name: "Pictures"),
      "You don't have permission to read Pictures. Ask for access, or choose another source"
    ),
    (
      .keyMissing(source: "Flickr", variable: "FLICKR_API_KEY"),
      "Flickr needs a key in $FLICKR_API_KEY. "
        + "Set it before starting; 'vitrine sources' says where to get one"
    ),
    (
      .keyRefused(source: "Flickr", variable: "FLICKR_API_KEY"),
      "You don't have permission: Flickr refused the key in $FLICKR_API_KEY. "
        + "Set a valid key before starting"
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
      "Can't read feed.json (input/output error). Press r to retry"
    ),
    (
      .unreadable(name: "feed.json", code: 0), "Can't read feed.json. Press r to retry"
    ),
    (.unreadable(name: "", code: 0), "Can't load the photos. Press r to retry"),
    (
      .tooLarge(name: "feed.json", byteCount: 300 << 20, byteLimit: 256 << 20),
      "feed.json is too large: 300 MB (limit: 256 MB). Choose a smaller source"
    ),
    (
      .tooLarge(name: "feed.json", byteCount: 64 << 20, byteLimit: 64 << 20),
      "feed.json is too large (limit: 64 MB). Choose a smaller source"
    ),
    (
      .notAFeed(name: "notes.txt", beginning: "Dear"),
      "notes.txt is not a known feed; it begins with Dear. "
        + "Choose a folder or a feed, or use --preset"
    ),
    (
      .notAFeed(name: "photos.example", beginning: "<!DOCTYPE html>", content: .webPage),
      "photos.example is a web page, not a feed. "
        + "Give its feed's URL, or use a preset ('vitrine sources')"
    ),
    (
      .notAFeed(name: "photos.example/p", beginning: "<html>", content: .directoryIndex),
      "photos.example/p is a list of files, not a feed. "
        + "Omit --preset to open it as a folder"
    ),
    (
      .notAFeed(name: "photos.example/p", beginning: "405", content: .noWebDAV),
      "No WebDAV at photos.example/p. Check the path; Nextcloud's is /remote.php/dav/files/USER"
    ),
    (
      .notAFeed(name: "photos.example/a.jpg", beginning: "file", content: .file),
      "photos.example/a.jpg is a file, not a folder. Name its folder"
    ),
    (
      .listingBroken(name: "photos", fault: .repeats),
      "The list of photos repeats itself. Press r to retry"
    ),
    (
      .listingBroken(name: "photos", fault: .endsEarly),
      "The list of photos is cut off. Press r to retry"
    ),
    (
      .listingBroken(name: "photos", fault: .isEmpty),
      "The list of photos keeps sending empty pages. Press r to retry"
    ),
    (
      .noPhotosInFolders(name: "debian · deb.example", count: 2_000),
      "No photos in 2,000 folders of debian · deb.example. Name the folder that holds them"
    ),
    (
      .passwordMissing(host: "photos.example"),
      "photos.example needs a user name and a password. "
        + "Write them to ~/.netrc, or see SECRETS in vitrine(1) for other ways"
    ),
    (
      .passwordRefused(host: "photos.example"),
      "You don't have permission: photos.example refused the user name or password. "
        + "Correct them and open it again"
    ),
    (
      .passwordUnavailable(host: "photos.example", reason: "pass ended with status 2"),
      "No password for photos.example: pass ended with status 2. "
        + "Run the command yourself to see why, then press r"
    ),
    (
      .notAFeed(name: "photos.example/a.jpg", beginning: "JFIF", content: .picture),
      "photos.example/a.jpg is a picture, not a feed. Use 'vitrine show' to draw it"
    ),
    (
      .notAFeed(name: "saved.xml", beginning: "<rss>", content: .xml(preset: "artic")),
      "saved.xml is XML, but preset artic reads JSON. Try --preset rss, or omit --preset"
    ),
    (
      .notAFeed(name: "saved.json", beginning: "{", content: .json),
      "saved.json is JSON, but preset rss reads XML. Omit --preset"
    ),
    (
      .encodingUnknown(name: "feed.xml", encoding: "x-foo"),
      "feed.xml: encoding \"x-foo\" is not known. Save it as UTF-8"
    ),
    (
      .notAFeed(name: "notes.txt", beginning: ""),
      "notes.txt is empty. Choose a folder or a feed, or use --preset"
    ),
    (
      .malformed(name: "feed.json", line: 3, column: 14, reason: "a comma is missing"),
      "Can't parse feed.json, line 3, column 14: a comma is missing. Fix the file, then press r"
    ),
    (
      .notAPicture(name: "a.jpg", beginning: "<html>"),
      "a.jpg is not a picture; it begins with <html>. Press r to retry"
    ),
    (.notAPicture(name: "a.jpg", beginning: ""), "a.jpg is not a picture. Press r to retry"),
    (.cancelled, "Loading was cancelled. Press r to load it"),
  ]

  @Test(arguments: network + servers + sources)
  func `errors say what happened and what to do`(error: PhotoSourceError, message: String) {
    expectEqual(ErrorText.message(for: error), message)
    #expect(!ErrorText.state(for: error).title.isEmpty)
    #expect(!ErrorText.state(for: error).advice.isEmpty)
  }

  @Test func `the words of every kind of error are tested`() {
    let kinds = (Self.network + Self.servers + Self.sources).map { error, _ in
      String("\(error)".prefix { $0 != "(" })
    }
    // A new case does not compile in `ErrorText`; here it is counted.
    expectEqual(Set(kinds).count, 31)
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

  @Test func `a line for standard error names no key`() {
    expectEqual(ErrorText.line(for: .timedOut(host: "a.example")), "a.example timed out")
    expectEqual(
      ErrorText.line(for: .keyMissing(source: "Flickr", variable: "FLICKR_API_KEY")),
      "Flickr needs a key in $FLICKR_API_KEY. "
        + "Set it before starting; 'vitrine sources' says where to get one")
    for (error, _) in Self.network + Self.servers + Self.sources {
      #expect(!ErrorText.line(for: error).contains("ress r"))
    }
  }

  @Test func `a failure on standard error says what to do, and how long to wait`() {
    expectEqual(
      ErrorText.line(for: .notFound(name: "x")),
      "x does not exist. Check the name, or choose another source")
    expectEqual(
      ErrorText.line(for: .rateLimited(host: "a.example", seconds: 5)),
      "Server is overloaded: too many requests to a.example. Retry after 5 seconds")
    #expect(
      ErrorText.line(for: .rateLimited(host: "a.example", seconds: 86_400)).hasSuffix(
        ". Retry after a day"))
  }

  @Test func `a source's errors map to the tutorial's`() {
    expectEqual(APIError(.noNetwork), .noNetwork)
    expectEqual(APIError(.rateLimited(host: "a.example", seconds: 1)), .serverOverload)
    expectEqual(APIError(.keyMissing(source: "Flickr", variable: "KEY")), .permissionDenied)
    expectEqual(APIError(.keyRefused(source: "Flickr", variable: "KEY")), .permissionDenied)
    expectEqual(APIError(.truncated(host: "a.example")), nil)
  }
}
