@testable import TerminalKit

/// A screen that draws its name and records its calls.
final class RecordingScreen: Screen {
  let name: String
  var commands: [KeyCommand] = []
  var onBind: () -> Void = {}
  var onDisappear: () -> Void = {}
  var onLayout: () -> Void = {}
  var onDraw: () -> Void = {}
  var isOverlay = false
  var usedKeys: Set<Key> = []
  private let note: (String) -> Void

  init(_ name: String, note: @escaping (String) -> Void = { _ in }) {
    self.name = name
    self.note = note
  }

  func bindViewModel() {
    note("\(name) bind")
    onBind()
  }

  func layout(size: Size) { onLayout() }

  func draw(on surface: inout Surface) {
    surface.write(name, at: .zero)
    onDraw()
  }

  var cursor: Point? { Point(column: 1, row: 2) }

  var keyCommands: [KeyCommand] { commands }

  func handle(_ key: Key) -> Bool {
    note("\(name) \(key)")
    return usedKeys.contains(key)
  }

  func handle(_ mouse: MouseEvent) { note("\(name) mouse") }
  func handle(paste text: String) { note("\(name) paste \(text)") }
  func didAppear() { note("\(name) appear") }

  func didDisappear() {
    note("\(name) disappear")
    onDisappear()
  }
}

/// A list of calls, in order.
final class History {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }

  /// The calls since the last time.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}
