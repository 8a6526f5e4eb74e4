import Foundation
import GalleryDomain

/// Why a source gave no photos, in words: a sentence about what happened, and a sentence about what to do. Names in the
/// errors are already clean. To save room, names (`short`) and texts by others (`start`) are shortened; the words
/// between them never are.
public enum ErrorText {
  /// One message for an alert.
  ///
  /// - Parameters:
  ///   - now: The time from which a server's waiting time is counted.
  ///   - keys: The keys that it names.
  public static func message(
    for error: PhotoSourceError, now: Date = Date(), keys: KeyHints = KeyHints()
  ) -> String {
    switch error {
    // The tutorial's words, and nothing else.
    case .noNetwork, .serverOverloaded, .permissionDenied(name: ""): title(for: error)
    default: joined([title(for: error), advice(for: error, now: now, keys: keys)], by: ". ")
    }
  }

  /// One line for standard error, where there is no `r` to press, and lines begin in lower case.
  public static func line(for error: PhotoSourceError, now: Date = Date()) -> String {
    joined([lineTitle(for: error), advice(for: error, now: now, keys: nil)], by: ". ")
  }

  /// What happened, in the middle of a line: a name that begins it stays as it is.
  static func lineTitle(for error: PhotoSourceError) -> String {
    let title = title(for: error)
    guard openings.contains(where: title.hasPrefix) else { return title }
    return title.prefix(1).lowercased() + title.dropFirst()
  }

  /// Our own words at the beginnings of titles.
  private static let openings = [
    "Can't ", "Did not follow ", "Invalid certificate ", "Loading was ", "No Network",
    "No WebDAV ", "No password ", "No photos ", "Only pictures ", "Only your ", "Pictures are ",
    "Server is ", "The folders of ", "The host ", "The list of ", "The proxy ", "You don't ",
  ]

  /// What happened, and what to do, separately.
  public static func state(
    for error: PhotoSourceError, now: Date = Date(), keys: KeyHints = KeyHints()
  ) -> StateText {
    StateText(title: title(for: error), advice: advice(for: error, now: now, keys: keys))
  }

