import PictureProtocol

/// A JPEG at an eighth of its size: the mean of each block of 8×8 pixels.
///
/// The mean is a block's first coefficient. The others have to be read to find the next block, and libjpeg reads one after
/// the other. Here a table says for the next bits of the scan how many whole coefficients are in them, and they are
/// skipped together. Of a progressive JPEG the first scan has nothing but the means, less their last bit or two, which later
/// scans add (43 dB against all scans).
struct BlockMeans {
  let width: Int
  let height: Int
  /// 1 for grey, 3 for RGB.
  let bands: Int
  /// Row by row.
  let bytes: [UInt8]

  /// Longer files and larger pictures are left to libjpeg, which reads in pieces that leave memory again.
  private static let byteLimit = 64 << 20
  private static let pixelLimit = 128 << 20
  /// How many blocks are read between two calls of `shouldStop`.
  private static let blocksPerQuestion = 16_384

  /// - Parameter file: It must outlive the call.
  /// - Returns: nil for what only libjpeg reads: other colours than grey and YCbCr, one scan after the other for each of them,
  ///   unusual sampling, and whatever is wrong with a file.
  /// - Throws: `cancelled`.
  init?(of file: ByteView, shouldStop: () -> Bool) throws(PictureFailure) {
    guard file.count <= Self.byteLimit, let scan = Scan(of: file),
      scan.width * scan.height <= Self.pixelLimit, let tables = ScanTables(scan)
    else { return nil }
    // Without blocks that are only partly in the picture, like libvips.
    width = scan.width / 8
    height = scan.height / 8
    bands = scan.components.count
    let (width, height, bands) = (width, height, bands)
    var strip = MeansStrip(of: scan)
    var reader = ScanReader(scan, file)
    var isWhole = false
    var isStopped = false
    bytes = [UInt8](unsafeUninitializedCapacity: width * height * bands) { target, count in
      var blocks = 0
      for row in 0..<scan.unitRows {
        guard reader.readRow(tables, into: &strip) else { return }
        strip.write(row, width: width, height: height, bands: bands, into: target)
        blocks += scan.unitsPerRow * scan.blocksPerUnit
        if blocks >= Self.blocksPerQuestion {
          blocks = 0
          isStopped = shouldStop()
          if isStopped { return }
        }
      }
      isWhole = true
      count = width * height * bands
    }
    if isStopped { throw .cancelled }
    guard isWhole else { return nil }
  }
}

extension BlockMeans {
  /// The same, with colours and without transparency.
  var pixels: PixelBuffer {
    let count = width * height * 4
    let rgba = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      bytes.withUnsafeBufferPointer { source in
        // The second and third channel of grey are its first.
        let (green, blue) = bands == 1 ? (0, 0) : (1, 2)
        for pixel in 0..<width * height {
          let place = pixel * bands
          target[pixel * 4] = source[place]
          target[pixel * 4 + 1] = source[place + green]
          target[pixel * 4 + 2] = source[place + blue]
          target[pixel * 4 + 3] = 255
        }
      }
      written = count
    }
    return PixelBuffer(width: width, height: height, bytes: rgba)
  }
}

