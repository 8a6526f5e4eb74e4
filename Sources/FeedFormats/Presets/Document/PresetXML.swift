/// Converts an XML document to JSON, which presets read. An element becomes an object with its children by their names
/// without prefix (a list if there are several with the same name) and its attributes (`@name`). An element that
/// contains only text becomes that text; next to attributes, the text is `#text`.
///
/// It builds a tree of the whole response, which is therefore limited in size. Nothing is fetched and no entity is
/// expanded (`XMLReader`).
enum PresetXML {
  /// 500 items of 8 kB each are 4 MB.
  static let byteLimit = 16 << 20
  /// The maximum nesting of elements; JSON has room for 64 levels, including lists.
  private static let depthLimit = 30
  private static let elementLimit = 500_000

  private struct Node {
    var name: String
    var attributes: [(name: String, value: String)] = []
    var children: [Node] = []
    var text = ""
  }

  static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].firstIndex(where: { $0 > 0x20 }), bytes[first] == 0x3C
    else { return false }
    // An HTML page is a response to something else.
    let beginning = String(decoding: bytes[first...].prefix(512), as: UTF8.self).lowercased()
    return !beginning.contains("<html") && !beginning.hasPrefix("<!doctype html")
  }

  /// - Parameter lists: Where elements are items, so that a single one becomes a list, too.
  static func json(_ bytes: [UInt8], lists: [PresetItems]) throws(XMLFault) -> [UInt8] {
    var reader = XMLReader(bytes)
    reader.index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let root = try tree(&reader)
    let keys = Set(lists.filter { $0.kind == .list }.compactMap(\.keys))
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    output.append(UInt8(ascii: "{"))
    write(root.name, to: &output)
    output.append(UInt8(ascii: ":"))
    let isItem = keys.contains([root.name])
    if isItem { output.append(UInt8(ascii: "[")) }
    write(root, path: [root.name], lists: keys, to: &output)
    if isItem { output.append(UInt8(ascii: "]")) }
    output.append(UInt8(ascii: "}"))
    return output
  }

  /// Not recursive: the open elements are on a stack.
  private static func tree(_ reader: inout XMLReader) throws(XMLFault) -> Node {
    var open: [Node] = []
    var count = 0
    while true {
      // After the root there is nothing more to read.
      guard let token = try reader.next() else { return open.first ?? Node(name: "") }
      switch token {
      case .start(let tag):
        count += 1
        guard count <= elementLimit, open.count < depthLimit else {
          try reader.skipElement()
          continue
        }
        let attributes = tag.attributes.filter {
          $0.name.prefix != "xmlns" && !($0.name.prefix.isEmpty && $0.name.local == "xmlns")
        }
        open.append(
          Node(
            name: tag.name.local,
            attributes: attributes.map { (name: $0.name.local, value: $0.value) }))
      case .text(let range, let isCDATA):
        guard !open.isEmpty else { continue }
        open[open.count - 1].text += reader.text(range, isCDATA: isCDATA)
      case .end:
        guard let last = open.popLast() else { continue }
        if open.isEmpty { return last }
        open[open.count - 1].children.append(last)
      }
    }
  }

  /// Recursive, at most `depthLimit` levels deep.
  private static func write(
    _ node: Node, path: [String], lists: Set<[String]>, to output: inout [UInt8]
  ) {
    if node.attributes.isEmpty, node.children.isEmpty { return write(node.text, to: &output) }
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    func begin(_ name: String) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      write(name, to: &output)
      output.append(UInt8(ascii: ":"))
    }
    for attribute in node.attributes {
      begin("@\(attribute.name)")
      write(attribute.value, to: &output)
    }
    if !node.text.isBlank {
      begin("#text")
      write(node.text, to: &output)
    }
    var names: [String] = []
    var children: [String: [Int]] = [:]
    for (index, child) in node.children.enumerated() {
      if children[child.name] == nil { names.append(child.name) }
      children[child.name, default: []].append(index)
    }
    for name in names {
      let indices = children[name] ?? []
      let inner = path + [name]
      begin(name)
      let isList = indices.count > 1 || lists.contains(inner)
      if isList { output.append(UInt8(ascii: "[")) }
      for (position, index) in indices.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        let child = node.children[index]
        // Items become objects, even if they contain only text.
        if lists.contains(inner), child.attributes.isEmpty, child.children.isEmpty {
          output += Array("{\"#text\":".utf8)
          write(child.text, to: &output)
          output.append(UInt8(ascii: "}"))
        } else {
          write(child, path: inner, lists: lists, to: &output)
        }
      }
      if isList { output.append(UInt8(ascii: "]")) }
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    output += Array(JSONValue.escaped(text).utf8)
    output.append(UInt8(ascii: "\""))
  }
}
