/// Why a source gave no photos, or a photo no picture. The facts only; the presentation makes words of
/// them. Names and hosts are cleaned and hold no credentials.
public enum PhotoSourceError: Error, Hashable, Sendable {
  // The network.
  /// This machine is connected to none, as far as can be told.
  case noNetwork
  /// The name leads nowhere, or nobody could be asked for it: the system's resolver does not always tell which.
  case hostNotFound(host: String)
  /// No answer began. `host` has its port, such as `localhost:8080`.
  case connectionFailed(host: String, cause: ConnectionFault = .unknown)
  /// `reason` is for people, in lower case, such as `it has expired`; empty where none is known.
  case certificateInvalid(host: String, reason: String)
  case timedOut(host: String)
  /// The body cannot be used: it ended in the middle, or is damaged.
  case truncated(host: String, cause: BodyFault = .ended)
  /// `reason` is for people, in lower case, such as `more than 5 of them`.
  case redirectRefused(host: String, reason: String)
  /// An address of the local network that a public feed names.
  case privateAddressRefused(host: String)

  // The server.
  /// 429, 502, 503 or 504, after all that was tried.
  case serverOverloaded
  /// 429 with the server's own time to wait, in seconds.
  case rateLimited(host: String, seconds: Int)
  /// Any other status that is no success.
  case serverFailed(host: String, status: Int)
  /// The service says in an answer of its own why there is none; `message` holds its words, cleaned, without
  /// a full stop.
  case serviceFailed(source: String, message: String)
  case permissionDenied(name: String)
  /// The source answers nobody without a key, and none is set; `variable` names the variable of the
  /// environment that holds it.
  case keyMissing(source: String, variable: String)
  /// The key was refused (401 or 403).
  case keyRefused(source: String, variable: String)

  // What was asked for.
  case notFound(name: String)
  /// Neither a folder nor a regular file.
  case notAFileOrFolder(name: String)
  /// Reading failed; `code` is an errno.
  case unreadable(name: String, code: Int32)
  /// More bytes than a feed or an image may have, after decompression. `byteCount` is `byteLimit` where
  /// it is not known how many there would have been.
  case tooLarge(name: String, byteCount: Int, byteLimit: Int)
  /// Not in a shape that is known; `beginning` holds the first characters that were there.
  case notAFeed(name: String, beginning: String, content: ForeignContent = .unknown)
  /// In an encoding that is not read, by its name; cleaned.
  case encodingUnknown(name: String, encoding: String)
  /// No picture of a format that is taken from the network; `beginning` holds the first characters that
  /// were there.
  case notAPicture(name: String, beginning: String)
  /// Broken at a place, counted from 1 as editors do.
  case malformed(name: String, line: Int, column: Int, reason: String)
  case cancelled
}

/// Why no answer began.
public enum ConnectionFault: Hashable, Sendable {
  case refused
  case reset
  /// No way leads there.
  case unreachable
  case timedOut
  /// Connected, and ended without an answer.
  case closed
  /// Connected, and ended in the middle of the headers.
  case endedInHeaders
  /// What answers is no web server, or none that encrypts.
  case notHTTP, notHTTPS
  /// A version of HTTP that is not read, or a status that is none.
  case version, status
  /// Headers that are none, or more than are read.
  case headers, tooManyHeaders
  /// A length that is no number, or several, or a transfer that is not read.
  case length, transfer
  /// The proxy on the way refused, or what it said cannot be read.
  case proxy
  /// This process may open no more.
  case tooManyFiles
  case unknown

  /// Whether a server was there and took the connection: what went wrong came after that.
  public var hasReached: Bool {
    switch self {
    case .reset, .closed, .endedInHeaders, .notHTTP, .notHTTPS, .version, .status, .headers,
      .tooManyHeaders, .length, .transfer:
      true
    case .refused, .unreachable, .timedOut, .proxy, .tooManyFiles, .unknown: false
    }
  }
}

/// What is wrong with the body of an answer.
public enum BodyFault: Hashable, Sendable {
  case ended
  /// Pieces whose lengths are none.
  case chunks
  case compression
}

/// What stands where a feed should.
public enum ForeignContent: Hashable, Sendable {
  case webPage
  /// A server's list of the files in a folder.
  case directoryIndex
  case picture
  /// Where the preset, by its name, reads JSON.
  case xml(preset: String)
  /// Where RSS or Atom were to be read.
  case json
  case unknown
}

extension PhotoSourceError {
  /// Whether the source could not be reached, so that what was stored of it is all there is for now.
  public var isUnreachable: Bool {
    switch self {
    case .noNetwork, .hostNotFound, .connectionFailed, .timedOut: true
    default: false
    }
  }
}
