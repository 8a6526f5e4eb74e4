import CNcurses

nonisolated extension TerminalDescription {
  /// The name under which ncurses finds the description in `environmentValue`.
  static let compiledName = "vitrine"

  /// The value of `TERMINFO` that contains the whole description (ncurses 6.1 and later).
  var environmentValue: String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("hex:".utf8)
    for byte in compiled() {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The compiled entry, in the extended number format (term(5), magic 01036: 32-bit numbers).
  private func compiled() -> [UInt8] {
    let name = Array(Self.compiledName.utf8) + [0]
    let flagBytes = Self.names(curses_boolean_name).map { UInt8(flags.contains($0) ? 1 : 0) }
    let numberValues = Self.names(curses_number_name).map { numbers[$0] ?? -1 }
    var table: [UInt8] = []
    let offsets = Self.names(curses_string_name).map { name -> Int16 in
      guard let value = strings[name], let offset = Int16(exactly: table.count) else { return -1 }
      table.append(contentsOf: value.utf8)
      table.append(0)
      return offset
    }

    var entry: [UInt8] = []
    for count in [0o1036, name.count, flagBytes.count, numberValues.count, offsets.count] {
      entry.append(Int16(truncatingIfNeeded: count))
    }
    entry.append(Int16(truncatingIfNeeded: table.count))
    entry += name + flagBytes
    entry.pad()
    for value in numberValues { entry.append(value) }
    for offset in offsets { entry.append(offset) }
    entry += table
    entry.pad()
    entry += compiledExtension()
    return entry
  }

  /// The section for non-standard capabilities: only flags here.
  private func compiledExtension() -> [UInt8] {
    let names = extendedFlags.sorted()
    guard !names.isEmpty else { return [] }
    let table = names.flatMap { Array($0.utf8) + [UInt8(0)] }
    var section: [UInt8] = []
    for count in [names.count, 0, 0, names.count, table.count] {
      section.append(Int16(truncatingIfNeeded: count))
    }
    section += names.map { _ in 1 }
    section.pad()
    var offset = 0
    for name in names {
      section.append(Int16(truncatingIfNeeded: offset))
      offset += name.utf8.count + 1
    }
    return section + table
  }

  private static func names(_ name: (Int32) -> UnsafePointer<CChar>?) -> [String] {
    var names: [String] = []
    while let next = name(Int32(names.count)) { names.append(String(cString: next)) }
    return names
  }
}

nonisolated extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Numbers have to be at even offsets.
  fileprivate mutating func pad() {
    if count % 2 == 1 { append(UInt8(0)) }
  }
}