  /// What happened, without what to do.
  static func title(for error: PhotoSourceError) -> String {
    switch error {
    case .noNetwork: APIError.noNetwork.rawValue
    case .hostNotFound(let host): "Can't resolve \(short(host)) (offline?)"
    case .connectionFailed(let host, let cause): unconnected(short(host), cause)
    case .certificateInvalid(let host, reason: ""): "Invalid certificate from \(short(host))"
    case .certificateInvalid(let host, let reason):
      "Invalid certificate from \(short(host, 24)): \(reason)"
    case .timedOut(let host): "\(short(host)) timed out"
    case .truncated(let host, cause: .ended): "\(short(host)) sent an incomplete response"
    case .truncated(let host, cause: .chunks):
      "\(short(host)) sent a broken response (invalid chunks)"
    case .truncated(let host, cause: .compression):
      "\(short(host)) sent a broken response (can't decompress)"
    case .redirectRefused(let host, reason: ""): "Did not follow a redirect from \(short(host))"
    case .redirectRefused(let host, let reason):
      "Did not follow a redirect from \(short(host, 24)): \(reason)"
    case .privateAddressRefused(let host):
      "\(short(host)) is on the local network, but the feed is not"
    case .serverOverloaded: APIError.serverOverload.rawValue
    case .rateLimited(let host, _):
      "\(APIError.serverOverload.rawValue): too many requests to \(short(host))"
    case .serverFailed(let host, let status): "\(short(host)) answered with error \(status)"
    case .keyMissing(let source, let variable):
      "\(short(source, 24)) needs a key in $\(variable)"
    case .keyRefused(let source, let variable):
      "\(APIError.permissionDenied.rawValue): "
        + "\(short(source, 24)) refused the key in $\(variable)"
    case .passwordMissing(let host): "\(short(host)) needs a user name and a password"
    case .passwordRefused(let host):
      "\(APIError.permissionDenied.rawValue): \(short(host, 24)) refused the user name or password"
    case .passwordUnavailable(let host, let program, let fault):
      "No password for \(short(host, 24)): \(start(failed(program, fault, ""), 56))"
    case .serviceFailed(let source, let message):
      "\(short(source, 24)) says: \(start(message, 56))"
    case .programFailed(let name, let fault, let line): failed(short(name, 24), fault, line)
    case .permissionDenied(name: ""): APIError.permissionDenied.rawValue
    case .permissionDenied(let name): "\(APIError.permissionDenied.rawValue) to read \(short(name))"
    case .listingBroken(let name, .repeats): "The list of \(short(name)) repeats itself"
    case .listingBroken(let name, .endsEarly): "The list of \(short(name)) is cut off"
    case .listingBroken(let name, .isEmpty): "The list of \(short(name)) keeps sending empty pages"
    case .listingBroken(let name, .nests): "The folders of \(short(name)) nest without end"
    case .noPhotosInFolders(let name, let count):
      "No photos in \(CountText.grouped(count)) folders of \(short(name))"
    case .notFound(let name): "\(short(name)) does not exist"
    case .notAFileOrFolder(let name): "\(short(name)) is neither a folder nor a file"
    case .unreadable(name: "", code: _): "Can't load the photos"
    case .unreadable(let name, code: 0): "Can't read \(short(name))"
    case .unreadable(let name, let code):
      "Can't read \(short(name)) (\(SystemError.reason(code).lowercased()))"
    case .tooLarge(let name, let byteCount, let byteLimit):
      // A length of a million megabytes cannot be true.
      byteCount > byteLimit && byteCount < 1 << 40
        ? "\(short(name)) is too large: \(size(byteCount)) (limit: \(size(byteLimit)))"
        : "\(short(name)) is too large (limit: \(size(byteLimit)))"
    case .notAFeed(let name, beginning: "", content: _): "\(short(name)) is empty"
    case .notAFeed(let name, let beginning, let content):
      notAFeed(name, content)
        ?? "\(short(name, 24)) is not a known feed; it begins with \(start(beginning))"
    case .encodingUnknown(let name, let encoding):
      "\(short(name)): encoding \"\(short(encoding))\" is not known"
    case .notAPicture(let name, beginning: ""): "\(short(name)) is not a picture"
    case .notAPicture(let name, let beginning):
      "\(short(name)) is not a picture; it begins with \(start(beginning))"
    case .malformed(let name, let line, let column, let reason):
      "Can't parse \(short(name)), line \(line), column \(column): \(reason)"
    case .notCompared: "Only pictures in folders on this computer are compared"
    case .comparisonOff: "Pictures are compared only if the library is on"
    case .cancelled: "Loading was cancelled"
    }
  }

  private static func unconnected(_ host: String, _ cause: ConnectionFault) -> String {
    switch cause {
    case .refused: "Can't connect to \(host) (connection refused)"
    case .reset: "\(host) reset the connection"
    case .unreachable: "Can't connect to \(host) (no route to host)"
    case .timedOut: "Can't connect to \(host) (timed out)"
    case .closed: "\(host) closed the connection without a response"
    case .notHTTP: "\(host) does not speak HTTP"
    case .notHTTPS: "\(host) does not speak HTTPS"
    case .ssh(let words): "Can't connect to \(host): \(start(words, 76))"
    case .sshMissing: "Can't connect to \(host) (no ssh here)"
    case .sshTooOld(let version): "Can't connect to \(host): ssh \(version) asks in a terminal only"
    case .printsText: "\(host) prints text at login, before SFTP begins"
    case .unsafeName: "The host or the user of \(host) has characters that ssh may misread"
    case .otherHome: "Only your own home is known at \(host)"
    case .unrequestedData: "\(host) sends data that was not requested"
    case .proxy: "The proxy refused to connect to \(host)"
    case .tooManyFiles: "Can't connect to \(host) (too many open files)"
    case .libraryMissing: "Can't connect to \(host) (no libcurl here)"
    case .unknown: "Can't connect to \(host)"
    }
  }

