import Foundation
import GalleryDomain

/// A photo service, read according to its preset.
public struct PresetFormat: FeedFormat {
  /// What the user specified.
  enum Subject: Hashable, Sendable {
    case argument
    /// A URL, which is page 1.
    case address(URL)
    /// A file with a saved response; nothing is requested.
    case file
  }

  public let preset: Preset
  let subject: Subject
  /// For templates: the argument in its forms, settings, defaults. No secrets.
  let values: [String: String]
  /// Keys and tokens; empty if they must not be sent.
  let secrets: [String: String]
  /// Variables that are required but not set.
  let missing: [PresetVariable]
  public let title: String
  public let sourceID: String
  public let pagesID: String

  public var name: String { preset.name }

  /// A preset with an argument: `openverse:lighthouse`, `woocommerce:shop.example`.
  ///
  /// - Parameters:
  ///   - argument: May end with settings of the preset: `shop.example?currency=EUR`.
  ///   - environment: Returns the value of a variable.
  /// - Throws: `.notFound` if a required argument is missing, or is not a URL where one is needed.
  public init(
    preset: Preset, argument: String?, environment: (String) -> String?
  ) throws(PhotoSourceError) {
    let argument = CleanText.line(argument, limit: TextLimit(characters: 1_000))
    let (subject, stated) = PresetSettings.split(argument, for: preset)
    guard subject != nil || !preset.argument.isRequired else {
      throw .notFound(name: "\(preset.name):")
    }
    // `jsonfeed:https://…`: the argument is the URL of the feed itself, including its query, if the preset adds
    // nothing.
    if preset.argument.kind == .address, preset.list?.address.parts == [.placeholder("base")],
      preset.list?.items.isEmpty == true, let text = argument,
      let url = FeedAddress.web(FeedAddress.withScheme(text))
    {
      try self.init(preset: preset, url: url, isNamed: true, environment: environment)
      return
    }
    var base: PresetBase?
    if preset.argument.kind == .address, let subject {
      base = PresetBase(subject)
      if base == nil { throw .notFound(name: "\(preset.name):\(subject)") }
    }
    let identity = base?.text ?? subject ?? ""
    self.init(
      preset: preset, subject: .argument, stated: stated, environment: environment,
      values: base?.values ?? subject.map { ["argument": $0] } ?? [:],
      title: (base?.host ?? subject).map { "\($0) · \(preset.title)" } ?? preset.title,
      sourceID: "\(preset.name):\(identity)\(PresetSettings.identity(stated))",
      address: argument ?? "")
  }

  private init(
    preset: Preset, subject: Subject, stated: [String: String] = [:],
    environment: (String) -> String?, values: [String: String], sendsSecrets: Bool = true,
    title: String, sourceID: String, address: String
  ) {
    let settings = PresetSettings(of: preset, stated: stated, environment: environment)
    self.preset = preset
    self.subject = subject
    self.values = settings.values.merging(values) { $1 }
    secrets = sendsSecrets ? settings.secrets : [:]
    missing = sendsSecrets ? settings.missing : []
    self.title = title
    self.sourceID = sourceID
    let all = self.values.merging(secrets) { $1 }.sorted { $0.key < $1.key }
    pagesID = WebAddress.pagesID(of: sourceID, [address] + all.flatMap { [$0.key, $0.value] })
  }

  /// A URL whose responses a preset can read: it is page 1, and the later pages are derived from it.
  ///
  /// - Parameters:
  ///   - isNamed: Whether the user named the preset (`--preset`). A key is sent to the service's own hosts, and to
  ///   others only in that case: a URL whose response looks like Immich's does not get an Immich key.
  public init(
    preset: Preset, url: URL, isNamed: Bool = false, environment: (String) -> String?
  ) throws(PhotoSourceError) {
    guard let base = PresetBase(url: url, of: preset.list ?? preset.search) else {
      throw .notFound(name: CleanText.line(url.absoluteString) ?? preset.name)
    }
    let stated = PresetSettings.stated([QueryItem](of: url), for: preset)
    let isOwn = base.isOwn(of: preset)
    self.init(
      preset: preset, subject: .address(url), stated: stated, environment: environment,
      values: base.values, sendsSecrets: isOwn || isNamed,
      title: isOwn ? preset.title : "\(base.host) · \(preset.title)",
      sourceID: "\(preset.name):\(preset.withoutSecrets(url))",
      address: url.absoluteString)
  }

  /// A file with a saved response of the service.
  ///
  /// - Parameter name: The file's name, for the title.
  public init(preset: Preset, file name: String, environment: (String) -> String?) {
    let title = CleanText.line(name) ?? preset.title
    self.init(
      preset: preset, subject: .file, environment: environment, values: [:], sendsSecrets: false,
      title: title, sourceID: "\(preset.name):file:\(title)", address: name)
  }

  public var orderRoute: OrderRoute? { preset.buying?.route(variables: values) }

  public var capabilities: SourceCapabilities {
    let searches = (preset.search ?? preset.list)?.placeholders.contains("query") ?? false
    return SourceCapabilities(
      search: isAtService && searches ? .atSource : .here,
      operations: isAtService ? Set(preset.filters.words.keys) : [],
      sorts: isAtService ? Set(preset.filters.sorts.keys) : [], isRemote: subject != .file)
  }

  /// Whether requests go to the service itself. A feed in its format on some other web server can't search and filter as
  /// that service would.
  private var isAtService: Bool {
    switch subject {
    case .file: false
    case .argument: true
    case .address(let url): preset.isService(at: url)
    }
  }

  public var hasNumberedPages: Bool {
    guard subject != .file, let request = preset.list ?? preset.search else { return false }
    return !request.placeholders.isDisjoint(with: ["page", "offset"])
  }

  public func pageSize(wanted: Int) -> Int {
    if case .address(let url) = subject {
      let names = preset.list?.itemNames(holding: "size") ?? []
      let items = [QueryItem](of: url)
      let size = items.first { names.contains($0.name) }.flatMap { items.number($0.name) }
      if let size, (1...10_000).contains(size) { return size }
      if let size = preset.defaultPageSize { return size }
    }
    return min(max(wanted, preset.pageSizes.lowerBound), preset.pageSizes.upperBound)
  }
}
