import GalleryDomain

/// A photo service as data: how its pages are requested, and how its responses are parsed. Read from a TOML file
/// (`docs/adding-a-preset.md`).
public struct Preset: Sendable {
  /// The name on the command line, such as `openverse`.
  public let name: String
  /// The service's own name, cleaned.
  public let title: String
  /// One line for `vitrine sources`, cleaned.
  public let about: String
  public let argument: PresetArgument
  public let variables: [PresetVariable]
  /// Whether the user added or replaced it.
  public package(set) var isOwn = false

  let list: PresetRequest?
  let search: PresetRequest?
  let filters: PresetFilters
  let headers: [String: PresetTemplate]
  /// `user` and `password`, which are sent with each request (RFC 7617); empty for a service without.
  let login: [String: PresetTemplate]
  /// Whether pictures on the service's own host are requested with the same headers.
  let sendsHeadersForImages: Bool
  let pageSizes: ClosedRange<Int>
  /// The service's page size if none is requested.
  let defaultPageSize: Int?
  let items: [PresetItems]
  /// Sorts items that come as an object.
  let order: PresetPath?
  /// Where an empty response without items can be recognised.
  let emptyWhen: [PresetPath]
  let titleField: PresetField
  /// Where a response without items names the page with the first ones.
  let firstPage: [PresetPath]
  /// Where a response states its own URL; relative URLs in a saved response are resolved against it.
  let addressPaths: [PresetPath]
  /// Conditions for an item to be listed at all; they must not fail.
  let kept: [PresetCondition]
  let fields: PresetFields<PresetProperty>
  let joins: [PresetJoin]
  let pictures: [PresetPictures]
  /// Whether an item is for sale; empty if the service doesn't say.
  let sale: [PresetCondition]
  /// The first one with an amount is used.
  let prices: [PresetPrice]
  let buying: PresetOrder?
  /// The first one that fits the response is used.
  let paging: [PresetPaging]
  let errors: [PresetErrorRule]
  let recognition: [PresetRecognition]

