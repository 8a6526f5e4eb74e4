import ContactSheet
import FeedFormats
import FolderFormats
import Foundation
import GalleryClickHouse
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import GalleryScreens
import Glibc
import PictureKit
import TerminalKit

/// The composition root: the one place that makes objects.
@MainActor
final class AppContainer {
  private let files = ProgramFiles()
  let settings: Settings

  /// Whether the web address of a picture opens the list of files around it. Set it before anything is opened.
  var opensFoldersOfPictures = false

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Starts its first worker when the first picture is requested.
  private(set) lazy var pictureLoader: PictureLoader = {
    let log = WorkerLog { [log = network.log] in log.write("notice vitrine.pictures: \($0)") }
    return PictureLoader(
      launcher: ProcessLauncher(log: log), log: log, thumbnails: thumbnailCache)
  }()

  /// The desktop's folder of thumbnails; nil when it is turned off.
  private let thumbnailCache = ThumbnailCache(environment: WorkerEnvironment.ofThisProcess())

  /// Lazy: nothing is read or connected until a page or picture is requested.
  private(set) lazy var network = NetworkServices(settings: settings, files: files)

  private(set) lazy var places = Places(network.state, folder: network.folders.state)

  private(set) lazy var viewMemory = ViewMemory(state: network.state)

  /// What was typed names: a source, a saved search of one, one of the user's own collections, or several folders that are shown as
  /// one, of which some may not be there, if something is remembered of them.
  ///
  /// - Parameter arguments: As written; none for the built-in gallery, or the argument of `--preset`.
  func locate(_ arguments: [String]) throws(Complaint) -> Place {
    if arguments.count > 1 { return try locate(folders: arguments) }
    guard let name = arguments.first.flatMap(SavedSearch.name(inAddress:)) else {
      return try locateUnnamed(arguments.first)
    }
    let searches = places.savedSearches
    if let search = searches.first(where: { $0.name == name }) {
      var place = try locateUnnamed(search.text)
      // The file may have been written by another program.
      guard !place.runsProgram else {
        throw Complaint("a saved search runs no program; open it from the command line")
      }
      place.search = search
      return place
    }
    let collections = places.collectionNames
    guard collections.contains(name), let file = places.collections.file(named: name) else {
      let (save, add) = (
        settings.keys.name("places.save-search", on: .list),
        settings.keys.name("collection.add", on: .list)
      )
      let known = (searches.map(\.name) + collections).sorted().joined(separator: ", ")
      throw Complaint(
        "no saved search or collection '\(CommandLineText.clean(name))'; "
          + (known.isEmpty ? "\(save) and \(add) in the list make one" : "there are: \(known)"))
    }
    return Place(
      source: .collection(file), argument: String(decoding: file.path, as: UTF8.self),
      collectionName: name)
  }

  /// What an argument names that is not a name of the user's.
  private func locateUnnamed(_ argument: String?) throws(Complaint) -> Place {
    if let folders = argument.flatMap(RecentSource.folders(inText:)) {
      let home = processVariable("HOME")
      return try locate(folders: folders.map { FilePath.expandingHome($0, home: home) ?? $0 })
    }
    do throws(PhotoSourceLocatorError) {
      let source = try source(argument)
      if case .address = source {
        // While the terminal opens: reading the presets takes 6 ms.
        Task.detached { [catalog = network.catalog] in _ = catalog.library }
      }
      return Place(source: source, argument: argument)
    } catch {
      throw Complaint(error)
    }
  }

  private func source(_ argument: String?) throws(PhotoSourceLocatorError) -> PhotoSource {
    // For example an unset variable in quotes in a script.
    if argument == "" { throw .refused(.noName) }
    let locator = PhotoSourceLocator { [catalog = network.catalog] in catalog.isPreset($0) }
    return try locator.source(argument.map(RawArguments.bytes(of:)), preset: settings.preset)
  }

  private func locate(folders arguments: [String]) throws(Complaint) -> Place {
    guard !arguments.isEmpty else { throw .noName }
    var folders: [FileReference] = []
    for argument in arguments {
      do throws(PhotoSourceLocatorError) {
        // What has a name of the user's is no folder, whatever it opens.
        guard SavedSearch.name(inAddress: argument) == nil,
          RecentSource.folders(inText: argument) == nil,
          case .folder(let folder) = try source(argument)
        else {
          throw .refused("\(TextCleaner.line(argument)) is not a folder")
        }
        folders.append(FileReference(path: FilePath.absolute(folder.path)) ?? folder)
      } catch {
        let typed = FilePath.absolute(RawArguments.bytes(of: argument))
        guard case .noSuchFile = error,
          let folder = FileReference(path: FilePath.withoutDots(typed))
        else { throw Complaint(error) }
        folders.append(folder)
      }
    }
    return Place(
      source: .folders(folders),
      argument: folders.map(FilePath.shownName).joined(separator: ", "))
  }

