import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore

/// Why the program cannot do what it was called for, which ends it with status 1.
struct ProgramError: Error {
  /// One line for standard error; names in it are clean.
  let message: String
  /// Whether there is no file or folder of that name.
  private(set) var isMissingFile = false

  init(_ message: String) {
    self.message = message
  }

  /// SOURCE is given, but empty.
  static let noName = ProgramError("SOURCE is empty; --sample opens the built-in gallery")

  init(_ error: PhotoSourceError) {
    message = ErrorText.line(for: error)
  }

  init(_ error: PhotoSourceLocatorError) {
    if case .noSuchFile = error { isMissingFile = true }
    message =
      switch error {
      case .unknownPreset(let name):
        // What follows a colon may hold a password.
        "no preset '\(name.prefix { $0 != ":" })'; 'vitrine sources' lists them"
      case .neitherPresetNorFile(let preset, let file):
        "no preset '\(preset)' and no file '\(file)'; 'vitrine sources' lists the presets"
      case .noSuchFile(let name):
        // It can't be the name of a folder.
        [".json", ".xml"].contains { name.lowercased().hasSuffix($0) }
          ? "No such file: \(name)" : "No such file or folder: \(name)"
      case .notAFeedFile(let name, let preset):
        "\(name) is not a feed file; --preset \(preset) reads one"
      case .unsupportedAddress(let scheme):
        "can't read \(scheme):// URLs; use http, https, davs, sftp, s3, file or clickhouse:"
      case .malformedAddress(let address): "'\(address)' is not a URL"
      case .secretInAddress(let scheme):
        "a key or a password in an address (\(scheme)://) is seen by all users of this computer; see 'man vitrine', SECRETS"
      case .clickHouse(.namesAUser):
        "clickhouse: takes no user or password in the URL; set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"
      case .clickHouse(.hasQuery):
        "clickhouse: takes no settings in the URL; the server's profile of the user holds them"
      case .clickHouse(.namesNoTable), .clickHouse(.notAnAddress):
        "clickhouse: needs a server and a table, e.g. clickhouse:http://localhost:8123/gallery.photos"
      case .program(.namesNoProgram):
        "exec: names no program; e.g. 'exec:photos --album summer', quoted as one argument"
      case .program(.openQuote): "exec: a quote has no end"
      case .program(.zeroByte): "exec: a word can't hold a zero byte"
      case .program(.shellSign(let sign)):
        "exec: no shell reads \(sign); quote it, or write a script"
      case .unavailable(let error): ErrorText.line(for: error)
      }
  }

  /// The settings of object stores.
  init(_ problem: S3Settings.Problem) {
    message =
      switch problem {
      case .profileMissing(let name):
        "AWS_PROFILE: no profile '\(name)' in ~/.aws/config and ~/.aws/credentials"
      case .endpoint(let setting):
        "\(setting) is not the address of an object store; write https://host or http://host:port"
      case .secretInEndpoint(let setting):
        "\(setting) must not hold a user or a password; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
      case .keyMissing(let name): "\(name) is not set, but the key beside it is"
      case .bucket(let name): "'\(name)' can't be the name of a bucket"
      }
  }

  /// - Parameter path: Of the file of baskets and places, which is never removed.
  init(_ fault: StoreFault, path: String) {
    message =
      switch fault {
      case .damaged: "\(CommandLineText.clean(path)) is damaged, and is left as it is"
      case .newer: "\(CommandLineText.clean(path)) is from a newer Vitrine; update Vitrine"
      default: LibraryText.failure(fault, path: path)
      }
  }

  /// Opens a source, whose error ends the program.
  static func ofSource<Value>(
    _ open: () throws(PhotoSourceError) -> Value
  ) throws(ProgramError) -> Value {
    do throws(PhotoSourceError) {
      return try open()
    } catch {
      throw ProgramError(error)
    }
  }
}
