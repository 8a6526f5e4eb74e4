import FeedFormats
import Files
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import Glibc
import TOMLKit
import TerminalKit

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
    path = "\(home)/vitrine/\(Self.name)"
  }

  /// Reads the file; a missing file is empty.
  ///
  /// - Parameter complain: Called with one line per mistake. For mistakes in the contents, the line has only the file's name, so
  ///   that there is room for the mistake.
  func read(into settings: inout Settings, complain: (String) -> Void) {
    let name = TextCleaner.line(path)
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
    } catch .failed(let code) {
      return complain("\(name): \(SystemError.reason(code))")
    } catch {
      return complain("\(name) is larger than 1 MB; none of it is used")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    settings.read(toml: text) { complain("\(Self.name) \($0)") }
  }
}

extension Settings {
  /// - Parameters:
  ///   - text: The file.
  ///   - retired: Settings and keys of earlier versions.
  ///   - complain: Called with one line per mistake, such as `line 3: graphics: must be one of …`. The setting keeps its default,
  ///     and the others apply. The lines go to the screen, to a log and into reports of problems, so they never quote a value,
  ///     which may be secret.
  mutating func read(toml text: String, retired: Retired = .names, complain: (String) -> Void) {
    do throws(TOMLText.Fault) {
      var reader = SettingsReader(file: try TOMLText(text), retired: retired)
      reader.read(into: &self)
      for mistake in reader.mistakes.sorted(by: { $0.line < $1.line }) { complain(mistake.text) }
    } catch {
      complain(
        error.line.map { "line \($0) is not TOML; none of the file is used" }
          ?? "is not TOML; none of it is used")
    }
  }
}

private struct SettingsReader {
  let file: TOMLText
  let retired: Retired
  private(set) var mistakes: [(line: Int, text: String)] = []

  /// The rest of the line is needed for saying what is correct.
  private static let nameLimit = TextLimit(characters: 60)
  /// The keys of each are compared with those of all others.
  private static let commandLimit = 1_000
  /// A name that is unknown is compared with all others: thousands would take seconds.
  private static let suggestionLimit = 20
  /// The tables that are read by themselves.
  private static let ownTables = ["keys", "commands", "servers"]

  mutating func read(into settings: inout Settings) {
    let all = Setting<Settings>.all
    for key in file.table.keys.sorted() {
      let isOwn = Self.ownTables.contains(key)
      if !isOwn, !all.contains(where: { $0.name.hasPrefix("\(key).") }) {
        _ = read(file.table[key], at: [key], by: all, named: key, into: &settings)
      } else if file.table[key]?.table == nil {
        report([key], "must be a table: [\(key)]")
      } else if !isOwn {
        _ = readTable([key], by: all, in: "\(key).", into: &settings)
      }
    }
    readServers(into: &settings)
    readCommands(into: &settings)
    if table(["keys"]) != nil || table(["commands"]) != nil { readKeys(into: &settings) }
  }

  private mutating func readServers(into settings: inout Settings) {
    for name in names(in: "servers") {
      let path = ["servers", name]
      guard !name.isEmpty, !name.contains("/"), !name.contains("@") else {
        // It may contain a password, as in a URL.
        let form = "must be a host, e.g. \"cloud.example\" or \"cloud.example:8443\""
        report(path, form, as: "servers")
        continue
      }
      guard table(path) != nil else {
        report(path, "must be a table: [servers.\"cloud.example\"]")
        continue
      }
      var access = ServerAccess()
      // Settings with a mistake are not used for any server.
      if readTable(path, by: Setting<ServerAccess>.all, into: &access) {
        settings.servers[name.lowercased()] = access
      }
    }
  }

  private mutating func readCommands(into settings: inout Settings) {
    for (index, name) in names(in: "commands").enumerated() {
      let path = ["commands", name]
      guard index < Self.commandLimit else {
        report(path, "no more than \(Self.commandLimit) commands can be read")
        break
      }
      guard UserCommand.isName(name) else {
        report(path, "the name must be letters, digits, - and _")
        continue
      }
      guard let entry = table(path) else {
        report(path, "must be a table: [commands.\(name)]")
        continue
      }
      guard let value = entry["run"] else {
        report(path, "needs run, e.g. run = [\"gimp\", \"{}\"]")
        continue
      }
      do throws(Complaint) {
        var command = try UserCommand(name, runs: value)
        var isSound = readTable(path, by: Setting<UserCommand>.all, into: &command)
        if command.runsForEach, command.mode == .detached {
          report(
            path + ["each"], "would start all programs together; not with mode = \"detached\"")
          isSound = false
        }
        // A command that does something unintended is worse than none.
        if isSound { settings.commands.append(command) }
      } catch {
        report(path + ["run"], error.words)
      }
    }
  }

