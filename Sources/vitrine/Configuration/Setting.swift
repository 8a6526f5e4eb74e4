import ArgumentParser
import FeedFormats
import GalleryData
import GalleryScreens
import TOMLKit
import TerminalKit

/// A setting: its name, what it may be, what it changes, and what else sets it than `config.toml`. Those of a user's server and of a
/// command of the user's have tables of their own.
struct Setting<Root> {
  /// Its name, with that of its table: `view.rows`.
  let name: String
  /// The words about a mistake.
  let advice: String
  /// What it may be, if that is one of a few names.
  private(set) var values: [String] = []
  /// A variable of the environment.
  private(set) var variable: String?
  /// What the help says of the option of its name, before the values.
  private(set) var help = ""
  /// - Returns: Whether the value is one that the setting may have.
  let read: (any TOMLValueConvertible, inout Root) -> Bool

  /// - Parameter form: What it must be, in words.
  init<Value>(
    _ name: String, _ form: String, _ value: @escaping (any TOMLValueConvertible) -> Value?,
    change: @escaping (inout Root, Value) -> Void
  ) {
    self.name = name
    advice = "must be \(form)"
    read = { written, root in
      guard let value = value(written) else { return false }
      change(&root, value)
      return true
    }
  }

  /// A name that is no setting, with what to do instead.
  init(refusing name: String, _ advice: String) {
    self.name = name
    self.advice = advice
    read = { _, _ in false }
  }

  /// - Parameter values: By their names; a number may be written as one.
  static func choice<Value>(
    _ name: String, of values: [(name: String, value: Value)],
    change: @escaping (inout Root, Value) -> Void
  ) -> Setting {
    var setting = Setting(
      name, "one of \(values.map(\.name).joined(separator: ", "))",
      { written in
        let text = written.int.map { String($0) } ?? written.string
        return values.first { $0.name == text }?.value
      }, change: change)
    setting.values = values.map(\.name)
    return setting
  }

  static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ name: String, change: @escaping (inout Root, Value) -> Void
  ) -> Setting {
    choice(
      name, of: Value.allCases.map { (name: $0.rawValue, value: $0) }, change: change)
  }

  static func number(
    _ name: String, in range: ClosedRange<Int>, change: @escaping (inout Root, Int) -> Void
  ) -> Setting {
    Setting(
      name, "a whole number from \(range.lowerBound) to \(range.upperBound)",
      { $0.int.flatMap { range.contains($0) ? $0 : nil } }, change: change)
  }

  /// What else sets it.
  func also(variable: String? = nil, option help: String = "") -> Setting {
    var setting = self
    (setting.variable, setting.help) = (variable, help)
    return setting
  }

  static func flag(_ name: String, change: @escaping (inout Root, Bool) -> Void) -> Setting {
    Setting(name, "true or false", { $0.bool }, change: change)
  }
}

extension Setting<Settings> {
  static var all: [Setting] {
    [
      choice("graphics", of: SettingValue.graphics) { $0.graphics = $1 }
        .also(variable: "VITRINE_GRAPHICS", option: "Pictures"),
      choice("colors", of: SettingValue.colors) { $0.colorDepth = $1 }
        .also(option: "Colours (full is 24-bit)"),
      Setting(
        "cell_size", "a width of 4 to 80 and a height of 6 to 160 pixels, e.g. \"10x20\"",
        SettingValue.cellSize
      ) { $0.cellPixelSize = $1 }.also(option: "Pixels of a cell, if the terminal is wrong: 10x20"),
      Setting("slide_show_seconds", "a number from 0.1 to 86400", SettingValue.seconds) {
        $0.slideShowInterval = $1
      },
      Setting("open", "a program, or a list of one and its arguments", SettingValue.program) {
        $0.opener = $1
      },
      Setting(
        "currency", "an ISO 4217 currency, e.g. EUR",
        { $0.string.flatMap { PriceParser.currency($0) } }, change: { $0.currency = $1 }
      ).also(variable: "VITRINE_CURRENCY", option: "The currency of prices without one, e.g. EUR"),
      number("feed_megabytes", in: 1...1_024) { $0.feedByteLimit = $1 << 20 },
      number("image_megabytes", in: 1...16_384) { $0.imageByteLimit = $1 << 20 },
      number("store_megabytes", in: 1...1_000_000) { $0.storeByteLimit = Int64($1) << 20 },
      number("time_out_seconds", in: 1...3_600) { $0.timeOut = .seconds($1) },
      flag("allow_private_hosts") { $0.allowsPrivateHosts = $1 },
      flag("library.enabled") { $0.remembersFiles = $1 },
      Setting(
        "folders.ignore", "a list of names, such as [\"exports\", \"*_small.jpg\"]",
        SettingValue.ignoredNames
      ) { $0.ignoredNames = $1 },
      choice("view.rows") { $0.appearance.rowHeight = $1 },
      choice("view.layout") { $0.appearance.firstLayout = $1 },
      choice("view.pictures") { $0.appearance.pictureSize = $1 },
      number("view.list_percent", in: 10...90) { $0.appearance.listShare = Double($1) / 100 },
      choice("theme.name") { $0.theme.name = $1 },
      choice("theme.background", of: [("auto", nil), ("light", .light), ("dark", .dark)]) {
        $0.theme.backdrop = $1
      },
    ]
      + ThemeRole.allCases.map { role in
        Setting(
          "theme.\(role.rawValue)",
          "a colour, e.g. \"blue\", \"bright-blue\", \"#5fafff\", or a number from 0 to 255",
          SettingValue.color
        ) { $0.theme.colors[role] = $1 }
      }
  }

  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  static func help(of name: String) -> ArgumentHelp? {
    options[name].map { option in
      let values = option.values.joined(separator: ", ")
      return "\(option.help)\(values.isEmpty ? "" : ": \(values)")."
    }
  }

