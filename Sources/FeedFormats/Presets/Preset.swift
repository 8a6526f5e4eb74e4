/// A photo service as data: how its pages are asked for, how its answers are read. Read from a TOML file
/// (`docs/adding-a-preset.md`).
public struct Preset: Sendable {
  /// As it is written on the command line, such as `openverse`.
  public let name: String
  /// The service's own name, cleaned.
  public let title: String
  /// One line for `vitrine sources`, cleaned.
  public let about: String
  public let argument: PresetArgument
  public let variables: [PresetVariable]
  /// Whether the user added or replaced it.
  public package(set) var isOwn = false

  var list: PresetRequest?
  var search: PresetRequest?
  /// Asked for before page 1, whose answer names what its pages are asked for with.
  var opening: PresetOpening?
  /// How pages are asked for that the one before names, where that is another request.
  var nextRequest: PresetRequest?
  /// Query items that leave only what is for sale.
  var saleItems: [PresetRequest.Item] = []
  var filters = PresetFilters()
  var headers: [String: PresetTemplate] = [:]
  var login: PresetLogin?
  /// Whether pictures on the service's own host are asked for with the same headers.
  var sendsHeadersForImages = false
  var pageSizes = 1...100
  /// What the service gives where it is not told.
  var defaultPageSize: Int?
  var answer = PresetAnswer.json
  var items: [PresetItems] = []
  /// What makes an item a photo, where a service also lists other things; all must hold.
  var photoConditions: [PresetCondition] = []
  /// Orders items that come as an object.
  var order: PresetPath?
  /// What an answer without items holds where it only is empty.
  var emptyWhen: [PresetPath] = []
  var titleField = PresetField(alternatives: [])
  /// Where an answer without items names the page that has the first of them.
  var firstPage: [PresetPath] = []
  /// Where an answer says what its own address is; relative addresses of one that is a file belong to it.
  var addressPaths: [PresetPath] = []
  /// What an item must say, or not say otherwise, to be listed at all.
  var kept: [PresetCondition] = []
  var fields = PresetFields()
  /// What else is asked for, for an item.
  var joins: [PresetJoin] = []
  /// Where further pictures of an item stand.
  var pictures: [PresetPictures] = []
  var sale: PresetSale?
  /// The first that has an amount is taken.
  var prices: [PresetPrice] = []
  var buying: PresetOrder?
  /// The first that fits the answer is taken.
  var paging: [PresetPaging] = []
  var errors: [PresetErrorRule] = []
  var recognition: [PresetRecognition] = []
}

extension Preset {
  func isPhoto(in scope: PresetScope) -> Bool {
    photoConditions.allSatisfy { $0.holds(in: scope) ?? $0.isOptional }
  }
}

extension Preset {
  /// Places of requests that an answer fills.
  var carriedPlaces: Set<String> {
    paging.reduce(into: Set([opening?.parameter].compactMap { $0 })) { places, rule in
      if !rule.carried.isEmpty { places.formUnion([rule.parameter ?? "page"] + rule.carried.keys) }
    }
  }
}

/// A name and a password that go with each request (RFC 7617), as templates of variables.
struct PresetLogin: Hashable, Sendable {
  static let header = "Authorization"

  var user: PresetTemplate
  var password: PresetTemplate
}

/// What an answer is written in.
enum PresetAnswer: String, CaseIterable, Sendable {
  case json, xml
}

/// A request whose answer names what pages are asked for with, such as a point in time.
struct PresetOpening: Hashable, Sendable {
  var request: PresetRequest
  /// Where the name stands in the answer.
  var next: [PresetPath]
  /// The place in the requests of pages.
  var parameter: String
}

/// Where the items of an answer stand.
struct PresetItems: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case list
    /// The values of an object (or the elements of a list): `query.pages.*`.
    case values
    /// One object that is an item itself: `photo{}`.
    case single
  }

  /// Names, and places in lists: `sequences[0].canvases`.
  var steps: [PresetPath.Step]
  var kind: Kind

  init(steps: [PresetPath.Step], kind: Kind) {
    self.steps = steps
    self.kind = kind
  }

  init(keys: [String], kind: Kind) { self.init(steps: keys.map { .key($0) }, kind: kind) }

  /// The names; nil where a place in a list is among them.
  var keys: [String]? {
    var keys: [String] = []
    for step in steps {
      guard case .key(let key) = step else { return nil }
      keys.append(key)
    }
    return keys
  }
}

/// How a service says in an ordinary answer that it has none.
struct PresetErrorRule: Hashable, Sendable {
  /// What must be there.
  var path: PresetPath
  /// What it must be; nil for anything.
  var allowed: [String]?
  var code: [PresetPath] = []
  var message: [PresetPath] = []
  /// Codes, or words of the message, for a key that is wrong.
  var keyCodes: [String] = []
  var missingCodes: [String] = []
  var overloadCodes: [String] = []
}

/// What tells that an answer is of a service.
struct PresetRecognition: Hashable, Sendable {
  /// `api.openverse.org`, `*.smugmug.com`; empty for any.
  var hosts: [String] = []
  /// `/products.json`, `/collections/*/products.json`; empty for any.
  var paths: [String] = []
  /// What must be in the answer.
  var keys: [PresetPath] = []
  /// What must be in its first item.
  var itemKeys: [PresetPath] = []
  /// What its first item must not have.
  var withoutItemKeys: [PresetPath] = []
}
