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
    let asked = preset.filters.asked(page.query, zone: page.zone)
    return try request(
      template, placeholders: placeholders, adding: asked.items + asked.sortItems,
      at: page.position)
  }

  /// Whether a URL is the one that the preset sends a body to; others, such as an album's, are requested with GET.
  private func isPosted(_ url: URL) -> Bool {
    guard let list = preset.list, list.method != .get else { return false }
    return list.address.parts.contains { part in
      if case .literal(let ending) = part {
        url.path(percentEncoded: true).hasSuffix(ending)
      } else {
        false
      }
    }
  }

  /// Pictures on the service's own host get its headers if the preset says so.
  public func imageRequest(for url: URL) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    if preset.sendsHeadersForImages, isServer(of: url) { addHeaders(to: &request) }
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
    _ template: PresetRequest, placeholders: [String: String],
    adding added: [PresetAddress.Item], at position: FeedPosition
  ) throws(PhotoSourceError) -> HTTPRequest {
    var placeholders = placeholders
    placeholders[Self.queryPlaceholder] = placeholders[Self.queryPlaceholder]
      .map { template.quotesWords ? $0.replacing("'", with: "''") : $0 }
    let address = template.address.filled { name in
      // The base is itself a URL.
      name == "base" || name == "origin"
        ? placeholders[name] : placeholders[name].map(PresetAddress.encoded)
    }
    var items = template.items.compactMap { $0.filled(placeholders) } + added
    addContinuation(position, to: &items, placed: template.placeholders)
    guard let address, let url = PresetAddress.url(address, items: items) else {
      throw .notFound(name: title)
    }
    // Presets only read: a POST is a search.
    var request = HTTPRequest(
      method: template.method, url: url, secretNames: preset.secretNames,
      isSafePost: template.method == .post, answerByteLimit: PresetDocument.byteLimit)
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
    let size = page.size
    placeholders["size"] = String(size)
    switch page.position {
    case .number(let number):
      let before = max(number, 1) - 1
      placeholders["page"] = Int.sum(before, firstNumber(.page)).map(String.init)
      placeholders["offset"] = Int.sum(Int.product(before, size), firstNumber(.offset))
        .map(String.init)
    case .continuation(.offset(let offset)):
      placeholders["offset"] = Int.sum(offset, firstNumber(.offset)).map(String.init)
      placeholders["page"] = String(firstNumber(.page))
    case .continuation(.token(let token)): placeholders[tokenParameter] = token
    case .continuation(.merge), .continuation(.url):
      placeholders["page"] = String(firstNumber(.page))
      placeholders["offset"] = String(firstNumber(.offset))
    }
    return placeholders
  }

  /// The query item for the token of the next page.
  private var tokenParameter: String { preset.paging.lazy.compactMap(\.parameter).first ?? "page" }

  private func firstNumber(_ kind: PresetPaging.Kind) -> Int {
    preset.paging.first { $0.kind == kind }?.first ?? (kind == .offset ? 0 : 1)
  }

  private func addContinuation(
    _ position: FeedPosition, to items: inout [PresetAddress.Item], placed: Set<String>
  ) {
    switch position {
    case .continuation(.merge(let members)):
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        PresetAddress.set(name, value, in: &items)
      }
    case .continuation(.token(let token)):
      if !placed.contains(tokenParameter) { PresetAddress.set(tokenParameter, token, in: &items) }
    default: break
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
    request.secretNames = preset.secretNames
  }

  // MARK: - From an address

  /// Page 1 is the URL itself; for later pages, the service's own items are replaced or added.
  private func request(
    from url: URL, page: FeedPageRequest
  ) throws(PhotoSourceError) -> HTTPRequest {
    var items = PresetAddress.items(of: url)
    let list = preset.list
    addKeys(to: &items)
    let asked = preset.filters.asked(page.query, zone: page.zone)
    let replaced = Set(asked.sortItems.map(\.name))
    items.removeAll { replaced.contains($0.name) }
    items += asked.items + asked.sortItems
    switch page.position {
    case .number(let number) where number > 1: set(number, size: page.size, in: &items)
    case .continuation(.offset(let offset)):
      let name = list?.itemNames(holding: "offset").first ?? "offset"
      if let offset = Int.sum(offset, firstNumber(.offset)) {
        PresetAddress.set(name, String(offset), in: &items)
      }
    default: addContinuation(page.position, to: &items, placed: [])
    }
    guard let url = PresetAddress.url(url, items: items) else { throw .notFound(name: title) }
    var request = HTTPRequest(
      url: url, secretNames: preset.secretNames, answerByteLimit: PresetDocument.byteLimit)
    addHeaders(to: &request)
    return request
  }

  /// The URL may start after page 1: counting starts at its own number or offset.
  private func set(_ number: Int, size: Int, in items: inout [PresetAddress.Item]) {
    let offset = preset.list?.itemNames(holding: "offset").first
    let name = offset ?? preset.list?.itemNames(holding: "page").first ?? "page"
    let stated = items.first { $0.name == name }.flatMap { Int($0.value) }
    let start = stated ?? firstNumber(offset == nil ? .page : .offset)
    if let number = Int.sum(Int.product(number - 1, offset == nil ? 1 : size), start) {
      PresetAddress.set(name, String(number), in: &items)
    }
  }

  // MARK: - From an answer

  /// The request for a next page from a response: keys are sent only to the server that sent the response.
  func continued(_ url: URL) -> HTTPRequest {
    var request = HTTPRequest(
      url: url, secretNames: preset.secretNames, answerByteLimit: PresetDocument.byteLimit)
    guard isServer(of: url) else { return request }
    addHeaders(to: &request)
    // Some services omit the key from the URLs in their responses.
    let stated = PresetAddress.items(of: url)
    var items = stated
    addKeys(to: &items)
    if items != stated { request.url = PresetAddress.url(url, items: items) ?? url }
    return request
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
