extension WireWriter {
  mutating func put(_ payload: PicturePayload) {
    switch payload {
    case .cells(let picture):
      put(UInt8(1))
      put(picture.columns)
      put(picture.rows)
      for cell in picture.cells { put(cell) }
    case .pixels(let picture):
      put(UInt8(2))
      put(picture.width)
      put(picture.height)
      put(bytes: picture.bytes)
    case .encoded(let bytes, let columns, let rows):
      put(UInt8(3))
      put(columns)
      put(rows)
      put(bytes: bytes)
    case .sharedMemory(let width, let height, let byteCount, let columns, let rows):
      put(UInt8(4))
      put(width)
      put(height)
      put(byteCount)
      put(columns)
      put(rows)
    }
  }

  /// Twelve bytes: the scalar with the reversal in its top bit, and two colours.
  private mutating func put(_ cell: PictureCell) {
    put(cell.scalar | (cell.isReversed ? 1 << 31 : 0))
    put(cell.foreground)
    put(cell.background)
  }

  private mutating func put(_ color: PictureColor) {
    switch color {
    case .terminalDefault: put(UInt32(0))
    case .indexed(let index): put(1 << 24 | UInt32(index))
    case .rgb(let red, let green, let blue):
      put(2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
  }
}

extension WireReader {
  mutating func payload() throws(PictureProtocolError) -> PicturePayload {
    let cells = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    switch try uint8() {
    case 1: return .cells(try cellPicture())
    case 2: return .pixels(try pixelPicture())
    case 3:
      let columns = try uint32(in: cells, "columns")
      let rows = try uint32(in: cells, "rows")
      return .encoded(bytes: try data(), columns: columns, rows: rows)
    case 4:
      return .sharedMemory(
        width: try uint32(), height: try uint32(), byteCount: try uint64(),
        columns: try uint32(in: cells, "columns"), rows: try uint32(in: cells, "rows"))
    default: throw bad("payload")
    }
  }

  private mutating func cellPicture() throws(PictureProtocolError) -> CellPicture {
    let range = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    let columns = try uint32(in: range, "columns")
    let rows = try uint32(in: range, "rows")
    // Both are small, so the product is; and no room is made before the bytes are known to be there.
    let count = Int(columns) * Int(rows)
    guard remaining >= count * 12 else { throw .truncated(kind: kind) }
    var cells: [PictureCell] = []
    cells.reserveCapacity(count)
    for _ in 0..<count { cells.append(try cell()) }
    return CellPicture(columns: columns, rows: rows, cells: cells)
  }

  private mutating func cell() throws(PictureProtocolError) -> PictureCell {
    let word = try uint32()
    let scalar = word & 0x7FFF_FFFF
    // Nothing that a terminal would obey may come from a worker.
    guard let character = Unicode.Scalar(scalar), scalar >= 0x20, !(0x7F...0x9F).contains(scalar)
    else { throw bad("scalar") }
    return PictureCell(
      scalar: character.value, foreground: try color(), background: try color(),
      isReversed: word >> 31 == 1)
  }

  private mutating func color() throws(PictureProtocolError) -> PictureColor {
    let word = try uint32()
    let low = UInt8(truncatingIfNeeded: word)
    switch word >> 24 {
    case 0 where word == 0: return .terminalDefault
    case 1 where word & 0xFF_FF00 == 0: return .indexed(low)
    case 2:
      return .rgb(
        red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: low)
    default: throw bad("color")
    }
  }

  private mutating func pixelPicture() throws(PictureProtocolError) -> PixelPicture {
    let range = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    let width = try uint32(in: range, "width")
    let height = try uint32(in: range, "height")
    let bytes = try data()
    guard bytes.count == Int(width) * Int(height) * 4 else { throw bad("pixels") }
    return PixelPicture(width: width, height: height, bytes: bytes)
  }
}
