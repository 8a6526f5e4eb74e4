import ArgumentParser
import FeedFormats
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import PictureKit
import PictureProtocol

/// `vitrine feed FOLDER -o DIR`: folders or a collection as a feed for any web server.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Write photos as a feed for any web server.",
    usage: "vitrine feed <folders> ... -o <dir> [<options>]",
    discussion: """
      Writes feed.json, index.html, screen-size pictures and thumbnails to DIR. Put DIR on a web server, and others \
      browse it with 'vitrine https://host/path/'. The original files and where they were taken are not published; \
      names, titles, captions, alt texts, creators, copyright, usage terms, keywords, cameras, dates, sale marks and prices \
      are. Run it again to update: it makes only what changed, and removes the pictures of photos that are gone. Exits with \
      status 1 if some fail or are skipped.
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder with its subfolders, several, a collection or library:NAME.",
      valueName: "folders"),
    completion: .file(extensions: [PhotoCollection.fileExtension]))
  var sources: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A new or empty folder, or an earlier feed's.",
      valueName: "dir"), completion: .directory)
  var output: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The feed's title (default: the source's name).", valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "Where orders go: a URL, or a path on its server.", valueName: "url"))
  var orderURL: String?

  @Option(help: ArgumentHelp("The e-mail address for orders.", valueName: "address"))
  var orderEmail: String?

  @Option(
    help: ArgumentHelp(
      "Delivery: download, print or download,print.", valueName: "how"),
    completion: .list(["download", "print", "download,print"]))
  var orderDelivery: String?

  @Option(help: Setting.help(of: "currency"))
  var currency: String?

  @Option(
    help: ArgumentHelp(
      "Longer side of pictures, 320 to 4096 (default: \(FeedPublicationSettings.usualSide)).",
      valueName: "pixels"),
    transform: number(
      from: FeedPublicationSettings.sides.lowerBound,
      through: FeedPublicationSettings.sides.upperBound))
  var size = FeedPublicationSettings.usualSide

  @Flag(help: "Include only photos marked for sale.")
  var onlyForSale = false

  func validate() throws {
    var settings = Settings()
    try settings.set("currency", toOption: currency)
    if let orderURL, !FeedOrderText.isAddress(orderURL) {
      throw ValidationError(
        orderURL, for: "--order-url <url>",
        "expected an http or https URL without a user name, or a path")
    }
    if let orderEmail, !FeedOrderText.isMailAddress(orderEmail) {
      throw ValidationError(
        orderEmail, for: "--order-email <address>", "expected one e-mail address")
    }
    if let orderDelivery, FeedOrderText.deliveries(orderDelivery) == nil {
      throw ValidationError(
        orderDelivery, for: "--order-delivery <how>",
        "expected download, print or download,print")
    }
  }

  func run() throws {
    SourceRun.exit { container throws(Complaint) in
      let place = try container.locate(sources)
      guard place.source.namedPhoto != nil || container.folders(of: place.source) != nil else {
        throw Complaint(
          "\(TextCleaner.line(sources[0])) is not a folder or a collection of yours: a feed has copies of your own files only"
        )
      }
      return place
    } work: { run throws(Complaint) in
      try await write(run)
    }
  }

  /// - Returns: The exit status.
  @MainActor private func write(_ run: SourceRun) async throws(Complaint) -> Int32 {
    let (source, loader) = (run.place.source, run.container.pictureLoader)
    let folders = run.container.folders(of: source) ?? []
    // A feed without its photos would take the place of the one with them.
    if case .folders = source,
      let missing = folders.first(where: { folder in
        FileAnswer.within(FileAnswer.limit, at: folder.path) {
          LibraryDirectory(at: folder.path)
        } ?? nil == nil
      })
    {
      throw Complaint(.noSuchFile(name: FilePath.shownName(missing)))
    }
    guard let destination = FileReference(path: RawArguments.bytes(of: output)) else {
      throw Complaint("--output is empty; name a folder for the feed")
    }
    // The ids of a folder's photos are their paths in it.
    let key = if case .folder = source { [UInt8]() } else { try run.container.places.feedKey() }
    let publication = FeedPublication(
      of: run.opened.repository, folders: folders,
      publishesPaths: source.namesOneFolder,
      key: key, to: destination, settings: settings(run.place.search)
    ) { file, side in
      await Self.picture(of: file, side: side, loader)
    }
    let line = ProgressLine()
    do throws(FeedPublicationError) {
      let summary = try await publication.run { summary in
        await MainActor.run { line.show(FeedText.progress(summary)) }
      }
      line.clear()
      return report(summary)
    } catch {
      line.clear()
      if let problem = loader.problem { StandardError.complain(problem.words) }
      StandardError.complain(FeedText.failure(error))
      return 1
    }
  }

  @MainActor private static func picture(
    of file: FileReference, side: Int, _ loader: PictureLoader
  ) async -> FeedPublication.MadePicture {
    do throws(PictureFailure) {
      return .jpeg(
        try await loader.jpeg(of: PictureFile(path: file.path), side: UInt32(clamping: side)).bytes)
    } catch {
      return loader.problem == nil ? .none : .unavailable
    }
  }

  /// - Parameter search: The saved search to publish; nil for the whole folder.
  private func settings(_ search: SavedSearch?) -> FeedPublicationSettings {
    FeedPublicationSettings(
      title: title.map { TextCleaner.line($0) } ?? search?.name, orderURL: orderURL,
      orderEmail: orderEmail,
      deliveries: orderDelivery.flatMap(FeedOrderText.deliveries) ?? [],
      currency: currency.flatMap { PriceParser.currency($0) },
      side: size, isOnlyForSale: onlyForSale, query: search?.query() ?? .everything)
  }

  @MainActor private func report(_ summary: FeedPublication.Summary) -> Int32 {
    if summary.wasCancelled {
      StandardError.complain("interrupted: the previous feed is unchanged; run again to continue")
      return 130
    }
    StandardError.complain(FeedText.summary(summary))
    for line in FeedText.leftOut(summary) { StandardError.complain(line) }
    StandardError.complain(summary.notes)
    return Self.exitStatus(summary)
  }

  /// Of a feed that is written: whether photos of the source are not in it.
  static func exitStatus(_ summary: FeedPublication.Summary) -> Int32 {
    summary.failureCount + summary.onServersCount > 0 || summary.notes.lacksPhotos ? 1 : 0
  }
}
