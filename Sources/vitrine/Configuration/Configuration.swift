import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import TOMLKit
import TerminalKit

/// The contents of `config.toml`; nil for settings that are not there.
struct Configuration: Equatable {
  var graphics: GraphicsSetting?
  var colors: ColorSetting?
  var cellSize: CellPixelSetting?
  /// How long a slide show shows each photo.
  var slideShowInterval: Duration?
  /// The program that opens URLs, with its arguments before the URL.
  var opener: [String]?
  /// The currency of prices without one.
  var currency: CurrencySetting?
  var network = NetworkConfiguration()
  /// Whether what was read of files is kept for the next run: `enabled` of the table `library`.
  var remembersFiles: Bool?
  /// Which keys call which command.
  var keys: KeyBindings?
  /// The user's own programs.
  var commands: [UserCommand]?
  /// The user's accounts on servers, by host.
  var servers: [String: ServerAccess]?
  var theme: ThemeSetting?
  /// The size of photos, and when the preview is shown.
  var appearance: ListAppearance?

  /// At most a day: a longer time is a mistake.
  private static let slideShowSeconds = 0.1...86_400

  init() {}

  /// - Parameters:
  ///   - text: The file.
  ///   - quotesValues: Whether to quote values of settings that are known.
  ///   - retired: Settings and keys of earlier versions.
  ///   - complain: Called with one line per mistake, such as `line 3: graphics = "kity": must be one of …`. The setting
  ///     keeps its default, and the others apply. The lines go to the screen and to a log, so they never quote values
  ///     of settings that are unknown or secret.
  init(
    toml text: String, quotesValues: Bool = true, retired: Retired = .names,
    complain: (String) -> Void
  ) {
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
    var mistakes: [(line: Int, text: String)] = []
    func report(_ path: [String], _ words: String, _ quote: SettingQuote = .statement) {
      let gone = retired.complaint(onSetting: path)
      let (words, quote) = gone.map { ($0, .name) } ?? (words, quote)
      let isQuoted = quotesValues || quote != .statement
      let (line, place) = Self.place(of: path, in: text, isQuoted ? quote : .name)
      mistakes.append((line, "\(place): \(words)"))
    }
    func tell(_ key: String, _ words: String) { report([key], words) }
    func tellForm(_ key: String, _ form: String) { tell(key, "must be \(form)") }
    for key in table.keys.sorted() {
      switch key {
      case "graphics":
        graphics = table[key]?.string.flatMap(GraphicsSetting.init(rawValue:))
        if graphics == nil { tellForm(key, GraphicsSetting.form) }
      case "colors":
        colors = table[key]?.string.flatMap(ColorSetting.init(rawValue:))
        // 256 and 16 may also be written as numbers.
        if let number = table[key]?.int { colors = ColorSetting(rawValue: String(number)) }
        if colors == nil { tellForm(key, ColorSetting.form) }
      case "cell_size":
        cellSize = table[key]?.string.flatMap(CellPixelSetting.init(argument:))
        if cellSize == nil { tellForm(key, "\(CellPixelSetting.form), in quotes") }
      case "slide_show_seconds":
        let seconds = table[key]?.double ?? table[key]?.int.map(Double.init)
        // NaN is in no range.
        slideShowInterval = seconds.flatMap {
          Self.slideShowSeconds.contains($0) ? .milliseconds(Int($0 * 1000)) : nil
        }
        if slideShowInterval == nil { tellForm(key, "a number from 0.1 to 86400") }
      case "open":
        opener = Self.program(table[key])
        if opener == nil { tellForm(key, Self.programForm) }
      case "currency":
        currency = table[key]?.string.flatMap(CurrencySetting.init(argument:))
        if currency == nil { tellForm(key, "\(CurrencySetting.form), in quotes") }
      case "keys", "commands", "servers":
        if table[key]?.table == nil { report([key], "must be a table: [\(key)]", .name) }
      case "theme", "view":
        guard let table = table[key]?.table else {
          tell(key, "must be a table: [\(key)]")
          continue
        }
        func tellInner(_ name: String, _ words: String, _ quote: SettingQuote) {
          report([key, name], words, quote)
        }
        if key == "theme" {
          theme = ThemeConfiguration.read(table, complain: tellInner)
        } else {
          appearance = ViewConfiguration.read(table, complain: tellInner)
        }
      case "library":
        guard let table = table[key]?.table else {
          report([key], "must be a table: [\(key)]", .name)
          continue
        }
        for name in table.keys.sorted() {
          guard name == "enabled" else {
            report([key, name], "unknown setting", .name)
            continue
          }
          remembersFiles = table[name]?.bool
          if remembersFiles == nil { report([key, name], "must be true or false") }
        }
      case let key where NetworkConfiguration.keys.contains(key):
        if let form = network.read(key, of: table) { tellForm(key, form) }
      default:
        report([key], "unknown setting", .name)
      }
    }
    if let table = table["servers"]?.table {
      servers = ServerConfiguration.read(table) { path, words in
        // A name that isn't a host may contain a password, as in a URL.
        report(["servers"] + path, words, .as(path.count > 1 ? path.last ?? "" : "[servers]"))
      }
    }
    let definitions = table["commands"]?.table
    commands = definitions.map {
      UserCommandConfiguration.read($0) { report(["commands"] + $0, $1, $2) }
    }
    let bound = table["keys"]?.table
    if bound != nil || definitions != nil {
      keys = KeyConfiguration.read(
        bound, definitions: definitions, userCommands: commands?.map(\.name) ?? [],
        merged: retired.merged
      ) {
        report($0, $1, $2)
      } order: { paths in
        Self.statements(of: paths, in: text).map(\.line)
      }
    }
    for mistake in mistakes.sorted(by: { $0.line < $1.line }) { complain(mistake.text) }
  }

