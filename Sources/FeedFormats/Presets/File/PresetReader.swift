import GalleryDomain
import TOMLKit

/// Parses a preset file.
package enum PresetReader {
  /// - Parameters:
  ///   - file: For error messages.
  ///   - stem: The required name of the preset.
  package static func preset(
    toml text: String, file: String, stem: String
  ) throws(PresetProblem) -> Preset {
    let toml: TOMLText
    do throws(TOMLText.Fault) {
      toml = try TOMLText(text)
    } catch {
      throw PresetProblem(
        file: file, line: error.line, reason: TextCleaner.line(error.reason, limit: .field))
    }
    let problems = PresetTable.Problems()
    let root = PresetTable(try members(toml.table, file: file), problems: problems)
    let preset = Preset(root)
    root.noteMisspeltKeys()
    if preset.name != stem { root.note("name", "must be \"\(stem)\", like the file name") }
    guard var problem = problems.first else { return preset }
    problem.file = file
    problem.line = problem.key.flatMap(toml.line)
    throw problem
  }

  private static func members(
    _ table: TOMLTable, file: String
  ) throws(PresetProblem) -> [String: JSONValue] {
    // TOMLKit's own tree is neither `Sendable` nor a value.
    let json = table.convert(
      to: .json, options: [.allowUnicodeStrings, .quoteDateAndTimes, .quoteInfinitesAndNaNs])
    guard let members = JSONValue(bytes: Array(json.utf8))?.members else {
      throw PresetProblem(file: file, reason: "too deep or too large for a preset")
    }
    return members
  }
}

extension Preset {
  fileprivate init(_ root: PresetTable) {
    name = root.requiredText("name")
    title = TextCleaner.line(root.requiredText("title"), limit: .field)
    about = TextCleaner.line(root.requiredText("about"), limit: .field)
    argument =
      root.table("argument", PresetArgument.init)
      ?? PresetArgument(kind: .none, meaning: "", isRequired: false)
    variables = root.tables("variables", PresetVariable.init)
    let known = PresetRequest.ownPlaceholders.union(variables.map(\.name))
    // Places that are filled from responses. None of them may decide where a request goes or with which key.
    let taken = known.subtracting(["page", "offset"])
    paging = root.tables("paging") { PresetPaging($0, taken: taken) }
    let pages = known.union(paging.compactMap(\.parameter))
    list = root.table("list") { PresetRequest($0, known: pages) }
    search = root.table("search") { PresetRequest($0, known: pages) }
    filters = PresetFilters(root)
    headers = root.table("headers") { PresetRequest.headers($0, known: known) } ?? [:]
    login = root.table("login") { PresetLogin($0, known: known) }
    sendsHeadersForImages = root.truth("headers_for_images") ?? false
    if let (sizes, usual) = root.table("page_size", PresetRequest.pageSizes) {
      (pageSizes, defaultPageSize) = (sizes, usual)
    }
    items = PresetItems.all(in: root)
    photoConditions = root.conditions("photo_when")
    order = root.paths("order_by").first
    emptyWhen = root.paths("empty_when")
    titleField = root.field("feed_title") ?? titleField
    firstPage = root.paths("first_page")
    addressPaths = root.paths("feed_address")
    kept = root.conditions("keep")
    joins = root.tables("join", PresetJoin.init)
    pictures = root.tables("pictures", PresetPictures.init)
    let needsPicture = pictures.isEmpty
    if root.members["fields"] == nil {
      root.note("fields", "required: a table [fields] with at least id and image")
    }
    fields = root.table("fields") { PresetFields($0, needsPicture: needsPicture) } ?? fields
    sale =
      root.table("sale") { table in
        let conditions = table.conditions("when")
        if conditions.isEmpty { table.note("when", "required: a path") }
        return conditions
      } ?? []
    prices = root.tables("price", PresetPrice.init)
    buying = root.table("order", PresetOrder.init)
    errors = root.tables("errors", PresetErrorRule.init)
    recognition = root.tables("recognise", PresetRecognition.init)
    if !Self.isName(name) {
      root.note("name", "expected lower-case letters, digits and hyphens, at most 40")
    }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 40 && !name.isEmpty
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }
}

extension PresetArgument {
  fileprivate init?(_ table: PresetTable) {
    meaning = table.words("meaning")
    let required = table.truth("required")
    guard let kind = table.requiredChoice("kind", of: Kind.self) else { return nil }
    self.kind = kind
    isRequired = required ?? (kind == .address || kind == .word)
  }
}

extension PresetVariable {
  fileprivate init(_ table: PresetTable) {
    name = table.requiredText("name")
    environment = table.text("environment")
    meaning = table.words("meaning")
    isRequired = table.truth("required") ?? false
    isSecret = table.truth("secret") ?? false
    fallback = table.text("default")
  }
}

extension PresetItems {
  fileprivate static func all(in root: PresetTable) -> [PresetItems] {
    let texts = root.texts("items") ?? []
    if texts.isEmpty { root.note("items", "required: the path of the list, e.g. \"results\"") }
    let items = texts.compactMap { PresetItems($0) }
    if items.count < texts.count {
      root.note(
        "items",
        "expected names with dots between them, e.g. \"a.b\" or \"a[0].b\"; \"\" for a list, "
          + "\"a.*\" for the values of an object, \"a{}\" for one object")
    }
    return items
  }

  private init?(_ text: String) {
    var keys = text
    kind = .list
    if keys.hasSuffix("{}") {
      keys.removeLast(2)
      kind = .single
    } else if keys == "*" || keys.hasSuffix(".*") {
      keys.removeLast(keys == "*" ? 1 : 2)
      kind = .values
    }
    guard let path = try? PresetPath(keys), path.origin == .item,
      path.steps.allSatisfy(Self.isWayToItems)
    else { return nil }
    steps = path.steps
  }

  private static func isWayToItems(_ step: PresetPath.Step) -> Bool {
    switch step {
    case .key: true
    case .index(let index): index >= 0
    case .all, .values, .matching: false
    }
  }
}

extension PresetErrorRule {
  fileprivate init?(_ table: PresetTable) {
    allowed = table.texts("is")
    code = table.paths("code")
    message = table.paths("message")
    keyCodes = table.texts("key") ?? []
    missingCodes = table.texts("missing") ?? []
    overloadCodes = table.texts("overload") ?? []
    guard let path = table.paths("path").first else {
      table.note("path", "required: the path of a value that errors have")
      return nil
    }
    self.path = path
  }
}

extension PresetRecognition {
  fileprivate init(_ table: PresetTable) {
    hosts = table.texts("hosts") ?? []
    paths = table.texts("paths") ?? []
    keys = table.paths("keys")
    itemKeys = table.paths("item_keys")
    if hosts.isEmpty, keys.isEmpty, itemKeys.isEmpty {
      table.note("keys", "required: hosts, keys or item_keys")
    }
  }
}
