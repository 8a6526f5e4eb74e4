import NcursesTerminal
import PseudoTerminalSupport
import TerminalKit

/// A model of a terminal that knows which cell shows which part of which picture, after any bytes.
///
/// It is strict: violations of a protocol are recorded in `errors`. The pictures of the tests identify themselves in
/// their data (`TestPicture`).
struct PictureTerminalModel {
  /// A cell of a picture.
  struct Part: Hashable, CustomStringConvertible {
    var id: UInt32
    var column: Int
    var row: Int

    var description: String { "\(id):\(column),\(row)" }
  }

  struct Image {
    var id: UInt32
    var byteCount: Int
    var virtualSize: Size?
  }

  struct Placement {
    var cells: Rect
    /// In cells of ten by twenty pixels.
    var column: Int
    var row: Int
  }

  struct PlacementKey: Hashable {
    var number: UInt32
    var placement: Int
  }

  private(set) var screen: ScreenEmulator
  private(set) var images: [UInt32: Image] = [:]
  private(set) var placements: [PlacementKey: Placement] = [:]
  private(set) var errors: [String] = []
  /// Numbers that were used but do not exist.
  var missing: [UInt32] = []
  /// The contents of shared memory, by name.
  let memory: TestMemory?

  private var drawn: [[(part: Part, writes: Int)?]]
  private var loading: (keys: [String: String], payload: [UInt8])?
  private var pending: [UInt8] = []
  private let isTmux: Bool

  init(size: Size, memory: TestMemory? = nil, isTmux: Bool = false) {
    screen = ScreenEmulator(columns: size.columns, rows: size.rows)
    drawn = Array(repeating: Array(repeating: nil, count: size.columns), count: size.rows)
    self.memory = memory
    self.isTmux = isTmux
  }

  var imageByteCount: Int { images.values.reduce(0) { $0 + $1.byteCount } }

  /// A window of another size keeps pictures; its text is unknown.
  mutating func resize(to size: Size) {
    screen = ScreenEmulator(columns: size.columns, rows: size.rows)
    drawn = Array(repeating: Array(repeating: nil, count: size.columns), count: size.rows)
  }

  /// What a cell shows; several parts if placements overlap.
  func parts(atColumn column: Int, row: Int) -> [Part] {
    var parts: [Part] = []
    if let part = drawnPart(column, row) { parts.append(part) }
    for (key, placement) in placements
    where placement.cells.contains(Point(column: column, row: row)) {
      guard let image = images[key.number] else { continue }
      parts.append(
        Part(
          id: image.id, column: placement.column + column - placement.cells.minColumn,
          row: placement.row + row - placement.cells.minRow))
    }
    if let part = placeholderPart(screen.cells[row][column]) { parts.append(part) }
    return parts
  }

  private func drawnPart(_ column: Int, _ row: Int) -> Part? {
    guard let found = drawn[row][column], found.writes == screen.writeCounts[row][column]
    else { return nil }
    return found.part
  }

  /// *Unicode placeholders*: row, column and upper eight bits are in the marks, the rest in the colour.
  private func placeholderPart(_ cell: ScreenEmulator.Cell) -> Part? {
    let scalars = Array(cell.text.unicodeScalars)
    guard scalars.first == "\u{10EEEE}" else { return nil }
    guard scalars.count == 4, cell.foreground.hasPrefix("38;5;"),
      let lower = UInt32(cell.foreground.dropFirst(5))
    else { return Part(id: .max, column: -1, row: -1) }
    let marks = scalars.dropFirst().map { TestPicture.marks.firstIndex(of: $0) ?? -1 }
    let number = UInt32(max(0, marks[2])) << 24 | lower
    // Nothing is shown until the picture has arrived.
    guard let image = images[number], let size = image.virtualSize else { return nil }
    guard marks[0] < size.rows, marks[1] < size.columns else {
      return Part(id: .max, column: -1, row: -1)
    }
    return Part(id: image.id, column: marks[1], row: marks[0])
  }

  // MARK: - Bytes

