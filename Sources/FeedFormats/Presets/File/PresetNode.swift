import TOMLKit

/// A TOML value, copied from TOMLKit's tree, which is not `Sendable`.
enum PresetNode {
  case text(String)
  case whole(Int)
  case truth(Bool)
  case list([PresetNode])
  case table([String: PresetNode])
  /// Dates, times and fractions, which presets don't need.
  case other

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var whole: Int? { if case .whole(let number) = self { number } else { nil } }
  var members: [String: PresetNode]? { if case .table(let members) = self { members } else { nil } }

  /// Presets are three levels deep.
  private static let depthLimit = 16

  init(_ value: any TOMLValueConvertible, depth: Int = 0) {
    guard depth < Self.depthLimit else {
      self = .other
      return
    }
    switch value.type {
    case .string: self = value.string.map(PresetNode.text) ?? .other
    case .int: self = value.int.map(PresetNode.whole) ?? .other
    case .bool: self = value.bool.map(PresetNode.truth) ?? .other
    case .array:
      let elements = value.array.map { array in
        (0..<array.count).map { PresetNode(array[$0], depth: depth + 1) }
      }
      self = .list(elements ?? [])
    case .table: self = value.table.map { PresetNode($0, depth: depth) } ?? .other
    default: self = .other
    }
  }

  init(_ table: TOMLTable, depth: Int = 0) {
    var members: [String: PresetNode] = [:]
    for key in table.keys {
      members[key] = table[key].map { PresetNode($0, depth: depth + 1) }
    }
    self = .table(members)
  }
}
