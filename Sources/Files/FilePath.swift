import Glibc

/// Operations on paths as bytes, which need not be UTF-8.
public enum FilePath {
  /// `/`.
  public static let separator = UInt8(ascii: "/")

  /// Calls `body` with the path as a C string, terminated by a zero byte.
  @inlinable
  public static func withCString<Result>(
    _ path: some Sequence<UInt8>, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    var terminated = path.map { CChar(bitPattern: $0) }
    terminated.append(0)
    return terminated.withUnsafeBufferPointer { buffer in
      // The buffer holds at least the zero byte, so it has an address.
      buffer.baseAddress.map(body) ?? body("")
    }
  }

  /// Expands `~` to the home folder and `~name` to that of another user. Other texts are returned unchanged.
  ///
  /// - Parameter home: nil if it is unknown; a relative path is ignored.
  /// - Returns: nil if the home folder is unknown.
  package static func expandingHome(_ text: some StringProtocol, home: String?) -> String? {
    guard text.first == "~" else { return String(text) }
    let user = text.dropFirst().prefix { $0 != "/" }
    let folder =
      user.isEmpty
      ? home.flatMap { $0.hasPrefix("/") ? $0 : nil }
      : getpwnam(String(user)).flatMap { $0.pointee.pw_dir.map { String(cString: $0) } }
    return folder.map { $0 + text.dropFirst(1 + user.count) }
  }

  /// `directory/name`, with one separator between them.
  @inlinable
  public static func join(_ directory: some Collection<UInt8>, _ name: some Collection<UInt8>)
    -> [UInt8]
  {
    var path: [UInt8] = []
    path.reserveCapacity(directory.count + 1 + name.count)
    path.append(contentsOf: directory)
    if let last = path.last, last != separator { path.append(separator) }
    path.append(contentsOf: name)
    return path
  }

  /// The part after the last separator, ignoring trailing ones; `/` itself for `/`.
  package static func lastComponent(_ path: [UInt8]) -> ArraySlice<UInt8> {
    let trimmed = withoutTrailingSeparators(path)
    guard let slash = trimmed.lastIndex(of: separator) else { return trimmed }
    return trimmed.count == 1 ? trimmed : trimmed[(slash + 1)...]
  }

  /// The folder that contains the file; `/` for `/a`, `.` for `a`.
  package static func directory(of path: [UInt8]) -> [UInt8] {
    let trimmed = withoutTrailingSeparators(path)
    guard let slash = trimmed.lastIndex(of: separator) else { return [UInt8(ascii: ".")] }
    return slash == 0 ? [separator] : Array(trimmed[..<slash])
  }

  /// `photo` for `photo.jpg`; a name whose only dot is its first character has no extension.
  package static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex else {
      return name
    }
    return name[..<point]
  }

  package static func withoutTrailingSeparators(_ path: [UInt8]) -> ArraySlice<UInt8> {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.last == separator { trimmed.removeLast() }
    return trimmed
  }

  /// The folder of a file and its name in it.
  package static func split(_ path: some Collection<UInt8>) -> (folder: [UInt8], name: [UInt8]) {
    let path = Array(path)
    return (directory(of: path), Array(lastComponent(path)))
  }

  // MARK: In the file system

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

  /// Without links; `/` if it is gone. The kernel knows it, whatever its mount does.
  package static var workingDirectory: [UInt8] {
    guard let path = getcwd(nil, 0) else { return [separator] }
    defer { free(path) }
    return UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
  }

  /// What a path is a link to, as the link says it; nil if it is none.
  package static func linkTarget(of path: [UInt8]) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = withCString(path) { readlink($0, start, buffer.count) }
      return count > 0 ? buffer[..<count].map { UInt8(bitPattern: $0) } : nil
    }
  }

  /// Without `.`, `..` and second separators, by its components alone: what is named is also what is opened, whatever links are in
  /// it.
  ///
  /// - Parameter path: Absolute.
  package static func normal(_ path: [UInt8]) -> [UInt8] {
    var parts: [ArraySlice<UInt8>] = []
    for part in path.split(separator: separator) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.isEmpty ? [separator] : parts.flatMap { [separator] + Array($0) }
  }

  /// The path as the system reads it: the parent of a link is that of the folder to which it leads.
  ///
  /// - Parameter path: Absolute. If there is no such folder, it is read as it is written.
  package static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    realWithoutDots(path) ?? normal(path)
  }

  /// - Returns: As `withoutDots`; nil if there is no such folder.
  package static func realWithoutDots(_ path: [UInt8]) -> [UInt8]? {
    let parts = path.split(separator: separator)
    guard let last = parts.lastIndex(where: { $0.elementsEqual("..".utf8) }) else {
      return normal(path)
    }
    let beginning = parts[...last].flatMap { [separator] + Array($0) }
    return real(beginning).map { real in
      normal(parts[(last + 1)...].reduce(into: real) { $0 = join($0, $1) })
    }
  }

  /// The path itself if it is absolute, otherwise relative to the folder, which an empty path names.
  package static func absolute(
    _ path: [UInt8], in folder: @autoclosure () -> [UInt8] = workingDirectory
  ) -> [UInt8] {
    guard path.first != separator else { return path }
    return path.isEmpty ? folder() : join(folder(), path)
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
    let folder = directory(of: Array(path))
    guard errno == ENOENT, folder.count < path.count, makeFolders(folder, mode: mode) else {
      return false
    }
    return make()
  }
}
