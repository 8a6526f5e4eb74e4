import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// The available formats: found by name, by a URL, or by what a response looks like.
public protocol FeedFormatCatalog: Sendable {
  /// Whether `name:argument` on the command line means a preset.
  func isPreset(_ name: String) -> Bool

  /// The format that a URL itself determines, such as on a service's own host; nil if its response is needed.
  func format(of url: URL) -> (any FeedFormat)?

  /// A named format at a URL, or in a file.
  ///
  /// - Parameter isNamed: Whether the user chose it (`--preset`) rather than Vitrine recognising it: only then is a
  ///   service's key sent to a host that isn't the service's own.
  func format(
    named name: String, at url: URL, isNamed: Bool
  ) throws(PhotoSourceError) -> any FeedFormat

  /// The format of a response by its shape; nil if it is unknown.
  ///
  /// - Parameter url: nil for a file.
  func format(recognising response: HTTPResponse, at url: URL?) async -> (any FeedFormat)?

  /// Feeds that an HTML page names, the best first.
  func feeds(namedBy response: HTTPResponse) async -> [URL]
}

/// All formats: RSS and Atom, which are built in, and the presets.
///
/// The presets' files are read once, when they are first needed.
public final class FormatCatalog: FeedFormatCatalog {
  /// The name of RSS and Atom on the command line.
  public static let syndicationName = "rss"

  /// The preset of Vitrine's own feeds.
  private static let ownFormatName = "500px"

  private let read: @Sendable () -> PresetLibrary
  private let known = Mutex<PresetLibrary?>(nil)
  private let environment: @Sendable (String) -> String?

  /// - Parameters:
  ///   - environment: Answers a variable's value; keys come from it.
  ///   - library: Called when first needed; more than once only if several threads need it at that moment.
  public init(
    environment: @escaping @Sendable (String) -> String?,
    library: @escaping @Sendable () -> PresetLibrary
  ) {
    self.environment = environment
    read = library
  }

  public var library: PresetLibrary {
    if let library = known.withLock({ $0 }) { return library }
    // Outside the lock, since it reads files and reports mistakes. If two threads read at the same time, the first
    // result counts.
    let library = read()
    return known.withLock { known in
      let kept = known ?? library
      known = kept
      return kept
    }
  }

  public func isPreset(_ name: String) -> Bool {
    name == Self.syndicationName || library.preset(named: name) != nil
  }

  /// A preset with the text after its colon.
  ///
  /// - Returns: The policy of a feed, whose address may name a user; nil for a service.
  /// - Throws: `.notFound` for an unknown name; the reason if the argument is invalid.
  public func format(
    named name: String, argument: String
  ) throws(PhotoSourceError) -> (format: any FeedFormat, policy: HostPolicy?) {
    if let preset = library.preset(named: name) {
      return (try PresetFormat(preset: preset, argument: argument, environment: environment), nil)
    }
    let shown = TextCleaner.line("\(name):\(argument)")
    guard name == Self.syndicationName else { throw .notFound(name: shown) }
    guard let url = FeedAddress.web(FeedAddress.withScheme(argument)), WebAddress.isWeb(url)
    else { throw .notFound(name: shown) }
    let (bare, authorization) = WebAuthorization.separated(from: url)
    return (
      SyndicationFormat(url: bare), HostPolicy(source: bare, authorization: authorization)
    )
  }

  public func format(of url: URL) -> (any FeedFormat)? {
    // Without a response, only a service's own host counts.
    guard let preset = library.recognise([], url: url) else { return nil }
    return try? PresetFormat(preset: preset, url: url, environment: environment)
  }

  public func format(
    named name: String, at url: URL, isNamed: Bool
  ) throws(PhotoSourceError) -> any FeedFormat {
    guard let preset = library.preset(named: name) else {
      guard name == Self.syndicationName else { throw .notFound(name: "\(name):") }
      return SyndicationFormat(url: url)
    }
    if url.isFileURL { return format(preset, inFile: url) }
    return try PresetFormat(
      preset: preset, url: url, isNamed: isNamed, environment: environment)
  }

  @concurrent
  public func format(
    recognising response: HTTPResponse, at url: URL?
  ) async -> (any FeedFormat)? {
    let type = response.headers["Content-Type"]
    // Most formats can be recognised even in an unknown encoding.
    let body = (try? TextEncoding.text(response.body, contentType: type)) ?? response.body
    if SyndicationFormat.recognises(response.body, contentType: type) {
      return SyndicationFormat(url: url ?? response.url)
    }
    // A file is one of Vitrine's own feeds unless it looks like another. At an address, a list of photos without any is
    // one, which looks like nothing else.
    let isOwn =
      url == nil
      ? PresetWrapping.looksLikeJSON(body) : JSONValue(bytes: body)?["photos"] == .array([])
    let preset =
      library.recognise(body, url: url)
      ?? (isOwn ? library.preset(named: Self.ownFormatName) : nil)
    guard let preset else { return nil }
    guard let url else { return format(preset, inFile: response.url) }
    return try? PresetFormat(preset: preset, url: url, environment: environment)
  }

  @concurrent
  public func feeds(namedBy response: HTTPResponse) async -> [URL] {
    let type = response.headers["Content-Type"]
    return FeedDiscovery.feeds(in: response.body, of: response.url, contentType: type)
  }

  private func format(_ preset: Preset, inFile url: URL) -> PresetFormat {
    let path = Array(url.path(percentEncoded: false).utf8)
    let stem = FilePath.stem(FilePath.lastComponent(path))
    return PresetFormat(
      preset: preset, file: String(decoding: stem, as: UTF8.self), environment: environment)
  }
}
