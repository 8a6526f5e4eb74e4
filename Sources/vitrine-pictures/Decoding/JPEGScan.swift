import PictureProtocol

/// What a decoder has to know about the only scan of a file, or about the first of a progressive one (ITU-T T.81, annex B).
struct JPEGScan {
  struct Component {
    var frame: JPEGFrame.Component
    var horizontal: Int
    var vertical: Int
    /// Of the coefficients 0, 1, 2 and 4 in zigzag order.
    var quantizers: [Int] = []
    var meanCodes = 0
    var otherCodes = 0
  }

  var width = 0
  var height = 0
  var components: [Component] = []
  /// The units between two restart markers; 0 for none.
  var restartInterval = 0
  var dataOffset = 0
  /// Whether blocks have no other coefficients in this scan.
  var hasMeansOnly = false
  /// The bits of the means that later scans add.
  var missingBits = 0
  /// By class (0 for means, 1 for the others) and number.
  var codes: [[HuffmanCodes?]] = [[nil, nil, nil, nil], [nil, nil, nil, nil]]

  /// The blocks of the first component in a unit; the others have one each.
  var across: Int { components[0].horizontal }
  var down: Int { components[0].vertical }
  var blocksPerUnit: Int { across * down + components.count - 1 }
  var unitsPerRow: Int { (width + 8 * across - 1) / (8 * across) }
  var unitRows: Int { (height + 8 * down - 1) / (8 * down) }

  init?(of file: ByteView) {
    var quantizers = [[Int]?](repeating: nil, count: 4)
    var hasJFIF = false
    var adobeColors: UInt8?
    var segments = JPEGSegments(file)
    while dataOffset == 0 {
      guard let segment = try? segments.next() else { return nil }
      let body = segment.content
      switch segment.marker {
      // Baseline, the same with other tables, and progressive.
      case 0xC0, 0xC1, 0xC2:
        guard let frame = JPEGFrame(segment), accept(frame) else { return nil }
      case 0xC4: guard readCodes(body) else { return nil }
      case 0xDB: guard Self.readQuantizers(body, into: &quantizers) else { return nil }
      case 0xDD: restartInterval = body.uint16(0, bigEndian: true) ?? 0
      case 0xDA: guard readScan(body, end: segment.end) else { return nil }
      case 0xE0: hasJFIF = hasJFIF || body.starts(with: "JFIF\0")
      case 0xEE: if body.starts(with: "Adobe") { adobeColors = body.uint8(11) }
      case 0xE1...0xEF, 0xFE: break
      default: return nil
      }
    }
    for index in components.indices {
      guard let table = quantizers[components[index].frame.quantizers] else { return nil }
      components[index].quantizers = table
    }
    // As libjpeg decides it (jdapimin.c, default_decompress_parms).
    guard components.count == 3 else { return }
    if !hasJFIF, adobeColors.map({ $0 != 1 }) ?? (components.map(\.frame.id) != [1, 2, 3]) {
      return nil
    }
  }

  private mutating func accept(_ frame: JPEGFrame) -> Bool {
    (width, height) = (frame.size.width, frame.size.height)
    hasMeansOnly = frame.isProgressive
    guard components.isEmpty, frame.precision == 8, width >= 8, height >= 8,
      [1, 3].contains(frame.components.count), frame.components.allSatisfy({ $0.quantizers < 4 })
    else { return false }
    // The blocks of a single component come row by row, whatever it says.
    let isSingle = frame.components.count == 1
    components = frame.components.map {
      Component(
        frame: $0, horizontal: isSingle ? 1 : $0.horizontal, vertical: isSingle ? 1 : $0.vertical)
    }
    return (1...2).contains(across) && (1...2).contains(down)
      && components.dropFirst().allSatisfy { $0.horizontal == 1 && $0.vertical == 1 }
  }

  private static func readQuantizers(_ body: ByteView, into tables: inout [[Int]?]) -> Bool {
    var offset = 0
    while offset < body.count {
      guard let kind = body.uint8(offset), kind & 15 < 4, kind >> 4 < 2 else { return false }
      let size = Int(kind >> 4) + 1
      let values = [0, 1, 2, 4].compactMap {
        body.number(offset + 1 + $0 * size, count: size, bigEndian: true)
      }
      guard values.count == 4, offset + 1 + 64 * size <= body.count else { return false }
      tables[Int(kind & 15)] = values
      offset += 1 + 64 * size
    }
    return true
  }

  private mutating func readCodes(_ body: ByteView) -> Bool {
    var offset = 0
    while offset < body.count {
      guard let kind = body.uint8(offset), kind & 15 < 4, kind >> 4 < 2 else { return false }
      let counts = (0..<16).compactMap { body.uint8(offset + 1 + $0) }
      let count = counts.reduce(0) { $0 + Int($1) }
      let symbols = body.part(from: offset + 17, count: count)
      guard counts.count == 16, count <= 256, symbols.count == count,
        let read = HuffmanCodes(counts: counts, symbols: [UInt8](symbols.bytes))
      else { return false }
      codes[Int(kind >> 4)][Int(kind & 15)] = read
      offset += 17 + count
    }
    return true
  }

  private mutating func readScan(_ body: ByteView, end: Int) -> Bool {
    guard !components.isEmpty, body.uint8(0) == UInt8(components.count) else { return false }
    for index in components.indices {
      guard body.uint8(1 + 2 * index) == components[index].frame.id,
        let tables = body.uint8(2 + 2 * index), tables >> 4 < 4, tables & 15 < 4
      else { return false }
      components[index].meanCodes = Int(tables >> 4)
      components[index].otherCodes = Int(tables & 15)
    }
    if hasMeansOnly {
      // Ss, Se, and Ah and Al (G.1.2.1): the first pass over coefficient 0.
      let start = 1 + 2 * components.count
      guard body.uint8(start) == 0, body.uint8(start + 1) == 0, let bits = body.uint8(start + 2),
        bits <= 2
      else { return false }
      missingBits = Int(bits)
    }
    dataOffset = end
    return true
  }
}
