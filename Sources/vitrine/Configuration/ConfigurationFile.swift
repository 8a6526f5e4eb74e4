import GalleryDomain
import Glibc

/// `config.toml` in the configuration home: `$XDG_CONFIG_HOME/vitrine`, otherwise `~/.config/vitrine` (XDG Base
/// Directory Specification).
struct ConfigurationFile {
  let path: String

  private static let name = "config.toml"

  /// A file with a megabyte is not a settings file.
  private static let byteLimit = 1 << 20

  /// - Parameter environment: Returns the value of a variable.
  /// - Returns: nil without a home; relative paths are ignored, as the specification requires.
  init?(environment: (String) -> String?) {
    if let home = environment("XDG_CONFIG_HOME"), home.hasPrefix("/") {
      path = home + "/vitrine/config.toml"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      path = home + "/.config/vitrine/config.toml"
    } else {
      return nil
    }
  }

  /// Reads the file; a missing file is empty.
  ///
  /// - Parameters:
  ///   - quotesValues: Whether mistakes are reported with the values that are wrong.
  ///   - complain: Called with one line per mistake. For mistakes in the contents, the line has only the file's name, so
  ///     that there is room for the mistake.
  func read(quotesValues: Bool = true, complain: (String) -> Void) -> Configuration {
    let name = CommandLineText.shown(path)
    // O_NONBLOCK: a pipe in its place must not block the program.
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else {
      if errno != ENOENT && errno != ENOTDIR { complain("\(name): \(SystemError.reason(errno))") }
      return Configuration()
    }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= Self.byteLimit {
      let count = Glibc.read(fd, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        complain("\(name): \(SystemError.reason(errno))")
        return Configuration()
      }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    guard bytes.count <= Self.byteLimit else {
      complain("\(name) is larger than 1 MB; none of it is used")
      return Configuration()
    }
    // A NUL, which would end a C string, is not valid TOML either.
    guard !bytes.contains(0) else {
      complain("\(Self.name) is not TOML; none of it is used")
      return Configuration()
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Configuration(toml: text, quotesValues: quotesValues) {
      complain("\(Self.name) \($0)")
    }
  }
}
