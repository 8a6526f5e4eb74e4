import TerminalKit

/// Pictures in the kitty graphics protocol: each one is sent once, then placed and moved by its number.
///
/// A picture that is partly covered is placed in several parts, because the terminal draws pictures above its text.
nonisolated struct KittyWriter: GraphicsWriter {
  private var transmitter: KittyTransmitter
  private var roughGraphics = RoughGraphics()
  /// The visible parts of each picture, by its number; the first part is placement 1.
  private var shown: [UInt32: [KittyPart]] = [:]
  private var mustClear = false
  private(set) var needsFrame = false

  /// - Parameter numbers: The numbers of this process; two programs in one window must not share any.
  init(
    numbers: ClosedRange<UInt32> = Self.randomNumbers(), byteLimit: Int = KittyMemory.byteLimit,
    sharing: any PixelSharing = SharedMemory(), sharesMemory: Bool
  ) {
    transmitter = KittyTransmitter(
      command: KittyCommand(quiet: 1, isPassedThrough: false),
      memory: KittyMemory(numbers: numbers, byteLimit: byteLimit), sharing: sharing,
      sharesMemory: sharesMemory)
  }

  /// 4,096 numbers with random upper bits.
  static func randomNumbers() -> ClosedRange<UInt32> {
    let upper = UInt32.random(in: 1...0x7_FFFF) << 12
    return upper + 1...upper + 0xFFF
  }

  var isWaiting: Bool { transmitter.isWaiting }
  var byteCount: Int { transmitter.memory.byteCount }

  func refusal(of placement: GraphicPlacement, on screen: Size) -> GraphicRefusal? {
    transmitter.isRefused(placement.graphic) ? .notTaken : nil
  }

  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface) {
    let placements = surface.graphics.filter { !surface.visibleParts(of: $0).isEmpty }
    let kept = roughGraphics.candidates(for: placements)
    let bytes = transmitter.begin(
      wanted: placements.map(\.graphic), kept: kept, present: surface.graphics.map(\.graphic),
      byteLimit: byteLimit)
    takeNews()
    return (bytes, surface)
  }

  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8] {
    let placements = roughGraphics.choose(
      for: surface.graphics, rough: transmitter.rough, isReady: transmitter.has)
    roughGraphics.note(placements)
    needsFrame = false
    var wanted: [UInt32: [KittyPart]] = [:]
    for placement in placements {
      guard let number = transmitter.memory.number(of: placement.graphic) else { continue }
      let parts = surface.visibleParts(of: placement)
      guard !parts.isEmpty else { continue }
      wanted[number, default: []] += parts.map { KittyPart($0, of: placement) }
    }
    let commands = commands(for: wanted)
    shown = wanted
    guard !commands.isEmpty else { return [] }
    let bytes =
      transmitter.makeWay(byteLimit: byteLimit) + ControlSequence.saveCursor + commands
      + ControlSequence.restoreCursor
    // Pictures that have arrived with the frame are placed in the next one.
    takeNews()
    return bytes
  }

  private mutating func commands(for wanted: [UInt32: [KittyPart]]) -> [UInt8] {
    let command = transmitter.command
    var bytes: [UInt8] = []
    if mustClear {
      bytes += command.unplaceAll()
      shown.removeAll()
      mustClear = false
    }
    for (number, parts) in shown.sorted(by: { $0.key < $1.key }) {
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
      let former = shown[number] ?? []
      for (index, part) in parts.enumerated()
      where index >= former.count || former[index] != part {
        bytes += ControlSequence.move(to: part.cells.origin)
        bytes += command.place(number, as: index + 1, on: part.cells, source: part.source)
      }
    }
    return bytes
  }

  mutating func nextPiece(byteLimit: Int) -> [UInt8] {
    let bytes = transmitter.nextPiece(byteLimit: byteLimit)
    takeNews()
    return bytes
  }

  private mutating func takeNews() {
    let news = transmitter.takeNews()
    if news.hasArrivals { needsFrame = true }
    for number in news.evicted { shown[number] = nil }
  }

  mutating func invalidate() {
    mustClear = true
    shown.removeAll()
  }

  mutating func forget() {
    transmitter.forget()
    roughGraphics.removeAll()
    shown.removeAll()
    mustClear = false
    needsFrame = false
  }

  mutating func lost(_ number: UInt32) {
    guard transmitter.lost(number) != nil else { return }
    shown[number] = nil
    needsFrame = true
  }

  mutating func leave() -> [UInt8] {
    defer { forget() }
    return transmitter.leave()
  }

  /// ST ends a half-written sequence, the empty piece a half-sent picture; then all pictures of this screen are
  /// deleted. Clearing the screen frees the ones without a placement (kitty's `grman_clear`).
  var crashBytes: [UInt8] {
    let command = transmitter.command
    return ControlSequence.stringEnd + command.giveUp() + command.bytes("a=d,d=A,q=2")
      + Array("\u{1B}[2J".utf8)
  }
}
