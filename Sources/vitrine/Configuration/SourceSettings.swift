import ArgumentParser
import GalleryData

/// The settings for sources: from the command line, otherwise `config.toml`, otherwise the defaults.
struct SourceSettings: Equatable {
  var preset: String?
  /// The endpoint of an object store; nil if the user's other settings define it.
  var endpoint: String?
  /// Whether to show a raw file and its JPEG as two photos.
  var showsPairs = false
  /// What isn't shown of folders.
  var ignoredNames = IgnoredNames()
  var allowsPrivateHosts = false
  /// Whether to read subfolders, too.
  var isRecursive = true
  var feedByteLimit = 64 << 20
  var imageByteLimit = 512 << 20
  /// Pages and pictures together.
  var storeByteLimit: Int64 = 1 << 30
  /// nil: the defaults of the transport.
  var timeOut: Duration?
  /// Whether what was read of files is kept for the next run.
  var remembersFiles = true
  /// The user's accounts on servers, by host.
  var servers: [String: ServerAccess] = [:]

  init() {}

  init(_ options: SourceOptions, file: Configuration) {
    self.init(file)
    preset = options.preset
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
    ignoredNames = file.ignoredNames ?? ignoredNames
    remembersFiles = file.remembersFiles ?? remembersFiles
    servers = file.servers ?? [:]
  }
}

/// The options of the command line for the source, besides its name.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read SOURCE with this preset ('vitrine sources' lists them).", valueName: "name"),
    completion: CommandLineCompletion.presets)
  var preset: String?

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
