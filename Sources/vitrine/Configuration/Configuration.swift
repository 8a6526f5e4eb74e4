import TOMLKit

/// What `config.toml` says; nil where it says nothing.
struct Configuration: Equatable {
  var graphics: GraphicsSetting?
  var colors: ColorSetting?
  var cellSize: CellPixelSetting?
  /// How long a slide show shows each photo.
  var slideShowInterval: Duration?
  /// The program that opens addresses, and its arguments before the address.
  var opener: [String]?
  /// What is meant where a seller names no currency.
  var currency: CurrencySetting?
  var network = NetworkConfiguration()

  /// A day: longer is a mistake.
  static let slideShowSeconds = 0.1...86_400

  init() {}

  /// - Parameters:
  ///   - text: The file.
  ///   - complain: Called with what is wrong, a line each: the key and what would be right. Its default
  ///     stands then, and the others hold.
  init(toml text: String, complain: (String) -> Void) {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      complain("line \(error.source.begin.line) is not TOML; none of it is used")
      return
    } catch {
      complain("it is not TOML; none of it is used")
      return
    }
    for key in table.keys.sorted() {
      switch key {
      case "graphics":
        graphics = table[key]?.string.flatMap(GraphicsSetting.init(rawValue:))
        if graphics == nil { complain("graphics: " + GraphicsSetting.form) }
      case "colors":
        colors = table[key]?.string.flatMap(ColorSetting.init(rawValue:))
        // 256 and 16 look like numbers, and mean the same.
        if let number = table[key]?.int { colors = ColorSetting(rawValue: String(number)) }
        if colors == nil { complain("colors: " + ColorSetting.form) }
      case "cell_size":
        cellSize = table[key]?.string.flatMap(CellPixelSetting.init(argument:))
        if cellSize == nil { complain("cell_size: \(CellPixelSetting.form), in quotation marks") }
      case "slide_show_seconds":
        let seconds = table[key]?.double ?? table[key]?.int.map(Double.init)
        // A NaN is in no range.
        slideShowInterval = seconds.flatMap {
          Self.slideShowSeconds.contains($0) ? .milliseconds(Int($0 * 1000)) : nil
        }
        if slideShowInterval == nil { complain("slide_show_seconds: a number from 0.1 to 86400") }
      case "open":
        opener = Self.program(table[key])
        if opener == nil { complain("open: " + Self.programForm) }
      case "currency":
        currency = table[key]?.string.flatMap(CurrencySetting.init(argument:))
        if currency == nil { complain("currency: \(CurrencySetting.form), in quotation marks") }
      case let key where NetworkConfiguration.keys.contains(key):
        if let form = network.read(key, of: table) { complain("\(key): \(form)") }
      default:
        complain("\(CommandLineText.shown(key)): unknown setting")
      }
    }
  }

  /// What is right, in words.
  private static let programForm = "a program, or a list of one and its arguments"

  /// `"firefox"`, or `["firefox", "--new-tab"]`: no shell takes it apart.
  private static func program(_ value: (any TOMLValueConvertible)?) -> [String]? {
    var words = value?.string.map { [$0] } ?? []
    for element in value?.array ?? TOMLArray() {
      guard let word = element.string else { return nil }
      words.append(word)
    }
    return words.first?.isEmpty == false ? words : nil
  }
}

extension GraphicsSetting {
  /// What is right, in words.
  static let form = "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
}

extension ColorSetting {
  /// What is right, in words.
  static let form = "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
}
