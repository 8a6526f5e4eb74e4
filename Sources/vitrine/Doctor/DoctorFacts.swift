import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryStore
import Glibc
import Logging
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

/// Everything that a report is made of, from outside and in its own form: nothing of it is cleaned.
struct DoctorFacts: Sendable {
  /// The value of a variable that a report may quote.
  var environment: [String: String] = [:]
  var privacy = ReportPrivacy(home: nil)
  var system = SystemFacts()
  /// The program's file; nil if the system doesn't say.
  var programPath: String?
  /// Whether its presets and its sample gallery are there.
  var hasResources = true

  /// nil without a terminal that may be asked.
  var terminal: TerminalReport?
  /// Whether standard output is a pipe, so that the terminal was not asked.
  var isPiped = false
  /// Where the way to show pictures was set; nil if it was not.
  var graphicsSetting: String?

  /// The libraries of the program; nil for a version of one that isn't there.
  var libraries: [(name: String, version: String?)] = []
  var hasCertificates = true
  var worker: Result<WorkerExamination, WorkerProblem> = .failure(.notFound)
  var workerPath: String?
  /// The formats that were tried.
  var formats: [PictureFormat] = []

  var configurationPath: String?
  var hasConfiguration = false
  /// A line each, without values of settings.
  var configurationMistakes: [String] = []
  var presetCount = 0
  var ownPresetCount = 0
  var presetProblems: [PresetProblem] = []

  /// Whether the user has turned the caches off.
  var isCacheOff = false
  var thumbnails: Store?
  var feeds: Store?
  var library: Store?
  var log: Store?

  /// A cache, or another place with files.
  struct Store: Sendable {
    var path: String
    var byteCount: Int64 = 0
    /// What is in it, in words.
    var contents = ""
    /// Whether it can be written to, once it exists.
    var isWritable = true
    var freeByteCount: Int64?
    /// Why it can't be read, in words; nil if it can.
    var problem: String?
    /// Whether it isn't used.
    var isOff = false
  }
}

extension DoctorFacts {
  /// Variables that change what Vitrine does, by name only.
  static let namedVariables = [
    "VITRINE_GRAPHICS", "VITRINE_CURRENCY", "VITRINE_CACHE", "VITRINE_PICTURES", "NO_COLOR",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "SSL_CERT_FILE", "http_proxy",
    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    "AWS_ENDPOINT_URL", "AWS_PROFILE", "SSH_AUTH_SOCK", "LD_LIBRARY_PATH",
  ]

  /// A slow connection is one of the things to find out about; only a terminal that never answers takes this long.
  private static let patience = Duration.seconds(5)

  /// Asks the terminal, a worker, the libraries and the caches. Reads no photo and no source, writes nothing, and uses no
  /// network.
  @MainActor static func gather() async -> DoctorFacts {
    let variables = WorkerEnvironment.ofThisProcess()
    let files = ProgramFiles()
    var facts = DoctorFacts()
    facts.environment = variables
    facts.privacy = ReportPrivacy(home: variables["HOME"])
    facts.system = SystemFacts.ofThisProcess()
    facts.programPath = WorkerLocator.realProgramPath()
    facts.readConfiguration(files)
    facts.askWorker(files)
    facts.libraries = [
      ("ncurses", TerminalReport.libraryVersion), ("libcurl", NetworkLibraries.curlVersion),
      ("libssh", NetworkLibraries.sshVersion), ("sqlite", SQLiteStore.libraryVersion),
    ]
    facts.hasCertificates = NetworkLibraries.hasCertificates { variables[$0] }
    await facts.readStores(StoreFolders(environment: variables), variables)
    return facts
  }