  static func completion(of name: String) -> CompletionKind { .list(options[name]?.values ?? []) }
}

/// What the help says of options that are settings, by their names, and what these may be: the parser makes each option many times.
private let options = Dictionary(
  uniqueKeysWithValues: Setting<Settings>.all.filter { !$0.help.isEmpty }.map {
    ($0.name, (help: $0.help, values: $0.values))
  })

extension Setting<ServerAccess> {
  /// `[servers.HOST]`: the user's name, and the command that prints the password, which itself does not belong in this file.
  static var all: [Setting] {
    [
      Setting(
        "user", "a name, in quotes", { $0.string.flatMap { $0.isEmpty ? nil : $0 } },
        change: { $0.user = $1 }),
      Setting(
        "password_command", "a list of words, e.g. [\"pass\", \"show\", \"cloud\"]",
        { value in
          SettingValue.words(value).flatMap { words in
            words.first?.isEmpty != false || words.contains { $0.utf8.contains(0) } ? nil : words
          }
        }, change: { $0.passwordCommand = $1 }),
      Setting(
        refusing: "password", "is not for this file; use password_command, or ~/.netrc"),
    ]
  }
}

/// What is written in TOML, as values of settings; nil for what a setting can't be.
enum SettingValue {
  /// nil: as the terminal can. In tmux, kitty's protocol becomes that of placeholders.
  static let graphics: [(name: String, value: GraphicsMethod?)] = [
    ("auto", nil), ("kitty", .kitty), ("sixel", .sixel), ("iterm2", .iTerm2),
    ("symbols", .symbols), ("none", GraphicsMethod.none),
  ]

  /// nil: as many as the terminal has.
  static let colors: [(name: String, value: ColorDepth?)] = [
    ("auto", nil), ("full", .truecolor), ("256", .indexed256), ("16", .ansi16),
    ("none", .monochrome),
  ]

  /// `"10x20"`
  static func cellSize(_ value: any TOMLValueConvertible) -> PixelSize? {
    let sides = value.string?.split(separator: "x", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    guard let sides, sides.count == 2, (4...80).contains(sides[0]), (6...160).contains(sides[1])
    else { return nil }
    return PixelSize(width: sides[0], height: sides[1])
  }

  /// NaN is in no range.
  static func seconds(_ value: any TOMLValueConvertible) -> Duration? {
    (value.double ?? value.int.map { Double($0) }).flatMap {
      (0.1...86_400).contains($0) ? .milliseconds(Int($0 * 1000)) : nil
    }
  }

  /// `"firefox"`, or `["firefox", "--new-tab"]`: no shell splits it.
  static func program(_ value: any TOMLValueConvertible) -> [String]? {
    wordOrWords(value).flatMap { $0.first?.isEmpty == false ? $0 : nil }
  }

  /// Names of folders and files; a path would say something about one place.
  static func ignoredNames(_ value: any TOMLValueConvertible) -> IgnoredNames? {
    words(value).flatMap { names in
      names.contains { $0.isEmpty || $0.contains("/") } ? nil : IgnoredNames(patterns: names)
    }
  }

  static func wordOrWords(_ value: (any TOMLValueConvertible)?) -> [String]? {
    value?.string.map { [$0] } ?? words(value)
  }

  /// A list of nothing but texts.
  static func words(_ value: (any TOMLValueConvertible)?) -> [String]? {
    guard let words = value?.array?.map(\.string) else { return nil }
    let texts = words.compactMap(\.self)
    return texts.count == words.count ? texts : nil
  }

  /// `"blue"`, `"bright-blue"`, `"default"`, `"#5fafff"`, `75` or `"75"`.
  static func color(_ value: any TOMLValueConvertible) -> Color? {
    if let number = value.int ?? value.string.flatMap({ Int($0) }) {
      guard let index = UInt8(exactly: number) else { return nil }
      return index < 16 ? .ansi(index) : .indexed(index)
    }
    guard let text = value.string?.lowercased() else { return nil }
    if text == "default" { return .default }
    if text.hasPrefix("#") { return rgb(text.dropFirst()) }
    let isBright = text.hasPrefix("bright-")
    let index = colorNames.firstIndex(of: isBright ? String(text.dropFirst(7)) : text)
    return index.map { .ansi(UInt8($0) + (isBright ? 8 : 0)) }
  }

  private static let colorNames = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// - Parameter digits: Six digits, or three that are doubled.
  private static func rgb(_ digits: Substring) -> Color? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, digits.utf8.count == values.count else { return nil }
    let bytes: [UInt8] =
      switch values.count {
      case 3: values.map { UInt8($0 * 17) }
      case 6: stride(from: 0, to: 6, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
      default: []
      }
    return bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : nil
  }
}
