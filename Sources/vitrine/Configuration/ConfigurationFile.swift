import Files
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
    guard let home = BaseFolder.configuration.path(environment) else { return nil }
    path = home + "/vitrine/config.toml"
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
    let bytes: [UInt8]
    do throws(FileReader.Failure) {
      bytes = try FileReader.read(toEndOf: fd, byteLimit: Self.byteLimit)
    } catch {
      guard case .failed(let code) = error else {
        complain("\(name) is larger than 1 MB; none of it is used")
        return Configuration()
      }
      complain("\(name): \(SystemError.reason(code))")
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