  private static func failed(_ name: String, _ fault: ProgramFault, _ lastLine: String) -> String {
    let said = lastLine.isEmpty ? "" : ": \(start(lastLine, 56))"
    return switch fault {
    case .notInstalled: "Can't start \(name): no such program"
    case .notStarted(let reason): "Can't start \(name) (\(reason.lowercased()))"
    case .status(let status): "\(name) ended with status \(status)\(said)"
    case .signal(let number): "\(name) was ended by signal \(number)\(said)"
    case .timedOut(let seconds): "\(name) took longer than \(seconds) seconds"
    case .printedNothing: "\(name) prints no password or key"
    case .namesNextPage: "\(name) names a next page: it has to print all photos in one run"
    case .notPhotos(beginning: ""): "\(name) prints no photos"
    case .notPhotos(let beginning): "\(name) prints no photos; it begins with \(start(beginning))"
    }
  }

  private static func notAFeed(_ name: String, _ content: ForeignContent) -> String? {
    switch content {
    case .webPage: "\(short(name)) is a web page, not a feed"
    case .directoryIndex: "\(short(name)) is a list of files, not a feed"
    case .noWebDAV: "No WebDAV at \(short(name))"
    case .file: "\(short(name)) is a file, not a folder"
    case .picture: "\(short(name)) is a picture, not a feed"
    case .xml(let preset): "\(short(name)) is XML, but preset \(short(preset, 24)) reads JSON"
    case .json: "\(short(name)) is JSON, but preset rss reads XML"
    case .unknown: nil
    }
  }

  /// - Parameter keys: nil where there are none to press; advice that ends in one is empty then.
  private static func advice(
    for error: PhotoSourceError, now: Date, keys: KeyHints?
  ) -> String {
    func refresh(after what: String) -> String {
      keys.map { "\(what), then press \($0.refresh)" } ?? ""
    }
    func press(to what: String) -> String { keys.map { "Press \($0.refresh) to \(what)" } ?? "" }
    let retry = press(to: "retry")
    func advice(after cause: ConnectionFault) -> String {
      switch cause {
      case .notHTTP, .notHTTPS: "Check the URL's scheme and port"
      case .ssh: "Try it with ssh in a terminal"
      case .sshMissing: "Install it ('apt install openssh-client')"
      case .sshTooOld: "Load your key ('ssh-add'), or install OpenSSH 8.4"
      case .printsText: "Have a file such as ~/.bashrc there print only in a terminal"
      case .unsafeName: "Give it another name in ~/.ssh/config"
      case .otherHome: "Write its path, or /~/ for your own"
      case .unrequestedData: "Ask who runs it"
      case .tooManyFiles: "Raise the limit ('ulimit -n') and start again"
      case .libraryMissing: "Install it ('apt install libcurl4') and start again"
      case .proxy: refresh(after: "Check the proxy in the environment")
      case _ where cause.hasReached: retry
      default: refresh(after: "Check that the server is running")
      }
    }
    return switch error {
    case .noNetwork: refresh(after: "Check the connection")
    case .hostNotFound: refresh(after: "Check the URL and the connection")
    case .connectionFailed(_, let cause): advice(after: cause)
    case .certificateInvalid: "Check the URL and this computer's clock"
    case .timedOut, .truncated, .serviceFailed, .listingBroken, .unreadable, .notAPicture: retry
    case .redirectRefused: "Open its target directly if you trust it"
    case .privateAddressRefused: "Use --allow-private-hosts to allow it"
    case .serverOverloaded: refresh(after: "Wait a moment")
    case .rateLimited(_, let seconds):
      earliestDay(after: seconds, now: now).map { "Retry not before \($0)" }
        ?? (keys == nil
          ? "Retry after \(wait(seconds))" : refresh(after: "Wait for \(wait(seconds))"))
    case .serverFailed(_, let status):
      (400..<500).contains(status) ? refresh(after: "Check the URL") : retry
    case .keyMissing: "Set it before starting; 'vitrine sources' says where to get one"
    case .keyRefused: "Set a valid key before starting"
    case .passwordMissing:
      "Write them to ~/.netrc, or see SECRETS in vitrine(1) for other ways"
    case .passwordRefused: "Correct them and open it again"
    case .passwordUnavailable: refresh(after: "Run the command yourself to see why")
    case .programFailed(_, .notInstalled, _), .programFailed(_, .notStarted, _):
      "Check its name, or give its path"
    case .programFailed(_, .notPhotos, _): "It has to print photos as 'vitrine list --json' does"
    case .programFailed: press(to: "run it again")
    case .permissionDenied: "Ask for access, or choose another source"
    case .noPhotosInFolders: "Name the folder that holds them"
    case .notFound: "Check the name, or choose another source"
    case .notAFileOrFolder: "Choose a folder of pictures or a feed file"
    case .notAFeed(_, beginning: "", content: _), .notAFeed(_, _, content: .unknown):
      "Choose a folder or a feed, or use --preset"
    case .notAFeed(_, _, content: .webPage):
      "Give its feed's URL, or use a preset ('vitrine sources')"
    case .notAFeed(_, _, content: .directoryIndex):
      "Omit --preset to open it as a folder"
    case .notAFeed(_, _, content: .noWebDAV):
      "Check the path; Nextcloud's is /remote.php/dav/files/USER"
    case .notAFeed(_, _, content: .file): "Name its folder"
    case .notAFeed(_, _, content: .picture): "Use 'vitrine show' to draw it"
    case .notAFeed(_, _, content: .xml): "Try --preset rss, or omit --preset"
    case .notAFeed(_, _, content: .json): "Omit --preset"
    case .encodingUnknown: "Save it as UTF-8"
    case .tooLarge: "Choose a smaller source"
    case .malformed: refresh(after: "Fix the file")
    case .notCompared: "Open a folder"
    case .comparisonOff:
      "Set enabled = true in the section [library] of config.toml, and unset VITRINE_CACHE"
    case .cancelled: press(to: "load it")
    }
  }