  init(_ root: PresetTable) {
    name = root.requiredText("name")
    title = TextCleaner.line(root.requiredText("title"), limit: .field)
    about = TextCleaner.line(root.requiredText("about"), limit: .field)
    argument =
      root.table("argument", PresetArgument.init) ?? PresetArgument(kind: .none, meaning: "")
    variables = root.tables("variables", PresetVariable.init)
    let known = PresetRequest.ownPlaceholders.union(variables.map(\.name))
    // The others are filled from responses, and must not decide where a request goes or with which key.
    let ofRequest = known.subtracting(["page", "offset"])
    paging = root.tables("paging") { PresetPaging($0, reserved: ofRequest) }
    let pages = known.union(paging.compactMap(\.parameter))
    list = root.table("list") { PresetRequest($0, known: pages) }
    search = root.table("search") { PresetRequest($0, known: pages) }
    filters = PresetFilters(root)
    headers = root.table("headers") { $0.headers(known: known) } ?? [:]
    login = root.table("login") { $0.secretTemplates(["user", "password"], known: known) } ?? [:]
    sendsHeadersForImages = root.truth("headers_for_images") ?? false
    let sizes = root.table("page_size") { table in
      let most = table.whole("most", in: 1...10_000) ?? 100
      let least = table.whole("least", in: 1...most) ?? 1
      return (range: least...most, usual: table.whole("default", in: 1...10_000))
    }
    pageSizes = sizes?.range ?? 1...100
    defaultPageSize = sizes?.usual
    items = root.items("items")
    root.noteGone("photo_when", "keep says which items are listed")
    order = root.paths("order_by").first
    emptyWhen = root.paths("empty_when")
    titleField = root.field("feed_title")
    firstPage = root.paths("first_page")
    addressPaths = root.paths("feed_address")
    kept = root.conditions("keep")
    joins = root.tables("join", PresetJoin.init)
    pictures = root.tables("pictures", PresetPictures.init)
    if root.members["fields"] == nil {
      root.note("fields", "required: a table [fields] with at least id and image")
    }
    fields = root.table("fields") { PresetFields($0) } ?? PresetFields()
    if root.members["fields"] != nil, pictures.isEmpty, fields[.image].isEmpty,
      fields[.thumbnail].isEmpty
    {
      root.note("fields.image", "required: the path of the picture's URL")
    }
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

/// How a service reports an error in an ordinary response.
struct PresetErrorRule: Hashable, Sendable {
  /// The value that must exist.
  let path: [PresetPath]
  /// The required values; nil for any.
  let allowed: [String]?
  let code: [PresetPath]
  let message: [PresetPath]
  /// Codes, or words in the message, that mean that the key is wrong.
  let keyCodes: [String]
  let missingCodes: [String]
  let overloadCodes: [String]

  init(_ table: PresetTable) {
    path = table.paths("path")
    allowed = table.texts("is")
    code = table.paths("code")
    message = table.paths("message")
    keyCodes = table.texts("key") ?? []
    missingCodes = table.texts("missing") ?? []
    overloadCodes = table.texts("overload") ?? []
    if path.isEmpty { table.note("path", "required: the path of a value that errors have") }
  }
}

struct PresetRecognition: Hashable, Sendable {
  /// `api.openverse.org`, `*.smugmug.com`; empty for any.
  let hosts: [String]
  /// `/products.json`, `/collections/*/products.json`; empty for any.
  let paths: [String]
  /// Keys that must be in the response.
  let keys: [PresetPath]
  /// Keys that must be in its first item.
  let itemKeys: [PresetPath]

  init(_ table: PresetTable) {
    hosts = table.texts("hosts") ?? []
    paths = table.texts("paths") ?? []
    keys = table.paths("keys")
    itemKeys = table.paths("item_keys")
    if hosts.isEmpty, keys.isEmpty, itemKeys.isEmpty {
      table.note("keys", "required: hosts, keys or item_keys")
    }
  }
}

/// The argument after a preset's name and colon.
public struct PresetArgument: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case none
    /// What to search for; without it, the service's default list.
    case search
    /// A server, as a host or a URL: `{base}`.
    case address
    /// An identifier of the service, such as an album's key: `{argument}`.
    case word
  }

  public var kind: Kind
  /// For `vitrine sources`, such as `what to search for`; cleaned.
  public var meaning: String

  public var isRequired: Bool { kind == .address || kind == .word }
}

extension PresetArgument {
  fileprivate init?(_ table: PresetTable) {
    meaning = table.words("meaning")
    guard let kind = table.choice("kind", of: Kind.self, isRequired: true) else { return nil }
    self.kind = kind
  }
}

/// A value that a preset takes from the environment, or from `?name=value` after its argument.
public struct PresetVariable: Hashable, Sendable {
  /// Its name in templates.
  public let name: String
  /// The environment variable, such as `UNSPLASH_ACCESS_KEY`.
  public let environment: String?
  public let meaning: String
  public let isRequired: Bool
  /// Never shown, logged or stored; only from the environment.
  public let isSecret: Bool
  public let fallback: String?

  init(_ table: PresetTable) {
    name = table.requiredText("name")
    environment = table.text("environment")
    meaning = table.words("meaning")
    isRequired = table.truth("required") ?? false
    isSecret = table.truth("secret") ?? false
    fallback = table.text("default")
  }
}

extension PresetTable {
  fileprivate func items(_ name: String) -> [PresetItems] {
    let texts = texts(name) ?? []
    if texts.isEmpty { note(name, "required: the path of the list, e.g. \"results\"") }
    let items = texts.compactMap { PresetItems($0) }
    if items.count < texts.count {
      note(
        name,
        "expected names with dots between them, e.g. \"a.b\" or \"a[0].b\"; \"\" for a list, "
          + "\"a.*\" for the values of an object, \"a{}\" for one object")
    }
    return items
  }
}
