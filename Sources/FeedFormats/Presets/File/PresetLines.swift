/// Finds the line of a key in a TOML file, because TOMLKit keeps no positions of values.
///
/// Recognises table headers, and keys at the start of a line, which is how presets are written. Only for error
/// messages.
struct PresetLines {
  /// Lines by key path, such as `fields.title`; the first of each.
  private var lines: [String: Int] = [:]

  init(_ text: String) {
    var header = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let body = line.drop { $0 == " " || $0 == "\t" }
      if body.first == "[", let end = body.firstIndex(of: "]") {
        header = String(body[..<end]).filter { !"[] \"".contains($0) }
        note(header, index + 1)
      } else if let equals = body.firstIndex(of: "="), body.first != "#" {
        let key = String(body[..<equals]).filter { !" \t\"'".contains($0) }
        note(header.isEmpty ? key : "\(header).\(key)", index + 1)
      }
    }
  }

  private mutating func note(_ key: String, _ line: Int) {
    if lines[key] == nil { lines[key] = line }
  }

  /// The line of the key, otherwise that of the nearest enclosing table.
  func line(of key: String) -> Int? {
    // `paging[1].kind` and `fields.title[0]` are in the lines of their names.
    var isInside = false
    var path = key.filter { character in
      if character == "[" { isInside = true }
      defer { if character == "]" { isInside = false } }
      return !isInside
    }
    while !path.isEmpty {
      if let line = lines[path] { return line }
      guard let point = path.lastIndex(of: ".") else { return nil }
      path = String(path[..<point])
    }
    return nil
  }
}
