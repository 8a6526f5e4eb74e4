import TerminalKit

/// Pictures shown in text cells (kitty graphics protocol, *Unicode placeholders*).
///
/// The cells go through ncurses and tmux like any others: they scroll, are covered and reappear by themselves. Only the
/// pictures' data bypasses them.
nonisolated struct PlaceholderWriter: GraphicsWriter {
  private var transmitter: KittyTransmitter
  private var roughGraphics = RoughGraphics()
  private let upperBits: Int
  private let isPassedThrough: Bool
  private(set) var needsFrame = false

  /// - Parameter upperBits: 1 to 255, the upper eight bits of this process's numbers.
  init(
    upperBits: Int = .random(in: 1...255), byteLimit: Int = KittyMemory.byteLimit,
    sharing: any PixelSharing = SharedMemory(), sharesMemory: Bool, isPassedThrough: Bool
  ) {
    self.upperBits = min(255, max(1, upperBits))
    self.isPassedThrough = isPassedThrough
    // The lower eight bits are one of the 256 colours outside the theme's: tmux reduces 24-bit colours to what it
    // believes its terminal supports, which would change a number.
    let base = UInt32(self.upperBits) << 24
    transmitter = KittyTransmitter(
      command: KittyCommand(quiet: isPassedThrough ? 2 : 1, isPassedThrough: isPassedThrough),
      memory: KittyMemory(numbers: base + 16...base + 255, byteLimit: byteLimit),
      sharing: sharing, sharesMemory: sharesMemory, isVirtual: true)
  }

  var isWaiting: Bool { transmitter.isWaiting }
  var byteCount: Int { transmitter.memory.byteCount }

  func refusal(of placement: GraphicPlacement, on screen: Size) -> GraphicRefusal? {
    let size = placement.graphic.size
    guard max(size.columns, size.rows) <= PlaceholderMarks.all.count else { return .tooLarge }
    return transmitter.isRefused(placement.graphic) ? .notTaken : nil
  }

  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface) {
    let placements = surface.graphics.filter { placement in
      max(placement.graphic.size.columns, placement.graphic.size.rows) <= PlaceholderMarks.all.count
        && !surface.visibleParts(of: placement).isEmpty
    }
    let bytes = transmitter.begin(
      wanted: placements.map(\.graphic), kept: roughGraphics.candidates(for: placements),
      present: surface.graphics.map(\.graphic), byteLimit: byteLimit)
    // Pictures that arrived with the frame appear in its cells.
    _ = transmitter.takeNews()
    needsFrame = false
    let shown = roughGraphics.choose(
      for: placements, rough: transmitter.rough, isReady: transmitter.has)
    roughGraphics.note(shown)
    var cells = surface
    for placement in shown { draw(placement, of: surface, in: &cells) }
    return (bytes, cells)
  }

  private func draw(
    _ placement: GraphicPlacement, of surface: Surface, in cells: inout Surface
  ) {
    guard let number = transmitter.memory.number(of: placement.graphic) else { return }
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

  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8] { [] }

  mutating func nextPiece(byteLimit: Int) -> [UInt8] {
    let bytes = transmitter.nextPiece(byteLimit: byteLimit)
    if transmitter.takeNews().hasArrivals { needsFrame = true }
    return bytes
  }

  mutating func invalidate() {}

  mutating func forget() {
    transmitter.forget()
    roughGraphics.removeAll()
    needsFrame = false
  }

  mutating func lost(_ number: UInt32) {
    if transmitter.lost(number) != nil { needsFrame = true }
  }

  mutating func leave() -> [UInt8] {
    defer { forget() }
    return transmitter.leave()
  }

  /// Only the numbers of this process: other pictures in the window belong to other programs (`d=R`: all in a range of
  /// numbers, kitty 0.33).
  var crashBytes: [UInt8] {
    let command = transmitter.command
    let base = UInt32(upperBits) << 24
    return ControlSequence.stringEnd + command.giveUp()
      + command.bytes("a=d,d=R,x=\(base + 16),y=\(base + 255),q=2")
  }

  /// Turns on focus reports: a tmux window that was hidden when a picture was sent doesn't have it.
  var enterModes: [UInt8] { isPassedThrough ? Array("\u{1B}[?1004h".utf8) : [] }
  var leaveModes: [UInt8] { isPassedThrough ? Array("\u{1B}[?1004l".utf8) : [] }
}
