import TerminalKit

/// Sends pictures to a terminal that stores them: each one once, the smallest first, large ones between frames.
nonisolated struct KittyTransmitter {
  let command: KittyCommand
  private(set) var memory: KittyMemory
  private var sharing: any PixelSharing
  private let sharesMemory: Bool
  /// Whether pictures are shown in placeholder cells.
  private let isVirtual: Bool
  /// The pictures of the last frame that the terminal doesn't have.
  private var missing: [Graphic] = []
  private var loading: KittyTransmission?
  /// Rough versions that are shown until a picture has arrived, by the id of that picture's graphic.
  private var roughGraphics: [UInt32: Graphic] = [:]
  /// How often the terminal has reported that it doesn't have a picture on the screen; it is not sent for ever.
  private var losses: [UInt32: Int] = [:]
  /// The pictures on the screen, which stay while others are sent between frames.
  private var keeping: Set<UInt32> = []
  private var news = News()

  /// What happened to the pictures in the terminal.
  struct News {
    /// The numbers whose pictures and placements are gone.
    var evicted: Set<UInt32> = []
    var hasArrivals = false
  }

  private static let lossLimit = 3
  /// A rough version is worth sending if its size is at most this fraction of the picture's.
  private static let roughShare = 3

  init(
    command: KittyCommand, memory: KittyMemory, sharing: any PixelSharing, sharesMemory: Bool,
    isVirtual: Bool = false
  ) {
    self.command = command
    self.isVirtual = isVirtual
    self.memory = memory
    self.sharing = sharing
    self.sharesMemory = sharesMemory
  }

  /// Whether the terminal has received all of it.
  func has(_ graphic: Graphic) -> Bool {
    memory.number(of: graphic) != nil && loading?.graphic != graphic
  }

  /// Whether it is no longer sent: the terminal has lost it too often while it was on the screen.
  func isRefused(_ graphic: Graphic) -> Bool {
    losses[graphic.id, default: 0] >= Self.lossLimit && memory.number(of: graphic) == nil
  }

  /// The rough version that was sent before a picture; the terminal may not have received it yet.
  func rough(of graphic: Graphic) -> Graphic? { roughGraphics[graphic.id] }

  var isWaiting: Bool { loading != nil || !missing.isEmpty }

  /// Sends those missing pictures of a frame that are small enough; the others wait.
  ///
  /// - Parameters:
  ///   - wanted: The pictures on the screen, the most important first.
  ///   - kept: Other pictures that stay on the screen.
  ///   - present: All pictures of the frame; refused ones are tried again after they have left it.
  mutating func begin(
    wanted: [Graphic], kept: [Graphic], present: [Graphic], byteLimit: Int
  ) -> [UInt8] {
    memory.use(wanted + kept)
    let former = (loading.map { [$0.graphic] } ?? []) + missing
    let sharp = sendable(wanted)
    chooseRough(of: sharp, from: former, byteLimit: byteLimit)
    missing = sendable(sharp + roughGraphics.values).sorted { cost(of: $0) < cost(of: $1) }
    keeping = Set((wanted + kept + roughGraphics.values).map(\.id))
    let there = keeping.union(present.map(\.id))
    losses = losses.filter { there.contains($0.key) }
    var bytes: [UInt8] = []
    if let loading, !missing.contains(loading.graphic) { bytes += giveUp() }
    if let loading {
      missing.removeAll { $0 == loading.graphic }
      return bytes
    }
    for number in memory.evict(keeping: keeping) {
      news.evicted.insert(number)
      bytes += command.empty(number)
    }
    while let graphic = missing.first, bytes.count + cost(of: graphic) <= byteLimit {
      missing.removeFirst()
      bytes += start(graphic)
      while loading != nil { bytes += advance() }
    }
    return bytes
  }

  /// The pictures that the terminal doesn't have and that can be sent; a photo may appear in two places.
  private func sendable(_ graphics: [Graphic]) -> [Graphic] {
    var seen: Set<UInt32> = []
    return graphics.filter {
      seen.insert($0.id).inserted && !has($0) && KittyTransmission.isPossible($0)
        && losses[$0.id, default: 0] < Self.lossLimit
    }
  }

  /// The sharp picture usually follows its rough version within a tenth of a second. If the line needs longer for it,
  /// the rough version is not dropped but sent first.
  private mutating func chooseRough(
    of sharp: [Graphic], from former: [Graphic], byteLimit: Int
  ) {
    var chosen: [UInt32: Graphic] = [:]
    for graphic in sharp {
      chosen[graphic.id] =
        roughGraphics[graphic.id]
        ?? former.first {
          $0 != graphic && $0.subject != nil && $0.subject == graphic.subject
            && $0.size == graphic.size && cost(of: graphic) > byteLimit
            && cost(of: $0) <= cost(of: graphic) / Self.roughShare
        }
    }
    roughGraphics = chosen
  }

  /// Called before other commands: finishes the current picture, or aborts it if it is long.
  mutating func makeWay(byteLimit: Int) -> [UInt8] {
    guard let loading else { return [] }
    guard loading.remainingCount <= byteLimit else {
      missing.append(loading.graphic)
      return giveUp()
    }
    var bytes: [UInt8] = []
    while self.loading != nil { bytes += advance() }
    return bytes
  }

  /// More data of waiting pictures.
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

  /// What happened since the last call.
  mutating func takeNews() -> News {
    defer { news = News() }
    return news
  }

  mutating func forget() {
    memory.removeAll()
    missing.removeAll()
    roughGraphics.removeAll()
    loading = nil
    news = News()
    sharing.removeAll()
  }

  /// - Returns: The picture that was lost.
  mutating func lost(_ number: UInt32) -> UInt32? {
    guard let id = memory.id(ofNumber: number) else { return nil }
    losses[id, default: 0] += 1
    if loading?.graphic.id != id { memory.remove(id: id) }
    return id
  }

  /// Removes everything that it sent.
  mutating func leave() -> [UInt8] {
    var bytes: [UInt8] = []
    if loading != nil { bytes += command.giveUp() }
    for id in memory.graphicIDs {
      guard let number = memory.number(ofID: id) else { continue }
      bytes += command.bytes("a=d,d=I,i=\(number),q=2")
    }
    forget()
    return bytes
  }

  // MARK: - One picture

  private func cost(of graphic: Graphic) -> Int {
    KittyTransmission.cost(of: graphic, isShared: sharesMemory)
  }

  private mutating func start(_ graphic: Graphic) -> [UInt8] {
    guard let (number, gone) = memory.add(graphic, keeping: keeping.union([graphic.id])) else {
      return []
    }
    var bytes: [UInt8] = []
    for evicted in gone {
      news.evicted.insert(evicted)
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
    if transmission.isFinished {
      loading = nil
      news.hasArrivals = true
      if isVirtual, let number = memory.number(of: transmission.graphic) {
        bytes += command.placeVirtually(number, size: transmission.graphic.size)
      }
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
