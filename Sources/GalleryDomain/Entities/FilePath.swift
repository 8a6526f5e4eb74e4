import Foundation

/// Operations on paths as bytes.
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

  private static func withoutTrailingSeparators(_ path: [UInt8]) -> ArraySlice<UInt8> {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.last == separator { trimmed.removeLast() }
    return trimmed
  }

  /// The last component, cleaned for display; `?` if nothing is left of it.
  package static func shownName(_ file: FileReference) -> String {
    let name = TextCleaner.line(bytes: lastComponent(file.path), limit: .field)
    return name.isEmpty ? "?" : name
  }
}
