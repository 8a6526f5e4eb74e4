/// JSON that keeps the order of its keys, indented for people.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case list([JSONText])
  case object([(String, JSONText)])

  func written(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return String(value)
    case .string(let value): return JSONText.quoted(value)
    case .list(let values):
      if values.isEmpty { return "[]" }
      let isShort = values.allSatisfy { if case .string = $0 { true } else { false } }
      if isShort { return "[" + values.map { $0.written() }.joined(separator: ", ") + "]" }
      let lines = values.map { inner + $0.written(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
    case .object(let pairs):
      let lines = pairs.map {
        inner + JSONText.quoted($0.0) + ": " + $0.1.written(indent: inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
