import Foundation
import GalleryDomain

extension PresetFormat {
  public func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    guard subject != .file else { throw .notFound(name: title) }
    if case .continuation(.url(let url)) = page.position { return continued(url) }
    let search = page.query.search ?? (preset.argument.kind == .search ? values["argument"] : nil)
    if case .address(let url) = subject, page.query.search == nil, !isPosted(url) {
      try checkKeys(items: PresetAddress.items(of: url))
      return try request(from: url, page: page)
    }
    try checkKeys(items: [])
    let placeholders = placeholders(page, search: search)
    let template = search == nil ? preset.list ?? preset.search : preset.search ?? preset.list
    guard let template else { throw .notFound(name: title) }
    return try request(template, placeholders: placeholders, page: page)
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
  private func checkKeys(items: [PresetAddress.Item]) throws(PhotoSourceError) {
    for variable in missing {
      let names = preset.list?.itemNames(holding: variable.name) ?? []
      if items.contains(where: { names.contains($0.name) }) { continue }
      throw .keyMissing(source: preset.title, variable: variable.environment ?? variable.name)
    }
  }

  // MARK: - From a template

  private func request(
    _ template: PresetRequest, placeholders: [String: String], page: FeedPageRequest
  ) throws(PhotoSourceError) -> HTTPRequest {
    var placeholders = placeholders
    placeholders[Self.queryPlaceholder] = placeholders[Self.queryPlaceholder]
      .map { template.quotesWords ? $0.replacing("'", with: "''") : $0 }
    let address = template.address.filled { name in
      // The base is itself a URL.
      name == "base" || name == "origin"
        ? placeholders[name] : placeholders[name].map(PresetAddress.encoded)
    }
    var items = template.items.compactMap { $0.filled(placeholders) }
    preset.filters.add(page.query, zone: page.zone, to: &items)
    addContinuation(page.position, to: &items, placed: template.placeholders)
    guard let address, let url = PresetAddress.url(address, items: items) else {
      throw .notFound(name: title)
    }
    var request = plainRequest(url, template.method)
    addHeaders(to: &request)
    if let body = template.body {
      request.body = Array(body.filledAsJSON { placeholders[$0] }.utf8)
      // A redirect passes on the whole body.
      request.bodySecrets = secrets.filter { body.placeholders.contains($0.key) }.map(\.value)
      if !request.bodySecrets.isEmpty { request.redirects = .sameHost }
      request.headers["Content-Type"] = request.headers["Content-Type"] ?? "application/json"
    }
    return request
  }

  private static let queryPlaceholder = "query"

  /// The values for the places of a request, including secrets.
  private func placeholders(_ page: FeedPageRequest, search: String?) -> [String: String] {
    var placeholders = values.merging(secrets) { $1 }
    placeholders[Self.queryPlaceholder] = search
    placeholders["size"] = String(page.size)
    let number = if case .number(let number) = page.position { max(number, 1) } else { 1 }
    for kind in [PresetPaging.Kind.page, .offset] {
      placeholders[kind.rawValue] = position(of: number, size: page.size, kind, from: first(kind))
    }
    if case .continuation(.token(let token)) = page.position {
      placeholders[tokenParameter] = token
    }
    return placeholders
  }

  /// Where a page is in the service's counting.
  private func position(
    of number: Int, size: Int, _ kind: PresetPaging.Kind, from start: Int
  ) -> String? {
    Int.sum(Int.product(number - 1, kind == .offset ? size : 1), start).map(String.init)
  }

  private func first(_ kind: PresetPaging.Kind) -> Int {
    preset.paging.first { $0.kind == kind }?.first ?? (kind == .offset ? 0 : 1)
  }

  /// The place or the query item for the token of the next page.
  private var tokenParameter: String {
    let kinds = preset.paging.map(\.kind)
    return preset.paging.lazy.compactMap(\.parameter).first
      ?? (kinds.contains(.offset) ? "offset" : "page")
  }