  /// The user's own collections may name anything, however they are opened.
  private func collection(_ file: FileReference) -> CollectionFile {
    CollectionFile(file, namesAnything: places.collections.holds(file))
  }

  /// The folders whose photos a source of the user's own files shows, those of a collection only if it names them; nil for other
  /// sources.
  ///
  /// - Complexity: Reads a collection.
  func folders(of source: PhotoSource) -> [FileReference]? {
    switch source {
    case .folder(let folder): [folder]
    case .folders(let folders): folders
    // What can't be read says so when it is opened.
    case .collection(let file): (try? collection(file).wholeFolders()) ?? []
    case .sampleGallery, .picture, .paths, .feedFile, .address, .remoteFolder, .preset,
      .clickHouse, .program:
      nil
    }
  }

  func open(_ source: PhotoSource) throws(Complaint) -> OpenSource {
    switch source {
    case .folder(let folder), .picture(_, let folder):
      var path = folder.path[...]
      while path.count > 1, path.last == FilePath.separator { path.removeLast() }
      return openFolder(
        folder, id: "folder \(PathText.line(Array(path)))",
        isRecursive: settings.isRecursive && source.includesSubfolders)
    case .paths:
      guard isatty(STDIN_FILENO) != 1,
        let folder = FileReference(path: FilePath.workingDirectory)
      else {
        throw Complaint(
          "- reads paths from standard input, which is a terminal; try 'fd -e jpg | vitrine -'")
      }
      // Waits for the other program, which may ask for something in the terminal first.
      let input = PipedInput(descriptor: STDIN_FILENO)
      if input.holdsPhotos {
        return OpenSource(
          FeedFileRepository(piped: input, directory: folder, catalog: network.catalog),
          id: "lines \(PathText.line(folder.path))", log: network.log)
      }
      return openFolder(
        folder, id: "paths \(PathText.line(folder.path))",
        isRecursive: settings.isRecursive, paths: input)
    case .feedFile(let file, let preset):
      return OpenSource(
        FeedFileRepository(file: file, preset: preset, catalog: network.catalog),
        id: "file \(PathText.line(file.path))", log: network.log)
    case .folders(let folders):
      let collection = CollectionFile(folders: folders)
      var opened = openFolder(
        collection.base,
        id: "folders \(folders.map { PathText.line($0.path) }.joined(separator: "\t"))",
        isRecursive: settings.isRecursive, collection: collection)
      opened.collection = nil
      return opened
    case .collection(let file):
      let collection = collection(file)
      return openFolder(
        collection.base, id: "collection \(PathText.line(collection.file.path))",
        isRecursive: settings.isRecursive, collection: collection)
    case .sampleGallery:
      guard let file = files.sampleGallery.flatMap(FileReference.init(path:)) else {
        throw Complaint(
          "the built-in gallery is not installed; name a folder or a feed file")
      }
      return OpenSource(
        FeedFileRepository(file: file, catalog: network.catalog), id: "sample gallery",
        log: network.log)
    case .address(let url, nil):
      return openAddress(url)
    case .address(let url, let preset?):
      let (bare, authorization) = WebAuthorization.separated(from: url)
      let format = try Complaint.ofSource { () throws(PhotoSourceError) in
        try network.catalog.format(named: preset, at: bare, isNamed: true)
      }
      return open(format, HostPolicy(source: bare, authorization: authorization))
    case .remoteFolder(let address, let photo):
      // For a file only its own folder, as on the disk.
      return try openRemote(address, isRecursive: settings.isRecursive && photo == nil)
    case .clickHouse(let address):
      let repository = ClickHouseRepository(
        address, credentials: ClickHouseCredentials(environment: processVariable),
        transport: network.transport, store: network.dependencies.store)
      return OpenSource(
        repository, id: address.sourceID,
        images: objectStoreImages { repository.imageRequest(for: $0) }, log: network.log
      ) { repository.imageRequest(for: $0) }
    case .program(let call):
      let program = ProgramRepository(call) { [log = network.log.makeLogger("vitrine.program")] in
        log.notice("\($0)")
      }
      var opened = OpenSource(program, id: "exec \(call.text)", log: network.log)
      opened.program = program
      return opened
    case .preset(let name, let argument):
      do throws(PhotoSourceError) {
        let (format, policy) = try network.catalog.format(named: name, argument: argument)
        return open(format, policy)
      } catch {
        guard case .notFound = error else { throw Complaint(error) }
        let meaning = network.catalog.library.preset(named: name)?.argument.meaning
        throw Complaint("\(name) needs an argument: \(meaning ?? "the address of a feed")")
      }
    }
  }

