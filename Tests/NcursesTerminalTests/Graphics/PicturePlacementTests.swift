import PseudoTerminalSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// Whatever happens to a screen, its pictures are where the surface has them, and nowhere else.
extension CursesTests {
  @Suite @MainActor
  struct PicturePlacementTests {
    enum Method: CaseIterable, CustomTestStringConvertible {
      case kitty, kittyMemory, placeholders, tmux, sixel, iTerm2

      var testDescription: String { "\(self)" }

      var kinds: [TestPicture.Kind] {
        switch self {
        case .kitty, .placeholders, .tmux: [.png, .pixels]
        case .kittyMemory: [.pixels]
        case .sixel: [.sixel]
        case .iTerm2: [.png, .jpeg]
        }
      }

      func writer(memory: TestMemory, byteLimit: Int) -> any GraphicsWriter {
        let sharing = TestSharing(memory: memory)
        return switch self {
        case .kitty, .kittyMemory:
          KittyWriter(
            numbers: 4097...4160, byteLimit: byteLimit, sharing: sharing,
            sharesMemory: self == .kittyMemory)
        case .placeholders, .tmux:
          KittyWriter(
            upperBits: 7, byteLimit: byteLimit, sharing: sharing, sharesMemory: false,
            isPassedThrough: self == .tmux)
        case .sixel: InlineWriter(dialect: .sixel)
        case .iTerm2: InlineWriter(dialect: .iTerm2)
        }
      }
    }

    @Test(arguments: Method.allCases, [1, 2])
    func `after any sequence of changes every cell shows what it should`(
      _ method: Method, _ seed: UInt64
    ) throws {
      let memory = TestMemory()
      let byteLimit = 60_000
      var scene = RandomScene(size: Size(columns: 30, rows: 12), kinds: method.kinds, seed: seed)
      let stage = try PictureStage(
        method.writer(memory: memory, byteLimit: byteLimit), size: scene.size, memory: memory,
        isTmux: method == .tmux)
      defer { stage.close() }
      var history: [String] = []
      for step in 0..<120 {
        if scene.change() {
          stage.resize(to: scene.size)
          history.append("resize")
        }
        if scene.random(0...30) == 0 {
          stage.invalidate()
          history.append("invalidate")
        }
        if scene.random(0...40) == 0 {
          stage.suspend()
          history.append("suspend")
        }
        let limit = [100, 6000, 1 << 20][scene.random(0...2)]
        stage.show(scene.surface(), byteLimit: limit)
        let early = stage.differences(isComplete: false, subjects: scene.subjects)
        try #require(early.isEmpty, "\(step) at once: \(early.prefix(4)) \(history.suffix(3))")

        // Some frames come before all of the last one has arrived.
        guard scene.random(0...2) > 0 else {
          stage.feed(pieces: scene.random(0...2), byteLimit: 5000)
          continue
        }
        stage.feed()
        let late = stage.differences(isComplete: true)
        try #require(late.isEmpty, "\(step): \(late.prefix(4)) \(history.suffix(3))")
        let visible = Set(stage.surface.graphics.map(\.graphic)).reduce(0) {
          $0 + $1.pixelSize.width * $1.pixelSize.height * 4
        }
        try #require(stage.lostCount == 0, "\(step) lost \(history.suffix(3))")
        // Emptied numbers keep a pixel.
        #expect(stage.model.imageByteCount <= max(byteLimit, 2 * visible) + 300 * 4)
        #expect(memory.objects.isEmpty)
      }

      stage.model.feed(stage.writer.leave())
      #expect(stage.model.placements.isEmpty)
      #expect(stage.model.images.values.allSatisfy { $0.id == 0 })
    }
  }
}