  mutating func feed(_ bytes: [UInt8]) {
    pending += bytes
    var index = 0
    var text: [UInt8] = []
    while index < pending.count {
      guard pending[index] == 0x1B || pending[index] == 0x18 else {
        text.append(pending[index])
        index += 1
        continue
      }
      if pending[index] == 0x18 {
        index += 1
        continue
      }
      guard index + 1 < pending.count else { break }
      let kind = pending[index + 1]
      guard [0x5F, 0x50, 0x5D, 0x5C].contains(kind) else {
        text.append(pending[index])
        text.append(kind)
        index += 2
        continue
      }
      screen.feed(text)
      text = []
      if kind == 0x5C {
        index += 2
        continue
      }
      guard let end = Self.end(of: pending, from: index + 2) else { break }
      string(kind, Array(pending[index + 2..<end.body]), isComplete: end.isComplete)
      index = end.next
    }
    screen.feed(text)
    pending.removeFirst(index)
    for problem in screen.unknown where !errors.contains(problem) { errors.append(problem) }
    if screen.scrollCount > 0 { errors.append("scrolled") }
  }

  private static func end(
    of bytes: [UInt8], from start: Int
  ) -> (body: Int, next: Int, isComplete: Bool)? {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x18 { return (index, index + 1, false) }
      if bytes[index] == 0x1B {
        guard index + 1 < bytes.count else { return nil }
        if bytes[index + 1] == 0x5C { return (index, index + 2, true) }
        // Doubled for tmux.
        if bytes[index + 1] == 0x1B { index += 1 }
      }
      index += 1
    }
    return nil
  }

  private mutating func string(_ kind: UInt8, _ body: [UInt8], isComplete: Bool) {
    switch kind {
    case 0x5F:
      if isTmux {
        errors.append("not wrapped")
      } else if body.first == UInt8(ascii: "G") {
        command(Array(body.dropFirst()))
      }
    case 0x50 where body.starts(with: "tmux;".utf8):
      guard isTmux else { return errors.append("wrapped") }
      unwrap(Array(body.dropFirst(5)))
    case 0x50: sixel(body, isComplete: isComplete)
    default: iTerm2(body, isComplete: isComplete)
    }
  }

  private mutating func unwrap(_ body: [UInt8]) {
    var bytes: [UInt8] = []
    var index = 0
    while index < body.count {
      if body[index] == 0x1B {
        guard index + 1 < body.count, body[index + 1] == 0x1B else {
          return errors.append("single ESC in a wrapped sequence")
        }
        index += 1
      }
      bytes.append(body[index])
      index += 1
    }
    guard bytes.starts(with: "\u{1B}_G".utf8), bytes.suffix(2).elementsEqual("\u{1B}\\".utf8)
    else { return errors.append("wrapped: \(PseudoTerminal.readable(bytes[...]))") }
    command(Array(bytes.dropFirst(3).dropLast(2)))
  }

  // MARK: - Drawn at the cursor

  private mutating func sixel(_ body: [UInt8], isComplete: Bool) {
    let text = String(decoding: body, as: UTF8.self)
    guard text.hasPrefix("0;1q") else { return errors.append("DCS \(text.prefix(20))") }
    draw(TestPicture(described: text.dropFirst(4)), isComplete: isComplete, text)
  }

  private mutating func iTerm2(_ body: [UInt8], isComplete: Bool) {
    let text = String(decoding: body, as: UTF8.self)
    guard text.hasPrefix("1337;File="), let colon = text.firstIndex(of: ":") else {
      return errors.append("OSC \(text.prefix(20))")
    }
    let data = TestPicture.decoded(text[text.index(after: colon)...])
    draw(TestPicture(described: Substring(data)), isComplete: isComplete, text)
  }

  private mutating func draw(_ picture: TestPicture?, isComplete: Bool, _ text: String) {
    guard let picture else {
      return errors.append("no picture: \(text.prefix(60))")
    }
    for row in 0..<picture.size.rows {
      for column in 0..<picture.size.columns {
        let place = (column: screen.cursorColumn + column, row: screen.cursorRow + row)
        guard place.column < screen.columns, place.row < screen.rows else {
          errors.append("drawn outside")
          continue
        }
        // Aborted: the lower half is missing.
        let isThere = isComplete || row < picture.size.rows / 2
        drawn[place.row][place.column] =
          isThere
          ? (
            Part(id: picture.id, column: column, row: row),
            screen.writeCounts[place.row][place.column]
          ) : drawn[place.row][place.column]
      }
    }
  }

  // MARK: - Kitty

  private mutating func command(_ body: [UInt8]) {
    let parts = body.split(separator: UInt8(ascii: ";"), maxSplits: 1)
    var keys: [String: String] = [:]
    for pair in String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { keys[String(sides[0])] = String(sides[1]) }
    }
    let payload = parts.count > 1 ? Array(parts[1]) : []
    if payload.count > 4096 { errors.append("chunk of \(payload.count)") }
    if isTmux, keys["q"] != "2" { errors.append("tmux answers") }
    if loading != nil {
      guard keys["a"] == nil else { return errors.append("a command between chunks: \(keys)") }
      loading?.payload += payload
      if keys["m"] != "1" { finish() }
      return
    }
    let number = UInt32(keys["i"] ?? "") ?? 0
    switch keys["a"] {
    case "t":
      placements = placements.filter { $0.key.number != number }
      images[number] = nil
      loading = (keys, payload)
      if keys["m"] != "1" { finish() }
    case "p": place(keys, number)
    case "d": delete(keys, number)
    case nil where keys["m"] == "0": break
    default: errors.append("command \(keys)")
    }
  }

  private mutating func finish() {
    guard let (keys, payload) = loading else { return }
    loading = nil
    let number = UInt32(keys["i"] ?? "") ?? 0
    let size = (Int(keys["s"] ?? "") ?? 0, Int(keys["v"] ?? "") ?? 0)
    var text = TestPicture.decoded(Substring(String(decoding: payload, as: UTF8.self)))
    if keys["t"] == "s" { text = memory?.take(text) ?? "" }
    if size == (1, 1) {
      images[number] = Image(id: 0, byteCount: 4)
      return
    }
    // An incomplete picture does not exist.
    guard let picture = TestPicture(described: Substring(text)), text.hasSuffix("!") else { return }
    images[number] = Image(
      id: picture.id, byteCount: picture.size.columns * picture.size.rows * 200 * 4)
  }

  private mutating func place(_ keys: [String: String], _ number: UInt32) {
    func value(_ key: String) -> Int { Int(keys[key] ?? "") ?? 0 }
    guard images[number] != nil else {
      missing.append(number)
      return
    }
    let size = Size(columns: value("c"), rows: value("r"))
    if keys["U"] == "1" {
      images[number]?.virtualSize = size
      return
    }
    if keys["C"] != "1" { errors.append("the cursor moves") }
    if keys["w"] != nil, value("w") != size.columns * 10 || value("h") != size.rows * 20 {
      errors.append("stretched \(keys)")
    }
    placements[PlacementKey(number: number, placement: value("p"))] = Placement(
      cells: Rect(
        column: screen.cursorColumn, row: screen.cursorRow, columns: size.columns,
        rows: size.rows),
      column: value("x") / 10, row: value("y") / 20)
  }

  private mutating func delete(_ keys: [String: String], _ number: UInt32) {
    switch keys["d"] {
    case "a": placements.removeAll()
    case "A":
      placements.removeAll()
      images.removeAll()
    case "i", "I":
      let placement = keys["p"].flatMap { Int($0) }
      placements = placements.filter {
        $0.key.number != number || (placement != nil && $0.key.placement != placement)
      }
      if placement == nil { images[number]?.virtualSize = nil }
      if keys["d"] == "I" { images[number] = nil }
    case "R":
      let range = (UInt32(keys["x"] ?? "") ?? 0)...(UInt32(keys["y"] ?? "") ?? .max)
      images = images.filter { !range.contains($0.key) }
    default: errors.append("delete \(keys)")
    }
  }
}