  /// - Parameters:
  ///   - paths: The pictures; nil for all in the folder.
  ///   - collection: Lists the pictures instead, all of them below the folder.
  private func openFolder(
    _ folder: FileReference, id: String, isRecursive: Bool, paths: PipedInput? = nil,
    collection: CollectionFile? = nil
  ) -> OpenSource {
    let reader = WorkerMetadataReader(loader: pictureLoader)
    let repository = FolderRepository(
      folder: folder, reader: reader, marks: SidecarMarkReader(),
      showsPairs: settings.showsPairs, ignoredNames: settings.ignoredNames,
      isRecursive: isRecursive, paths: paths,
      collection: collection, library: network.library, fingerprints: reader)
    // The addresses of someone else's list have the reach of a feed's.
    let policy = HostPolicy(source: nil, wasPublic: collection.map { !$0.namesAnything } ?? false)
    // It is listed while the terminal and the screens are made.
    Task.detached { await repository.prepare() }
    var opened = OpenSource(
      repository, id: id,
      sidecars: FileSidecarRepository(folder: repository, reader: reader),
      files: LocalFileOperationRepository(
        environment: ProcessInfo.processInfo.environment, reader: reader),
      log: network.log
    ) { policy.bounded(HTTPRequest(url: $0)) }
    opened.collection = collection.map { CollectionEditor($0.file) }
    return opened
  }

  /// Writes titles, captions and keywords of pictures anywhere.
  ///
  /// - Returns: nil in a folder without a path.
  func makeCaptionWriter() -> CaptionWriter? {
    guard let folder = FileReference(path: FilePath.workingDirectory) else { return nil }
    let reader = WorkerMetadataReader(loader: pictureLoader)
    return CaptionWriter(
      photos: FolderRepository(folder: folder, reader: reader, marks: SidecarMarkReader()),
      reader: reader)
  }

  private func openRemote(
    _ address: RemoteFolderAddress, isRecursive: Bool
  ) throws(Complaint) -> OpenSource {
    let server = try server(at: address)
    let folder = makeRemoteFolder(areOwn: true, isRecursive: isRecursive)(server)
    var opened = OpenSource(
      folder.repository, id: server.folder.sourceID, images: folder.images,
      sidecarRefusal: .onServer, log: network.log)
    opened.fileURL = { server.folder.url(of: FolderPhotoID.path(ofID: $0)) }
    return opened
  }

  private func server(
    at address: RemoteFolderAddress
  ) throws(Complaint) -> any RemoteFileSystem {
    switch address {
    case .s3(let bucket, let folder): return try self.bucket(bucket, folder: folder)
    case .webDAV(let url):
      let authorizer = PasswordAuthorizer(
        server: url, user: url.user(percentEncoded: false), secrets: network.secrets)
      let format = try Complaint.ofSource { () throws(PhotoSourceError) in
        try WebDAVFormat(url: url)
      }
      return WebFileSystem(
        format, AuthorizedTransport(network.transport, server: url, authorizer: authorizer))
    case .sftp(let url):
      return try Complaint.ofSource { () throws(PhotoSourceError) in
        try network.makeSFTPFileSystem(of: url)
      }
    }
  }

  /// A file on a server of the user's folders, named by its address.
  ///
  /// - Returns: The URL of the picture, and what fetches it; nil unless the argument is such an address.
  func remoteFile(
    _ argument: String
  ) throws(Complaint) -> (url: URL, images: any PhotoImageRepository)? {
    let source: PhotoSource?
    do throws(PhotoSourceLocatorError) {
      source = try PhotoSourceLocator { _ in false }.remoteFile(RawArguments.bytes(of: argument))
    } catch {
      throw Complaint(error)
    }
    guard case .remoteFolder(let address, let id?) = source else { return nil }
    let opened = try openRemote(address, isRecursive: false)
    guard let url = opened.fileURL(id), let images = opened.images else { return nil }
    return (url, images)
  }

  private func bucket(
    _ bucket: String, folder: String
  ) throws(Complaint) -> any RemoteFileSystem {
    let settings = try S3Settings(endpoint: settings.endpoint, environment: processVariable)
    let format = S3Format(
      try settings.location(bucket: bucket, folder: folder), isSigned: settings.keys != nil)
    guard let keys = settings.keys else { return WebFileSystem(format, network.transport) }
    guard let server = format.url(of: []) else {
      throw Complaint("'\(bucket)' can't be the name of a bucket")
    }
    let authorizer = S3Authorizer(keys: keys, region: settings.region)
    return WebFileSystem(
      format, AuthorizedTransport(network.transport, server: server, authorizer: authorizer))
  }

