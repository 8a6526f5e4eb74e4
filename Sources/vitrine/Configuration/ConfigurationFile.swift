import Files
import GalleryDomain
import Glibc
import TOMLKit

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
  func read(
    into settings: inout Settings, quotesValues: Bool = true, complain: (String) -> Void
  ) {
    let name = CommandLineText.shown(path)
    // O_NONBLOCK: a pipe in its place must not block the program.
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else {
      if errno != ENOENT && errno != ENOTDIR { complain("\(name): \(SystemError.reason(errno))") }
      return
    }
    defer { close(fd) }
    let bytes: [UInt8]
    do throws(FileReader.Failure) {
      bytes = try FileReader.read(toEndOf: fd, byteLimit: Self.byteLimit)
    } catch {
      guard case .failed(let code) = error else {
        complain("\(name) is larger than 1 MB; none of it is used")
        return
      }
      complain("\(name): \(SystemError.reason(code))")
      return
    }
    // A NUL, which would end a C string, is not valid TOML either.
    guard !bytes.contains(0) else {
      complain("\(Self.name) is not TOML; none of it is used")
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    settings.read(toml: text, quotesValues: quotesValues) { complain("\(Self.name) \($0)") }
  }
}

extension Settings {
  /// - Parameters:
  ///   - text: The file.
  ///   - quotesValues: Whether to quote values of settings that are known.
  ///   - retired: Settings and keys of earlier versions.
  ///   - complain: Called with one line per mistake, such as `line 3: graphics = "kity": must be one of …`. The setting
  ///     keeps its default, and the others apply. The lines go to the screen and to a log, so they never quote values
  ///     of settings that are unknown or secret.
  mutating func read(
    toml text: String, quotesValues: Bool = true, retired: Retired = .names,
    complain: (String) -> Void
  ) {
    // Each name in a dotted one is a table, and the library looks at nested tables by recursion.
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    where line.count(where: { $0 == UInt8(ascii: ".") }) > Self.dotLimit {
      complain("line \(index + 1) is too long; none of the file is used")
      return
    }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      complain("line \(error.source.begin.line) is not TOML; none of the file is used")
      return
    } catch {
      complain("is not TOML; none of it is used")
      return
    }
    lazy var lines = SettingLines(of: text)
    var mistakes: [(line: Int, text: String)] = []
    func report(_ path: [String], _ words: String, _ quote: SettingQuote = .statement) {
      let gone = retired.complaint(onSetting: path)
      let (words, quote) = gone.map { ($0, .name) } ?? (words, quote)
      let place = lines.place(of: path, limit: Self.statementLimit)
      let name: String? =
        switch quote {
        case .as(let words): words
        case .line where place != nil: nil
        case .statement where quotesValues && place?.statement != nil: place?.statement
        default: place == nil ? path.joined(separator: ".") : path.last
        }
      let parts = [
        place.map { "line \($0.line)" },
        name.map { TextCleaner.line($0, limit: Self.statementLimit) }, words,
      ]
      mistakes.append(
        (place?.line ?? .max, parts.compactMap(\.self).joined(separator: ": ")))
    }
    let all = Setting.all
    func read(_ path: [String], _ value: (any TOMLValueConvertible)?) {
      guard let value, let setting = all.first(where: { $0.path == path }) else {
        return report(path, "unknown setting", .name)
      }
      if !setting.read(value, &self) { report(path, setting.advice) }
    }
    let own = ["keys", "commands", "servers"]
    for key in table.keys.sorted() {
      let isTable = own.contains(key) || all.contains { $0.path.count > 1 && $0.path[0] == key }
      let inner = table[key]?.table
      if isTable, inner == nil {
        report([key], "must be a table: [\(key)]", .name)
      } else if !isTable {
        read([key], table[key])
      } else if let inner, !own.contains(key) {
        for name in inner.keys.sorted() { read([key, name], inner[name]) }
      }
    }
    if let table = table["servers"]?.table {
      servers = ServerConfiguration.read(table) { path, words in
        // A name that isn't a host may contain a password, as in a URL.
        report(["servers"] + path, words, .as(path.count > 1 ? path.last ?? "" : "[servers]"))
      }
    }
    let definitions = table["commands"]?.table
    if let definitions {
      commands = UserCommandConfiguration.read(definitions) { report(["commands"] + $0, $1, $2) }
    }
    let bound = table["keys"]?.table
    if bound != nil || definitions != nil {
      ownKeys = KeyConfiguration.read(
        bound, definitions: definitions, userCommands: commands.map(\.name),
        merged: retired.merged
      ) {
        report($0, $1, $2)
      } line: {
        lines.place(of: $0, limit: Self.statementLimit)?.line ?? .max
      }
    }
    for mistake in mistakes.sorted(by: { $0.line < $1.line }) { complain(mistake.text) }
  }

  private static let dotLimit = 1_000
  /// The rest of the line is needed for saying what is correct.
  private static let statementLimit = TextLimit(characters: 60)
}

/// What to quote of a setting with a mistake.
enum SettingQuote: Equatable {
  /// Its name and its value.
  case statement
  /// Only its name: it is unknown, or may contain a secret.
  case name
  /// Another text in place of its name.
  case `as`(String)
  /// Only its line, because it is wrong only in combination with another setting.
  case line
}
