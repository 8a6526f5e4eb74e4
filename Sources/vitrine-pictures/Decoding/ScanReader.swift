import PictureProtocol

/// Reads the blocks of a scan (ITU-T T.81, annex F.2).
struct ScanReader {
  private var bits: BitReader
  private var predictions: [Int]
  private var units = 0
  private let unitsPerRow: Int
  private let restartInterval: Int

  init(_ scan: JPEGScan, _ file: ByteView) {
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
  mutating func readUnit(
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

/// The bits of a scan, without its stuffed zeros.
struct BitReader {
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
