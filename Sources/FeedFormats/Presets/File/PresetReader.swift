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
    let root = try table(text, file: file)
    do throws(PresetProblem) {
      let preset = try PresetReader.preset(root)
      guard preset.name == stem else {
        throw root.problem("name", "must be \"\(stem)\", like the file name")
      }
      return preset
    } catch {
      var problem = error
      problem.file = file
      problem.line = problem.key.flatMap { PresetLines(text).line(of: $0) }
      throw problem
    }
  }

  private static func table(_ text: String, file: String) throws(PresetProblem) -> PresetTable {
    // A NUL, which would end a C string, is not valid TOML either.
    guard !text.utf8.contains(0) else {
      throw PresetProblem(file: file, reason: "not valid TOML: it has a zero byte")
    }
    do {
      let table = try TOMLTable(string: text)
      guard case .table(let members) = PresetNode(table) else {
        throw PresetProblem(file: file, reason: "not valid TOML")
      }
      return PresetTable(members: members, path: "")
    } catch let error as TOMLParseError {
      throw PresetProblem(
        file: file, line: error.source.begin.line,
        reason:
          "not valid TOML: \(TextCleaner.line(withoutQuotes(error.description), limit: .field))")
    } catch let problem as PresetProblem {
      throw problem
    } catch {
      throw PresetProblem(file: file, reason: "not valid TOML")
    }
  }

  /// A parser's message without its quote from the file, which may be the value of a header.
  private static func withoutQuotes(_ text: String) -> String {
    guard let start = text.firstIndex(of: "'"), let end = text.lastIndex(of: "'"), start < end
    else { return text }
    return text.replacingCharacters(in: start...end, with: "…")
  }

  private static func preset(_ root: PresetTable) throws(PresetProblem) -> Preset {
    try root.allow([
      "name", "title", "about", "argument", "variables", "list", "search", "filters", "sorts",
      "headers", "login", "headers_for_images", "page_size", "items", "order_by", "empty_when",
      "first_page",
      "feed_title",
      "feed_address", "photo_when", "keep", "fields", "pictures",
      "join", "sale", "price", "order", "paging", "errors", "recognise",
    ])
    let name = try root.requiredText("name")
    guard isName(name) else {
      throw root.problem("name", "expected lower-case letters, digits and hyphens, at most 40")
    }
    var preset = Preset(
      name: name,
      title: TextCleaner.line(try root.requiredText("title"), limit: .field),
      about: TextCleaner.line(try root.requiredText("about"), limit: .field),
      argument: try argument(root), variables: try variables(root))
    try readRequests(root, into: &preset)
    try readAnswer(root, into: &preset)
    preset.kept = try conditions(root, "keep")
    preset.joins = try joins(root)
    preset.pictures = try pictures(root)
    preset.fields = try fields(root, needsPicture: preset.pictures.isEmpty)
    preset.sale = try sale(root)
    preset.prices = try prices(root)
    preset.buying = try buying(root)
    preset.paging = try paging(root)
    preset.errors = try errors(root)
    preset.recognition = try recognition(root)
    return preset
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 40 && !name.isEmpty
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }

  private static func argument(_ root: PresetTable) throws(PresetProblem) -> PresetArgument {
    guard let table = try root.table("argument") else {
      return PresetArgument(kind: .none, meaning: "", isRequired: false)
    }
    try table.allow(["kind", "meaning", "required"])
    guard let kind = try table.choice("kind", of: PresetArgument.Kind.self) else {
      throw table.problem("kind", "required: one of none, search, address, word")
    }
    return PresetArgument(
      kind: kind, meaning: TextCleaner.line(try table.text("meaning") ?? "", limit: .field),
      isRequired: try table.truth("required") ?? (kind == .address || kind == .word))
  }

  private static func variables(_ root: PresetTable) throws(PresetProblem) -> [PresetVariable] {
    var variables: [PresetVariable] = []
    for table in try root.tables("variables") {
      try table.allow(["name", "environment", "meaning", "required", "secret", "default"])
      let environment = try table.text("environment")
      variables.append(
        PresetVariable(
          name: try table.requiredText("name"), environment: environment,
          meaning: TextCleaner.line(try table.text("meaning") ?? "", limit: .field),
          isRequired: try table.truth("required") ?? false,
          isSecret: try table.truth("secret") ?? false, fallback: try table.text("default")))
    }
    return variables
  }

  private static func readAnswer(
    _ root: PresetTable, into preset: inout Preset
  ) throws(PresetProblem) {
    guard let items = try root.texts("items"), !items.isEmpty else {
      throw root.problem("items", "required: the path of the list, e.g. \"results\"")
    }
    preset.items = try items.map { text throws(PresetProblem) in try Self.items(text, root) }
    preset.photoConditions = try conditions(root, "photo_when")
    preset.order = try paths(root, "order_by").first
    preset.emptyWhen = try paths(root, "empty_when")
    preset.titleField = try field(root, "feed_title") ?? preset.titleField
    preset.firstPage = try paths(root, "first_page")
    preset.addressPaths = try paths(root, "feed_address")
  }

  private static func items(
    _ text: String, _ root: PresetTable
  ) throws(PresetProblem) -> PresetItems {
    var keys = text
    var kind = PresetItems.Kind.list
    if keys.hasSuffix("{}") {
      keys.removeLast(2)
      kind = .single
    } else if keys == "*" || keys.hasSuffix(".*") {
      keys.removeLast(keys == "*" ? 1 : 2)
      kind = .values
    }
    let path = try? PresetPath(keys)
    guard let path, path.origin == .item, path.steps.allSatisfy(isWayToItems) else {
      throw root.problem(
        "items",
        "expected names with dots between them, e.g. \"a.b\" or \"a[0].b\"; \"\" for a list, "
          + "\"a.*\" for the values of an object, \"a{}\" for one object")
    }
    return PresetItems(steps: path.steps, kind: kind)
  }

  private static func isWayToItems(_ step: PresetPath.Step) -> Bool {
    switch step {
    case .key: true
    case .index(let index): index >= 0
    case .all, .values, .matching: false
    }
  }

  /// A path, or a list of them.
  static func paths(_ table: PresetTable, _ name: String) throws(PresetProblem) -> [PresetPath] {
    try (try table.texts(name) ?? []).map { text throws(PresetProblem) in
      do throws(PresetSyntaxFault) {
        return try PresetPath(text)
      } catch {
        throw table.problem(name, error.reason)
      }
    }
  }
}
