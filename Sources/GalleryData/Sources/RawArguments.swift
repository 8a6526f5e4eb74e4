import GalleryDomain

/// The process's arguments as the bytes that they are; `CommandLine.arguments` replaces what is
/// not UTF-8, and with it the names of files.
public enum RawArguments {
  /// - Parameter argument: As `CommandLine.arguments` has it.
  /// - Returns: The bytes of the first argument that reads so; the text's own where there is none.
  public static func bytes(of argument: String) -> [UInt8] {
    let text = Array(argument.utf8)
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return text }
    let path = Array("/proc/self/cmdline".utf8)
    guard let file = FileReference(path: path),
      let content = try? FileBytes.read(file, byteLimit: 16 * 1_024 * 1_024).bytes
    else { return text }
    let match = content.split(separator: 0, omittingEmptySubsequences: false)
      .first { String(decoding: $0, as: UTF8.self) == argument }
    return match.map(Array.init) ?? text
  }
}