/// What a decoder has to know about the only scan of a file, or about the first of a progressive one (ITU-T T.81, annex B).
private struct Scan {
  struct Component {
    var id: UInt8
    var horizontal: Int
    var vertical: Int
    var quantizerIndex: Int
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
    var offset = 2
    while dataOffset == 0 {
      guard file.uint8(offset) == 0xFF, let marker = file.uint8(offset + 1) else { return nil }
      if marker == 0xFF {
        offset += 1
        continue
      }
      guard let length = file.uint16(offset + 2, bigEndian: true), length >= 2,
        offset + 2 + length <= file.count
      else { return nil }
      let body = file.part(from: offset + 4, count: length - 2)
      switch marker {
      // Baseline, and the same with other tables.
      case 0xC0, 0xC1: guard readFrame(body) else { return nil }
      case 0xC2:
        guard readFrame(body) else { return nil }
        hasMeansOnly = true
      case 0xC4: guard readCodes(body) else { return nil }
      case 0xDB: guard Self.readQuantizers(body, into: &quantizers) else { return nil }
      case 0xDD: restartInterval = body.uint16(0, bigEndian: true) ?? 0
      case 0xDA: guard readScan(body, end: offset + 2 + length) else { return nil }
      case 0xE0: hasJFIF = hasJFIF || body.starts(with: "JFIF\0")
      case 0xEE: if body.starts(with: "Adobe") { adobeColors = body.uint8(11) }
      case 0xE1...0xEF, 0xFE: break
      default: return nil
      }
      offset += 2 + length
    }
    for index in components.indices {
      guard let table = quantizers[components[index].quantizerIndex] else { return nil }
      components[index].quantizers = table
    }
    // As libjpeg decides it (jdapimin.c, default_decompress_parms).
    guard components.count == 3 else { return }
    if !hasJFIF, adobeColors.map({ $0 != 1 }) ?? (components.map(\.id) != [1, 2, 3]) { return nil }
  }

