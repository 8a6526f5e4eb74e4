import Foundation
import GalleryDomain

extension PresetFormat {
  public func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    guard subject != .file else { throw .notFound(name: title) }
    if case .continuation(.url(let url)) = page.position { return continued(url) }
    let template = template(for: page)
    let values = placeholders(page, template)
    let address: String?
    var items: [QueryItem]
    if case .address(let url) = subject, template == nil {
      (address, items) = (url.absoluteString, try self.items(of: url, on: page))
    } else {
      try checkKeys(items: [])
      address = template?.address.filled { name in
        // The base is itself a URL.
        name == "base" || name == "origin" ? values[name] : values[name].map(QueryItem.encoded)
      }
      items = template?.items.compactMap { $0.filled { values[$0] } } ?? []
    }
    preset.filters.add(page.query, zone: page.zone, to: &items)
    addContinuation(page.position, to: &items, filled: template?.placeholders ?? [])
    guard let url = address.flatMap({ items.url(at: $0) }) else { throw .notFound(name: title) }
    var request = plainRequest(url, template?.method ?? .get)
    addHeaders(to: &request)
    if let body = template?.body {
      request.body = Array(body.filledAsJSON { values[$0] }.utf8)
      // A redirect passes on the whole body.
      request.bodySecrets = secrets.filter { body.placeholders.contains($0.key) }.map(\.value)
      if !request.bodySecrets.isEmpty { request.redirects = .sameHost }
      request.headers["Content-Type"] = request.headers["Content-Type"] ?? "application/json"
    }
    return request
  }

  /// nil for a URL that the user gave, which is requested as it is.
  private func template(for page: FeedPageRequest) -> PresetRequest? {
    if case .address(let url) = subject, page.query.search == nil, !isPosted(url) { return nil }
    return search(page) == nil ? preset.list ?? preset.search : preset.search ?? preset.list
  }

  private func search(_ page: FeedPageRequest) -> String? {
    page.query.search ?? (preset.argument.kind == .search ? values["argument"] : nil)
  }

  /// Page 1 is a URL itself; for later pages, the service's own items are replaced or added.
  private func items(
    of url: URL, on page: FeedPageRequest
  ) throws(PhotoSourceError) -> [QueryItem] {
    var items = [QueryItem](of: url)
    try checkKeys(items: items)
    addKeys(to: &items)
    guard page.number > 1 else { return items }
    let counted = [PresetPaging.Kind.offset, .page].first {
      !itemNames(holding: $0.rawValue).isEmpty
    }
    let kind = counted ?? .page
    let name = itemNames(holding: kind.rawValue).first ?? kind.rawValue
    // The URL may start after page 1: counting starts at its own number or offset.
    if let value = position(of: page, kind, from: items.number(name)) { items.set(name, value) }
    return items
  }

  private func itemNames(holding placeholder: String) -> [String] {
    preset.list?.itemNames(holding: placeholder) ?? []
  }

  /// Whether a URL is the one that the preset sends a body to; others, such as an album's, are requested with GET.
  private func isPosted(_ url: URL) -> Bool {
    guard let list = preset.list, list.method != .get else { return false }
    let path = url.path(percentEncoded: true)
    return list.address.parts.contains { part in
      if case .literal(let ending) = part { path.hasSuffix(ending) } else { false }
    }
  }

  /// Pictures on the service's own host get its headers if the preset says so.
  public func imageRequest(for url: URL) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    if preset.sendsHeadersForImages, isServer(of: url) {
      request.secretNames = preset.secretNames
      addHeaders(to: &request)
    }
    return request
  }

  /// - Parameter items: Those of a URL that the user gave, which may contain the key itself.
  private func checkKeys(items: [QueryItem]) throws(PhotoSourceError) {
    for variable in missing {
      let names = itemNames(holding: variable.name)
      if items.contains(where: { names.contains($0.name) }) { continue }
      throw .keyMissing(source: preset.title, variable: variable.environment ?? variable.name)
    }
  }

  /// The values for the placeholders of a request, including secrets.
  private func placeholders(
    _ page: FeedPageRequest, _ template: PresetRequest?
  ) -> [String: String] {
    var placeholders = values.merging(secrets) { $1 }
    placeholders["size"] = String(page.size)
    let words = search(page)
    placeholders["query"] =
      template?.quotesWords == true ? words?.replacing("'", with: "''") : words
    for kind in [PresetPaging.Kind.page, .offset] {
      placeholders[kind.rawValue] = position(of: page, kind)
    }
    if case .continuation(.token(let token)) = page.position {
      placeholders[tokenParameter] = token
    }
    return placeholders
  }

  /// Where a page is in the service's counting.
  ///
  /// - Parameter start: Of the first page; nil for what the preset says.
  private func position(
    of page: FeedPageRequest, _ kind: PresetPaging.Kind, from start: Int? = nil
  ) -> String? {
    let stated = start ?? preset.paging.first { $0.kind == kind }?.first
    let (usual, size) = kind == .offset ? (0, page.size) : (1, 1)
    return Int.sum(stated ?? usual, page.number - 1, times: size).map(String.init)
  }

  /// The placeholder or the query item for the token of the next page.
  private var tokenParameter: String { preset.paging.lazy.compactMap(\.parameter).first ?? "page" }

  /// - Parameter filled: The placeholders of the request.
  private func addContinuation(
    _ position: FeedPosition, to items: inout [QueryItem], filled: Set<String>
  ) {
    guard case .continuation(.token(let token)) = position else { return }
    if preset.paging.contains(where: { $0.kind == .merge }) {
      for item in [QueryItem](query: token) { items.set(item.name, item.decodedValue) }
    } else if !filled.contains(tokenParameter) {
      items.set(itemNames(holding: tokenParameter).first ?? tokenParameter, token)
    }
  }

  private func addHeaders(to request: inout HTTPRequest) {
    func value(_ name: String) -> String? { secrets[name] ?? values[name] }
    for (name, template) in preset.headers.sorted(by: { $0.key < $1.key }) {
      request.headers[name] = template.filled(value)
    }
    if let user = preset.login["user"]?.filled(value),
      let password = preset.login["password"]?.filled(value)
    {
      request.credentials = ServerCredentials(user: user, password: Array(password.utf8))
    }
  }

  /// The request for a next page from a response: keys are sent only to the server that sent the response.
  func continued(_ url: URL) -> HTTPRequest {
    var request = plainRequest(url)
    guard isServer(of: url) else { return request }
    addHeaders(to: &request)
    // Some services omit the key from the URLs in their responses.
    let stated = [QueryItem](of: url)
    var items = stated
    addKeys(to: &items)
    if items != stated { request.url = items.url(at: url.absoluteString) ?? url }
    return request
  }

  private func plainRequest(_ url: URL, _ method: HTTPRequest.Method = .get) -> HTTPRequest {
    // Presets only read: a POST is a search.
    HTTPRequest(
      method: method, url: url, secretNames: preset.secretNames, isSafePost: method == .post,
      responseByteLimit: PresetDocument.byteLimit)
  }

  /// The keys that go into the URL and aren't there yet.
  private func addKeys(to items: inout [QueryItem]) {
    for (name, value) in secrets {
      for item in itemNames(holding: name) where !items.contains(where: { $0.name == item }) {
        items.set(item, value)
      }
    }
  }

  /// Whether a URL is on the feed's server, by scheme, host and port.
  func isServer(of url: URL) -> Bool {
    guard let base = PresetBase(url: url, of: nil) else { return false }
    return values["origin"].map { base.origin == $0 } ?? base.isOwn(of: preset)
  }
}
