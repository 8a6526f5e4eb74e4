import Foundation
import GalleryDomain

/// An additional response for an item: its collection, its price, or the manifest that a list only refers to.
struct PresetJoin: Hashable, Sendable {
  /// A template with the item's paths, or a path to a URL.
  let address: PresetField
  /// The name of the response within the item.
  let name: String
  /// Requested only for items that meet all conditions.
  let conditions: [PresetCondition]

  init(_ table: PresetTable) {
    name = table.requiredText("as")
    conditions = table.conditions("when")
    address = table.requiredField("url", "a template, e.g. \"{@base}/prices/{id}\", or a path")
  }
}

extension PresetFormat {
  /// The maximum number of additional requests per page; further items are read without them.
  private static let joinLimit = 100
  private static let joinByteLimit = 4 << 20

  public func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest] {
    guard !preset.joins.isEmpty, response.isSuccess, let document = try? document(response)
    else { return [] }
    let scope = scope(of: document, response)
    let responses = JoinedResponses(context)
    var requests: [HTTPRequest] = []
    var known = Set(context.joined.keys)
    for item in document.items {
      for request in joined(item, in: scope, responses).missing
      where known.insert(request.url).inserted {
        guard requests.count < Self.joinLimit else { return requests }
        requests.append(request)
      }
    }
    return requests
  }

  /// The item with the additional responses, and the requests for those that aren't there, or that aren't JSON.
  func joined(
    _ item: JSONValue, in scope: PresetScope, _ responses: JoinedResponses
  ) -> (item: JSONValue, missing: [HTTPRequest]) {
    guard subject != .file, case .object(var members) = item else { return (item, []) }
    var missing: [HTTPRequest] = []
    for join in preset.joins {
      // A join may need the response of an earlier one.
      guard let url = url(of: join, in: scope.of(.object(members)), responses) else { continue }
      var request = continued(url)
      request.responseByteLimit = Self.joinByteLimit
      if let value = responses.value(at: request.url) {
        members.append(JSONMember(name: join.name, value: value))
      } else {
        missing.append(request)
      }
    }
    return (.object(members), missing)
  }

  private func url(of join: PresetJoin, in scope: PresetScope, _ responses: JoinedResponses) -> URL?
  {
    guard join.conditions.hold(in: scope),
      let text = join.address.lazy.compactMap({ Self.text(of: $0, in: scope) }).first
    else { return nil }
    return FeedBase(url: responses.page).url(text)
  }

  /// Values of an item are encoded in a template, so that they cannot lead elsewhere on the server.
  private static func text(of term: PresetTerm, in scope: PresetScope) -> String? {
    guard case .template(let template, let placeholders) = term.source else {
      return term.texts(in: scope).first
    }
    return template.filled { name in
      let text = placeholders[name]?.text(in: scope)
      return name.first == "@" ? text : text.map(QueryItem.encoded)
    }
  }
}

extension Preset {
  /// Whether the pictures of items, or what leads to them, are in additional responses.
  var joinsPictures: Bool {
    (fields[.image] + fields[.thumbnail]).contains { term in
      joins.contains { term.reads($0.name) }
    }
  }
}

/// The additional responses of a page. Items that share one mostly follow each other.
final class JoinedResponses {
  /// By requested URL.
  let bodies: [URL: [UInt8]]
  let page: URL?
  private var last: (url: URL, value: JSONValue?)?

  init(_ context: FeedContext) { (bodies, page) = (context.joined, context.url) }

  /// nil if there is none, or if it isn't JSON.
  func value(at url: URL) -> JSONValue? {
    if let last, last.url == url { return last.value }
    let value = bodies[url].flatMap(JSONValue.init(bytes:))
    last = (url, value)
    return value
  }
}
