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

  var list: PresetRequest?
  var search: PresetRequest?
  var filters = PresetFilters()
  var headers: [String: PresetTemplate] = [:]
  var login: PresetLogin?
  /// Whether pictures on the service's own host are requested with the same headers.
  var sendsHeadersForImages = false
  var pageSizes = 1...100
  /// The service's page size if none is requested.
  var defaultPageSize: Int?
  var items: [PresetItems] = []
  /// Which items are photos, if a service also lists other things; all conditions must hold.
  var photoConditions: [PresetCondition] = []
  /// Sorts items that come as an object.
  var order: PresetPath?
  /// Where an empty response without items can be recognised.
  var emptyWhen: [PresetPath] = []
  var titleField: PresetField = []
  /// Where a response without items names the page with the first ones.
  var firstPage: [PresetPath] = []
  /// Where a response states its own URL; relative URLs in a saved response are resolved against it.
  var addressPaths: [PresetPath] = []
  /// Conditions for an item to be listed at all; they must not fail.
  var kept: [PresetCondition] = []
  var fields = PresetFields()
  /// Additional requests for an item.
  var joins: [PresetJoin] = []
  /// Where to find additional pictures of an item.
  var pictures: [PresetPictures] = []
  /// Whether an item is for sale; empty if the service doesn't say.
  var sale: [PresetCondition] = []
  /// The first one with an amount is used.
  var prices: [PresetPrice] = []
  var buying: PresetOrder?
  /// The first one that fits the response is used.
  var paging: [PresetPaging] = []
  var errors: [PresetErrorRule] = []
  var recognition: [PresetRecognition] = []
}

/// A name and a password that are sent with each request (RFC 7617), as templates of variables.
struct PresetLogin: Hashable, Sendable {

  var user: PresetTemplate
  var password: PresetTemplate
}

/// Where the items of a response are.
struct PresetItems: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case list
    /// The values of an object (or the elements of a list): `query.pages.*`.
    case values
    /// One object that is itself an item: `photo{}`.
    case single
  }

  /// Names, and indices in lists: `sequences[0].canvases`.
  var steps: [PresetPath.Step]
  var kind: Kind
}

/// How a service reports an error in an ordinary response.
struct PresetErrorRule: Hashable, Sendable {
  /// The value that must exist.
  var path: PresetPath
  /// The required values; nil for any.
  var allowed: [String]?
  var code: [PresetPath] = []
  var message: [PresetPath] = []
  /// Codes, or words in the message, that mean that the key is wrong.
  var keyCodes: [String] = []
  var missingCodes: [String] = []
  var overloadCodes: [String] = []
}

/// How to recognise a response of a service.
struct PresetRecognition: Hashable, Sendable {
  /// `api.openverse.org`, `*.smugmug.com`; empty for any.
  var hosts: [String] = []
  /// `/products.json`, `/collections/*/products.json`; empty for any.
  var paths: [String] = []
  /// Keys that must be in the response.
  var keys: [PresetPath] = []
  /// Keys that must be in its first item.
  var itemKeys: [PresetPath] = []
}

/// The argument after a preset's name and colon.
public struct PresetArgument: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Nothing.
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
  public var isRequired: Bool
}

/// A value that a preset takes from the environment, or from `?name=value` after its argument.
public struct PresetVariable: Hashable, Sendable {
  /// Its name in templates.
  public var name: String
  /// The environment variable, such as `UNSPLASH_ACCESS_KEY`.
  public var environment: String?
  public var meaning: String
  public var isRequired: Bool
  /// Never shown, logged or stored; only from the environment.
  public var isSecret: Bool
  public var fallback: String?
}
