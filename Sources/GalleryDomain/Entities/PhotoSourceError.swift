/// Why a source gave no photos, or a photo no picture. Only the facts; the presentation puts them into words. Names and
/// hosts are cleaned and contain no credentials.
public enum PhotoSourceError: Error, Hashable, Sendable {
  // The network.
  /// This computer has no network connection, as far as can be told.
  case noNetwork
  /// The name does not exist, or could not be looked up: the system's resolver does not always say which.
  case hostNotFound(host: String)
  /// No answer began. `host` includes its port, such as `localhost:8080`.
  case connectionFailed(host: String, cause: ConnectionFault = .unknown)
  /// `reason` is for display, in lower case, such as `it has expired`; empty if unknown.
  case certificateInvalid(host: String, reason: String)
  case timedOut(host: String)
  /// The body cannot be used: it is incomplete or damaged.
  case truncated(host: String, cause: BodyFault = .ended)
  /// `reason` is for display, in lower case, such as `more than 5 of them`.
  case redirectRefused(host: String, reason: String)
  /// A public feed named an address of the local network.
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
  /// The server's list of files came back to where it had been, and would never end.
  case listingRepeats(name: String)
  /// So many folders of the server hold no photo that nobody looked further.
  case noPhotosInFolders(name: String, count: Int)
  /// The service requires a key, and none is set; `variable` is the environment variable that holds it.
  case keyMissing(source: String, variable: String)
  /// The key was refused: 401, 403, or the service's own way of saying so.
  case keyRefused(source: String, variable: String)
  /// The server wants to know the user, and no password for it is set anywhere.
  case passwordMissing(host: String)
  /// The user's name or the password is wrong, or the server wants another proof than a password.
  case passwordRefused(host: String)
  /// The program that is to print the password did not; `reason` is for display, in lower case.
  case passwordUnavailable(host: String, reason: String)
  /// The key by which an SSH server shows who it is was not accepted; nothing was said to it. `login` is what ssh(1) would
  /// be called with, such as `-p 2222 anna@nas`.
  case hostKeyRefused(host: String, login: String, fault: HostKeyFault)
  /// An SSH server did not let the user in.
  case loginRefused(host: String, login: String, fault: LoginFault)

  // What was asked for.
  case notFound(name: String)
  /// Neither a folder nor a regular file.
  case notAFileOrFolder(name: String)
  /// Reading failed; `code` is an errno.
  case unreadable(name: String, code: Int32)
  /// A feed or an image has more bytes than allowed, after decompression. `byteCount` is `byteLimit` if the full size
  /// is not known.
  case tooLarge(name: String, byteCount: Int, byteLimit: Int)
  /// Not in a known format; `beginning` holds its first characters.
  case notAFeed(name: String, beginning: String, content: ForeignContent = .unknown)
  /// In an encoding that is not supported; its name is cleaned.
  case encodingUnknown(name: String, encoding: String)
  /// Not a picture in a format that is accepted from the network; `beginning` holds its first characters.
  case notAPicture(name: String, beginning: String)
  /// Broken at this place; line and column count from 1, as in editors.
  case malformed(name: String, line: Int, column: Int, reason: String)
  case cancelled
}

/// Why no answer began.
public enum ConnectionFault: Hashable, Sendable {
  case refused
  case reset
  /// There is no route to it.
  case unreachable
  case timedOut
  /// The server closed the connection without an answer.
  case closed
  /// The server closed the connection in the middle of the headers.
  case endedInHeaders
  /// What answers does not speak HTTP, or does not speak TLS.
  case notHTTP, notHTTPS
  /// An HTTP version that is not supported, or an invalid status.
  case version, status
  /// Invalid headers, or more than are accepted.
  case headers, tooManyHeaders
  /// An invalid or repeated length, or a transfer encoding that is not supported.
  case length, transfer
  /// What answers does not speak SSH, has no encryption that libssh2 knows, or has no SFTP.
  case notSSH, noCommonEncryption, noSFTP
  /// The proxy refused, or its answer cannot be read.
  case proxy
  /// This process cannot open more files.
  case tooManyFiles
  /// libcurl is not installed here, or cannot be used.
  case libraryMissing
  /// libcurl is here, and has no SFTP.
  case sftpMissing
  case unknown

  /// Whether a server took the connection, so that the fault came after that.
  public var hasReached: Bool {
    switch self {
    case .reset, .closed, .endedInHeaders, .notHTTP, .notHTTPS, .version, .status, .headers,
      .tooManyHeaders, .length, .transfer, .notSSH, .noCommonEncryption, .noSFTP:
      true
    case .refused, .unreachable, .timedOut, .proxy, .tooManyFiles, .libraryMissing, .sftpMissing,
      .unknown:
      false
    }
  }
}

/// What is wrong with the key of an SSH server.
public enum HostKeyFault: Hashable, Sendable {
  /// Neither the user nor the system knows the server, or not by a key of this kind.
  case unknown
  /// It is known by another key.
  case changed
  /// It is marked as one that is in the wrong hands.
  case revoked
}

/// Why an SSH server did not let a user in.
public enum LoginFault: Hashable, Sendable {
  /// It took none of the keys and passwords that there are.
  case refused
  /// There is none to offer.
  case nothingToOffer
  /// There are keys of RSA alone, and libssh2 signs with them in a way only that servers take no more.
  case oldSignature
}

/// What is wrong with the body of a response.
public enum BodyFault: Hashable, Sendable {
  case ended
  /// Invalid chunk lengths.
  case chunks
  case compression
}

/// What was found instead of a feed.
public enum ForeignContent: Hashable, Sendable {
  case webPage
  /// A server's list of the files in a folder.
  case directoryIndex
  case picture
  /// An answer that is none of WebDAV; the `beginning` is its status.
  case noWebDAV
  /// A file, where a folder was asked for.
  case file
  /// XML, where the preset of this name reads JSON.
  case xml(preset: String)
  /// JSON, where RSS or Atom was expected.
  case json
  case unknown
}

extension PhotoSourceError {
  /// Whether the source could not be reached, so that only stored photos can be shown for now.
  public var isUnreachable: Bool {
    switch self {
    case .noNetwork, .hostNotFound, .connectionFailed, .timedOut: true
    default: false
    }
  }
}
