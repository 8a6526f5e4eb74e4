import TerminalKit

/// Decides what is on the screen while a better picture of the same subject is on its way.
nonisolated struct RoughGraphics {
  private var shown: [Rect: Graphic] = [:]

  /// What to show for each placement of a frame: its own picture if the terminal can show it, otherwise its rough
  /// version, otherwise the previous picture in that place if it has the same subject, otherwise nothing.
  func choose(
    for placements: [GraphicPlacement], rough: (Graphic) -> Graphic?, isReady: (Graphic) -> Bool
  ) -> [GraphicPlacement] {
    placements.compactMap { placement in
      if isReady(placement.graphic) { return placement }
      if let rough = rough(placement.graphic), isReady(rough) {
        return GraphicPlacement(graphic: rough, origin: placement.origin)
      }
      guard let former = former(for: placement), isReady(former) else { return nil }
      return GraphicPlacement(graphic: former, origin: placement.origin)
    }
  }

  /// The pictures that may have to stay.
  func candidates(for placements: [GraphicPlacement]) -> [Graphic] {
    placements.compactMap { former(for: $0) }
  }

  mutating func note(_ placements: [GraphicPlacement]) {
    shown = Dictionary(placements.map { ($0.rect, $0.graphic) }) { $1 }
  }

  mutating func removeAll() { shown.removeAll() }

  private func former(for placement: GraphicPlacement) -> Graphic? {
    guard let subject = placement.graphic.subject, let former = shown[placement.rect],
      former.subject == subject
    else { return nil }
    return former
  }
}
