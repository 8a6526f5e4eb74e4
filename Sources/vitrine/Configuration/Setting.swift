import GalleryData
import GalleryScreens
import TOMLKit
import TerminalKit

/// A setting of `config.toml`: its name, what it may be, and what it changes. The tables of the user's own keys, commands and
/// servers are read by themselves.
struct Setting {
  /// Its name, after that of its table.
  let path: [String]
  /// What a mistake is answered with.
  let advice: String
  /// - Returns: Whether the value is one that the setting may have.
  let read: (any TOMLValueConvertible, inout Settings) -> Bool

  /// - Parameters:
  ///   - name: With its table: `view.rows`.
  ///   - form: What it must be, in words.
  private init<Value>(
    _ name: String, _ form: String, _ value: @escaping (any TOMLValueConvertible) -> Value?,
    change: @escaping (inout Settings, Value) -> Void
  ) {
    path = name.split(separator: ".").map(String.init)
    advice = "must be \(form)"
    read = { written, settings in
      guard let value = value(written) else { return false }
      change(&settings, value)
      return true
    }
  }

  static var all: [Setting] {
    [
      choice("graphics") { (settings, value: GraphicsSetting) in settings.graphics = value.method },
      // 256 and 16 may also be written as numbers.
      Setting(
        "colors", form(of: ColorSetting.self),
        { ($0.int.map { String($0) } ?? $0.string).flatMap(ColorSetting.init(rawValue:)) },
        change: { $0.colorDepth = $1.depth }),
      Setting(
        "cell_size", "\(CellPixelSetting.form), in quotes",
        { $0.string.flatMap(CellPixelSetting.init(argument:)) },
        change: { $0.cellPixelSize = $1.size }),
      Setting("slide_show_seconds", "a number from 0.1 to 86400", seconds) {
        $0.slideShowInterval = $1
      },
      Setting("open", "a program, or a list of one and its arguments", program) { $0.opener = $1 },
      Setting(
        "currency", CurrencySetting.form,
        { $0.string.flatMap(CurrencySetting.init(argument:)) },
        change: { $0.currency = $1.code }),
      number("feed_megabytes", in: 1...1_024) { $0.feedByteLimit = $1 << 20 },
      number("image_megabytes", in: 1...16_384) { $0.imageByteLimit = $1 << 20 },
      number("store_megabytes", in: 1...1_000_000) { $0.storeByteLimit = Int64($1) << 20 },
      number("time_out_seconds", in: 1...3_600) { $0.timeOut = .seconds($1) },
      flag("allow_private_hosts") { $0.allowsPrivateHosts = $1 },
      flag("library.enabled") { $0.remembersFiles = $1 },
      Setting(
        "folders.ignore", "a list of names, such as [\"exports\", \"*_small.jpg\"]", ignoredNames
      ) { $0.ignoredNames = $1 },
      choice("view.rows") { $0.appearance.rowHeight = $1 },
      choice("view.layout") { $0.appearance.firstLayout = $1 },
      choice("view.pictures") { $0.appearance.pictureSize = $1 },
      number("view.list_percent", in: 10...90) { $0.appearance.listShare = Double($1) / 100 },
      Setting("theme.background", "one of auto, light, dark", backdrop) { $0.theme.backdrop = $1 },
    ]
      + ThemeRole.allCases.map { role in
        Setting(
          "theme.\(role.rawValue)",
          "a colour, e.g. \"blue\", \"bright-blue\", \"#5fafff\", or a number from 0 to 255", color
        ) { $0.theme.colors[role] = $1 }
      }
  }

  // MARK: Values

  private static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ name: String, change: @escaping (inout Settings, Value) -> Void
  ) -> Setting {
    Setting(
      name, form(of: Value.self), { $0.string.flatMap(Value.init(rawValue:)) }, change: change)
  }

  /// `one of auto, kitty, …`
  static func form<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type) -> String {
    "one of \(type.allCases.map(\.rawValue).joined(separator: ", "))"
  }

  private static func number(
    _ name: String, in range: ClosedRange<Int>, change: @escaping (inout Settings, Int) -> Void
  ) -> Setting {
    Setting(
      name, "a whole number from \(range.lowerBound) to \(range.upperBound)",
      { $0.int.flatMap { range.contains($0) ? $0 : nil } }, change: change)
  }

  private static func flag(
    _ name: String, change: @escaping (inout Settings, Bool) -> Void
  ) -> Setting {
    Setting(name, "true or false", { $0.bool }, change: change)
  }

  /// NaN is in no range.
  private static func seconds(_ value: any TOMLValueConvertible) -> Duration? {
    (value.double ?? value.int.map { Double($0) }).flatMap {
      (0.1...86_400).contains($0) ? .milliseconds(Int($0 * 1000)) : nil
    }
  }

  /// `"firefox"`, or `["firefox", "--new-tab"]`: no shell splits it.
  private static func program(_ value: any TOMLValueConvertible) -> [String]? {
    let words = value.string.map { [$0] } ?? words(value)
    return words?.first?.isEmpty == false ? words : nil
  }

  /// Names of folders and files; a path would say something about one place.
  private static func ignoredNames(_ value: any TOMLValueConvertible) -> IgnoredNames? {
    words(value).flatMap { names in
      names.contains { $0.isEmpty || $0.contains("/") } ? nil : IgnoredNames(patterns: names)
    }
  }

  /// nil unless it is a list of nothing but texts.
  static func words(_ value: (any TOMLValueConvertible)?) -> [String]? {
    guard let words = value?.array?.map(\.string) else { return nil }
    let texts = words.compactMap(\.self)
    return texts.count == words.count ? texts : nil
  }

  // MARK: Colours

  private static func backdrop(_ value: any TOMLValueConvertible) -> Backdrop?? {
    value.string == "auto"
      ? .some(nil) : value.string.flatMap(Backdrop.init(rawValue:)).map { .some($0) }
  }

  /// `"blue"`, `"bright-blue"`, `"default"`, `"#5fafff"`, `75` or `"75"`.
  private static func color(_ value: any TOMLValueConvertible) -> Color? {
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
