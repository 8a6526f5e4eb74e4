import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryOrders
import GalleryStore
import Glibc
import Logging
import PictureKit

/// What sources on the network need, each made at its first use: a folder or a local feed starts no thread and opens no
/// database.
@MainActor
final class NetworkServices {
  let settings: Settings
  private let files: ProgramFiles
  private let environment = WorkerEnvironment.ofThisProcess()

  init(settings: Settings, files: ProgramFiles) {
    self.settings = settings
    self.files = files
  }

  private(set) lazy var folders = StoreFolders(environment: environment)

  private(set) lazy var log = LogFile(folder: folders.state)

  private(set) lazy var store: SQLiteStore = {
    let store = SQLiteStore(
      folder: folders.cache, temporaryFolders: folders.temporaryFolders,
      byteLimit: settings.storeByteLimit, logger: log.makeLogger("vitrine.store"))
    endings.append { store.removeTemporaryFiles() }
    writers.append { await store.finishWriting() }
    return store
  }()

  private(set) lazy var state: SQLiteStateStore = {
    let state = SQLiteStateStore(folder: folders.state, logger: log.makeLogger("vitrine.store"))
    writers.append { await state.finishWriting() }
    return state
  }()

  /// What was read of the user's files; nil to read them again each time.
  private(set) lazy var library: SQLiteLibrary? = {
    guard settings.remembersFiles, let folder = folders.cache else { return nil }
    let library = SQLiteLibrary(folder: folder, logger: log.makeLogger("vitrine.store"))
    writers.append { await library.finishWriting() }
    return library
  }()

  private(set) lazy var transport = CurlTransport(configuration: transportConfiguration)

  private lazy var transportConfiguration: TransportConfiguration = {
    var configuration = TransportConfiguration(
      version: VitrineVersion.current, allowsPrivateHosts: settings.allowsPrivateHosts)
    if let timeOut = settings.timeOut {
      configuration.timeOuts.feed = timeOut
      configuration.timeOuts.image = timeOut * 10
      configuration.timeOuts.connect = min(configuration.timeOuts.connect, timeOut)
      configuration.timeOuts.idle = min(configuration.timeOuts.idle, timeOut)
    }
    configuration.limits.feedByteCount = settings.feedByteLimit
    configuration.limits.imageByteCount = settings.imageByteLimit
    configuration.environment = environment
    configuration.logger = log.makeLogger("vitrine.network")
    return configuration
  }()

  /// A transport that sends the user's credentials to a server on the web that asks for them. Over http another computer gets a
  /// password only for a user that its address names, because others could read it on its way.
  ///
  /// - Parameters:
  ///   - url: Any address there, without a user.
  ///   - user: As the address names it; nil if it doesn't.
  func makeTransport(authorizedAt url: URL, user: String?) -> any HTTPTransport {
    let server = Origin(url)
    guard user != nil || server?.scheme == "https" || server?.isThisComputer == true else {
      return transport
    }
    return AuthorizedTransport(
      transport, server: url,
      authorizer: PasswordAuthorizer(server: url, user: user, secrets: secrets, kind: .feed))
  }

  /// Shows what ssh asks, if there is a gallery; nil to let ssh ask on the terminal. Set it before anything is opened.
  var sshQuestions: SSHQuestionScreens?

  /// - Parameter url: With the scheme sftp; may name a user.
  func makeSFTPFileSystem(of url: URL) throws(PhotoSourceError) -> SFTPFileSystem {
    let named = url.user(percentEncoded: false).flatMap { $0.isEmpty ? nil : $0 }
    let files = try SFTPFileSystem(
      configuration: transportConfiguration, folder: url, user: named ?? secrets.user(at: url),
      prompts: sshPrompts(for: url))
    endings.append { [weak files] in files?.shutDown() }
    return files
  }

  /// End connections to servers, with the sockets for what ssh asks, and remove temporary files.
  private var endings: [() -> Void] = []
  /// Write what waits to be stored.
  private var writers: [() async -> Void] = []

  /// Whether ssh can ask: it opens the terminal itself, wherever the standard streams lead.
  private static var hasTerminal: Bool {
    let terminal = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return terminal >= 0 && close(terminal) == 0
  }

  private func sshPrompts(for url: URL) -> SSHPrompts {
    guard let sshQuestions else { return Self.hasTerminal ? .terminal : .none }
    // Without the workers' program there are no pictures either.
    guard let helper = try? WorkerLocator(environment: environment).locate() else { return .none }
    let secrets = secrets
    return .shown(
      helper: helper, folders: folders.temporaryFolders,
      password: { (user) async throws(PhotoSourceError) in
        let found = try await secrets.credentials(for: url, user: user)
        return found.flatMap { $0.user == user ? $0.password : nil }
      },
      ask: { await sshQuestions.ask($0) })
  }

  /// Presets are read when a name or an answer may refer to one.
  private(set) lazy var catalog: FormatCatalog = {
    let (shipped, own) = (files.presets, ownPresets)
    return FormatCatalog(environment: processVariable) {
      let library = PresetLibrary(
        shipped: shipped.flatMap(FileReference.init(path:)),
        own: own.flatMap(FileReference.init(path:)))
      for problem in library.problems { StandardError.complain(problem.text) }
      return library
    }
  }()

  /// `presets` in the configuration home.
  var ownPresets: String? {
    guard let file = ConfigurationFile(environment: { self.environment[$0] }) else { return nil }
    return file.path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/presets"
  }

  var dependencies: AddressRepository.Dependencies {
    AddressRepository.Dependencies(
      catalog: catalog, transport: transport, store: store.pages)
  }

  /// - Parameters:
  ///   - transport: Authorizes the requests to the source's own server; nil if that is not necessary.
  ///   - request: The request for a picture's address; by default a plain one, as for pictures that a local file names.
  func makeImageRepository(
    _ transport: (any HTTPTransport)? = nil,
    request: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) -> RemoteImageRepository {
    RemoteImageRepository(
      files: WebFiles(transport ?? self.transport, request: request), store: store.images)
  }

  /// Passwords for servers, looked up when a server asks for one.
  private(set) lazy var secrets = ServerSecrets(
    environment: processVariable, servers: settings.servers,
    netrc: { Netrc.content(environment: processVariable) })

  /// Places orders with a source; recorded in `orders` of the state folder.
  func makeOrderRepository(for source: OpenSource) -> DefaultOrderRepository {
    DefaultOrderRepository(
      photos: source.repository, sourceID: source.id,
      folder: folders.state.map { "\($0)/orders" }, transport: transport,
      // Addresses in the feed have the same reach as its pictures.
      reach: { source.imageRequest($0).reach }, logger: log.makeLogger("vitrine.orders"))
  }

  /// Removes temporary files. Call before quitting.
  func removeTemporaryFiles() {
    for end in endings { end() }
  }

  /// Writes what waits to be stored: some milliseconds. Call before the end.
  func finishWriting() async {
    for write in writers { await write() }
  }
}