  private mutating func readFrame(_ body: ByteView) -> Bool {
    guard components.isEmpty, body.uint8(0) == 8, let height = body.uint16(1, bigEndian: true),
      let width = body.uint16(3, bigEndian: true), let count = body.uint8(5), width >= 8,
      height >= 8, count == 1 || count == 3
    else { return false }
    (self.width, self.height) = (width, height)
    for index in 0..<Int(count) {
      guard let id = body.uint8(6 + 3 * index), let factors = body.uint8(7 + 3 * index),
        let table = body.uint8(8 + 3 * index), table < 4
      else { return false }
      components.append(
        Component(
          id: id, horizontal: Int(factors >> 4), vertical: Int(factors & 15),
          quantizerIndex: Int(table)))
    }
    // The blocks of a single component come row by row, whatever it says.
    if count == 1 { (components[0].horizontal, components[0].vertical) = (1, 1) }
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
      guard body.uint8(1 + 2 * index) == components[index].id,
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

/// The codes of a scan (ITU-T T.81, annex C).
private struct HuffmanCodes {
  /// The bits that a table is looked up with: more make the tables larger than the nearest cache.
  static let lookUpBits = 12

  private let symbols: [UInt8]
  /// For each length, the first code above it, aligned to 16 bits.
  private var ends = [Int](repeating: 0, count: 17)
  /// For each length, what is added to a code for the index of its symbol.
  private var offsets = [Int](repeating: 0, count: 17)

  init?(counts: [UInt8], symbols: [UInt8]) {
    self.symbols = symbols
    var code = 0
    var index = 0
    for length in 1...16 {
      let count = Int(counts[length - 1])
      offsets[length] = index - code
      code += count
      index += count
      guard code <= 1 << length else { return nil }
      ends[length] = code << (16 - length)
      code <<= 1
    }
  }

  /// - Parameter bits: The next 16.
  /// - Returns: nil if they begin with no code.
  func symbol(_ bits: Int) -> (symbol: Int, length: Int)? {
    for length in 1...16 where bits < ends[length] {
      let index = offsets[length] + bits >> (16 - length)
      return symbols.indices.contains(index) ? (Int(symbols[index]), length) : nil
    }
    return nil
  }

  /// For the next bits, the code that they begin with; 0 if it is longer.
  func table() -> [CodeEntry] {
    var table = [CodeEntry](repeating: CodeEntry(), count: 1 << Self.lookUpBits)
    let shift = 16 - Self.lookUpBits
    var bits = 0
    while bits < table.count {
      guard let (symbol, length) = symbol(bits << shift), length <= Self.lookUpBits else {
        bits += 1
        continue
      }
      let count = 1 << (Self.lookUpBits - length)
      let entry = CodeEntry(symbol: symbol, length: length)
      for index in bits..<min(bits + count, table.count) { table[index] = entry }
      bits += count
    }
    return table
  }

  /// The same, with the whole coefficients that follow within the bits.
  func tableOfCoefficients() -> [CodeEntry] {
    let first = table()
    var table = first
    let mask = table.count - 1
    for bits in table.indices {
      var length = 0
      var advance = 0
      while advance < 63 {
        let next = first[bits << length & mask]
        guard next.length > 0, length + next.wholeLength <= Self.lookUpBits else { break }
        length += next.wholeLength
        if next.isEnd {
          table[bits].setRun(length: length, advance: advance, isEnd: true)
          break
        }
        advance += next.advance
        table[bits].setRun(length: length, advance: advance, isEnd: false)
      }
    }
    return table
  }
}

/// What the next bits of a scan begin with: a code, and perhaps several whole coefficients.
private struct CodeEntry {
  private var value: UInt32 = 0

  init() {}

  init(symbol: Int, length: Int) {
    value = UInt32(length) | UInt32(symbol) << 5
  }

  /// The bits of the code; 0 if it is longer than the look-up.
  @inline(__always) var length: Int { Int(value & 31) }
  @inline(__always) var symbol: Int { Int(value >> 5 & 255) }
  /// The bits of a coefficient's value.
  @inline(__always) var size: Int { Int(value >> 5 & 15) }
  /// How many coefficients further it is: one, after the zeros before it.
  @inline(__always) var advance: Int { Int(value >> 9 & 15) + 1 }
  /// The code and the value.
  @inline(__always) var wholeLength: Int { length + size }
  /// All other coefficients of the block are 0. libjpeg takes what is not in the standard for an end, too.
  @inline(__always) var isEnd: Bool { size == 0 && symbol != 0xF0 }

  /// The bits of several coefficients; 0 if not even one is whole.
  @inline(__always) var runLength: Int { Int(value >> 13 & 31) }
  /// How many coefficients further they end, the end of the block included.
  @inline(__always) var runAdvance: Int { Int(value >> 18 & 127) }
  @inline(__always) var runIsEnd: Bool { value >> 25 & 1 == 1 }

  mutating func setRun(length: Int, advance: Int, isEnd: Bool) {
    value =
      value & 0x1FFF | UInt32(length) << 13 | UInt32(advance + (isEnd ? 1 : 0)) << 18
      | (isEnd ? 1 << 25 : 0)
  }
}

/// The tables of a scan, in one piece of memory without references: every block is read through them.
private struct ScanTables {
  struct Component {
    /// Where its tables begin.
    var means: Int
    var others: Int
    /// Of the coefficients 0, 1, 2 and 4 in zigzag order.
    var quantizers: (Int, Int, Int, Int)
    var across: Int
    var down: Int
    /// Whether it has fewer pixels than the first one.
    var isSpread: Bool
    /// See `Scan`.
    var hasMeansOnly: Bool
    var missingBits: Int
  }

  private(set) var entries: [CodeEntry] = []
  /// In the order of the tables.
  private(set) var codes: [HuffmanCodes] = []
  private(set) var components: [Component] = []

  init?(_ scan: Scan) {
    var starts: [[Int: Int]] = [[:], [:]]
    for component in scan.components {
      for (kind, number) in [(0, component.meanCodes), (1, component.otherCodes)]
      where starts[kind][number] == nil && (kind == 0 || !scan.hasMeansOnly) {
        guard let codes = scan.codes[kind][number] else { return nil }
        starts[kind][number] = entries.count
        entries += kind == 0 ? codes.table() : codes.tableOfCoefficients()
        self.codes.append(codes)
      }
      let isFirst = components.isEmpty
      let quantizers = component.quantizers
      components.append(
        Component(
          means: starts[0][component.meanCodes] ?? 0, others: starts[1][component.otherCodes] ?? 0,
          quantizers: (quantizers[0], quantizers[1], quantizers[2], quantizers[3]),
          across: component.horizontal, down: component.vertical,
          isSpread: !isFirst && scan.across * scan.down > 1, hasMeansOnly: scan.hasMeansOnly,
          missingBits: scan.missingBits))
    }
  }
}

/// Reads the blocks of a scan (ITU-T T.81, annex F.2).
private struct ScanReader {
  private var bits: BitReader
  private var predictions: [Int]
  private var units = 0
  private let unitsPerRow: Int
  private let restartInterval: Int

  init(_ scan: Scan, _ file: ByteView) {
    bits = BitReader(file.part(from: scan.dataOffset))
    predictions = [Int](repeating: 0, count: scan.components.count)
    unitsPerRow = scan.unitsPerRow
    restartInterval = scan.restartInterval
  }

  /// Reads a row of units.
  ///
  /// - Returns: False if something is wrong.
  mutating func readRow(_ tables: ScanTables, into strip: inout MeansStrip) -> Bool {
    var bits = bits
    let (first, unitsPerRow, restartInterval) = (units, unitsPerRow, restartInterval)
    let isRead = tables.entries.withUnsafeBufferPointer { entries in
      tables.codes.withUnsafeBufferPointer { codes in
        tables.components.withUnsafeBufferPointer { components in
          predictions.withUnsafeMutableBufferPointer { predictions in
            strip.withValues { values in
              for unit in 0..<unitsPerRow {
                if restartInterval > 0, first + unit > 0, (first + unit) % restartInterval == 0 {
                  guard bits.restart((first + unit) / restartInterval - 1) else { return false }
                  predictions.update(repeating: 0)
                }
                for index in components.indices {
                  guard
                    bits.readUnit(
                      unit, index, components[index], entries, codes, &predictions[index], values)
                  else { return false }
                }
              }
              return true
            }
          }
        }
      }
    }
    self.bits = bits
    units += unitsPerRow
    return isRead && !bits.isPastEnd
  }
}

extension BitReader {
  /// Reads the blocks of a component in a unit.
  @inline(__always)
  fileprivate mutating func readUnit(
    _ unit: Int, _ index: Int, _ component: ScanTables.Component,
    _ entries: UnsafeBufferPointer<CodeEntry>, _ codes: UnsafeBufferPointer<HuffmanCodes>,
    _ prediction: inout Int, _ values: MeansStrip.Values
  ) -> Bool {
    for y in 0..<component.down {
      for x in 0..<component.across {
        guard let difference = difference(entries, component.means, codes) else { return false }
        prediction &+= difference
        let mean = (prediction &<< component.missingBits) &* component.quantizers.0
        if component.hasMeansOnly {
          if component.isSpread {
            values.put(mean, (0, 0, 0), index, unit: unit)
          } else {
            values.put(mean, index, column: unit * component.across + x, row: y)
          }
          continue
        }
        guard component.isSpread else {
          values.put(mean, index, column: unit * component.across + x, row: y)
          guard skip(entries, component.others, codes, from: 0) else { return false }
          continue
        }
        var position = 0
        guard let low = lowCoefficients(entries, component.others, codes, position: &position),
          skip(entries, component.others, codes, from: position)
        else { return false }
        values.put(
          mean,
          (
            low.0 &* component.quantizers.1, low.1 &* component.quantizers.2,
            low.2 &* component.quantizers.3
          ), index, unit: unit)
      }
    }
    return true
  }
}

/// The means of a row of units, of all components in the resolution of the first.
private struct MeansStrip {
  /// Its memory while it is written.
  struct Values {
    fileprivate let base: UnsafeMutableBufferPointer<UInt8>
    fileprivate let columns: Int
    fileprivate let across: Int
    fileprivate let down: Int

    /// - Parameter mean: Eight times the distance from the middle.
    @inline(__always)
    func put(_ mean: Int, _ component: Int, column: Int, row: Int) {
      base[(component * down + row) * columns + column] = UInt8(clamping: (mean &+ 4) >> 3 &+ 128)
    }

    /// The means of the halves or quarters of a block, for a component with fewer pixels than the first.
    ///
    /// - Parameter low: The coefficients of the lowest frequencies: across, down, both. The others change a half's mean
    ///   little.
    @inline(__always)
    func put(_ mean: Int, _ low: (Int, Int, Int), _ component: Int, unit: Int) {
      for y in 0..<down {
        for x in 0..<across {
          // In 4096ths: a cosine's mean over a half is 0.6407, and coefficients are divided by 8, 4√2 and 4.
          let right = across == 1 ? 0 : x == 0 ? 1 : -1
          let below = down == 1 ? 0 : y == 0 ? 1 : -1
          let sum =
            mean &* 512 &+ (low.0 &* right &+ low.1 &* below) &* 464
            &+ low.2 &* right &* below &* 420
          base[(component * down + y) * columns + unit * across + x] = UInt8(
            clamping: (sum &+ 2048) >> 12 &+ 128)
        }
      }
    }
  }

  private let columns: Int
  private let across: Int
  private let down: Int
  /// One component after the other.
  private var values: [UInt8]

  init(of scan: Scan) {
    across = scan.across
    down = scan.down
    columns = scan.unitsPerRow * across
    values = [UInt8](repeating: 0, count: columns * down * scan.components.count)
  }

  mutating func withValues(_ body: (Values) -> Bool) -> Bool {
    let (columns, across, down) = (columns, across, down)
    return values.withUnsafeMutableBufferPointer {
      body(Values(base: $0, columns: columns, across: across, down: down))
    }
  }

  func write(
    _ row: Int, width: Int, height: Int, bands: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    values.withUnsafeBufferPointer { values in
      for y in 0..<down where row * down + y < height {
        var place = (row * down + y) * width * bands
        let start = y * columns
        if bands == 1 {
          for column in 0..<width { target[place + column] = values[start + column] }
          continue
        }
        let stride = down * columns
        for column in start..<start + width {
          // JFIF 1.02, in 65,536ths.
          let light = Int(values[column]) << 16 + 32_768
          let blue = Int(values[stride + column]) - 128
          let red = Int(values[2 * stride + column]) - 128
          target[place] = UInt8(clamping: (light + 91_881 * red) >> 16)
          target[place + 1] = UInt8(clamping: (light - 22_554 * blue - 46_802 * red) >> 16)
          target[place + 2] = UInt8(clamping: (light + 116_130 * blue) >> 16)
          place += 3
        }
      }
    }
  }
}

/// The bits of a scan, without its stuffed zeros.
private struct BitReader {
  private let base: UnsafeRawPointer?
  private let end: Int
  private var position = 0
  /// The next bits, aligned to the left.
  private var buffer: UInt64 = 0
  /// How many of them count; those behind are the beginning of the next byte, or 0.
  private var count = 0
  /// The zeros that were added at the end or at a marker.
  private var padding = 0

  init(_ data: ByteView) {
    base = data.bytes.baseAddress
    end = data.count
  }

  /// Whether more was read than there is.
  var isPastEnd: Bool { count < padding }

  /// At least 57 bits are there afterwards.
  @inline(__always)
  private mutating func refill() {
    if end - position >= 8, let base {
      let word = UInt64(
        bigEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      // Whether a byte is FF: the one of its complement is 0.
      if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
        buffer |= word &>> UInt64(count)
        position = position &+ ((63 &- count) &>> 3)
        count |= 56
        return
      }
    }
    refillByBytes()
  }

  @inline(never)
  private mutating func refillByBytes() {
    while count <= 56 {
      var byte: UInt8 = 0
      if let next = nextByte() { byte = next } else { padding += 8 }
      buffer |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  private mutating func nextByte() -> UInt8? {
    guard position < end, let base else { return nil }
    let byte = base.load(fromByteOffset: position, as: UInt8.self)
    guard byte == 0xFF else {
      position += 1
      return byte
    }
    guard position + 1 < end, base.load(fromByteOffset: position + 1, as: UInt8.self) == 0 else {
      return nil
    }
    position += 2
    return byte
  }

  @inline(__always)
  private mutating func drop(_ length: Int) {
    buffer = buffer &<< UInt64(length)
    count = count &- length
  }

  @inline(__always)
  private mutating func next(
    _ entries: UnsafeBufferPointer<CodeEntry>, _ start: Int,
    _ codes: UnsafeBufferPointer<HuffmanCodes>
  ) -> CodeEntry? {
    if count < 32 { refill() }
    let entry = entries[start &+ Int(buffer &>> UInt64(64 - HuffmanCodes.lookUpBits))]
    return entry.length > 0 ? entry : longCode(codes[start >> HuffmanCodes.lookUpBits])
  }

  @inline(never)
  private func longCode(_ codes: HuffmanCodes) -> CodeEntry? {
    codes.symbol(Int(buffer >> 48)).map { CodeEntry(symbol: $0.symbol, length: $0.length) }
  }

  /// The difference of a block's mean from the previous one's.
  @inline(__always)
  mutating func difference(
    _ entries: UnsafeBufferPointer<CodeEntry>, _ start: Int,
    _ codes: UnsafeBufferPointer<HuffmanCodes>
  ) -> Int? {
    guard let entry = next(entries, start, codes), entry.symbol < 16 else { return nil }
    drop(entry.length)
    return value(entry.size)
  }

  /// F.2.2.1, EXTEND.
  @inline(__always)
  private mutating func value(_ size: Int) -> Int {
    // Without a branch: every second one would be predicted wrongly.
    let value = Int((buffer &>> 1) &>> UInt64(63 &- size))
    drop(size)
    let isNegative = (value &- ((1 &<< size) &>> 1)) &>> 63
    return value &+ (isNegative & (1 &- (1 &<< size)))
  }

  /// Coefficients 1, 2 and 4.
  ///
  /// - Parameter position: That of the last coefficient that was read; 63 at the end of the block.
  @inline(__always)
  mutating func lowCoefficients(
    _ entries: UnsafeBufferPointer<CodeEntry>, _ start: Int,
    _ codes: UnsafeBufferPointer<HuffmanCodes>, position: inout Int
  ) -> (Int, Int, Int)? {
    var low = (0, 0, 0)
    while position < 4 {
      guard let entry = next(entries, start, codes) else { return nil }
      drop(entry.length)
      if entry.isEnd {
        position = 63
        break
      }
      position += entry.advance
      let value = value(entry.size)
      switch position {
      case 1: low.0 = value
      case 2: low.1 = value
      case 4: low.2 = value
      default: break
      }
    }
    return low
  }

  /// Skips the coefficients of a block after this one.
  @inline(__always)
  mutating func skip(
    _ entries: UnsafeBufferPointer<CodeEntry>, _ start: Int,
    _ codes: UnsafeBufferPointer<HuffmanCodes>, from position: Int
  ) -> Bool {
    var position = position
    while position < 63 {
      refill()
      // Each of these takes 14 bits at most.
      for _ in 0..<4 {
        let entry = entries[start &+ Int(buffer &>> UInt64(64 - HuffmanCodes.lookUpBits))]
        let next = position &+ entry.runAdvance
        guard entry.runLength > 0, next <= 63 else {
          guard skipOne(entry, start, codes, &position) else { return false }
          break
        }
        drop(entry.runLength)
        if entry.runIsEnd { return true }
        position = next
        if position == 63 { return true }
      }
    }
    return position == 63
  }

  @inline(never)
  private mutating func skipOne(
    _ found: CodeEntry, _ start: Int, _ codes: UnsafeBufferPointer<HuffmanCodes>,
    _ position: inout Int
  ) -> Bool {
    if count < 32 { refill() }
    guard
      let entry = found.length > 0 ? found : longCode(codes[start >> HuffmanCodes.lookUpBits])
    else { return false }
    drop(entry.wholeLength)
    position = entry.isEnd ? 63 : position &+ entry.advance
    return true
  }

  /// Continues after a restart marker.
  mutating func restart(_ index: Int) -> Bool {
    // What is left are the bits that fill the last byte.
    guard (0..<8).contains(count - padding), let base else { return false }
    while end - position > 2, base.load(fromByteOffset: position, as: UInt8.self) == 0xFF,
      base.load(fromByteOffset: position + 1, as: UInt8.self) == 0xFF
    {
      position += 1
    }
    guard end - position >= 2, base.load(fromByteOffset: position, as: UInt8.self) == 0xFF,
      base.load(fromByteOffset: position + 1, as: UInt8.self) == 0xD0 + UInt8(index % 8)
    else { return false }
    position += 2
    (buffer, count, padding) = (0, 0, 0)
    return true
  }
}
