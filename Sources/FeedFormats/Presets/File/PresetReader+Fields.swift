extension PresetReader {
  /// - Parameter needsPicture: Whether no other table describes where pictures are.
  static func fields(
    _ root: PresetTable, needsPicture: Bool
  ) throws(PresetProblem) -> PresetFields {
    guard let table = try root.table("fields") else {
      throw root.problem("fields", "required: a table [fields] with at least id and image")
    }
    let names = PresetFields.Name.allCases
    try table.allow(Set(names.map(\.rawValue)))
    let fields = try fields(table, names)
    guard !needsPicture || fields.fields[.image] != nil || fields.fields[.thumbnail] != nil else {
      throw table.problem("image", "required: the path of the picture's URL")
    }
    return fields
  }

  private static func fields(
    _ table: PresetTable, _ names: [PresetFields.Name]
  ) throws(PresetProblem) -> PresetFields {
    var fields = PresetFields()
    for name in names { fields.fields[name] = try field(table, name.rawValue) }
    return fields
  }

  static func pictures(_ root: PresetTable) throws(PresetProblem) -> [PresetPictures] {
    try (try root.tables("pictures")).map { table throws(PresetProblem) in
      try table.allow(Set(PresetPictures.names.map(\.rawValue) + ["each", "html", "when"]))
      let (each, html) = (try paths(table, "each"), try paths(table, "html"))
      guard each.isEmpty != html.isEmpty else {
        throw table.problem(
          "each", "required: the path of a list of pictures, or html: the path of an HTML text")
      }
      let fields = try fields(table, PresetPictures.names)
      guard each.isEmpty || fields.fields[.image] != nil else {
        throw table.problem("image", "required: the path of the picture's URL")
      }
      return PresetPictures(
        source: each.isEmpty ? .html(html) : .each(each),
        conditions: try conditions(table, "when"), fields: fields)
    }
  }

  static func field(_ table: PresetTable, _ name: String) throws(PresetProblem) -> PresetField? {
    guard let node = table.members[name] else { return nil }
    return PresetField(alternatives: try terms(node, table, name))
  }

  private static func terms(
    _ node: PresetNode, _ table: PresetTable, _ name: String
  ) throws(PresetProblem) -> [PresetTerm] {
    switch node {
    case .text(let text):
      return [PresetTerm(source: try source(text, table, name))]
    case .list(let nodes):
      var all: [PresetTerm] = []
      for node in nodes { all += try terms(node, table, name) }
      return all
    case .table(let members):
      return try terms(PresetTable(members: members, path: table.key(name)))
    default:
      throw table.problem(
        name,
        "expected a path, e.g. \"a.b\", a template, e.g. \"https://x/{id}\", a table, e.g. "
          + "{ path = \"a\", html = true }, or a list of these")
    }
  }

  /// `{ path = "…", html = true, match = "…" }`
  private static func terms(_ table: PresetTable) throws(PresetProblem) -> [PresetTerm] {
    try table.allow([
      "path", "constant", "sizes", "iiif", "take", "languages", "upload", "html", "pictures",
      "match", "replace", "map", "split",
      "append_query", "prefix", "when",
    ])
    var terms: [PresetTerm] = []
    for text in try table.texts("path") ?? [] {
      terms.append(PresetTerm(source: try source(text, table, "path")))
    }
    if let constant = try table.text("constant") {
      terms.append(PresetTerm(source: .constant(constant)))
    }
    if let path = try paths(table, "sizes").first {
      let take = try table.choice("take", of: PresetTerm.SizeChoice.self) ?? .largest
      terms.append(PresetTerm(source: .sizes(path, take: take)))
    }
    let iiif = try paths(table, "iiif")
    if !iiif.isEmpty {
      let take = try table.choice("take", of: PresetTerm.SizeChoice.self) ?? .largest
      terms.append(PresetTerm(source: .iiif(iiif, take: take)))
    }
    guard !terms.isEmpty else {
      throw table.problem("path", "required: path, constant, sizes or iiif")
    }
    let isInLanguages = try table.truth("languages") ?? false
    let isUpload = try table.truth("upload") ?? false
    let transforms = try self.transforms(table)
    let condition = try conditions(table, "when").first
    return terms.map { term in
      var term = term
      (term.isInLanguages, term.isUpload) = (isInLanguages, isUpload)
      term.transforms = transforms
      term.condition = condition
      return term
    }
  }

  private static func source(
    _ text: String, _ table: PresetTable, _ name: String
  ) throws(PresetProblem) -> PresetTerm.Source {
    do throws(PresetSyntaxFault) {
      let template = PresetTemplate(text)
      guard !template.placeholders.isEmpty else { return .path(try PresetPath(text)) }
      var placeholders: [String: PresetPlaceholder] = [:]
      for placeholder in template.placeholders {
        placeholders[placeholder] = try PresetPlaceholder(placeholder)
      }
      return .template(template, placeholders: placeholders)
    } catch {
      throw table.problem(name, error.reason)
    }
  }

  private static func transforms(
    _ table: PresetTable
  ) throws(PresetProblem) -> [PresetTransform] {
    var transforms: [PresetTransform] = []
    if try table.truth("html") ?? false { transforms.append(.html) }
    if try table.truth("pictures") ?? false { transforms.append(.pictures) }
    if let pattern = try pattern(table) { transforms.append(.match(pattern)) }
    transforms += try replacements(table)
    if let prefix = try table.text("prefix") { transforms.append(.prefix(prefix)) }
    let map = try table.textTable("map")
    if !map.isEmpty { transforms.append(.map(map)) }
    if let separator = try table.text("split") {
      guard !separator.isEmpty else {
        throw table.problem("split", "expected a separator, e.g. \",\"")
      }
      transforms.append(.split(separator))
    }
    if let query = try table.text("append_query") { transforms.append(.appendQuery(query)) }
    return transforms
  }

  /// - Parameter isCondition: Whether only a match counts, regardless of groups.
  private static func pattern(
    _ table: PresetTable, isCondition: Bool = false
  ) throws(PresetProblem) -> PresetPattern? {
    guard let text = try table.text("match") else { return nil }
    do throws(PresetSyntaxFault) {
      let pattern = try PresetPattern(text)
      return isCondition ? try PresetPattern("((?:\(text)))") : pattern
    } catch {
      throw table.problem("match", error.reason)
    }
  }

  /// One pair, or a list of pairs.
  private static func replacements(
    _ table: PresetTable
  ) throws(PresetProblem) -> [PresetTransform] {
    guard let node = table.members["replace"] else { return [] }
    let reason = "expected two strings, [\"old\", \"new\"], or a list of such pairs"
    guard case .list(let nodes) = node else { throw table.problem("replace", reason) }
    let pairs: [PresetNode] = if case .text? = nodes.first { [node] } else { nodes }
    var transforms: [PresetTransform] = []
    for pair in pairs {
      guard case .list(let sides) = pair, sides.count == 2, case .text(let old) = sides[0],
        case .text(let new) = sides[1], !old.isEmpty
      else { throw table.problem("replace", reason) }
      transforms.append(.replace(old, with: new))
    }
    return transforms
  }

  static func conditions(
    _ table: PresetTable, _ name: String
  ) throws(PresetProblem) -> [PresetCondition] {
    guard let node = table.members[name] else { return [] }
    let nodes = if case .list(let nodes) = node { nodes } else { [node] }
    return try nodes.map { node throws(PresetProblem) in
      let inner: PresetTable
      switch node {
      case .text(let text):
        inner = PresetTable(members: ["path": .text(text)], path: table.key(name))
      case .table(let members): inner = PresetTable(members: members, path: table.key(name))
      default:
        throw table.problem(
          name, "expected a path or a table, e.g. { path = \"state\", is = \"active\" }")
      }
      try inner.allow(["path", "is", "is_not", "match", "optional", "unless"])
      let paths = try paths(inner, "path")
      guard !paths.isEmpty else { throw inner.problem("path", "required") }
      return PresetCondition(
        paths: paths, allowed: try inner.texts("is"), denied: try inner.texts("is_not"),
        pattern: try pattern(inner, isCondition: true),
        isOptional: try inner.truth("optional") ?? false, unless: try inner.text("unless"))
    }
  }

  static func joins(_ root: PresetTable) throws(PresetProblem) -> [PresetJoin] {
    try (try root.tables("join")).map { table throws(PresetProblem) in
      try table.allow(["url", "as", "when"])
      guard let address = try field(table, "url") else {
        throw table.problem("url", "required: a template, e.g. \"{@base}/prices/{id}\", or a path")
      }
      return PresetJoin(
        address: address, name: try table.requiredText("as"),
        conditions: try conditions(table, "when"))
    }
  }

  static func sale(_ root: PresetTable) throws(PresetProblem) -> PresetSale? {
    guard let table = try root.table("sale") else { return nil }
    try table.allow(["when"])
    let conditions = try conditions(table, "when")
    guard !conditions.isEmpty else { throw table.problem("when", "required: a path") }
    return PresetSale(conditions: conditions)
  }

  static func prices(_ root: PresetTable) throws(PresetProblem) -> [PresetPrice] {
    try (try root.tables("price")).map { table throws(PresetProblem) in try price(table) }
  }

  private static func price(_ table: PresetTable) throws(PresetProblem) -> PresetPrice {
    try table.allow([
      "each", "amount", "charged", "highest", "sale", "sale_from", "sale_to", "minor_unit",
      "divisor",
      "currency", "variant", "available",
    ])
    guard let amount = try field(table, "amount") else {
      throw table.problem("amount", "required: the path of the price")
    }
    return PresetPrice(
      each: try paths(table, "each").first, amount: amount,
      charged: try field(table, "charged"), highest: try field(table, "highest"),
      sale: try field(table, "sale"), saleFrom: try field(table, "sale_from"),
      saleTo: try field(table, "sale_to"), minorUnit: try field(table, "minor_unit"),
      divisor: try field(table, "divisor"),
      currency: try field(table, "currency"), variant: try field(table, "variant"),
      available: try conditions(table, "available").first)
  }

  static func buying(_ root: PresetTable) throws(PresetProblem) -> PresetOrder? {
    guard let table = try root.table("order") else { return nil }
    try table.allow(["kind", "url", "email", "delivery"])
    let order = PresetOrder(
      kind: try table.choice("kind", of: PresetOrder.Kind.self) ?? .stated,
      url: try paths(table, "url"), email: try paths(table, "email"),
      delivery: try paths(table, "delivery"))
    let statesNothing = order.url.isEmpty && order.email.isEmpty
    guard order.kind != .stated || !statesNothing else {
      throw table.problem("url", "required: kind, url or email")
    }
    return order
  }
}
