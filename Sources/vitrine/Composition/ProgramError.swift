import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore

/// Why the program cannot do what it was called for; each case ends it with status 1.
enum ProgramError: Error {
  /// The installation is incomplete.
  case sampleGalleryMissing
  /// SOURCE is given, but empty.
  case noName
  case source(PhotoSourceLocatorError)
  /// The text after a preset's colon is not what it needs.
  case presetArgument(name: String, meaning: String)
  /// A file of the user's own presets.
  case preset(problem: String)
  /// The file of baskets and places.
  case state(StoreFault, path: String)
  /// The settings of object stores.
  case objectStore(S3Settings.Problem)
  /// A picture where only a folder or a feed makes sense.
  case sourceIsPicture(name: String)
  /// Anything but a folder where only a folder makes sense.
  case notAFolder(name: String)
  /// A source on a server, of a program or of a feed where only the user's own files make sense.
  case notOwnFiles(name: String)
  /// A bookmark that runs a program.
  case bookmarkedProgram
  /// `library:NAME` without a saved search or a collection of that name; cleaned for output.
  case noSearch(name: String, known: [String])
  /// A saved search that runs a program.
  case searchedProgram
  /// `--last`, but nothing was opened before.
  case noLastSource
  /// `-`, but nothing is connected to standard input.
  case noPaths
  /// `--output` is empty.
  case noDestination

  /// One line for standard error; names in it are clean.
  var message: String {
    switch self {
    case .sampleGalleryMissing:
      "the built-in gallery is not installed; name a folder or a feed file"
    case .noName:
      "SOURCE is empty; --sample opens the built-in gallery"
    case .source(.unknownPreset(let name)):
      // What follows a colon may hold a password.
      "no preset '\(name.prefix { $0 != ":" })'; 'vitrine sources' lists them"
    case .source(.neitherPresetNorFile(let preset, let file)):
      "no preset '\(preset)' and no file '\(file)'; 'vitrine sources' lists the presets"
    case .source(.noSuchFile(let name)):
      Self.isFile(name) ? "No such file: \(name)" : "No such file or folder: \(name)"
    case .source(.notAFeedFile(let name, let preset)):
      "\(name) is not a feed file; --preset \(preset) reads one"
    case .source(.unsupportedAddress(let scheme)):
      "can't read \(scheme):// URLs; use http, https, davs, sftp, s3, file or clickhouse:"
    case .source(.malformedAddress(let address)):
      "'\(address)' is not a URL"
    case .source(.secretInAddress(let scheme)):
      "a key or a password in an address (\(scheme)://) is seen by all users of this computer; see 'man vitrine', SECRETS"
    case .objectStore(.profileMissing(let name)):
      "AWS_PROFILE: no profile '\(name)' in ~/.aws/config and ~/.aws/credentials"
    case .objectStore(.endpoint(let setting)):
      "\(setting) is not the address of an object store; write https://host or http://host:port"
    case .objectStore(.secretInEndpoint(let setting)):
      "\(setting) must not hold a user or a password; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    case .objectStore(.keyMissing(let name)): "\(name) is not set, but the key beside it is"
    case .objectStore(.bucket(let name)): "'\(name)' can't be the name of a bucket"
    case .source(.clickHouse(.namesAUser)):
      "clickhouse: takes no user or password in the URL; set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"
    case .source(.clickHouse(.hasQuery)):
      "clickhouse: takes no settings in the URL; the server's profile of the user holds them"
    case .source(.clickHouse(.namesNoTable)), .source(.clickHouse(.notAnAddress)):
      "clickhouse: needs a server and a table, e.g. clickhouse:http://localhost:8123/gallery.photos"
    case .presetArgument(let name, let meaning):
      "\(name) needs an argument: \(meaning)"
    case .preset(let problem): problem
    case .state(.damaged, let path):
      "\(CommandLineText.clean(path)) is damaged, and is left as it is"
    case .state(.newer, let path):
      "\(CommandLineText.clean(path)) is from a newer Vitrine; update Vitrine"
    case .state(let fault, let path): LibraryText.failure(fault, path: path)
    case .sourceIsPicture(let name):
      "\(name) is a picture; name its folder"
    case .notAFolder(let name): "\(name) is not a folder"
    case .notOwnFiles(let name):
      "\(name) is not a folder or a collection of yours: a feed has copies of your own files only"
    case .source(.program(.namesNoProgram)):
      "exec: names no program; e.g. 'exec:photos --album summer', quoted as one argument"
    case .source(.program(.openQuote)): "exec: a quote has no end"
    case .source(.program(.zeroByte)): "exec: a word can't hold a zero byte"
    case .source(.program(.shellSign(let sign))):
      "exec: no shell reads \(sign); quote it, or write a script"
    case .bookmarkedProgram: "A bookmark runs no program; open it from the command line"
    case .noSearch(let name, []):
      "no saved search or collection '\(name)'; m s and I in the list make one"
    case .noSearch(let name, let known):
      "no saved search or collection '\(name)'; there are: \(known.joined(separator: ", "))"
    case .searchedProgram: "A saved search runs no program; open it from the command line"
    case .noLastSource: "--last: nothing was opened before"
    case .noPaths:
      "- reads paths from standard input, which is a terminal; try 'fd -e jpg | vitrine -'"
    case .noDestination: "--output is empty; name a folder for the feed"
    case .source(.unavailable(let error)):
      ErrorText.line(for: error)
    }
  }

  /// Opens a source, whose error ends the program.
  static func ofSource<Value>(
    _ open: () throws(PhotoSourceError) -> Value
  ) throws(ProgramError) -> Value {
    do throws(PhotoSourceError) {
      return try open()
    } catch {
      throw .source(.unavailable(error))
    }
  }

  /// Whether a name can't be that of a folder.
  private static func isFile(_ name: String) -> Bool {
    [".json", ".xml"].contains { name.lowercased().hasSuffix($0) }
  }
}