  /// Settings with a mistake are reported, and the terminal is asked for what they leave open.
  @MainActor private mutating func readConfiguration(_ files: ProgramFiles) {
    var mistakes: [String] = []
    let source = ConfigurationFile { [environment] in environment[$0] }
    var file = Configuration()
    if let source {
      configurationPath = source.path
      hasConfiguration = access(source.path, F_OK) == 0
      file = source.read(quotesValues: false) { mistakes.append($0) }
    }
    let settings = Settings(
      options: .unset, environment: { [environment] in environment[$0] }, file: file,
      quotesValues: false, complain: { mistakes.append($0) })
    configurationMistakes = mistakes
    if settings.graphics != nil {
      let isVariable = environment["VITRINE_GRAPHICS"].flatMap(GraphicsSetting.init) != nil
      graphicsSetting = isVariable ? "VITRINE_GRAPHICS" : "graphics in config.toml"
    }
    library = DoctorFacts.Store(path: "", isOff: file.remembersFiles == false)
    var status = stat()
    isPiped = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    terminal = GraphicsInquiry.report(
      method: settings.graphics, cellPixelSize: settings.cellPixelSize,
      colorDepth: settings.colorDepth, patience: Self.patience)
    hasResources = files.sampleGallery != nil && files.presets != nil
    let presets = PresetLibrary(
      shipped: files.presets.flatMap(FileReference.init(path:)),
      own: NetworkServices(settings: SourceSettings(), files: files).ownPresets.flatMap(
        FileReference.init(path:)))
    ownPresetCount = presets.presets.count(where: \.isOwn)
    presetCount = presets.presets.count - ownPresetCount
    presetProblems = presets.problems
  }

  private mutating func askWorker(_ files: ProgramFiles) {
    let locator = WorkerLocator(environment: environment)
    workerPath = try? locator.locate()
    let pictures = files.testPictures
    formats = pictures.map(\.format)
    do throws(WorkerProblem) {
      worker = .success(
        try ProcessLauncher(locator: locator, environment: environment).examine(pictures))
    } catch {
      worker = .failure(error)
    }
  }

  private mutating func readStores(_ folders: StoreFolders, _ variables: [String: String]) async {
    // What can't be read shows in the report.
    let logger = Logger(label: "vitrine.doctor") { _ in SwiftLogNoOpLogHandler() }
    isCacheOff = variables["VITRINE_CACHE"] == "off"
    if let cache = ThumbnailCache(environment: variables) {
      let parts = cache.contents()
      var store = Store(at: cache.folder)
      store.byteCount = parts.reduce(0) { $0 + $1.byteCount }
      store.contents = CacheText.count(parts.reduce(0) { $0 + $1.fileCount }, "file")
      thumbnails = store
    }
    let isLibraryOff = library?.isOff == true
    library = nil
    if let folder = folders.cache {
      let contents = await SQLiteStore(folder: folder, logger: logger).contents()
      var store = Store(at: folder)
      store.byteCount = contents.byteCount
      store.contents =
        "\(CacheText.count(contents.pageCount, "page")), \(CacheText.count(contents.imageCount, "picture"))"
      if contents.damagedCount > 0 {
        store.problem = CacheText.count(contents.damagedCount, "damaged store")
      }
      feeds = store
      library = await Self.library(in: folder, logger)
      library?.isOff = isLibraryOff
    }
    if let folder = folders.state {
      var store = Store(at: "\(folder)/vitrine.log")
      var status = stat()
      if stat(store.path, &status) == 0 { store.byteCount = Int64(status.st_size) }
      log = store
    }
  }

  private static func library(in folder: String, _ logger: Logger) async -> Store {
    let library = SQLiteLibrary(folder: folder, version: VitrineVersion.current, logger: logger)
    var store = Store(at: library.path)
    do throws(StoreFault) {
      let summary = try await library.summary()
      store.byteCount = summary.byteCount
      store.contents = LibraryText.count(summary)
      if summary.damagedCount > 0 {
        store.problem = CacheText.count(summary.damagedCount, "damaged database")
      }
    } catch {
      store.problem = LibraryText.failure(error, path: library.path)
    }
    return store
  }
}

extension DoctorFacts.Store {
  /// A place whose disk has been asked, or that of the first folder above it that exists.
  fileprivate init(at path: String) {
    self.path = path
    var folder = path
    while access(folder, F_OK) != 0, let slash = folder.lastIndex(of: "/"),
      slash > folder.startIndex
    {
      folder = String(folder[..<slash])
    }
    isWritable = access(folder, W_OK) == 0
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else { return }
    freeByteCount = Int64(
      clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        .partialValue)
  }
}
