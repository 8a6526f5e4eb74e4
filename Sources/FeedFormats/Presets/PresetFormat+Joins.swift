import Foundation
import GalleryDomain

/// Another answer that an item is read with: its collection, its price, the manifest that a list only names.
struct PresetJoin: Hashable, Sendable {
  /// A template of the item's paths, or one path of an address.
  var address: PresetField
  /// What the answer is called in the item.
  var name: String
  /// Only for items for which all hold.
  var conditions: [PresetCondition] = []
}

extension PresetFormat {
  /// Addresses that a page may ask for beside itself; the items of further ones go without.
  private static let joinLimit = 100
  /// Values that are read of one.
  private static let joinedValueLimit = 65_536
  /// Bytes of one.
  private static let joinByteLimit = 4 << 20

  public func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest] {
    guard !preset.joins.isEmpty, subject != .file, response.isSuccess, !opens(page),
      let document = try? document(response).document
    else { return [] }
    var scope = PresetScope(
      item: .null, root: document.root, headers: response.headers, variables: values,
      faults: PresetFaults())
    var requests: [HTTPRequest] = []
    var known: Set<URL> = []
    for offset in ordered(document) {
      guard let item = document.item(at: offset) else { continue }
      // What was answered may name what else has to be asked for.
      scope.item = joined(item, in: scope, context)
      for join in preset.joins {
        guard let url = url(of: join, in: scope, context), known.insert(url).inserted,
          context.joined[continued(url).url] == nil
        else { continue }
        guard requests.count < Self.joinLimit else { return requests }
        var request = continued(url)
        request.answerByteLimit = Self.joinByteLimit
        requests.append(request)
      }
    }
    return requests
  }

  /// The item with what was answered for it.
  func joined(_ item: JSONValue, in scope: PresetScope, _ context: FeedContext) -> JSONValue {
    guard !preset.joins.isEmpty, !context.joined.isEmpty, case .object(var members) = item else {
      return item
    }
    var scope = scope
    for join in preset.joins {
      // A join may need what one before it was answered.
      scope.item = .object(members)
      guard let url = url(of: join, in: scope, context),
        let bytes = context.joined[continued(url).url]
      else {
        continue
      }
      var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      var budget = Self.joinedValueLimit
      // What is not JSON is an answer that failed.
      guard let value = try? reader.readValue(budget: &budget) else { continue }
      members.append(JSONMember(name: join.name, value: value))
    }
    return .object(members)
  }

  private func url(of join: PresetJoin, in scope: PresetScope, _ context: FeedContext) -> URL? {
    guard join.conditions.allSatisfy({ $0.holds(in: scope) ?? $0.isOptional }),
      let text = join.address.alternatives.lazy.compactMap({ Self.text(of: $0, in: scope) }).first
    else { return nil }
    return FeedAddress.web(text, relativeTo: "")
      ?? context.url.flatMap { PresetNextAddress.resolved(text, against: $0) }
  }

  /// What an item says stands in a template encoded, so that it cannot lead elsewhere on the server.
  private static func text(of term: PresetTerm, in scope: PresetScope) -> String? {
    guard case .template(let template, let places) = term.source else {
      return term.texts(in: scope).first
    }
    return template.filled { name in
      let text = places[name]?.text(in: scope)
      return name.first == "@" ? text : text.map(PresetAddress.encoded)
    }
  }
}
