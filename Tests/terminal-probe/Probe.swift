import Dispatch
import Glibc
import NcursesTerminal
import TerminalKit

/// Shows the last events, a coloured bar, and a selection that follows ↑ and ↓.
final class Probe {
  let terminal: NcursesTerminal
  private var log: [String] = []
  private var selection = 0
  /// Pictures on the screen, from the left.
  private var pictures: [(id: UInt32, row: Int)] = []
  private var isCovered = false
  private var hasQueueRun = false
  private var leavesSlowly = false

  init() throws {
    let method = GraphicsMethod.allCases.first {
      "\($0)" == getenv("PROBE_GRAPHICS").map { String(cString: $0) }
    }
    terminal = try NcursesTerminal(graphics: method) { name in
      if name == "TERM" { Self.resizeEarly() }
      return getenv(name).map { String(cString: $0) }
    }
  }

  /// As a desktop does that arranges a new window: after its size was read, and before its signals are caught.
  private static func resizeEarly() {
    guard getenv("PROBE_RESIZE") != nil else { return }
    var window = winsize(ws_row: 31, ws_col: 91, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(STDIN_FILENO, UInt(TIOCSWINSZ), &window)
  }

  func start() {
    terminal.onEvents = { [weak self] in self?.handle($0) }
    draw()
  }

  private func handle(_ events: [TerminalEvent]) {
    for event in events {
      switch event {
      case .key(let key): handle(key)
      case .mouse(let mouse):
        note("mouse \(mouse.action) \(mouse.position.column),\(mouse.position.row)")
      case .paste(let text): note("paste \(text.count)")
      case .resize(let size): note("resize \(size.columns)x\(size.rows)")
      case .resumed: note("resumed")
      case .capabilitiesChanged:
        note("capabilities \(TerminalAnswers(terminal))")
      case .terminate(let reason):
        terminal.restore()
        if leavesSlowly { awaitInterrupt() }
        exit(reason.exitStatus)
      }
    }
    draw()
  }

  private func handle(_ key: Key) {
    switch key {
    case .character("q"):
      terminal.restore()
      exit(0)
    case .character("Z"): terminal.suspend()
    case .character("A"): abort()
    case .character("S"): raise(SIGSEGV)
    case .character("T"):
      let empty: [Int] = []
      print(empty[log.count])
    case .character("O"): note("\(overflow(1))")
    case .character("X"): exit(3)
    case .character("M"): exhaustMemory()
    case .character("H"): hang()
    case .character("W"): hangUntilInput()
    case .character("D"): hangInMount()
    case .character("F"): floodMainQueue()
    case .character("L"):
      leavesSlowly = true
      note("leaves slowly")
    case .character("N"):
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.hasQueueRun = true
          self.draw()
        }
      }
    case .character("P"): picture()
    case .character("+"): pictures.append((UInt32(pictures.count + 1), 7))
    case .character("B"): pictures.append((UInt32(pictures.count + 1000), 7))
    case .character("-"): _ = pictures.popLast()
    case .character("v"): for index in pictures.indices { pictures[index].row += 1 }
    case .character("c"): isCovered.toggle()
    case .control("l"): terminal.invalidate()
    case .down: selection += 1
    case .up: selection -= 1
    default: note("key \(key.code) \(key.modifiers.rawValue)")
    }
  }

  private func overflow(_ depth: Int) -> Int {
    depth < 0 ? 0 : depth + overflow(depth + 1) % 7
  }

  /// A list that grows until it gets no more memory.
  private func exhaustMemory() {
    var list = [UInt8](repeating: 1, count: 1 << 20)
    while true { list += list }
  }

  /// The main thread never responds again.
  private func hang() {
    note("hangs")
    draw()
    while true { poll(nil, 0, -1) }
  }

  /// The main thread waits for the answer of a mount, which no signal ends.
  private func hangInMount() {
    note("asks")
    draw()
    var status = stat()
    _ = getenv("PROBE_MOUNT").map { stat($0, &status) }
    note("answered")
  }

  /// The main thread does nothing until something is typed.
  private func hangUntilInput() {
    note("waits")
    draw()
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, -1) <= 0 {}
    note("goes on")
  }

  /// Stays until Ctrl-C was typed once more.
  private func awaitInterrupt() {
    print("leaving")
    fflush(nil)
    var echo: UInt8 = 0
    read(STDIN_FILENO, &echo, 1)
    print("left.")
    fflush(nil)
  }

  /// The main queue is never empty again, and the main actor never idle.
  private func floodMainQueue() {
    note("floods")
    Task { while true { await Task.yield() } }
    enqueueAgain()
  }

  private func enqueueAgain() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.enqueueAgain() } }
  }

  private func note(_ text: String) {
    log.append(text)
  }

  private func draw() {
    var painter = Painter(size: terminal.size)
    let queue = hasQueueRun ? " queue ran" : ""
    let depth = "\(terminal.colorDepth)\(queue)"
    painter.text("probe \(terminal.size.columns)x\(terminal.size.rows) \(depth)", row: 0)
    for row in 0..<3 {
      let isSelected = row == ((selection % 3) + 3) % 3
      let style = Style(attributes: isSelected ? [.bold, .reverse] : [])
      painter.text("row \(row) of the list, with a price", row: 1 + row, style: style)
    }
    painter.bar(row: 4)
    painter.text("e\u{301} 日本 👩‍🚀 🇦🇹 end", row: 5)
    for (line, entry) in log.suffix(max(1, terminal.size.rows - 7)).enumerated() {
      painter.text(entry, row: 6 + line)
    }
    painter.pictures(pictures, method: terminal.graphics.method, isCovered: isCovered)
    painter.corner()
    terminal.show(painter.surface, cursor: nil)
  }

  /// Frames full of colours, more than there are pairs.
  private func picture() {
    for frame in 0..<12 {
      var painter = Painter(size: terminal.size)
      painter.picture(seed: frame)
      terminal.show(painter.surface, cursor: nil)
    }
    note("picture")
  }
}

extension TerminalAnswers {
  init(_ terminal: NcursesTerminal) {
    self.init(graphics: terminal.graphics, cellPixelSize: terminal.cellPixelSize)
  }
}

extension TerminalAnswers: CustomStringConvertible {
  /// For example `kitty shared 9x20`, or `no cell` without a size.
  public nonisolated var description: String {
    let cell = cellPixelSize.map { "\($0.width)x\($0.height)" } ?? "no cell"
    let sharing = graphics.sharesMemory ? " shared" : ""
    let passing = graphics.isPassedThrough ? " passed" : ""
    return "\(graphics.method)\(sharing)\(passing) \(cell)."
  }
}
