import TerminalKit

/// Pictures in the kitty graphics protocol: each one is sent once, the smallest first and large ones between frames, then
/// shown and moved by its number.
///
/// The terminal gets to know in one of two ways where they are. By placements, which it draws above its text: a picture that
/// is partly covered is placed in several parts. Or by *Unicode placeholders*, cells that go through ncurses and tmux like any
/// others: they scroll, are covered and reappear by themselves.
nonisolated struct KittyWriter: GraphicsWriter {
  private let command: KittyCommand
  private var memory: KittyMemory
  private var sharing: any PixelSharing
  private let sharesMemory: Bool
  /// The upper eight bits of the numbers if there are placeholders, in which they are written; nil for placements.
  private let upperBits: Int?
  /// The pictures of the last frame that the terminal doesn't have.
  private var missing: [Graphic] = []
  private var loading: KittyTransmission?
  /// How often the terminal has reported that it doesn't have a picture on the screen; it is not sent for ever.
  private var losses: [UInt32: Int] = [:]
  /// The pictures on the screen, which stay while others are sent between frames.
  private var keeping: Set<UInt32> = []
  /// What is on the screen, or will be when it has been sent. It stays there until a better one of its subject has arrived.
  private var shown: [Rect: Graphic] = [:]
  /// The placed parts of each picture, by its number; the first part is placement 1.
  private var placed: [UInt32: [KittyPart]] = [:]
  private var mustClear = false
  private(set) var needsFrame = false

  private static let lossLimit = 3

  /// Shows pictures by placements.
  ///
  /// - Parameter numbers: The numbers of this process; two programs in one window must not share any.
  init(
    numbers: ClosedRange<UInt32> = Self.randomNumbers(), byteLimit: Int = KittyMemory.byteLimit,
    sharing: any PixelSharing = SharedMemory(), sharesMemory: Bool
  ) {
    command = KittyCommand(quiet: 1, isPassedThrough: false)
    memory = KittyMemory(numbers: numbers, byteLimit: byteLimit)
    self.sharing = sharing
    self.sharesMemory = sharesMemory
    upperBits = nil
  }

  /// Shows pictures in placeholders.
  ///
  /// - Parameter upperBits: 1 to 255, the upper eight bits of this process's numbers.
  init(
    upperBits: Int = .random(in: 1...255), byteLimit: Int = KittyMemory.byteLimit,
    sharing: any PixelSharing = SharedMemory(), sharesMemory: Bool, isPassedThrough: Bool
  ) {
    let upperBits = min(255, max(1, upperBits))
    command = KittyCommand(quiet: isPassedThrough ? 2 : 1, isPassedThrough: isPassedThrough)
    // The lower eight bits are one of the 256 colours outside the theme's: tmux reduces 24-bit colours to what it
    // believes its terminal supports, which would change a number.
    let base = UInt32(upperBits) << 24
    memory = KittyMemory(numbers: base + 16...base + 255, byteLimit: byteLimit)
    self.sharing = sharing
    self.sharesMemory = sharesMemory
    self.upperBits = upperBits
  }

  /// 4,096 numbers with random upper bits.
  static func randomNumbers() -> ClosedRange<UInt32> {
    let upper = UInt32.random(in: 1...0x7_FFFF) << 12
    return upper + 1...upper + 0xFFF
  }

  var isWaiting: Bool { loading != nil || !missing.isEmpty }
  var byteCount: Int { memory.byteCount }

  private func fits(_ graphic: Graphic) -> Bool {
    upperBits == nil
      || max(graphic.size.columns, graphic.size.rows) <= PlaceholderMarks.all.count
  }

  /// Sends those missing pictures of a frame that are small enough; the others wait.
  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface) {
    let visible = surface.graphics.filter {
      fits($0.graphic) && !surface.visibleParts(of: $0).isEmpty
    }
    let bytes = send(visible, of: surface, byteLimit: byteLimit)
    guard let upperBits else { return (bytes, surface) }
    // Pictures that arrived with the frame appear in its cells.
    needsFrame = false
    var cells = surface
    for placement in choose(surface.graphics.filter { fits($0.graphic) }) {
      draw(placement, upperBits, of: surface, in: &cells)
    }
    return (bytes, cells)
  }

  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8] {
    guard upperBits == nil else { return [] }
    needsFrame = false
    var wanted: [UInt32: [KittyPart]] = [:]
    for placement in choose(surface.graphics) {
      guard let number = memory.number(of: placement.graphic) else { continue }
      let parts = surface.visibleParts(of: placement)
      guard !parts.isEmpty else { continue }
      wanted[number, default: []] += parts.map { KittyPart($0, of: placement) }
    }
    let commands = place(wanted)
    guard !commands.isEmpty else { return [] }
    // Pictures that arrive with the frame are placed in the next one.
    return makeWay(byteLimit: byteLimit) + ControlSequence.saveCursor + commands
      + ControlSequence.restoreCursor
  }

  mutating func nextPiece(byteLimit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < byteLimit {
      if loading == nil {
        guard !missing.isEmpty else { break }
        bytes += start(missing.removeFirst())
      }
      if loading != nil {
        bytes += advance()
        // It is shown before the next one is sent.
        if loading == nil { break }
      }
    }
    return bytes
  }

  mutating func invalidate() {
    mustClear = true
    placed.removeAll()
  }

  mutating func forget() {
    memory.removeAll()
    sharing.removeAll()
    missing.removeAll()
    loading = nil
    shown.removeAll()
    placed.removeAll()
    mustClear = false
    needsFrame = false
  }

  mutating func lost(_ number: UInt32) {
    guard let id = memory.id(ofNumber: number) else { return }
    losses[id, default: 0] += 1
    if loading?.graphic.id != id { memory.remove(id: id) }
    placed[number] = nil
    needsFrame = true
  }

  mutating func leave() -> [UInt8] {
    var bytes: [UInt8] = []
    if loading != nil { bytes += command.giveUp() }
    for number in memory.usedNumbers {
      bytes += command.bytes("a=d,d=I,i=\(number),q=2")
    }
    forget()
    return bytes
  }

  /// ST ends a half-written sequence, the empty piece a half-sent picture; then all pictures of this screen are
  /// deleted. Clearing the screen frees the ones without a placement (kitty's `grman_clear`).
  ///
  /// With placeholders only the numbers of this process: other pictures in the window belong to other programs (`d=R`: all
  /// in a range of numbers, kitty 0.33).
  var crashBytes: [UInt8] {
    let end = ControlSequence.stringEnd + command.giveUp()
    guard upperBits != nil else {
      return end + command.bytes("a=d,d=A,q=2") + Array("\u{1B}[2J".utf8)
    }
    let (first, last) = (memory.numbers.lowerBound, memory.numbers.upperBound)
    return end + command.bytes("a=d,d=R,x=\(first),y=\(last),q=2")
  }

  /// Turns on focus reports: a tmux window that was hidden when a picture was sent doesn't have it.
  var enterModes: [UInt8] { command.isPassedThrough ? Array("\u{1B}[?1004h".utf8) : [] }
  var leaveModes: [UInt8] { command.isPassedThrough ? Array("\u{1B}[?1004l".utf8) : [] }

  // MARK: - What is shown

  /// What to show of a frame: each picture if the terminal has it, otherwise the previous one in its place if that is of the
  /// same subject, otherwise nothing.
  private mutating func choose(_ placements: [GraphicPlacement]) -> [GraphicPlacement] {
    var chosen: [GraphicPlacement] = []
    var next: [Rect: Graphic] = [:]
    for placement in placements {
      let best = has(placement.graphic) ? placement.graphic : former(of: placement)
      guard let best else { continue }
      next[placement.rect] = best
      if has(best) { chosen.append(GraphicPlacement(graphic: best, origin: placement.origin)) }
    }
    shown = next
    return chosen
  }

  private func former(of placement: GraphicPlacement) -> Graphic? {
    shown[placement.rect].flatMap { $0.isReplaced(by: placement.graphic) ? $0 : nil }
  }

  private func draw(
    _ placement: GraphicPlacement, _ upperBits: Int, of surface: Surface, in cells: inout Surface
  ) {
    guard let number = memory.number(of: placement.graphic) else { return }
    let style = Style(foreground: .indexed(UInt8(truncatingIfNeeded: number)))
    let marks = PlaceholderMarks.all
    for part in surface.visibleParts(of: placement) {
      for row in part.minRow..<part.maxRow {
        for column in part.minColumn..<part.maxColumn {
          var text = String.UnicodeScalarView()
          text.append(PlaceholderMarks.cell)
          text.append(marks[row - placement.origin.row])
          text.append(marks[column - placement.origin.column])
          text.append(marks[upperBits])
          cells[column, row] = Cell(character: Character(String(text)), style: style)
        }
      }
    }
  }

  private mutating func place(_ wanted: [UInt32: [KittyPart]]) -> [UInt8] {
    var bytes: [UInt8] = []
    if mustClear {
      bytes += command.unplaceAll()
      placed.removeAll()
      mustClear = false
    }
    for (number, parts) in placed.sorted(by: { $0.key < $1.key }) {
      guard let left = wanted[number] else {
        bytes += command.unplace(number)
        continue
      }
      guard left.count < parts.count else { continue }
      for placement in left.count..<parts.count {
        bytes += command.unplace(number, placement: placement + 1)
      }
    }
    for (number, parts) in wanted.sorted(by: { $0.key < $1.key }) {
      let former = placed[number] ?? []
      for (index, part) in parts.enumerated()
      where index >= former.count || former[index] != part {
        bytes += ControlSequence.move(to: part.cells.origin)
        bytes += command.place(number, as: index + 1, on: part.cells, source: part.source)
      }
    }
    placed = wanted
    return bytes
  }

  // MARK: - What is sent

  /// Whether the terminal has received all of it.
  private func has(_ graphic: Graphic) -> Bool {
    memory.number(of: graphic) != nil && loading?.graphic != graphic
  }

  private mutating func send(
    _ visible: [GraphicPlacement], of surface: Surface, byteLimit: Int
  ) -> [UInt8] {
    let wanted = visible.map(\.graphic)
    let kept = visible.compactMap(former)
    memory.use(wanted + kept)
    keeping = Set((wanted + kept).map(\.id))
    // Refused ones are tried again after they have left the frame.
    let present = keeping.union(surface.graphics.map(\.graphic.id))
    losses = losses.filter { present.contains($0.key) }
    missing = sendable(wanted).sorted { cost(of: $0) < cost(of: $1) }
    var bytes: [UInt8] = []
    if let loading {
      missing.removeAll { $0 == loading.graphic }
      guard !isNeeded(loading.graphic, by: visible) else { return [] }
      bytes += giveUp()
    }
    for number in memory.evict(keeping: keeping) {
      placed[number] = nil
      bytes += command.empty(number)
    }
    while let graphic = missing.first, bytes.count + cost(of: graphic) <= byteLimit {
      missing.removeFirst()
      bytes += start(graphic)
      while loading != nil { bytes += advance() }
    }
    return bytes
  }

  /// Whether it isn't given up for the pictures of a frame: it is one of them, or there is nothing yet in the place of one
  /// that replaces it. On a slow line the rough picture would never come otherwise.
  private mutating func isNeeded(_ graphic: Graphic, by visible: [GraphicPlacement]) -> Bool {
    for placement in visible where !has(placement.graphic) {
      if placement.graphic == graphic { return true }
      guard graphic.isReplaced(by: placement.graphic) else { continue }
      let former = former(of: placement) ?? graphic
      guard former == graphic else { continue }
      shown[placement.rect] = graphic
      keeping.insert(graphic.id)
      return true
    }
    return false
  }

  /// The pictures that the terminal doesn't have and that can be sent; a photo may appear in two places.
  private func sendable(_ graphics: [Graphic]) -> [Graphic] {
    var seen: Set<UInt32> = []
    return graphics.filter {
      seen.insert($0.id).inserted && !has($0)
        && KittyTransmission.cost(of: $0, isShared: sharesMemory) != nil
        && losses[$0.id, default: 0] < Self.lossLimit
    }
  }

  private func cost(of graphic: Graphic) -> Int {
    KittyTransmission.cost(of: graphic, isShared: sharesMemory) ?? .max
  }

  /// Called before other commands: finishes the current picture, or aborts it if it is long.
  private mutating func makeWay(byteLimit: Int) -> [UInt8] {
    guard let loading else { return [] }
    guard loading.remainingCount <= byteLimit else {
      missing.append(loading.graphic)
      return giveUp()
    }
    var bytes: [UInt8] = []
    while self.loading != nil { bytes += advance() }
    return bytes
  }

  private mutating func start(_ graphic: Graphic) -> [UInt8] {
    guard let (number, gone) = memory.add(graphic, keeping: keeping.union([graphic.id])) else {
      return []
    }
    var bytes: [UInt8] = []
    for evicted in gone {
      placed[evicted] = nil
      bytes += evicted == number ? command.unplace(evicted) : command.empty(evicted)
    }
    var name: String?
    // The last attempt goes through the line.
    if sharesMemory, losses[graphic.id, default: 0] < Self.lossLimit - 1,
      case .pixels(let pixels) = graphic.content
    {
      name = sharing.share(pixels)
    }
    loading = KittyTransmission(graphic, number: number, memoryName: name, command: command)
    return bytes
  }

  private mutating func advance() -> [UInt8] {
    guard var transmission = loading else { return [] }
    var bytes = transmission.next()
    loading = transmission
    guard transmission.isFinished else { return bytes }
    loading = nil
    needsFrame = true
    if upperBits != nil, let number = memory.number(of: transmission.graphic) {
      bytes += command.placeVirtually(number, size: transmission.graphic.size)
    }
    return bytes
  }

  private mutating func giveUp() -> [UInt8] {
    guard let loading, let number = memory.number(of: loading.graphic) else { return [] }
    self.loading = nil
    memory.remove(id: loading.graphic.id)
    return command.giveUp() + command.empty(number)
  }
}

nonisolated extension Graphic {
  /// Whether it stays in its place until another picture has arrived, as a rough picture does until the sharp one has.
  fileprivate func isReplaced(by other: Graphic) -> Bool {
    subject != nil && subject == other.subject && size == other.size
  }
}
