import ArgumentParser
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// What applies to this run: built in, unless `config.toml` says otherwise, unless the environment does, unless the command line
/// does.
struct Settings: Equatable {
  // MARK: The interface

  /// nil: the best that the terminal can show.
  var graphics: GraphicsMethod?
  /// nil: as many as the terminal can show.
  var colorDepth: ColorDepth?
  /// nil: as reported by the terminal.
  var cellPixelSize: PixelSize?
  /// nil: the slide show's default.
  var slideShowInterval: Duration?
  /// The program that opens URLs, with its arguments before the URL; nil: the desktop's.
  var opener: [String]?
  /// The currency of prices without one (ISO 4217); nil if not set.
  var currency: String?
  /// nil: all as they are built in.
  var ownKeys: KeyBindings?
  /// The user's own programs.
  var commands: [UserCommand] = []
  var theme = ThemeSetting()
  /// The background according to the environment, for terminals that don't report it.
  var likelyBackdrop: Backdrop?
  var appearance = ListAppearance()

  // MARK: Sources

  var preset: String?
  /// The endpoint of an object store; nil if the user's other settings define it.
  var endpoint: String?
  /// Whether to show a raw file and its JPEG as two photos.
  var showsPairs = false
  /// What isn't shown of folders.
  var ignoredNames = IgnoredNames()
  /// Whether a feed from the internet may use addresses in the local network.
  var allowsPrivateHosts = false
  /// Whether to read subfolders, too.
  var isRecursive = true
  /// Of a feed page, after decompression.
  var feedByteLimit = 64 << 20
  var imageByteLimit = 512 << 20
  /// Pages and pictures together.
  var storeByteLimit: Int64 = 1 << 30
  /// For a feed page, from the request to its last byte; nil: the defaults of the transport.
  var timeOut: Duration?
  /// Whether what was read of files is kept for the next run.
  var remembersFiles = true
  /// The user's accounts on servers, by host.
  var servers: [String: ServerAccess] = [:]

  var keys: KeyBindings { ownKeys ?? .standard }

  /// Whether the terminal is light or dark: as set, otherwise as reported by the terminal, otherwise according to the
  /// environment.
  func backdrop(of graphics: GraphicsSupport) -> Backdrop? {
    theme.backdrop ?? graphics.background.map(Backdrop.init) ?? likelyBackdrop
  }
}

// MARK: Where they come from

extension Settings {
  /// For a command without an interface: no variable about that is read.
  static func ofFile(
    _ options: SourceOptions? = nil, complain: (String) -> Void = StandardError.complain
  ) -> Settings {
    var settings = Settings()
    let file = ConfigurationFile(environment: processVariable)
    file?.read(into: &settings, complain: complain)
    if let options { settings.apply(options) }
    return settings
  }

  static func ofThisProcess(
    _ options: TerminalOptions?, _ source: SourceOptions? = nil,
    complain: (String) -> Void = StandardError.complain
  ) -> Settings {
    var settings = ofFile(source, complain: complain)
    settings.read(environment: processVariable, complain: complain)
    // It has been checked.
    try? options?.apply(to: &settings)
    return settings
  }

  /// - Parameters:
  ///   - environment: Returns the value of a variable.
  ///   - complain: Called with one line per mistake.
  mutating func read(environment: (String) -> String?, complain: (String) -> Void) {
    for setting in Setting<Settings>.all {
      guard let variable = setting.variable, let text = environment(variable), !text.isEmpty,
        !setting.read(text, &self)
      else { continue }
      complain("\(variable): \(setting.advice)")
    }
    // It is read where the colours are detected; a user who sets it wants it more than a file that was written once.
    if environment("NO_COLOR")?.isEmpty == false { colorDepth = nil }
    // A console is black, and cannot be asked.
    likelyBackdrop =
      environment("TERM") == "linux"
      ? .dark : environment("COLORFGBG").flatMap(Backdrop.init(colorFGBG:))
  }

  /// - Parameter name: Of a setting that is also an option.
  /// - Throws: `ValidationError`.
  mutating func set(_ name: String, toOption text: String?) throws {
    guard let text, let setting = Setting.named(name), !setting.read(text, &self) else { return }
    let option = name.replacing("_", with: "-")
    throw ValidationError(text, for: "--\(option) <\(option)>", setting.advice)
  }

  mutating func apply(_ options: SourceOptions) {
    preset = options.preset
    endpoint = options.endpoint
    showsPairs = options.pairs
    allowsPrivateHosts = options.allowPrivateHosts || allowsPrivateHosts
    isRecursive = options.subfolders == .recursive
  }
}