  /// - Parameter placed: The places that the request has filled.
  private func addContinuation(
    _ position: FeedPosition, to items: inout [PresetAddress.Item], placed: Set<String> = []
  ) {
    guard case .continuation(.token(let token)) = position else { return }
    if preset.paging.contains(where: { $0.kind == .merge }) {
      for item in PresetAddress.items(ofQuery: token) {
        PresetAddress.set(item.name, PresetAddress.decoded(item.value), in: &items)
      }
    } else if !placed.contains(tokenParameter) {
      let name = preset.list?.itemNames(holding: tokenParameter).first ?? tokenParameter
      PresetAddress.set(name, token, in: &items)
    }
  }

  private func addHeaders(to request: inout HTTPRequest) {
    let placeholders = values.merging(secrets) { $1 }
    for (name, template) in preset.headers.sorted(by: { $0.key < $1.key }) {
      request.headers[name] = template.filled { placeholders[$0] }
    }
    if let login = preset.login, let user = login.user.filled({ placeholders[$0] }),
      let password = login.password.filled({ placeholders[$0] })
    {
      request.credentials = ServerCredentials(user: user, password: Array(password.utf8))
    }
  }

  // MARK: - From an address

  /// Page 1 is the URL itself; for later pages, the service's own items are replaced or added.
  private func request(
    from url: URL, page: FeedPageRequest
  ) throws(PhotoSourceError) -> HTTPRequest {
    var items = PresetAddress.items(of: url)
    addKeys(to: &items)
    preset.filters.add(page.query, zone: page.zone, to: &items)
    if case .number(let number) = page.position, number > 1 {
      // The URL may start after page 1: counting starts at its own number or offset.
      let names = [PresetPaging.Kind.offset, .page].map { kind in
        (kind, preset.list?.itemNames(holding: kind.rawValue).first)
      }
      let (kind, name) = names.first { $0.1 != nil } ?? (.page, nil)
      let item = name ?? kind.rawValue
      let stated = items.first { $0.name == item }.flatMap { Int($0.value) }
      if let value = position(of: number, size: page.size, kind, from: stated ?? first(kind)) {
        PresetAddress.set(item, value, in: &items)
      }
    }
    addContinuation(page.position, to: &items)
    guard let url = PresetAddress.url(url, items: items) else { throw .notFound(name: title) }
    var request = plainRequest(url)
    addHeaders(to: &request)
    return request
  }

  // MARK: - From an answer

  /// The request for a next page from a response: keys are sent only to the server that sent the response.
  func continued(_ url: URL) -> HTTPRequest {
    var request = plainRequest(url)
    guard isServer(of: url) else { return request }
    addHeaders(to: &request)
    // Some services omit the key from the URLs in their responses.
    let stated = PresetAddress.items(of: url)
    var items = stated
    addKeys(to: &items)
    if items != stated { request.url = PresetAddress.url(url, items: items) ?? url }
    return request
  }

  private func plainRequest(_ url: URL, _ method: HTTPRequest.Method = .get) -> HTTPRequest {
    // Presets only read: a POST is a search.
    HTTPRequest(
      method: method, url: url, secretNames: preset.secretNames, isSafePost: method == .post,
      answerByteLimit: PresetDocument.byteLimit)
  }

  /// The keys that go into the URL and aren't there yet.
  private func addKeys(to items: inout [PresetAddress.Item]) {
    for (name, value) in secrets {
      for item in preset.list?.itemNames(holding: name) ?? []
      where !items.contains(where: { $0.name == item }) {
        PresetAddress.set(item, value, in: &items)
      }
    }
  }

  /// Whether a URL is on the feed's server, by scheme, host and port.
  func isServer(of url: URL) -> Bool {
    guard let base = PresetBase(url: url, of: nil) else { return false }
    if let origin = values["origin"] { return base.origin == origin }
    return base.origin.hasPrefix("https://") && preset.owns(host: base.host)
  }
}
