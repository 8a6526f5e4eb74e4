import GalleryData
import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// The effective settings: from the command line, otherwise the environment, otherwise `config.toml`, otherwise
/// detected.
struct Settings {
  /// nil: the best that the terminal can show.
  var graphics: GraphicsMethod?
  /// nil: as many as the terminal can show.
  var colorDepth: ColorDepth?
  /// nil: as reported by the terminal.
  var cellPixelSize: PixelSize?
  /// nil: the slide show's default.
  var slideShowInterval: Duration?
  /// nil: the desktop's program for URLs.
  var opener: [String]?
  /// The currency of prices without one (ISO 4217); nil if not set.
  var currency: String?
  var keys = KeyBindings.standard
  /// The user's own programs.
  var commands: [UserCommand] = []
  var theme = ThemeSetting()
  /// The background according to the environment, for terminals that don't report it.
  var likelyBackdrop: Backdrop?
  var appearance = ListAppearance()

  /// - Parameters:
  ///   - options: Those of the command line.
  ///   - environment: Returns the value of a variable.
  ///   - file: The contents of `config.toml`.
  ///   - quotesValues: Whether mistakes are reported with the values that are wrong.
  ///   - complain: Called with one line per mistake.
  init(
    options: TerminalOptions, environment: (String) -> String?, file: Configuration,
    quotesValues: Bool = true, complain: (String) -> Void
  ) {
    func name(_ variable: String, _ value: String) -> String {
      quotesValues ? "\(variable)=\(CommandLineText.shown(value))" : variable
    }
    var graphics = options.graphics
    if graphics == nil, let value = environment("VITRINE_GRAPHICS"), !value.isEmpty {
      graphics = GraphicsSetting(rawValue: value)
      if graphics == nil {
        complain(
          "\(name("VITRINE_GRAPHICS", value)): must be \(GraphicsSetting.form)")
      }
    }
    self.graphics = (graphics ?? file.graphics)?.method
    // NO_COLOR is read where the colours are detected; a user who sets it wants it more than a file that was written
    // once.
    let noColor = environment("NO_COLOR")?.isEmpty == false
    colorDepth = (options.colors ?? (noColor ? nil : file.colors))?.depth
    cellPixelSize = (options.cellSize ?? file.cellSize)?.size
    slideShowInterval = file.slideShowInterval
    opener = file.opener
    keys = file.keys ?? .standard
    commands = file.commands ?? []
    theme = file.theme ?? ThemeSetting()
    appearance = file.appearance ?? ListAppearance()
    // A console is black, and cannot be asked.
    likelyBackdrop =
      environment("TERM") == "linux"
      ? .dark : environment("COLORFGBG").flatMap(Backdrop.init(colorFGBG:))
    if let value = environment("VITRINE_CURRENCY"), !value.isEmpty {
      currency = CurrencySetting(argument: value)?.code
      if currency == nil {
        complain(
          "\(name("VITRINE_CURRENCY", value)): must be \(CurrencySetting.form)")
      }
    }
    currency = currency ?? file.currency?.code
  }

  /// Whether the terminal is light or dark: as set, otherwise as reported by the terminal, otherwise according to the
  /// environment.
  func backdrop(of graphics: GraphicsSupport) -> Backdrop? {
    theme.backdrop ?? graphics.background.map(Backdrop.init) ?? likelyBackdrop
  }

  /// The settings of this process.
  static func load(
    _ options: TerminalOptions, file: Configuration,
    complain: (String) -> Void = StandardError.complain
  ) -> Settings {
    Settings(
      options: options, environment: { getenv($0).map { String(cString: $0) } }, file: file,
      complain: complain)
  }
}

extension Configuration {
  /// The user's `config.toml`.
  static func ofThisProcess(
    complain: (String) -> Void = StandardError.complain
  ) -> Configuration {
    let file = ConfigurationFile { getenv($0).map { String(cString: $0) } }
    return file?.read(complain: complain) ?? Configuration()
  }
}
