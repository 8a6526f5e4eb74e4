import GalleryData
import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// What holds: the command line, else the environment, else `config.toml`, else what is found out.
struct Settings {
  /// Nil: what the terminal shows best.
  var graphics: GraphicsMethod?
  /// Nil: as many as the terminal shows.
  var colorDepth: ColorDepth?
  /// Nil: what the terminal says.
  var cellPixelSize: PixelSize?
  /// Nil: what the slide show thinks right.
  var slideShowInterval: Duration?
  /// Nil: what the desktop opens addresses with.
  var opener: [String]?
  /// As the country writes prices that the locale names.
  var prices: PriceText
  /// What is meant where a seller names no currency (ISO 4217); nil where it is not set.
  var currency: String?
  /// That of the country that the locale names; nil where it names none.
  var homeCurrency: String?
  var keys = KeyBindings.standard
  /// Programs of the user's own.
  var commands: [UserCommand] = []
  var theme = ThemeSetting()
  /// What the environment says of the terminal's background, for one that does not tell itself.
  var likelyBackdrop: Backdrop?
  var appearance = ListAppearance()

  /// - Parameters:
  ///   - options: The command line's.
  ///   - environment: Answers a variable's value.
  ///   - file: What `config.toml` says.
  ///   - complain: Called with what is wrong, a line each.
  init(
    options: TerminalOptions, environment: (String) -> String?, file: Configuration,
    complain: (String) -> Void
  ) {
    var graphics = options.graphics
    if graphics == nil, let value = environment("VITRINE_GRAPHICS"), !value.isEmpty {
      graphics = GraphicsSetting(rawValue: value)
      if graphics == nil {
        complain(
          "VITRINE_GRAPHICS=\(CommandLineText.shown(value)): must be \(GraphicsSetting.form)")
      }
    }
    self.graphics = (graphics ?? file.graphics)?.method
    // NO_COLOR is asked about where colours are found out; the user who sets it wants it more than a
    // file that was written once.
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
    let locale = PriceLocale(environment: environment)
    prices = PriceText(locale: locale)
    if let value = environment("VITRINE_CURRENCY"), !value.isEmpty {
      currency = CurrencySetting(argument: value)?.code
      if currency == nil {
        complain(
          "VITRINE_CURRENCY=\(CommandLineText.shown(value)): must be \(CurrencySetting.form)")
      }
    }
    currency = currency ?? file.currency?.code
    homeCurrency = locale.homeCurrency
  }

  /// Whether the terminal is light or dark: what is set, else what the terminal reports, else what the environment says.
  func backdrop(of graphics: GraphicsSupport) -> Backdrop? {
    theme.backdrop ?? graphics.background.map(Backdrop.init) ?? likelyBackdrop
  }

  /// Those of this process.
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
  /// `config.toml` of the user.
  static func ofThisProcess(
    complain: (String) -> Void = StandardError.complain
  ) -> Configuration {
    let file = ConfigurationFile { getenv($0).map { String(cString: $0) } }
    return file?.read(complain: complain) ?? Configuration()
  }
}
