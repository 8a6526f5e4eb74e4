/// Why a source has no photos, or a photo no picture. Only the facts; the presentation puts them into words. Names and
/// hosts are cleaned and contain no credentials.
public enum PhotoSourceError: Error, Hashable, Sendable {
  // The network.
  /// This computer has no network connection, as far as can be told.
  case noNetwork
  /// The name does not exist or could not be looked up; the system's resolver does not always say which.
  case hostNotFound(host: String)
  /// The connection failed before a response began. `host` includes its port, such as `localhost:8080`.
  case connectionFailed(host: String, cause: ConnectionFault = .unknown)
  /// `reason` is for display, in lower case, such as `it has expired`; empty if unknown.
  case certificateInvalid(host: String, reason: String)
  case timedOut(host: String)
  /// The body cannot be used: it is incomplete or damaged.
  case truncated(host: String, cause: BodyFault = .ended)
  /// `reason` is for display, in lower case, such as `more than 5 of them`.
  case redirectRefused(host: String, reason: String)
  /// A public feed referred to an address in the local network.
  case privateAddressRefused(host: String)

  // The server.
  /// 429, 502, 503 or 504 after all retries, or a service's own way of saying so.
  case serverOverloaded
  /// 429 with the number of seconds that the server asks to wait.
  case rateLimited(host: String, seconds: Int)
  /// Any other status that is not a success.
  case serverFailed(host: String, status: Int)
  /// The service itself says why it has no answer; `message` is its text, cleaned, without a full stop.
  case serviceFailed(source: String, message: String)
  case permissionDenied(name: String)
  /// The server's list of files has no end that could be reached.
  case listingBroken(name: String, fault: ListingFault)
  /// This many folders on the server contain no photo, so the scan stopped.
  case noPhotosInFolders(name: String, count: Int)
  /// The service requires a key, and none is set; `variable` is the environment variable that holds it.
  case keyMissing(source: String, variable: String)
  /// The key was refused: 401, 403, or the service's own way of saying so.
  case keyRefused(source: String, variable: String)
  /// The server requires a user name and a password, and no password for it is configured.
  case passwordMissing(host: String)
  /// The user name or the password is wrong, or the server requires another kind of authentication.
  case passwordRefused(host: String)
  /// The program that should print the password failed; `program` is the setting that names it, whose value may hold a secret.
  case passwordUnavailable(host: String, program: String, fault: ProgramFault)

  // A program that prints photos.
  /// `lastLine` is the last of its standard error, cleaned; empty if it said nothing.
  case programFailed(name: String, fault: ProgramFault, lastLine: String = "")

  // The requested item.
  case notFound(name: String)
  /// Neither a folder nor a regular file.
  case notAFileOrFolder(name: String)
  /// Reading failed; `code` is an errno.
  case unreadable(name: String, code: Int32)
  /// A feed or an image is larger than allowed, after decompression. `byteCount` equals `byteLimit` if the full size is
  /// unknown.
  case tooLarge(name: String, byteCount: Int, byteLimit: Int)
  /// Not in a known format; `beginning` holds its first characters.
  case notAFeed(name: String, beginning: String, content: ForeignContent = .unknown)
  /// In an encoding that is not supported; its name is cleaned.
  case encodingUnknown(name: String, encoding: String)
  /// Not a picture in a format that is accepted from the network; `beginning` holds its first characters.
  case notAPicture(name: String, beginning: String)
  /// Malformed at this position; line and column count from 1, as in editors.
  case malformed(name: String, line: Int, column: Int, reason: String)
  /// The pictures of this source are not compared: it is not a folder on this computer.
  case notCompared
  /// What pictures look like is not remembered, so they are not compared.
  case comparisonOff
  case cancelled

  /// Whether the source could not be reached, so that only stored photos can be shown for now.
  public var isUnreachable: Bool {
    switch self {
    case .noNetwork, .hostNotFound, .connectionFailed, .timedOut: true
    default: false
    }
  }
}

/// Why a connection failed before a response began.
public enum ConnectionFault: Hashable, Sendable {
  case refused
  case reset
  /// There is no route to the server.
  case unreachable
  case timedOut
  /// The server closed the connection without a response.
  case closed
  /// What the server sends isn't HTTP, or not over TLS.
  case notHTTP, notHTTPS
  /// ssh(1) says so; the last line of its standard error, cleaned, without a full stop.
  case ssh(String)
  /// ssh is not installed.
  case sshMissing
  /// This version of OpenSSH asks in a terminal only, and something had to be asked.
  case sshTooOld(version: String)
  /// The server prints text in place of SFTP, such as the output of a start-up file of the user's.
  case printsText
  /// The host or the user has characters that ssh might misread.
  case unsafeName
  /// SFTP does not know the homes of other users (`~anna`).
  case otherHome
  /// The server sends data that was not requested, or that breaks the protocol.
  case unrequestedData
  /// The proxy refused the connection, or its response cannot be read.
  case proxy
  /// This process cannot open any more files.
  case tooManyFiles
  /// libcurl is not installed, or cannot be used.
  case libraryMissing
  case unknown

  /// Whether the server accepted the connection, so that the fault happened later.
  public var hasReached: Bool {
    switch self {
    case .reset, .closed, .notHTTP, .notHTTPS, .printsText, .unrequestedData: true
    case .refused, .unreachable, .timedOut, .proxy, .tooManyFiles, .libraryMissing, .ssh,
      .sshMissing, .sshTooOld, .unsafeName, .otherHome, .unknown:
      false
    }
  }
}

/// What is wrong with the body of a response.
public enum BodyFault: Hashable, Sendable {
  case ended
  /// Invalid chunk lengths.
  case chunks
  case compression
}

/// Why a program printed no photos or no password, or not all photos.
public enum ProgramFault: Error, Hashable, Sendable {
  case notInstalled
  /// `reason` is the system's.
  case notStarted(reason: String)
  /// The exit status, which is not 0.
  case status(Int32)
  case signal(Int32)
  case timedOut(seconds: Int)
  /// Nothing, or no password.
  case printedNothing
  /// It names a next page, for which it is not run again.
  case namesNextPage
  /// What it printed is something else; its first characters.
  case notPhotos(beginning: String)
}

/// What was found in place of a feed.
public enum ForeignContent: Hashable, Sendable {
  case webPage
  /// A server's list of the files in a folder.
  case directoryIndex
  case picture
  /// A response that is not WebDAV; `beginning` is its status.
  case noWebDAV
  /// A file, but a folder was requested.
  case file
  /// XML, but the preset with this name reads JSON.
  case xml(preset: String)
  /// JSON, but RSS or Atom was expected.
  case json
  case unknown
}

/// Why a server's list of files is not followed to its end.
public enum ListingFault: Hashable, Sendable {
  /// It returned to an earlier position.
  case repeats
  /// It says that there is more, but not where.
  case endsEarly
  /// It continues without names.
  case isEmpty
  /// Its folders are in each other without end.
  case nests
}