  /// `[keys]`, and the keys of the user's commands where these are defined: which keys call which command.
  private mutating func readKeys(into settings: inout Settings) {
    let commands = settings.commands.map(\.name)
    let own = commands.map { ["commands", $0, "keys"] }.filter { value(at: $0) != nil }
    // Of two that contradict each other the later one is the mistake.
    let bound = table(["keys"]) == nil ? [] : paths(below: ["keys"])
    let paths = (own + bound).map { (line(of: $0) ?? .max, $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    var found: [(path: [String], setting: KeySetting)] = []
    for path in paths {
      if let keys = SettingValue.wordOrWords(value(at: path)) {
        found.append((path, Self.setting(path, keys)))
      } else {
        report(path, "must be a key or a list of keys, in quotes")
      }
    }
    settings.ownKeys = KeyBindings(found.map(\.setting), userCommands: commands) { index, fault in
      let path = found[index].path
      // The table may be what is misspelt.
      let name = fault.unknownName.isEmpty ? nil : path.dropFirst().joined(separator: ".")
      report(path, fault.words + hint(fault.unknownName, among: fault.knownNames), as: name)
    }
  }

  /// All that isn't a table, at any depth.
  private func paths(below path: [String]) -> [[String]] {
    guard let table = table(path) else { return [path] }
    return table.keys.sorted().flatMap { paths(below: path + [$0]) }
  }

  /// Command names have two parts, so a third part in front is a screen. It makes no difference whether `photo.open` is
  /// in quotes, as it should be, or a TOML table.
  private static func setting(_ path: [String], _ keys: [String]) -> KeySetting {
    if path[0] == "commands" { return KeySetting(userCommand: path[1], keys: keys) }
    let name = path.dropFirst().joined(separator: ".")
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if Command.named(name) == nil, parts.count == 2, path.count > 2,
      parts[1].contains(".") || CommandScreen(rawValue: path[1]) != nil
    {
      return KeySetting(command: String(parts[1]), screen: String(parts[0]), keys: keys)
    }
    return KeySetting(command: name, keys: keys)
  }

  // MARK: Tables

  /// - Parameter group: The prefix of the names of the table's settings.
  /// - Returns: Whether no value is wrong; a name that is unknown harms nothing.
  private mutating func readTable<Root>(
    _ path: [String], by settings: [Setting<Root>], in group: String = "", into root: inout Root
  ) -> Bool {
    guard let table = table(path) else { return true }
    return table.keys.sorted().reduce(true) { isSound, key in
      read(table[key], at: path + [key], by: settings, named: group + key, into: &root) && isSound
    }
  }

  private mutating func read<Root>(
    _ value: (any TOMLValueConvertible)?, at path: [String], by settings: [Setting<Root>],
    named name: String, into root: inout Root
  ) -> Bool {
    guard let value, let setting = settings.first(where: { $0.name == name }) else {
      // Of a table, the first parts of those names and the tables that are read by themselves.
      let tables = settings.compactMap { $0.name.split(separator: ".").dropLast().first }
      report(
        path,
        value?.table == nil || path.count > 1
          ? "unknown setting" + hint(name, among: settings.map(\.name))
          : "unknown table" + hint(path[0], among: Self.ownTables + tables.map(String.init)))
      return true
    }
    if setting.read(value, &root) { return true }
    report(path, setting.advice + hint(value.string ?? "", among: setting.values))
    return false
  }

  private func hint(_ name: String, among names: [String]) -> String {
    mistakes.count < Self.suggestionLimit
      ? Misspelling.hint(name.lowercased(), among: names) : ""
  }

  private func value(at path: [String]) -> (any TOMLValueConvertible)? {
    path.last.flatMap { table(Array(path.dropLast()))?[$0] }
  }

  private func table(_ path: [String]) -> TOMLTable? {
    path.reduce(file.table as TOMLTable?) { $0?[$1]?.table }
  }

  private func names(in key: String) -> [String] { table([key])?.keys.sorted() ?? [] }

  private func line(of path: [String]) -> Int? { file.line(of: path.joined(separator: ".")) }

  /// - Parameter name: Of what is wrong; nil for the setting's own.
  private mutating func report(_ path: [String], _ words: String, as name: String? = nil) {
    let line = line(of: path)
    let name = name ?? (line == nil ? path.joined(separator: ".") : path.last ?? "")
    let parts = [
      line.map { "line \($0)" }, TextCleaner.line(name, limit: Self.nameLimit),
      retired.complaint(onSetting: path) ?? words,
    ]
    mistakes.append((line ?? .max, parts.compactMap(\.self).joined(separator: ": ")))
  }
}

/// Finds the name that was probably meant.
enum Misspelling {
  /// The first of the closest names, of which at most a third of the letters were omitted, added, replaced, or swapped; of the latter
  /// each is one that goes and one that comes.
  static func meant(by name: String, among names: [String]) -> String? {
    guard name.count <= 40 else { return nil }
    let limit = max(1, name.count / 3)
    return names.filter { abs($0.count - name.count) <= limit }
      .map { (name: $0, changes: name.difference(from: $0).count) }
      .filter { $0.changes <= 2 * limit }.min { $0.changes < $1.changes }?.name
  }

  /// The end of a message; empty if no name is near.
  static func hint(_ name: String, among names: [String]) -> String {
    meant(by: name, among: names).map { "; did you mean \($0)?" } ?? ""
  }
}
