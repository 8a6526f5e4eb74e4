extension PresetReader {
  /// Values that every request can use.
  private static let ownPlaceholders: Set<String> = [
    "page", "size", "offset", "query", "argument", "base", "origin", "host",
  ]

  static func readRequests(
    _ root: PresetTable, into preset: inout Preset
  ) throws(PresetProblem) {
    let known = ownPlaceholders.union(preset.variables.map(\.name))
    let pages = known.union(try tokenPlaceholders(root, known: known))
    preset.list = try request(root, "list", known: pages)
    preset.search = try request(root, "search", known: pages)
    preset.filters = try filters(root)
    for (name, value) in try root.textTable("headers") {
      let template = PresetTemplate(value)
      guard name.utf8.allSatisfy(isHeaderByte), !name.isEmpty else {
        throw root.problem("headers.\(name)", "expected a header name, e.g. Authorization")
      }
      for placeholder in template.placeholders where !known.contains(placeholder) {
        // The author may have put a key inside the braces.
        throw root.problem("headers.\(name)", unknownPlaceholder(nil, known))
      }
      preset.headers[name] = template
    }
    preset.login = try login(root, known: known)
    preset.sendsHeadersForImages = try root.truth("headers_for_images") ?? false
    if let size = try root.table("page_size") {
      try size.allow(["least", "most", "default"])
      let most = try size.whole("most", in: 1...10_000) ?? 100
      let least = try size.whole("least", in: 1...most) ?? 1
      preset.pageSizes = least...most
      preset.defaultPageSize = try size.whole("default", in: 1...10_000)
    }
  }

  private static func login(
    _ root: PresetTable, known: Set<String>
  ) throws(PresetProblem) -> PresetLogin? {
    guard let table = try root.table("login") else { return nil }
    try table.allow(["user", "password"])
    func template(_ key: String) throws(PresetProblem) -> PresetTemplate {
      let template = PresetTemplate(try table.requiredText(key))
      for placeholder in template.placeholders where !known.contains(placeholder) {
        throw table.problem(key, unknownPlaceholder(nil, known))
      }
      return template
    }
    return PresetLogin(user: try template("user"), password: try template("password"))
  }

  /// The characters in a header's name (RFC 9110, 5.6.2).
  private static func isHeaderByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Places that are filled from responses. None of them may decide where a request goes or with which key.
  private static func tokenPlaceholders(
    _ root: PresetTable, known: Set<String>
  ) throws(PresetProblem) -> Set<String> {
    let taken = known.subtracting(["page", "offset"])
    var tokens: Set<String> = []
    for table in try root.tables("paging") {
      guard let name = try table.text("parameter") else { continue }
      guard !taken.contains(name) else {
        throw table.problem("parameter", "{\(name)} is set by the request itself")
      }
      tokens.insert(name)
    }
    return tokens
  }

  private static func request(
    _ root: PresetTable, _ name: String, known: Set<String>
  ) throws(PresetProblem) -> PresetRequest? {
    guard let table = try root.table(name) else { return nil }
    guard try table.text("quoting") == nil else {
      throw table.problem(
        "quoting", "is gone: where {query} is within apostrophes, those of search words are doubled"
      )
    }
    try table.allow(["url", "method", "body"])
    let url = try table.requiredText("url")
    let method = try table.text("method") ?? "GET"
    // Anything that changes what is on a server is refused, whatever the server would make of it.
    guard let method = HTTPRequest.Method(rawValue: method), method == .get || method == .post
    else { throw table.problem("method", "one of GET and POST") }
    var request = PresetRequest(method: method, url: url)
    if let text = try table.text("body") {
      let body = PresetTemplate(text)
      guard JSONValue(bytes: Array(body.filledAsJSON { _ in nil }.utf8)) != nil else {
        throw table.problem("body", "not valid JSON with placeholders")
      }
      guard !text.contains(/\?"\s*:/) else {
        throw table.problem("body", "a name that ends in ? is gone: each member is sent")
      }
      request.body = body
      request.quotesWords = request.quotesWords || PresetRequest.quotesWords(text)
    }
    for (key, placeholders) in [
      ("url", request.addressPlaceholders), ("body", request.bodyPlaceholders),
    ] {
      for placeholder in placeholders.sorted() where !known.contains(placeholder) {
        throw table.problem(key, unknownPlaceholder(placeholder, known))
      }
    }
    let beginnings = ["https://", "http://", "{base}", "{origin}"]
    guard beginnings.contains(where: url.hasPrefix) else {
      throw table.problem(
        "url", "expected a URL that begins with https://, http://, {base} or {origin}")
    }
    return request
  }

  /// - Parameter placeholder: nil if it must not be quoted.
  private static func unknownPlaceholder(_ placeholder: String?, _ known: Set<String>) -> String {
    "unknown variable\(placeholder.map { " {\($0)}" } ?? ""); known: "
      + known.sorted().map { "{\($0)}" }.joined(separator: ", ")
  }

  static func paging(_ root: PresetTable) throws(PresetProblem) -> [PresetPaging] {
    try (try root.tables("paging")).map { table throws(PresetProblem) in
      try table.allow([
        "kind", "first", "next", "parameter", "pages", "total", "count", "limit", "start",
        "until", "end_statuses",
      ])
      guard let kind = try table.choice("kind", of: PresetPaging.Kind.self) else {
        let known = PresetPaging.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw table.problem("kind", "required: one of \(known)")
      }
      var paging = PresetPaging(kind: kind)
      paging.first = try table.whole("first", in: 0...1) ?? (kind == .offset ? 0 : 1)
      paging.next = try paths(table, "next")
      paging.parameter = try table.text("parameter")
      paging.pages = try paths(table, "pages")
      paging.total = try paths(table, "total")
      paging.count = try paths(table, "count")
      paging.limit = try paths(table, "limit")
      paging.start = try paths(table, "start")
      paging.until = try table.choice("until", of: PresetPaging.Until.self) ?? .empty
      paging.endStatuses = try table.wholes("end_statuses") ?? []
      let needsNext = [.nextURL, .token, .merge, .lastItem].contains(kind)
      if needsNext, paging.next.isEmpty {
        throw table.problem("next", "required: the path of the value for the next page")
      }
      return paging
    }
  }

  static func errors(_ root: PresetTable) throws(PresetProblem) -> [PresetErrorRule] {
    try (try root.tables("errors")).map { table throws(PresetProblem) in
      try table.allow(["path", "is", "code", "message", "key", "missing", "overload"])
      guard let path = try paths(table, "path").first else {
        throw table.problem("path", "required: the path of a value that errors have")
      }
      var rule = PresetErrorRule(path: path)
      rule.allowed = try table.texts("is")
      rule.code = try paths(table, "code")
      rule.message = try paths(table, "message")
      rule.keyCodes = try table.texts("key") ?? []
      rule.missingCodes = try table.texts("missing") ?? []
      rule.overloadCodes = try table.texts("overload") ?? []
      return rule
    }
  }

  static func recognition(_ root: PresetTable) throws(PresetProblem) -> [PresetRecognition] {
    try (try root.tables("recognise")).map { table throws(PresetProblem) in
      try table.allow(["hosts", "paths", "keys", "item_keys"])
      let rule = PresetRecognition(
        hosts: try table.texts("hosts") ?? [], paths: try table.texts("paths") ?? [],
        keys: try paths(table, "keys"), itemKeys: try paths(table, "item_keys"))
      guard !(rule.hosts.isEmpty && rule.keys.isEmpty && rule.itemKeys.isEmpty) else {
        throw table.problem("keys", "required: hosts, keys or item_keys")
      }
      return rule
    }
  }
}