  /// A name, shortened in the middle, because names differ at their ends. A message with two of them fits on two lines.
  static func short(_ text: String, _ limit: Int = 32) -> String {
    guard text.count > limit else { return text }
    return "\(text.prefix(limit * 3 / 5))…\(text.suffix(limit - limit * 3 / 5 - 1))"
  }

  /// The beginning of a text from outside.
  static func start(_ text: String, _ limit: Int = 30) -> String {
    text.count > limit ? "\(text.prefix(limit - 1))…" : text
  }

  private static func size(_ byteCount: Int) -> String {
    // In the units of the settings, so that a limit of 64 is shown as 64.
    byteCount < 1 << 20
      ? "\(CountText.grouped(byteCount)) bytes" : "\(CountText.grouped(byteCount >> 20)) MB"
  }

  /// `23 Nov 2027`; nil for a time of less than two days, which is better stated in hours.
  private static func earliestDay(after seconds: Int, now: Date) -> String? {
    guard seconds >= 172_800 else { return nil }
    // A century at most: no calendar has a year for Int.max seconds.
    return DateText().dayInWords(of: now + Double(min(seconds, 3_155_760_000)))
  }

  private static func wait(_ seconds: Int) -> String {
    switch seconds {
    case ..<2: "a second"
    case ..<120: "\(seconds) seconds"
    case ..<7_200: "\((seconds - 1) / 60 + 1) minutes"
    case 82_801...86_400: "a day"
    default: "\(CountText.grouped((seconds - 1) / 3_600 + 1)) hours"
    }
  }
}

/// What to show where there is nothing else to show.
public struct StateText: Hashable, Sendable {
  /// What the state is, in one sentence.
  public let title: String
  /// What to do about it, in one sentence; empty when there is nothing to do but wait.
  public let advice: String

  public init(title: String, advice: String = "") {
    self.title = title
    self.advice = advice
  }
}
