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
  /// What isn't shown of folders: `ignore` of the table `folders`.
  var ignoredNames: IgnoredNames?
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
      case "folders":
        guard let table = table[key]?.table else {
          report([key], "must be a table: [\(key)]", .name)
          continue
        }
        for name in table.keys.sorted() {
          guard name == "ignore" else {
            report([key, name], "unknown setting", .name)
            continue
          }
          ignoredNames = Self.names(table[name])
          if ignoredNames == nil { report([key, name], Self.namesForm) }
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
      } line: {
        lines.place(of: $0, limit: Self.statementLimit)?.line ?? .max
      }
    }
    for mistake in mistakes.sorted(by: { $0.line < $1.line }) { complain(mistake.text) }
  }

  private static let dotLimit = 1_000
  /// The rest of the line is needed for saying what is correct.
  private static let statementLimit = TextLimit(characters: 60)

  private static let namesForm = "must be a list of names, such as [\"exports\", \"*_small.jpg\"]"

  /// Names of folders and files; a path would say something about one place.
  private static func names(_ value: (any TOMLValueConvertible)?) -> IgnoredNames? {
    guard let array = value?.array else { return nil }
    let names = array.compactMap(\.string)
    guard names.count == array.count, !names.contains(where: { $0.isEmpty || $0.contains("/") })
    else { return nil }
    return IgnoredNames(patterns: names)
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
