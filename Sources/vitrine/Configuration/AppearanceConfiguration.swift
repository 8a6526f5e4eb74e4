import GalleryScreens
import TOMLKit
import TerminalKit

/// `[theme]` in `config.toml`: which colours to use, and for which background.
enum ThemeConfiguration {
  /// - Parameter complain: Called with a key in the table and what is wrong with it.
  static func read(
    _ table: TOMLTable, complain: (_ name: String, _ words: String, _ quote: SettingQuote) -> Void
  ) -> ThemeSetting {
    var setting = ThemeSetting()
    for name in table.keys.sorted() {
      if name == "background" {
        let value = table[name]?.string
        setting.backdrop = value.flatMap(Backdrop.init(rawValue:))
        if setting.backdrop == nil, value != "auto" {
          complain(name, "must be one of auto, light, dark", .statement)
        }
      } else if let role = ThemeRole(rawValue: name) {
        if let color = color(table[name]) {
          setting.colors[role] = color
        } else {
          complain(name, "must be \(colorForm)", .statement)
        }
      } else {
        complain(name, "unknown setting", .name)
      }
    }
    return setting
  }

  /// The expected form, in words.
  private static let colorForm =
    "a colour, e.g. \"blue\", \"bright-blue\", \"#5fafff\", or a number from 0 to 255"

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// `"blue"`, `"bright-blue"`, `"default"`, `"#5fafff"`, `75` or `"75"`.
  private static func color(_ value: (any TOMLValueConvertible)?) -> Color? {
    if let number = value?.int ?? value?.string.flatMap({ Int($0) }) {
      guard let index = UInt8(exactly: number) else { return nil }
      return index < 16 ? .ansi(index) : .indexed(index)
    }
    guard let text = value?.string?.lowercased() else { return nil }
    if text == "default" { return .default }
    if text.hasPrefix("#") { return rgb(text.dropFirst()) }
    let isBright = text.hasPrefix("bright-")
    let index = names.firstIndex(of: isBright ? String(text.dropFirst("bright-".count)) : text)
    return index.map { .ansi(UInt8($0) + (isBright ? 8 : 0)) }
  }

  /// - Parameter digits: Six digits, or three, each of which stands for two.
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

/// `[view]` in `config.toml`: the initial layout and size of photos, and the list's share of the width.
enum ViewConfiguration {
  /// The list's share of the width, in percent.
  private static let percents = 10...90

  /// - Parameter complain: Called with a key in the table and what is wrong with it.
  static func read(
    _ table: TOMLTable, complain: (_ name: String, _ words: String, _ quote: SettingQuote) -> Void
  ) -> ListAppearance {
    var appearance = ListAppearance()
    for name in table.keys.sorted() {
      switch name {
      case "rows":
        if let height = table[name]?.string.flatMap(RowHeight.init(rawValue:)) {
          appearance.rowHeight = height
        } else {
          complain(name, "must be one of \(form(RowHeight.self))", .statement)
        }
      case "layout":
        if let layout = table[name]?.string.flatMap(GalleryLayout.init(rawValue:)) {
          appearance.firstLayout = layout
        } else {
          complain(name, "must be one of \(form(GalleryLayout.self))", .statement)
        }
      case "pictures":
        if let size = table[name]?.string.flatMap(GridPictureSize.init(rawValue:)) {
          appearance.pictureSize = size
        } else {
          complain(name, "must be one of \(form(GridPictureSize.self))", .statement)
        }
      case "list_percent":
        if let percent = table[name]?.int, percents.contains(percent) {
          appearance.listShare = Double(percent) / 100
        } else {
          complain(
            name, "must be a whole number from \(percents.lowerBound) to \(percents.upperBound)",
            .statement)
        }
      default: complain(name, "unknown setting", .name)
      }
    }
    return appearance
  }

  private static func form<Value: CaseIterable & RawRepresentable<String>>(
    _ type: Value.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
