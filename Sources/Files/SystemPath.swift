import Glibc

/// Paths as the system takes them: bytes, which need not be UTF-8.
package enum SystemPath {
  private static let separator = UInt8(ascii: "/")

  /// Calls `body` with the path as a C string.
  package static func withCString<Result>(
    _ path: some Sequence<UInt8>, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      // The buffer holds at least the zero byte, so it has an address.
      buffer.baseAddress.map(body) ?? body("")
    }
  }

  /// `folder/name`, with one separator between them.
  package static func join(
    _ folder: some Collection<UInt8>, _ name: some Sequence<UInt8>
  ) -> [UInt8] {
    var path = Array(folder)
    if let last = path.last, last != separator { path.append(separator) }
    return path + name
  }

  /// The folder of a file and its name in it: `.` and `a` for `a`, `/` and `a` for `/a`.
  package static func split(_ path: some Collection<UInt8>) -> (folder: [UInt8], name: [UInt8]) {
    var path = Array(path)
    while path.count > 1, path.last == separator { path.removeLast() }
    guard let slash = path.lastIndex(of: separator) else { return ([UInt8(ascii: ".")], path) }
    return (Array(path[...(max(slash - 1, 0))]), Array(path[(slash + 1)...]))
  }

  /// - Returns: Without links; nil if there is no such file, and `errno` says why.
  package static func real(_ path: some Sequence<UInt8>) -> [UInt8]? {
    guard let resolved = withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// Whether a path is in a folder, by its bytes alone: both are to be without links.
  ///
  /// - Returns: The part of `path` below `folder`; empty if they are the same, nil if it is outside.
  package static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> ArraySlice<UInt8>? {
    if folder == [separator] { return path.dropFirst() }
    guard path.starts(with: folder) else { return nil }
    let rest = path.dropFirst(folder.count)
    return rest.isEmpty || rest.first == separator ? rest.dropFirst() : nil
  }

  /// Creates a folder and those above it.
  ///
  /// - Parameter mode: Of those that are created.
  /// - Returns: Whether the folder exists; if not, `errno` says why.
  package static func makeFolders(_ path: some Collection<UInt8>, mode: mode_t = 0o700) -> Bool {
    func make() -> Bool {
      if withCString(path, { mkdir($0, mode) }) == 0 { return true }
      guard errno == EEXIST, let status = stat(of: path) else { return false }
      if !status.isDirectory { errno = ENOTDIR }
      return status.isDirectory
    }
    if make() { return true }
    let folder = split(path).folder
    guard errno == ENOENT, folder.count < path.count, makeFolders(folder, mode: mode) else {
      return false
    }
    return make()
  }
}

/// The user's folders by the XDG Base Directory Specification.
package enum BaseFolder: String {
  case cache = ".cache"
  case configuration = ".config"
  case data = ".local/share"
  case state = ".local/state"

  private var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// `$XDG_CACHE_HOME`, else `~/.cache`, without a slash at its end.
  ///
  /// - Parameter environment: Values that aren't absolute paths are ignored, as the specification demands; those that aren't UTF-8 as
  ///   well, since they name another folder than the user's.
  /// - Returns: nil without a home.
  package func path(_ environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      guard let path = environment(name), path.hasPrefix("/"),
        !path.unicodeScalars.contains("\u{FFFD}")
      else { return nil }
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    return absolute(variable) ?? absolute("HOME").map { "\($0)/\(rawValue)" }
  }
}