  /// The pictures of a source that names objects of the user's own object store: requests are signed there, and
  /// thumbnails come from the beginnings of the files.
  ///
  /// - Returns: nil if the user has no store of their own, apart from AWS itself.
  private func objectStoreImages(
    request: @escaping @Sendable (URL) -> HTTPRequest
  ) -> (any PhotoImageRepository)? {
    guard let settings = try? S3Settings(endpoint: settings.endpoint, environment: processVariable),
      let server = settings.endpoint, let keys = settings.keys
    else { return nil }
    let transport = AuthorizedTransport(
      network.transport, server: server,
      authorizer: S3Authorizer(keys: keys, region: settings.region))
    // The endpoint is the user's own, wherever it is.
    let (origin, policy) = (Origin(server), HostPolicy(source: server))
    let bounded: @Sendable (URL) -> HTTPRequest = { url in
      origin?.contains(url) == true ? policy.own(HTTPRequest(url: url)) : request(url)
    }
    return RemoteImageRepository(
      files: WebFiles(transport, request: bounded), store: network.store.images,
      thumbnails: WorkerMetadataReader(loader: pictureLoader))
  }

  /// A feed, or a list of files.
  private func openAddress(_ url: URL) -> OpenSource {
    var (address, dependencies) = (url, network.dependencies)
    // A password in the address comes first.
    if url.password() == nil {
      let user = url.userWithoutPassword
      address = WebAuthorization.separated(from: url).url
      dependencies.transport = network.makeTransport(authorizedAt: address, user: user)
      dependencies.account = { [secrets = network.secrets] in user ?? secrets.account(at: $0) }
    }
    // The author of a list on a server is unknown: as with feeds, only formats that are made for the web.
    let isPicture = opensFoldersOfPictures && PhotoSource.address(url).likelyPhoto != nil
    dependencies.folder = makeRemoteFolder(
      areOwn: false, isRecursive: settings.isRecursive && !isPicture)
    dependencies.opensFoldersOfPictures = isPicture
    let repository = AddressRepository(url: address, dependencies: dependencies)
    let pictures = network.makeImageRepository(dependencies.transport) {
      repository.imageRequest(for: $0)
    }
    return OpenSource(
      repository, id: repository.id, images: AddressImages(of: repository, pictures: pictures),
      log: network.log
    ) { repository.imageRequest(for: $0) }
  }

  /// Makes folders on servers, on any thread: what they need is made here.
  ///
  /// - Parameter areOwn: Whether the pictures are the user's own files.
  private func makeRemoteFolder(
    areOwn: Bool, isRecursive: Bool
  ) -> AddressRepository.Dependencies.FolderMaker {
    let reader = WorkerMetadataReader(loader: pictureLoader)
    let (showsPairs, ignoredNames) = (settings.showsPairs, settings.ignoredNames)
    let store = network.store.images
    return { server in
      let images = RemoteImageRepository(
        files: server.files, store: store, thumbnails: reader, areOwn: areOwn)
      return (
        repository: FolderRepository(
          server, images: images, reader: reader, marks: SidecarMarkReader(),
          showsPairs: showsPairs, ignoredNames: ignoredNames, isRecursive: isRecursive),
        images: images
      )
    }
  }

  private func open(_ format: any FeedFormat, _ policy: HostPolicy?) -> OpenSource {
    let repository = network.dependencies.repository(of: format, policy: policy)
    return OpenSource(repository, id: format.sourceID, log: network.log) {
      repository.imageRequest(for: $0)
    }
  }

  /// Makes contact sheets and copies.
  ///
  /// - Parameters:
  ///   - repository: The gallery's own: what the list has read for sorting is not read again.
  ///   - photoFolder: The user's own folder that is exported; nil for other sources.
  func makeExportService(
    of repository: LocalQueryRepository, images: (any PhotoImageRepository)?,
    photoFolder: @escaping () -> String? = { nil }
  ) -> DefaultExportService {
    let files = ExportedFiles(images: images, loader: pictureLoader)
    let environment = WorkerEnvironment.ofThisProcess()
    return DefaultExportService(
      of: repository, thumbnail: { await files.thumbnail(of: $0) },
      original: { await files.original(of: $0) },
      files: LocalFileOperationRepository(environment: environment), home: environment["HOME"],
      photoFolder: photoFolder)
  }

  /// A picture that shows a place, without opening it: from the caches, or of the sample gallery.
  func cover(of place: PlacesViewModel.Place) -> FileReference? {
    if place.kind == .sampleGallery { return files.samplePicture }
    guard let cover = place.summary?.cover else { return nil }
    let caches = [network.folders.cache].compactMap { $0.map { Array("\($0)/".utf8) } }
    if caches.contains(where: { cover.path.starts(with: $0) }) {
      return FilePath.withCString(cover.path) { access($0, R_OK) } == 0 ? cover : nil
    }
    return thumbnailCache?.storedThumbnail(of: cover.path).flatMap(FileReference.init(path:))
  }
}
