import ArgumentParser
import GalleryData

/// What holds of sources: the command line, else `config.toml`, else the defaults.
struct SourceSettings: Equatable {
  var preset: String?
  /// Where the pictures of a saved answer are.
  var server: String?
  /// Where an object store is; nil where the user's other settings say it.
  var endpoint: String?
  /// Whether a raw file and its JPEG are two photos.
  var showsPairs = false
  var allowsPrivateHosts = false
  /// Whether ratings and sale marks are written at servers, too.
  var writes = false
  /// Whether the folders in a folder are read, too.
  var isRecursive = true
  var feedByteLimit = 64 << 20
  var imageByteLimit = 512 << 20
  /// Pages and pictures together.
  var storeByteLimit: Int64 = 1 << 30
  /// nil: the defaults of the transport.
  var timeOut: Duration?
  /// Who the user is at servers, by host.
  var servers: [String: ServerAccess] = [:]

  init() {}

  init(_ options: SourceOptions, file: Configuration) {
    self.init(file)
    preset = options.preset
    server = options.server
    endpoint = options.endpoint
    showsPairs = options.pairs
    allowsPrivateHosts = options.allowPrivateHosts || allowsPrivateHosts
    isRecursive = options.recursive
  }

  init(_ file: Configuration) {
    let network = file.network
    allowsPrivateHosts = network.allowsPrivateHosts ?? allowsPrivateHosts
    feedByteLimit = network.feedMegabytes.map { $0 << 20 } ?? feedByteLimit
    imageByteLimit = network.imageMegabytes.map { $0 << 20 } ?? imageByteLimit
    storeByteLimit = network.storeMegabytes.map { Int64($0) << 20 } ?? storeByteLimit
    timeOut = network.timeOutSeconds.map { .seconds($0) }
    servers = file.servers ?? [:]
  }
}

/// What the command line says of the source beside its name.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read SOURCE with this preset ('vitrine sources' lists them).", valueName: "name"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "Base URL for the pictures of a saved API response.", valueName: "url"))
  var server: String?

  @Flag(help: "Show a raw file and its JPEG as two photos, not as one.")
  var pairs = false

  @Flag(help: "Let feeds from the internet use addresses on the local network.")
  var allowPrivateHosts = false

  @Flag(inversion: .prefixedNo, help: "Include subfolders.")
  var recursive = true

  @Option(
    help: ArgumentHelp(
      "Object store endpoint for s3://BUCKET (default: AWS_ENDPOINT_URL, else AWS).",
      valueName: "url"))
  var endpoint: String?
}