  /// How many lines are searched for a setting; further down, it is reported without its line.
  private static let statementLines = 1_000
  /// The rest of the line is needed for saying what is correct.
  private static let statementLimit = TextLimit(characters: 60)

  /// Where a setting is, and its text: `line 3: graphics = "kity"`, `line 3: grafics`, `line 3`.
  ///
  /// - Parameter path: The names of the enclosing tables, and its own.
  private static func place(
    of path: [String], in text: String, _ quote: SettingQuote
  ) -> (line: Int, text: String) {
    let (line, statement) = statements(of: [path], in: text)[0]
    let key = path.last ?? ""
    let name: String
    switch quote {
    case .line where line != .max: return (line, "line \(line + 1)")
    // An inline table also contains other settings.
    case .statement, .line:
      let start = statement.dropFirst("line \(line + 1): ".count).prefix { $0 != "=" }
      if line == .max || start.trimmingCharacters(in: ["\"", "'", " ", "[", "]"]).hasSuffix(key) {
        return (line, statement)
      }
      name = key
    case .name: name = key
    case .as(let words): name = words
    }
    let shown = TextCleaner.line(name, limit: statementLimit)
    return (line, line == .max ? shown : "line \(line + 1): \(shown)")
  }

  /// The positions and the texts of settings: `line 3: graphics = "kity"`. The library reports no positions, so the
  /// file is parsed again up to the last of them.
  ///
  /// - Parameter paths: For each setting, the names of the enclosing tables, and its own.
  /// - Returns: For each setting, the line (from 0) and the text.
  /// - Complexity: O(*lines* · *bytes*), for files with a mistake.
  private static func statements(
    of paths: [[String]], in text: String
  ) -> [(line: Int, text: String)] {
    var found: [(line: Int, text: String)] = paths.map {
      (.max, CommandLineText.shown($0.joined(separator: ".")))
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var first = 0
    for last in lines.indices.prefix(statementLines)
    where found.contains(where: { $0.line == .max }) {
      let beginning = lines[...last].joined(separator: "\n")
      // In the middle of a value with several lines, this is not valid TOML.
      guard let table = try? TOMLTable(string: beginning) else { continue }
      for (index, path) in paths.enumerated()
      where found[index].line == .max && holds(table, path[...]) {
        let statement = withoutComment(lines[first...last].joined(separator: " "))
        let shown = TextCleaner.line(statement, limit: statementLimit)
        found[index] = (first, "line \(first + 1): \(shown)")
      }
      first = last + 1
    }
    return found
  }

  private static func holds(_ table: TOMLTable, _ path: ArraySlice<String>) -> Bool {
    guard let name = path.first, let value = table[name] else { return false }
    guard path.count > 1 else { return true }
    return value.table.map { holds($0, path.dropFirst()) } ?? false
  }

  private static func withoutComment(_ line: String) -> String {
    var quote: Character?
    for index in line.indices {
      switch line[index] {
      case "#" where quote == nil: return String(line[..<index])
      case let sign where sign == quote: quote = nil
      case "\"", "'": quote = quote ?? line[index]
      default: break
      }
    }
    return line
  }

  /// The expected form, in words.
  private static let programForm = "a program, or a list of one and its arguments"

  /// `"firefox"`, or `["firefox", "--new-tab"]`: no shell splits it.
  private static func program(_ value: (any TOMLValueConvertible)?) -> [String]? {
    var words = value?.string.map { [$0] } ?? []
    for element in value?.array ?? TOMLArray() {
      guard let word = element.string else { return nil }
      words.append(word)
    }
    return words.first?.isEmpty == false ? words : nil
  }
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

extension GraphicsSetting {
  /// The expected form, in words.
  static let form = "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
}

extension ColorSetting {
  /// The expected form, in words.
  static let form = "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
}
