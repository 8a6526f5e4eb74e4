import FeedFormats
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
    let file: TOMLText
    do throws(TOMLText.Fault) {
      file = try TOMLText(text)
    } catch {
      complain(
        error.line.map { "line \($0) is not TOML; none of the file is used" }
          ?? "is not TOML; none of it is used")
      return
    }
    let table = file.table
    var mistakes: [(line: Int, text: String)] = []
    func report(_ path: [String], _ words: String, _ quote: SettingQuote = .statement) {
      let gone = retired.complaint(onSetting: path)
      let line = file.line(of: path.joined(separator: "."))
      let name = line == nil ? path.joined(separator: ".") : path.last ?? ""
      let subject: String? =
        switch gone == nil ? quote : .name {
        case .line: line == nil ? path.first : nil
        case .statement where quotesValues: name + Self.assignment(at: path, in: table)
        case .statement, .name: name
        }
      let parts = [
        line.map { "line \($0)" },
        subject.map { TextCleaner.line($0, limit: Self.statementLimit) }, gone ?? words,
      ]
      mistakes.append((line ?? .max, parts.compactMap(\.self).joined(separator: ": ")))
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
        report(["servers"] + path, words, path.count > 1 ? .name : .line)
      }
    }
    let definitions = table["commands"]?.table
    if let definitions {
      commands = UserCommandConfiguration.read(definitions) { report(["commands"] + $0, $1, $2) }
    }
    let bound = table["keys"]?.table
    if bound != nil || definitions != nil {
      ownKeys = KeyConfiguration.read(
        bound, definitions: definitions, userCommands: commands.map(\.name)
      ) {
        report($0, $1, $2)
      } line: {
        file.line(of: $0.joined(separator: ".")) ?? .max
      }
    }
    for mistake in mistakes.sorted(by: { $0.line < $1.line }) { complain(mistake.text) }
  }

  /// ` = "kity"`; nothing for a value that isn't there.
  private static func assignment(at path: [String], in table: TOMLTable) -> String {
    func written(_ value: any TOMLValueConvertible) -> String {
      value.string.map { "\"\($0)\"" }
        ?? value.array.map { "[\($0.map(written).joined(separator: ", "))]" }
        ?? value.debugDescription
    }
    var (value, inner): ((any TOMLValueConvertible)?, TOMLTable?) = (nil, table)
    for name in path {
      value = inner?[name]
      inner = value?.table
    }
    return value.map { " = \(written($0))" } ?? ""
  }

  /// The rest of the line is needed for saying what is correct.
  private static let statementLimit = TextLimit(characters: 60)
}

/// What to quote of a setting with a mistake.
enum SettingQuote {
  /// Its name and its value.
  case statement
  /// Only its name: it is unknown, or may contain a secret.
  case name
  /// Only its line: it is wrong only in combination with another setting, or its name may contain a secret.
  case line
}
